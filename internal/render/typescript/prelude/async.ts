// Helpers of generated code for asynchronous drivers.
import type { Insert, Observer, Value } from "./common.js";
import { bufferedRows, encodeRow } from "./common.js";
import { atomically, insertRows, type Connection } from "./libsql.js";

/** The last load of each connection: transactions of one connection must not overlap, so one load waits for the other. */
const loads = new WeakMap<object, Promise<unknown>>();

async function inTurn<T>(db: object, load: () => Promise<T>): Promise<T> {
  const result = (loads.get(db) ?? Promise.resolve()).then(load);
  loads.set(
    db,
    result.catch(() => undefined),
  );
  return result;
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
export class Appender<Row> {
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

async function observe<T>(
  observer: Observer | undefined,
  query: string,
  operation: () => Promise<T>,
  rows: (result: T) => number,
): Promise<T> {
  const end = observer?.(query);
  let result: T;
  try {
    result = await operation();
  } catch (error) {
    end?.({ rows: 0, error });
    throw error;
  }
  end?.({ rows: rows(result) });
  return result;
}

async function* observeRows<T>(
  observer: Observer | undefined,
  query: string,
  iterable: AsyncIterable<T>,
): AsyncIterableIterator<T> {
  const end = observer?.(query);
  let rows = 0;
  let failure: { error?: unknown } = {};
  try {
    for await (const row of iterable) {
      rows++;
      yield row;
    }
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    end?.({ rows, ...failure });
  }
}

export { loads, inTurn, retryWhileBusy, observe, observeRows };
