// Helpers of generated code for asynchronous drivers of SQLite.
import { encodeRow, inTurn } from "./common.js";
import { atomically, runAll, type Connection, type Tx } from "./drivers.js";
import { bufferedRows, type Insert, type Value } from "./sqlite.js";

async function insertRows<Row>(
  tx: Tx,
  { sql, nextRow, chunkRows }: Insert<Row>,
  rows: Value[][],
): Promise<number> {
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
  return rows.length;
}

/** Runs a statement for each row. Returns the rows it changed. */
async function runBatch<Row>(
  db: Connection,
  sql: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
): Promise<number> {
  return inTurn(db, () =>
    atomically(db, async (tx) => {
      let ordinal = 0;
      let changes = 0;
      let statements: { sql: string; args: Value[] }[] = [];
      for await (const row of rows) {
        const args = encodeRow(encode, row, ++ordinal);
        if (statements.push({ sql, args }) >= bufferedRows) {
          changes += await runAll(tx, statements);
          statements = [];
        }
      }
      return changes + (await runAll(tx, statements));
    }),
  );
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
class Appender<Row> {
  readonly #db: Connection;
  readonly #insert: Insert<Row>;
  #buffer: Value[][] = [];
  #appended = 0;
  #written = 0;
  #closed = false;

  constructor(db: Connection, insert: Insert<Row>) {
    this.#db = db;
    this.#insert = insert;
  }

  /** Adds a row, and writes the buffer when it is full. */
  async append(row: Row): Promise<void> {
    this.#add(row);
    if (this.#buffer.length >= bufferedRows) {
      await this.flush();
    }
  }

  /** Adds and writes rows: all of them or, after an error, none. Returns their number. */
  async appendMany(rows: Iterable<Row> | AsyncIterable<Row>): Promise<number> {
    await this.flush();
    return inTurn(this.#db, () =>
      atomically(this.#db, async (tx) => {
        let written = 0;
        try {
          for await (const row of rows) {
            this.#add(row);
            if (this.#buffer.length >= bufferedRows) {
              written += await insertRows(tx, this.#insert, this.#take());
            }
          }
          written += await insertRows(tx, this.#insert, this.#take());
        } finally {
          this.#take();
        }
        this.#written += written;
        return written;
      }),
    );
  }

  /** Writes the buffered rows: all of them or, after an error, none; either way the buffer is empty then. */
  async flush(): Promise<void> {
    const rows = this.#take();
    if (rows.length > 0) {
      this.#written += await inTurn(this.#db, () =>
        atomically(this.#db, (tx) => insertRows(tx, this.#insert, rows)),
      );
    }
  }

  /** Writes the buffered rows and ends the appender. Returns the number of rows written in all. */
  async close(): Promise<number> {
    await this.flush();
    this.#closed = true;
    return this.#written;
  }

  #add(row: Row): void {
    if (this.#closed) {
      throw new Error("the appender is closed");
    }
    this.#buffer.push(encodeRow(this.#insert.encode, row, ++this.#appended));
  }

  #take(): Value[][] {
    const rows = this.#buffer;
    this.#buffer = [];
    return rows;
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
