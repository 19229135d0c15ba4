// Helpers of generated code for DuckDB: bulk inserts by its appender.
import { DuckDBDataChunk, type DuckDBConnection } from "@duckdb/node-api";
import bindings from "@duckdb/node-bindings";
import { inTurn, ofRow, Source, Waiting } from "./common.js";
import { atomically, refuseStreaming } from "./duckdb.js";
import { chunkRows, type Column } from "./duckdb-columns.js";

/** How rows get into the columns of a table. */
interface Table<Row> {
  columns: () => Columns<Row>;
  /** What a load has left for the next one. */
  spare?: Rows<Row> | undefined;
}

/** How rows of a table are inserted. */
interface Insert<Row> extends Table<Row> {
  table: string;
  schema?: string;
  /** Rows have all of the table's columns. */
  whole: boolean;
  /** An INSERT in front of its query, and a query that has the rows' columns and finds none. */
  into: string;
  shape: string;
}

/** Rows on their way into a chunk, column by column. */
interface Columns<Row> {
  columns: Column[];
  put: (at: number, row: Row) => void;
}

/** How many chunks DuckDB stores together. */
const batchChunks = 60;

/** Rows on their way into chunks. */
class Rows<Row> {
  readonly #columns: readonly Column[];
  readonly #put: (at: number, row: Row) => void;
  readonly #empty: DuckDBDataChunk[] = [];
  readonly #chunks: DuckDBDataChunk[] = [];
  #count = 0; // of rows that are in no chunk yet
  added = 0;

  constructor({ columns, put }: Columns<Row>) {
    this.#columns = columns;
    this.#put = put;
  }

  /** How many chunks are full. */
  get chunks(): number {
    return this.#chunks.length;
  }

  get empty(): boolean {
    return this.#count === 0 && this.#chunks.length === 0;
  }

  /** Adds a row. After an error the earlier rows stay, and the error has the row's number. */
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

  /** Takes out rows, which are in chunks then. */
  take(): DuckDBDataChunk[] {
    if (this.#count > 0) {
      this.#fill();
    }
    return this.#chunks.splice(0, mostRead);
  }

  /** Takes chunks back that have been written: to make others costs more. */
  reuse(chunks: DuckDBDataChunk[]): void {
    for (const chunk of chunks) {
      chunk.reset();
      this.#empty.push(chunk);
    }
  }

  /** Gives up the memory of its chunks. */
  clear(): void {
    this.#empty.length = 0;
    this.added = 0;
  }
}

function takeRows<Row>(table: Table<Row>, columns = table.columns): Rows<Row> {
  const rows = table.spare ?? new Rows(columns());
  table.spare = undefined;
  return rows;
}

/**
 * Keeps what a load has used for the next one: V8 drops its machine code for objects once there are none of their kind,
 * and the first ten thousand rows would take as long as half a million.
 */
function leaveRows<Row>(table: Table<Row>, rows: Rows<Row>): void {
  if (rows.empty) {
    rows.clear();
    table.spare = rows;
  }
}

/** Moves rows, as many as can be in work at a time, to a table by the driver's appender. */
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

/** Reads rows until so many chunks are full. Tells whether there may be more rows. */
type Read = (chunks: number) => Promise<boolean>;

/** Writes rows, and those that read gives: all of them or, after an error, none. Few go to the table at once. */
async function insertRows<Row>(
  db: DuckDBConnection,
  insert: Insert<Row>,
  rows: Rows<Row>,
  read: Read,
): Promise<void> {
  const more = (await read(batchChunks)) || rows.chunks > batchChunks;
  refuseStreaming(db);
  if (insert.whole && !more) {
    await moveRows(db, rows, insert.table, insert.schema);
    return;
  }
  // The first rows wait outside of the transaction: DuckDB has as many threads for a table as rows of it are committed.
  await db.run(`CREATE TEMP TABLE ${waiting} AS ${insert.shape}`);
  try {
    const first = Math.min(rows.chunks, mostRead);
    await moveRows(db, rows, waiting, "main", "temp");
    await atomically(db, () => insertWaiting(db, insert, rows, read, first));
  } finally {
    const drop = db.run(`DROP TABLE temp.main.${waiting}`);
    await drop.catch(() => undefined); // a transaction of the caller's that has failed
  }
}

