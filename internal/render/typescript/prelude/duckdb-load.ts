// Helpers of generated code for DuckDB: bulk inserts by its appender.
import { DuckDBDataChunk, type DuckDBConnection } from "@duckdb/node-api";
import bindings from "@duckdb/node-bindings";
import { inTurn, ofRow, Source } from "./common.js";
import { atomically, refuseStreaming } from "./duckdb.js";
import { chunkRows, type Column } from "./duckdb-columns.js";

/** How rows of a table are inserted. */
interface Insert<Row> {
  schema?: string;
  table: string;
  /** Rows have all of the table's columns. */
  whole: boolean;
  /** An INSERT in front of its query, and a query that has the rows' columns and finds none. */
  into: string;
  shape: string;
  columns: () => Columns<Row>;
}

/** Rows on their way into a chunk, column by column. */
interface Columns<Row> {
  columns: Column[];
  put: (at: number, row: Row) => void;
}

/** How many chunks are written at a time. */
const batchChunks = 60;

/** Rows on their way into chunks. */
class Rows<Row> {
  readonly #columns: readonly Column[];
  readonly #put: (at: number, row: Row) => void;
  readonly #empty: DuckDBDataChunk[] = [];
  #chunks: DuckDBDataChunk[] = [];
  #count = 0; // of rows that are in no chunk yet
  added = 0;

  constructor(insert: Insert<Row>) {
    const { columns, put } = insert.columns();
    this.#columns = columns;
    this.#put = put;
  }

  get full(): boolean {
    return this.#chunks.length === batchChunks;
  }

  /** Adds a row. An error says which it was, and leaves what has been added before. */
  add(row: Row, ordinal: number): void {
    try {
      this.#put(this.#count, row);
    } catch (error) {
      for (const column of this.#columns) {
        column.undo?.(this.#count);
      }
      throw ofRow(error, ordinal);
    }
    this.added++;
    this.#count++;
    if (this.#count === chunkRows) {
      this.#fill();
    }
  }

  /** Moves the rows to a chunk. */
  #fill(): void {
    const types = this.#columns.map(({ valueType }) => valueType.type);
    const chunk = this.#empty.pop() ?? DuckDBDataChunk.create(types);
    this.#columns.forEach((column, index) => {
      const vector = bindings.data_chunk_get_vector(chunk.chunk, index);
      column.write(vector, this.#count);
    });
    chunk.rowCount = this.#count;
    this.#chunks.push(chunk);
    this.#count = 0;
  }

  /** Takes out all rows, which are in chunks then. */
  take(): DuckDBDataChunk[] {
    if (this.#count > 0) {
      this.#fill();
    }
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  /** Takes chunks back that have been written: to make others costs more. */
  reuse(chunks: DuckDBDataChunk[]): void {
    for (const chunk of chunks) {
      chunk.reset();
      this.#empty.push(chunk);
    }
  }
}

/** Moves rows to a table by the driver's appender. */
async function moveRows<Row>(
  db: DuckDBConnection,
  rows: Rows<Row>,
  ...table: Parameters<DuckDBConnection["createAppender"]>
): Promise<void> {
  const appender = await db.createAppender(...table);
  const chunks = rows.take();
  try {
    for (const chunk of chunks) {
      appender.appendDataChunk(chunk);
    }
    appender.flushSync();
  } finally {
    appender.clear(); // else what is left would be written once the appender is collected
    appender.closeSync();
  }
  rows.reuse(chunks);
}

/** Where rows wait for an INSERT. */
const waiting = "_sqg_rows";

/** How many batches wait there: DuckDB frees the memory of a dropped table only at the end of its transaction. */
const mostWaiting = 8;

/**
 * Writes rows: all of them or, after an error, none. read gives them more rows; it is called again as long as they get full,
 * while DuckDB inserts those before, with all of its threads. Few rows, and those after very many, go to the table at once.
 */
async function insertRows<Row>(
  db: DuckDBConnection,
  insert: Insert<Row>,
  rows: Rows<Row>,
  read: () => Promise<void>,
): Promise<void> {
  const create = `CREATE TEMP TABLE ${waiting} AS ${insert.shape}`;
  const move = `${insert.into} FROM temp.main.${waiting}; DROP TABLE temp.main.${waiting}`;
  await atomically(db, async () => {
    let inserting: Promise<unknown> = Promise.resolve();
    try {
      for (let batch = 0, more = true; more; batch++) {
        await read();
        more = rows.full;
        await inserting;
        if (insert.whole && (batch >= mostWaiting || (batch === 0 && !more))) {
          await moveRows(db, rows, insert.table, insert.schema);
        } else {
          await db.run(create);
          await moveRows(db, rows, waiting, "main", "temp");
          inserting = db.run(move);
          inserting.catch(() => undefined); // which is thrown above or below
        }
      }
    } finally {
      await Promise.allSettled([inserting]);
    }
    await inserting;
  });
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
export class Appender<Row> {
  readonly #db: DuckDBConnection;
  readonly #insert: Insert<Row>;
  #rows: Rows<Row> | undefined;
  #appended = 0;
  #written = 0;
  #closed = false;

  constructor(db: DuckDBConnection, insert: Insert<Row>) {
    this.#db = db;
    this.#insert = insert;
  }

  /** Adds a row, and writes the buffer when it is full. */
  async append(row: Row): Promise<void> {
    this.#checkOpen();
    this.#rows ??= new Rows(this.#insert);
    this.#rows.add(row, ++this.#appended);
    if (this.#rows.full) {
      await this.flush();
    }
  }

  /** Adds and writes rows: all of them or, after an error, none. Returns their number. */
  async appendMany(rows: Iterable<Row> | AsyncIterable<Row>): Promise<number> {
    this.#checkOpen();
    await this.flush();
    const source = new Source(rows);
    const buffer = new Rows(this.#insert);
    const read = () =>
      source.read(
        (row) => {
          buffer.add(row, this.#appended + buffer.added + 1);
        },
        () => buffer.full,
      );
    try {
      await inTurn(this.#db, () =>
        insertRows(this.#db, this.#insert, buffer, read),
      );
    } finally {
      await source.close();
    }
    this.#appended += buffer.added;
    this.#written += buffer.added;
    return buffer.added;
  }

  /** Writes the buffered rows: all of them or, after an error, none; either way the buffer is empty then. */
  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = undefined;
    if (rows !== undefined) {
      await inTurn(this.#db, () =>
        insertRows(this.#db, this.#insert, rows, () => Promise.resolve()),
      );
      this.#written += rows.added;
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
