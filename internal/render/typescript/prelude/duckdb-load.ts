// Helpers of generated code for DuckDB: bulk inserts by its appender.
import {
  DuckDBDataChunk,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from "@duckdb/node-api";
import { encodeRow, inTurn } from "./common.js";
import { atomically, refuseStreaming } from "./duckdb.js";
import { refusedValue, toDuckDB } from "./duckdb-values.js";

/** How rows of a table are inserted. */
interface Insert<Row> {
  schema?: string;
  table: string;
  columns: () => Columns<Row>;
  /** Where rows have not all of the table's columns they wait in a table like them, until one INSERT takes all. */
  part?: { into: string; shape: string };
}

/** Rows on their way into a chunk, column by column. */
interface Columns<Row> {
  columns: Column[];
  put: (at: number, row: Row) => void;
}

/** How many rows a chunk holds. */
const chunkRows = 2048;

/** How many rows an appender holds before it writes them. */
const appenderRows = 60 * chunkRows;

/** The values of a column, as the driver takes them. */
class Column {
  readonly type: DuckDBType;
  readonly #name: string;
  readonly #nullable: boolean;
  readonly #values: DuckDBValue[] = [];

  constructor(name: string, type: DuckDBType, nullable: boolean) {
    this.type = type;
    this.#name = name;
    this.#nullable = nullable;
  }

  put(at: number, value: unknown): void {
    const what = `column "${this.#name}"`;
    if (value === null && !this.#nullable) {
      throw refusedValue(value, this.type, what);
    }
    this.#values[at] = toDuckDB(value, this.type, what);
  }

  write(chunk: DuckDBDataChunk, index: number, count: number): void {
    chunk.setColumnValues(index, this.#values.slice(0, count));
  }
}

/** Rows that wait for their chunk to be full. */
class Rows<Row> {
  readonly #columns: Columns<Row>;
  count = 0;

  constructor(insert: Insert<Row>) {
    this.#columns = insert.columns();
  }

  /** Adds a row. An error says which it was, and leaves what has been added before. */
  add(row: Row, ordinal: number): void {
    encodeRow(
      (r) => {
        this.#columns.put(this.count, r);
      },
      row,
      ordinal,
    );
    this.count++;
  }

  take(): DuckDBDataChunk {
    const { columns } = this.#columns;
    const chunk = DuckDBDataChunk.create(
      columns.map((column) => column.type),
      this.count,
    );
    columns.forEach((column, index) => {
      column.write(chunk, index, this.count);
    });
    this.count = 0;
    return chunk;
  }
}

/** Where rows wait that have not all of the table's columns. */
const waiting = "_sqg_rows";

/** Runs work with an appender of the driver's: all that it is given is written or, after an error, none. */
async function appendAll<Row>(
  db: DuckDBConnection,
  insert: Insert<Row>,
  work: (appender: DuckDBAppender) => Promise<void> | void,
): Promise<void> {
  const { schema, table, part } = insert;
  await atomically(db, async () => {
    if (part !== undefined) {
      await db.run(`CREATE TEMP TABLE ${waiting} AS ${part.shape}`);
    }
    const appender = await (part === undefined
      ? db.createAppender(table, schema)
      : db.createAppender(waiting, "main", "temp"));
    try {
      await work(appender);
      appender.flushSync();
    } finally {
      appender.clear(); // else what is left would be written once the appender is collected
      appender.closeSync();
    }
    if (part !== undefined) {
      await db.run(`${part.into} FROM temp.main.${waiting}`);
      await db.run(`DROP TABLE temp.main.${waiting}`);
    }
  });
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
export class Appender<Row> {
  readonly #db: DuckDBConnection;
  readonly #insert: Insert<Row>;
  readonly #rows: Rows<Row>;
  #chunks: DuckDBDataChunk[] = [];
  #appended = 0;
  #written = 0;
  #closed = false;

  constructor(db: DuckDBConnection, insert: Insert<Row>) {
    this.#db = db;
    this.#insert = insert;
    this.#rows = new Rows(insert);
  }

  /** Adds a row, and writes the buffer when it is full. */
  async append(row: Row): Promise<void> {
    this.#checkOpen();
    this.#rows.add(row, ++this.#appended);
    if (this.#rows.count === chunkRows) {
      this.#chunks.push(this.#rows.take());
      if (this.#chunks.length * chunkRows >= appenderRows) {
        await this.flush();
      }
    }
  }

  /** Adds and writes rows: all of them or, after an error, none. Returns their number. */
  async appendMany(rows: Iterable<Row> | AsyncIterable<Row>): Promise<number> {
    this.#checkOpen();
    await this.flush();
    let written = 0;
    const buffer = new Rows(this.#insert);
    await inTurn(this.#db, () =>
      appendAll(this.#db, this.#insert, async (appender) => {
        for await (const row of rows) {
          buffer.add(row, this.#appended + ++written);
          if (buffer.count === chunkRows) {
            appender.appendDataChunk(buffer.take());
          }
        }
        if (buffer.count > 0) {
          appender.appendDataChunk(buffer.take());
        }
      }),
    );
    this.#appended += written;
    this.#written += written;
    return written;
  }

  /** Writes the buffered rows: all of them or, after an error, none; either way the buffer is empty then. */
  async flush(): Promise<void> {
    if (this.#rows.count > 0) {
      this.#chunks.push(this.#rows.take());
    }
    const chunks = this.#chunks;
    this.#chunks = [];
    if (chunks.length > 0) {
      await inTurn(this.#db, () =>
        appendAll(this.#db, this.#insert, (appender) => {
          for (const chunk of chunks) {
            appender.appendDataChunk(chunk);
            this.#written += chunk.rowCount;
          }
        }),
      );
    }
  }

  /** Writes the buffered rows and ends the appender. Returns the number of rows written in all. */
  async close(): Promise<number> {
    await this.flush();
    this.#closed = true;
    return this.#written;
  }

  #checkOpen(): void {
    refuseStreaming(this.#db);
    if (this.#closed) {
      throw new Error("the appender is closed");
    }
  }
}

export { Column, type Columns, type Insert };