/** Where rows wait for an INSERT. */
const waiting = "_sqg_rows";

/** How many chunks may wait there in turn: DuckDB frees their memory only at the end of the transaction. */
const mostWaiting = 8 * batchChunks;

/** How many chunks are read, and go to DuckDB, at a time. */
const mostRead = 4 * batchChunks;

/**
 * Inserts the rows that wait, the first so many chunks, and lets the next ones wait in their place. Those after very
 * many go to the table at once.
 */
async function insertWaiting<Row>(
  db: DuckDBConnection,
  insert: Insert<Row>,
  rows: Rows<Row>,
  read: Read,
  first: number,
): Promise<void> {
  const move = `${insert.into} FROM temp.main.${waiting}; DELETE FROM temp.main.${waiting}`;
  let waited = first;
  await runWhileReading(db, move, rows, read);
  while (!rows.empty && (waited < mostWaiting || !insert.whole)) {
    waited += Math.min(rows.chunks, mostRead);
    await moveRows(db, rows, waiting, "main", "temp");
    await runWhileReading(db, move, rows, read);
  }
  while (!rows.empty) {
    await moveRows(db, rows, insert.table, insert.schema);
    await read(batchChunks);
  }
}

/** Runs statements, with all of DuckDB's threads, and reads rows meanwhile. */
async function runWhileReading<Row>(
  db: DuckDBConnection,
  statements: string,
  rows: Rows<Row>,
  read: Read,
): Promise<void> {
  const state = { running: true };
  const result = db.run(statements).finally(() => {
    state.running = false;
  });
  try {
    let more: boolean;
    do {
      more = await read(rows.chunks + batchChunks);
      await nextEvent();
    } while (more && state.running && rows.chunks < mostRead);
  } finally {
    await Promise.allSettled([result]);
  }
  await result;
}

/** Lets something else happen, such as the end of a statement. */
async function nextEvent(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
class Appender<Row> {
  readonly #db: DuckDBConnection;
  readonly #insert: Insert<Row>;
  #rows: Rows<Row> | undefined;
  #waiting: Waiting | undefined;
  #appended = 0;
  #written = 0;
  #closed = false;

  constructor(db: DuckDBConnection, insert: Insert<Row>) {
    this.#db = db;
    this.#insert = insert;
  }

  /** Adds a row to the buffer. flush and close write it. Use appendMany for very many rows. */
  append(row: Row): this {
    this.#checkOpen();
    this.#rows ??= takeRows(this.#insert);
    this.#waiting ??= new Waiting(this, this.#insert.table);
    this.#rows.add(row, ++this.#appended);
    this.#waiting.add();
    return this;
  }

  /** Writes rows: all of them or, after an error, none. Returns their number. */
  async appendMany(rows: Iterable<Row> | AsyncIterable<Row>): Promise<number> {
    this.#checkOpen();
    await this.flush();
    const source = new Source(rows);
    const buffer = takeRows(this.#insert);
    const before = this.#appended;
    const read = async (chunks: number) => {
      await source.read(
        (row) => {
          buffer.add(row, before + buffer.added + 1);
        },
        () => buffer.chunks >= chunks,
      );
      return !source.done;
    };
    try {
      await inTurn(this.#db, () =>
        insertRows(this.#db, this.#insert, buffer, read),
      );
    } finally {
      await source.close();
    }
    const { added } = buffer;
    leaveRows(this.#insert, buffer);
    this.#appended += added;
    this.#written += added;
    return added;
  }

  /** Writes the buffered rows: all of them or, after an error, none. The buffer is empty afterwards. */
  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = undefined;
    if (rows === undefined) {
      return;
    }
    const { added } = rows;
    try {
      await inTurn(this.#db, () =>
        insertRows(this.#db, this.#insert, rows, () => Promise.resolve(false)),
      );
    } finally {
      this.#waiting?.remove(added);
    }
    this.#written += added;
    leaveRows(this.#insert, rows);
  }

  /** Writes the buffered rows and ends the appender. Returns the number of rows written in all. */
  async close(): Promise<number> {
    this.#closed = true;
    await this.flush();
    return this.#written;
  }

  #checkOpen(): void {
    if (this.#closed) {
      throw new Error("the appender is closed");
    }
  }
}

export { moveRows, takeRows, leaveRows, type Columns, type Table };
