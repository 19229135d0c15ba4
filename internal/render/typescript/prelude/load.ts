// Helpers of generated code for PostgreSQL: bulk inserts, over what each driver has for COPY.
import { encodeRow } from "./common.js";
import { chunkBytes, CopyBuffer } from "./copy.js";
import {
  copyHead,
  copyIn,
  runStatement,
  fetchRows,
  type Connection,
} from "./pg.js";
import { toArray, type Value } from "./wire.js";

/** How rows of a table are inserted: few of them by INSERT, more by COPY. */
interface Insert<Row> {
  insert: string;
  copy: string;
  copyFrom: number;
  /** Types of which the server has to be asked what COPY needs. */
  types: readonly string[];
  values: (row: Row) => Value[];
  encode: (out: CopyBuffer, row: Row) => void;
}

/** The numbers of types, and how many digits the server's money has behind the point. */
const lookUpTypes = {
  name: "sqg_types",
  text: `SELECT CASE t WHEN 'money' THEN scale(1::numeric::money::numeric) ELSE t::regtype::oid::bigint END
FROM unnest($1::text[]) WITH ORDINALITY AS list (t, n) ORDER BY n`,
};

/** What has been looked up, by connection and table. */
const lookedUp = new WeakMap<object, Map<unknown, readonly number[]>>();

async function lookUp<Row>(
  db: Connection,
  insert: Insert<Row>,
): Promise<readonly number[]> {
  if (insert.types.length === 0) {
    return [];
  }
  let tables = lookedUp.get(db);
  if (tables === undefined) {
    tables = new Map();
    lookedUp.set(db, tables);
  }
  let known = tables.get(insert);
  if (known === undefined) {
    const rows = await fetchRows(
      db,
      lookUpTypes,
      toArray(insert.types, String),
    );
    known = rows.map((row) => Number(row[0]));
    tables.set(insert, known);
  }
  return known;
}

/** Rows as they are sent: all of them for COPY, and the first ones for INSERT, too. */
class Rows<Row> {
  readonly out: CopyBuffer;
  readonly #insert: Insert<Row>;
  readonly #values: Value[][] = [];
  count = 0;

  constructor(insert: Insert<Row>, known: readonly number[]) {
    this.#insert = insert;
    this.out = new CopyBuffer(known, copyHead);
  }

  get few(): boolean {
    return this.count < this.#insert.copyFrom;
  }

  /** Adds a row. An error says which it was, and leaves what has been added before. */
  add(row: Row, ordinal: number): void {
    const { encode, values } = this.#insert;
    const start = this.out.at;
    try {
      encodeRow(
        (r: Row) => {
          encode(this.out, r);
        },
        row,
        ordinal,
      );
      if (this.few) {
        this.#values.push(encodeRow(values, row, ordinal));
      }
    } catch (error) {
      this.out.at = start;
      throw error;
    }
    this.count++;
  }

  /** Inserts the rows where they are few. */
  async insertFew(db: Connection): Promise<number> {
    if (this.count === 0) {
      return 0;
    }
    let n = 0;
    const marks = this.#values.map(
      (row) => `(${row.map(() => `$${++n}`).join(", ")})`,
    );
    const text = this.#insert.insert + marks.join(", ");
    return runStatement(db, { name: "", text }, ...this.#values.flat());
  }
}

/** Inserts rows in one statement: all of them or, after an error, none. Returns their number. */
async function insertRows<Row>(
  db: Connection,
  insert: Insert<Row>,
  source: Iterable<Row> | AsyncIterable<Row>,
  ordinal: number,
): Promise<number> {
  const rows = new Rows(insert, await lookUp(db, insert));
  const iterator =
    Symbol.asyncIterator in source
      ? source[Symbol.asyncIterator]()
      : source[Symbol.iterator]();
  let done = false as boolean; // a function below sets it
  const fill = async (enough: () => boolean) => {
    while (!done && !enough()) {
      const next = iterator.next();
      const step = "then" in next ? await next : next;
      if (step.done === true) {
        done = true;
      } else {
        rows.add(step.value, ++ordinal);
      }
    }
  };
  try {
    await fill(() => !rows.few);
    if (rows.few) {
      return await rows.insertFew(db);
    }
    await copyIn(db, insert.copy, async (write) => {
      const full = () => rows.out.at >= chunkBytes;
      for (;;) {
        await fill(full);
        if (done) {
          rows.out.end();
        }
        await write(rows.out.take());
        if (done) {
          return;
        }
      }
    });
    return rows.count;
  } finally {
    if (!done) {
      await iterator.return?.();
    }
  }
}

/** How many bytes of rows an appender holds before it writes them. */
const appenderBytes = 1 << 20;

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
export class Appender<Row> {
  readonly #db: Connection;
  readonly #insert: Insert<Row>;
  #rows: Rows<Row> | undefined;
  #appended = 0;
  #written = 0;
  #closed = false;

  constructor(db: Connection, insert: Insert<Row>) {
    this.#db = db;
    this.#insert = insert;
  }

  /** Adds a row, and writes the buffer when it is full. */
  async append(row: Row): Promise<void> {
    this.#checkOpen();
    const known = await lookUp(this.#db, this.#insert);
    this.#rows ??= new Rows(this.#insert, known);
    this.#rows.add(row, ++this.#appended);
    if (this.#rows.out.at >= appenderBytes) {
      await this.flush();
    }
  }

  /** Adds and writes rows: all of them or, after an error, none. Returns their number. */
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

  /** Writes the buffered rows: all of them or, after an error, none; either way the buffer is empty then. */
  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = undefined;
    if (rows === undefined) {
      return;
    }
    if (rows.few) {
      await rows.insertFew(this.#db);
    } else {
      rows.out.end();
      await copyIn(this.#db, this.#insert.copy, (write) =>
        write(rows.out.take()),
      );
    }
    this.#written += rows.count;
  }

  /** Writes the buffered rows and ends the appender. Returns the number of rows written in all. */
  async close(): Promise<number> {
    await this.flush();
    this.#closed = true;
    return this.#written;
  }

  #checkOpen(): void {
    if (this.#closed) {
      throw new Error("the appender is closed");
    }
  }
}

export { insertRows, type Insert };
