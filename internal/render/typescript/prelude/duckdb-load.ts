// Helpers of generated code for DuckDB: bulk inserts by its appender.
import {
  DuckDBDataChunk,
  type DuckDBAppender,
  type DuckDBConnection,
} from "@duckdb/node-api";
import bindings from "@duckdb/node-bindings";
import { encodeRow, inTurn } from "./common.js";
import { atomically, refuseStreaming } from "./duckdb.js";
import { chunkRows, type Column } from "./duckdb-columns.js";

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

/** How many rows an appender holds before it writes them. */
const appenderRows = 60 * chunkRows;

/** Rows that wait for their chunk to be full. */
class Rows<Row> {
  readonly #columns: readonly Column[];
  readonly #put: (row: Row) => void;
  count = 0;

  constructor(insert: Insert<Row>) {
    const { columns, put } = insert.columns();
    this.#columns = columns;
    this.#put = (row) => {
      put(this.count, row);
    };
  }

  /** Adds a row. An error says which it was, and leaves what has been added before. */
  add(row: Row, ordinal: number): void {
    try {
      encodeRow(this.#put, row, ordinal);
    } catch (error) {
      for (const column of this.#columns) {
        column.undo?.(this.count);
      }
      throw error;
    }
    this.count++;
  }

  chunk(): DuckDBDataChunk {
    const types = this.#columns.map(({ valueType }) => valueType.type);
    return DuckDBDataChunk.create(types);
  }

  /** Moves the rows to a chunk. */
  take(chunk: DuckDBDataChunk): DuckDBDataChunk {
    this.#columns.forEach((column, index) => {
      const vector = bindings.data_chunk_get_vector(chunk.chunk, index);
      column.write(vector, this.count);
    });
    chunk.rowCount = this.count;
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
      this.#chunks.push(this.#rows.take(this.#rows.chunk()));
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
    const chunk = buffer.chunk();
    await inTurn(this.#db, () =>
      appendAll(this.#db, this.#insert, async (appender) => {
        const write = () => {
          appender.appendDataChunk(buffer.take(chunk));
          chunk.reset();
        };
        for await (const row of rows) {
          buffer.add(row, this.#appended + ++written);
          if (buffer.count === chunkRows) {
            write();
          }
        }
        if (buffer.count > 0) {
          write();
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
      this.#chunks.push(this.#rows.take(this.#rows.chunk()));
    }
    const chunks = this.#chunks;
    this.#chunks = [];
    if (chunks.length > 0) {
      await inTurn(this.#db, () =>
        appendAll(this.#db, this.#insert, (appender) => {
          for (const chunk of chunks) {
            appender.appendDataChunk(chunk);
          }
        }),
      );
      for (const chunk of chunks) {
        this.#written += chunk.rowCount;
      }
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

export { type Columns, type Insert };
