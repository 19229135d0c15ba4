// Helpers of generated code for PostgreSQL: bulk inserts, over what each driver has for COPY.
import { encodeRow, Source, Waiting } from "./common.js";
import { chunkBytes, CopyBuffer, sendRows, type Copy } from "./copy.js";
import {
  copyHead,
  copyIn,
  runAlone,
  runBatch,
  unnamed,
  type Connection,
} from "./drivers.js";
import type { Value } from "./wire.js";

/** How rows of a table are inserted: few of them by one INSERT, more by COPY. */
interface Insert<Row> {
  table: string;
  /** An INSERT of one row, and what an INSERT of several starts with; both only without run. */
  row?: string;
  insert?: string;
  values: (row: Row) => Value[];
  /** A table without has a column of a type that COPY's binary format is not known of: rows go by INSERT one by one. */
  copy?: Copy<Row>;
  /** For such a table: rows go as those of a statement for many do, all or none. */
  run?: (
    db: Connection,
    rows: Iterable<Row> | AsyncIterable<Row>,
  ) => Promise<number>;
}

/** Pending rows: encoded for COPY and, while they are few, for INSERT, too. */
class Rows<Row> {
  readonly out: CopyBuffer;
  readonly #insert: Insert<Row>;
  readonly #values: Value[][] = [];
  readonly #rows: Row[] = [];
  readonly #chunks: Buffer[] = [];
  readonly #encode: ((row: Row) => void) | undefined;
  count = 0;

  constructor(insert: Insert<Row>) {
    const { copy } = insert;
    this.#insert = insert;
    this.out = new CopyBuffer(copyHead);
    this.#encode =
      copy &&
      ((row) => {
        copy.encode(this.out, row);
      });
  }

  get few(): boolean {
    return this.count < (this.#insert.copy?.from ?? Infinity);
  }

  /** Adds a row. After an error the earlier rows stay, and the error has the row's number. */
  add(row: Row, ordinal: number): void {
    const { values } = this.#insert;
    const start = this.out.at;
    try {
      if (this.#encode !== undefined) {
        encodeRow(this.#encode, row, ordinal);
      }
      if (this.few) {
        this.#values.push(encodeRow(values, row, ordinal));
      }
      if (this.#insert.run !== undefined) {
        this.#rows.push({ ...row });
      }
    } catch (error) {
      this.out.at = start;
      throw error;
    }
    this.count++;
  }

  /** Keeps one message, so that the buffer does not grow with the rows. */
  keep(): void {
    if (this.out.at >= chunkBytes) {
      this.#chunks.push(Buffer.from(this.out.take()));
    }
  }

  /** Writes all rows. */
  async insert(db: Connection): Promise<void> {
    const { copy } = this.#insert;
    if (this.few || copy === undefined) {
      await this.insertFew(db);
      return;
    }
    this.out.end();
    await copyIn(db, copy.sql, async (write) => {
      for (const chunk of this.#chunks) {
        await write(chunk);
      }
      await write(this.out.take());
    });
  }

  /** Writes few rows. */
  async insertFew(db: Connection): Promise<void> {
    const { row = "", insert = "", copy, run } = this.#insert;
    if (run !== undefined) {
      await run(db, this.#rows);
    } else if (copy === undefined) {
      await runBatch(db, unnamed(row), this.#values, (values) => values);
    } else if (this.count > 0) {
      const marks = row.slice(insert.length); // with casts
      let n = 0;
      const rows = this.#values.map(() =>
        marks.replace(/\$\d+(?=[,):])/g, () => `$${++n}`),
      );
      const text = insert + rows.join(", ");
      await runAlone(db, unnamed(text), ...this.#values.flat());
    }
  }
}

/** Inserts rows in one statement: all of them or, after an error, none. Returns their number. */
async function insertRows<Row>(
  db: Connection,
  insert: Insert<Row>,
  source: Iterable<Row> | AsyncIterable<Row>,
  ordinal: number,
): Promise<number> {
  const { row = "", values, copy, run } = insert;
  if (run !== undefined) {
    return run(db, source);
  }
  if (copy === undefined) {
    return runBatch(db, unnamed(row), source, values);
  }
  const rows = new Rows(insert);
  const from = new Source(source);
  const add = (row: Row) => {
    rows.add(row, ++ordinal);
  };
  try {
    await from.read(add, () => !rows.few);
    if (rows.few) {
      await rows.insertFew(db);
      return rows.count;
    }
    await copyIn(db, copy.sql, (write) => sendRows(rows.out, from, add, write));
    return rows.count;
  } finally {
    await from.close();
  }
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
class Appender<Row> {
  readonly #db: Connection;
  readonly #insert: Insert<Row>;
  #rows: Rows<Row> | undefined;
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
    this.#rows ??= new Rows(this.#insert);
    this.#waiting ??= new Waiting(this, this.#insert.table);
    this.#rows.add(row, ++this.#appended);
    this.#rows.keep();
    this.#waiting.add();
    return this;
  }

  /** Writes rows: all of them or, after an error, none. Returns their number. */
  async appendMany(rows: Iterable<Row> | AsyncIterable<Row>): Promise<number> {
    this.#checkOpen();
    await this.flush();
    const written = await insertRows(
      this.#db,
      this.#insert,
      rows,
      this.#appended,
    );
    this.#appended += written;
    this.#written += written;
    return written;
  }

  /** Writes the buffered rows: all of them or, after an error, none. The buffer is empty afterwards. */
  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = undefined;
    if (rows === undefined) {
      return;
    }
    try {
      await rows.insert(this.#db);
    } finally {
      this.#waiting?.remove(rows.count);
    }
    this.#written += rows.count;
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
