// Helpers of generated code for asynchronous drivers of SQLite.
import { type Chosen, encodeRow, inTurn, Waiting } from "./common.js";
import { atomically, runAll, type Connection, type Tx } from "./drivers.js";
import {
  bufferedRows,
  inOrder,
  type Insert,
  type Numbered,
  type Order,
  type Value,
} from "./sqlite.js";

/** Inserts rows, some at a time. */
async function insertRows<Row>(
  tx: Tx,
  insert: Insert<Row>,
  rows: Value[][],
): Promise<void> {
  for (let i = 0; i < rows.length; i += bufferedRows) {
    await insertSome(tx, insert, rows.slice(i, i + bufferedRows));
  }
}

async function insertSome<Row>(
  tx: Tx,
  { sql, nextRow, chunkRows }: Insert<Row>,
  rows: Value[][],
): Promise<void> {
  const whole = rows.length - (rows.length % chunkRows);
  const statements = [];
  for (let i = 0; i < whole; i += chunkRows) {
    statements.push({
      sql: sql + nextRow.repeat(chunkRows - 1),
      args: rows.slice(i, i + chunkRows).flat(),
    });
  }
  for (const args of rows.slice(whole)) {
    statements.push({ sql, args });
  }
  await runAll(tx, statements);
}

/** Runs work so that all of it takes effect or none; what else does so waits. */
async function together<T>(
  db: Connection,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTurn(db, () => atomically(db, work));
}

/** Runs a statement for each row. Returns the rows it changed. */
async function runBatch<Row>(
  db: Connection,
  sql: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
): Promise<number> {
  return runChosen(db, rows, (row) => ({ sql, values: encode(row) }));
}

/** Runs for each row the statement that is chosen for it. */
async function runChosen<Row>(
  db: Connection,
  rows: Iterable<Row> | AsyncIterable<Row>,
  pick: (row: Row) => Chosen<string, Value>,
): Promise<number> {
  return together(db, async (tx) => {
    let ordinal = 0;
    let changes = 0;
    let statements: { sql: string; args: Value[]; ordinal: number }[] = [];
    for await (const row of rows) {
      const { sql, values } = encodeRow(pick, row, ++ordinal);
      if (statements.push({ sql, args: values, ordinal }) >= bufferedRows) {
        changes += await runAll(tx, statements);
        statements = [];
      }
    }
    return changes + (await runAll(tx, statements));
  });
}

/** The same in the order of a key. */
async function runSorted<Row>(
  db: Connection,
  sql: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
  order: Order,
): Promise<number> {
  return together(db, async (tx) => {
    let ordinal = 0;
    let changes = 0;
    let some: Numbered[] = [];
    const run = async () => {
      const statements = inOrder(some, order).map((row) => ({ sql, ...row }));
      for (let i = 0; i < statements.length; i += bufferedRows) {
        changes += await runAll(tx, statements.slice(i, i + bufferedRows));
      }
      some = [];
    };
    for await (const row of rows) {
      const args = encodeRow(encode, row, ++ordinal);
      some.push({ args, ordinal });
      if (some.length >= order.window) {
        await run();
      }
    }
    await run();
    return changes;
  });
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
class Appender<Row> {
  readonly #db: Connection;
  readonly #insert: Insert<Row>;
  #buffer: Value[][] = [];
  #waiting: Waiting | undefined;
  #appended = 0;
  #written = 0;
  #closed = false;

  constructor(db: Connection, insert: Insert<Row>) {
    this.#db = db;
    this.#insert = insert;
  }

  /** Adds a row to the buffer. flush and close write it. Use appendMany for very many rows. */
  append(row: Row): this {
    this.#checkOpen();
    this.#waiting ??= new Waiting(this, this.#insert.table);
    this.#buffer.push(encodeRow(this.#insert.encode, row, ++this.#appended));
    this.#waiting.add();
    return this;
  }

  /** Writes rows: all of them or, after an error, none. Returns their number. */
  async appendMany(rows: Iterable<Row> | AsyncIterable<Row>): Promise<number> {
    this.#checkOpen();
    await this.flush();
    const { encode } = this.#insert;
    let written = 0;
    await inTurn(this.#db, () =>
      atomically(this.#db, async (tx) => {
        let buffer: Value[][] = [];
        const before = this.#appended;
        const write = async () => {
          await insertRows(tx, this.#insert, buffer);
          buffer = [];
        };
        for await (const row of rows) {
          buffer.push(encodeRow(encode, row, before + ++written));
          if (buffer.length >= bufferedRows) {
            await write();
          }
        }
        await write();
      }),
    );
    this.#appended += written;
    this.#written += written;
    return written;
  }

  /** Writes the buffered rows: all of them or, after an error, none. The buffer is empty afterwards. */
  async flush(): Promise<void> {
    const rows = this.#buffer;
    this.#buffer = [];
    if (rows.length === 0) {
      return;
    }
    try {
      await inTurn(this.#db, () =>
        atomically(this.#db, (tx) => insertRows(tx, this.#insert, rows)),
      );
    } finally {
      this.#waiting?.remove(rows.length);
    }
    this.#written += rows.length;
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

/** Waits for another process that holds the database. */
async function retryWhileBusy<T>(
  deadline: number,
  operation: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      const busy = /SQLITE_BUSY|database is locked/.test(String(error));
      if (!busy || Date.now() > deadline) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

export { retryWhileBusy };
