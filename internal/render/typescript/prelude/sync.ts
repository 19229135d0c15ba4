// Helpers of generated code for synchronous drivers of SQLite.
import {
  encodeRow,
  inTurn,
  migrationError,
  pendingOf,
  rethrow,
  Waiting,
  type Chosen,
  type Migration,
  type Observer,
} from "./common.js";
import { tracking } from "./drivers.js";
import {
  bufferedRows,
  inOrder,
  beginError,
  migrationTimeout,
  type Insert,
  type Numbered,
  type Order,
  type RunResult,
  type Value,
} from "./sqlite.js";

/** Asks a query for each row of parameters. Returns what it finds for each. */
function lookEach<Row, Found>(
  rows: Iterable<Row>,
  ask: (row: Row) => Found,
): Found[] {
  const found: Found[] = [];
  for (const row of rows) {
    try {
      found.push(ask(row));
    } catch (error) {
      rethrow(error, found.length + 1);
    }
  }
  return found;
}

/** What is used here of a driver's connection. */
interface Connection {
  exec(sql: string): unknown;
  prepare(sql: string): Prepared;
}

interface Prepared {
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): Changes;
}

interface Changes {
  changes: number | bigint;
  lastInsertRowid: number | bigint;
}

function runResult({ changes, lastInsertRowid: id }: Changes): RunResult {
  const number = Number(id);
  return {
    changes: Number(changes),
    lastInsertRowid: Number.isSafeInteger(number) ? number : id,
  };
}

function undo(db: Connection, sql: string): void {
  try {
    db.exec(sql);
  } catch {
    // SQLite has rolled back the whole transaction by itself, as it does on a full disk.
  }
}

/** Runs work in a savepoint: all of it takes effect or none, in the caller's transaction or in one of its own. */
function atomically<T>(db: Connection, work: () => T): T {
  db.exec("SAVEPOINT sqg");
  try {
    const result = work();
    db.exec("RELEASE sqg");
    return result;
  } catch (error) {
    undo(db, "ROLLBACK TO sqg; RELEASE sqg");
    throw error;
  }
}

/** The same for work that uses the connection. */
function together<C extends Connection, T>(db: C, work: (db: C) => T): T {
  return atomically(db, () => work(db));
}

/** The same for work that takes its time: savepoints must not overlap, so one load waits for the other. */
async function atomicallyAsync<T>(
  db: Connection,
  work: () => Promise<T>,
): Promise<T> {
  return inTurn(db, async () => {
    db.exec("SAVEPOINT sqg");
    try {
      const result = await work();
      db.exec("RELEASE sqg");
      return result;
    } catch (error) {
      undo(db, "ROLLBACK TO sqg; RELEASE sqg");
      throw error;
    }
  });
}

/** Runs a statement for each row: all of them take effect or none. Returns the rows it changed. */
function runBatch<Row>(
  db: Connection,
  statement: Prepared,
  rows: Iterable<Row>,
  encode: (row: Row) => Value[],
): number {
  return runChosen(db, rows, (row) => ({
    sql: statement,
    values: encode(row),
  }));
}

/** Runs for each row the statement that is chosen for it. */
function runChosen<Row>(
  db: Connection,
  rows: Iterable<Row>,
  pick: (row: Row) => Chosen<Prepared, Value>,
): number {
  return atomically(db, () => {
    let ordinal = 0;
    let changes = 0;
    for (const row of rows) {
      const { sql, values } = encodeRow(pick, row, ++ordinal);
      changes += runNumbered(sql, { args: values, ordinal });
    }
    return changes;
  });
}

/** Runs a statement for a row. An error says which it was. */
function runNumbered(statement: Prepared, { args, ordinal }: Numbered): number {
  try {
    return Number(statement.run(...args).changes);
  } catch (error) {
    rethrow(error, ordinal);
  }
}

/** The same in the order of a key. */
function runSorted<Row>(
  db: Connection,
  statement: Prepared,
  rows: Iterable<Row>,
  encode: (row: Row) => Value[],
  order: Order,
): number {
  return atomically(db, () => {
    let ordinal = 0;
    let changes = 0;
    let some: Numbered[] = [];
    const run = () => {
      for (const numbered of inOrder(some, order)) {
        changes += runNumbered(statement, numbered);
      }
      some = [];
    };
    for (const row of rows) {
      const args = encodeRow(encode, row, ++ordinal);
      some.push({ args, ordinal });
      if (some.length >= order.window) {
        run();
      }
    }
    run();
    return changes;
  });
}

/** Inserts rows in bulk. Rows are buffered; a flush writes all of the buffered rows or none of them. */
class Appender<Row> {
  readonly #db: Connection;
  readonly #insert: Insert<Row>;
  #one: Prepared | undefined;
  #chunk: Prepared | undefined;
  #buffer: Value[][] = [];
  #waiting: Waiting | undefined;
  #appended = 0;
  #written = 0;
  #closed = false;

  constructor(db: Connection, insert: Insert<Row>) {
    this.#db = db;
    this.#insert = insert;
  }

  /** Adds a row, and writes the buffer when it is full. */
  append(row: Row): this {
    this.#checkOpen();
    this.#waiting ??= new Waiting(this, this.#insert.table);
    this.#buffer.push(encodeRow(this.#insert.encode, row, ++this.#appended));
    this.#waiting.add();
    if (this.#buffer.length >= bufferedRows) {
      this.flush();
    }
    return this;
  }

  /** Writes rows: all of them or, after an error, none. Returns their number. */
  appendMany(rows: Iterable<Row>): number;
  appendMany(rows: AsyncIterable<Row>): Promise<number>;
  appendMany(
    rows: Iterable<Row> | AsyncIterable<Row>,
  ): number | Promise<number>;
  appendMany(
    rows: Iterable<Row> | AsyncIterable<Row>,
  ): number | Promise<number> {
    this.#checkOpen();
    this.flush();
    const { encode } = this.#insert;
    const before = this.#appended;
    let buffer: Value[][] = [];
    let written = 0;
    const write = () => {
      this.#write(buffer);
      buffer = [];
    };
    const take = (row: Row) => {
      buffer.push(encodeRow(encode, row, before + ++written));
      if (buffer.length >= bufferedRows) {
        write();
      }
    };
    const done = () => {
      this.#appended += written;
      this.#written += written;
      return written;
    };
    if (Symbol.asyncIterator in rows) {
      return atomicallyAsync(this.#db, async () => {
        for await (const row of rows) {
          take(row);
        }
        write();
      }).then(done);
    }
    atomically(this.#db, () => {
      for (const row of rows) {
        take(row);
      }
      write();
    });
    return done();
  }

  /** Writes the buffered rows: all of them or, after an error, none. The buffer is empty afterwards. */
  flush(): void {
    const rows = this.#buffer;
    this.#buffer = [];
    if (rows.length === 0) {
      return;
    }
    this.#waiting?.remove(rows.length); // written, or an error
    atomically(this.#db, () => {
      this.#write(rows);
    });
    this.#written += rows.length;
  }

  /** Writes the buffered rows and ends the appender. Returns the number of rows written in all. */
  close(): number {
    this.#closed = true;
    this.flush();
    return this.#written;
  }

  #checkOpen(): void {
    if (this.#closed) {
      throw new Error("the appender is closed");
    }
  }

  #write(rows: Value[][]): void {
    const { sql, nextRow, chunkRows } = this.#insert;
    let next = 0;
    if (chunkRows > 1) {
      for (; next + chunkRows <= rows.length; next += chunkRows) {
        this.#chunk ??= this.#db.prepare(sql + nextRow.repeat(chunkRows - 1));
        this.#chunk.run(...rows.slice(next, next + chunkRows).flat());
      }
    }
    for (const values of rows.slice(next)) {
      this.#one ??= this.#db.prepare(sql);
      this.#one.run(...values);
    }
  }
}

/** Applies pending migrations, each in a transaction, which another program waits for. Returns the ids. */
function applyMigrations(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
): string[] {
  const [timeout] = db.prepare("PRAGMA busy_timeout").all() as [
    { timeout: number },
  ];
  db.exec(`PRAGMA busy_timeout = ${migrationTimeout}`);
  const [settings] = db.prepare(tracking.settings).all() as [
    { script: string },
  ];
  const [check] = db.prepare(tracking.dangling).all() as [{ query: string }];
  db.exec(tracking.relax);
  const ids: string[] = [];
  try {
    for (;;) {
      const m = applyNext(db, project, migrations, check.query);
      if (m === undefined) {
        return ids;
      }
      ids.push(m.id);
    }
  } finally {
    db.exec(`PRAGMA busy_timeout = ${timeout.timeout}`);
    db.exec(settings.script);
  }
}

function applyNext(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
  dangling: string,
): Migration | undefined {
  try {
    db.exec("BEGIN IMMEDIATE");
  } catch (error) {
    throw beginError(error);
  }
  try {
    db.exec(tracking.create);
    const adopt = db.prepare(tracking.adopt).all() as { statement: string }[];
    for (const { statement } of adopt) {
      db.exec(statement);
    }
    const [m] = pendingIn(db, project, migrations);
    if (m !== undefined) {
      const before = problemOf(db, dangling);
      try {
        db.exec(m.sql);
      } catch (error) {
        throw migrationError(m.id, error);
      }
      const after = problemOf(db, dangling);
      if (before === undefined && after !== undefined) {
        throw migrationError(m.id, after);
      }
      db.prepare(tracking.record).run(project, m.id, m.checksum);
    }
    db.exec("COMMIT");
    return m;
  } catch (error) {
    undo(db, "ROLLBACK");
    throw error;
  }
}

/** What breaks foreign keys. SQLite does not check those that have no index yet. */
function problemOf(db: Connection, dangling: string): string | undefined {
  try {
    const [row] = db.prepare(dangling).all() as { problem: string }[];
    return row?.problem;
  } catch {
    return undefined;
  }
}

function pendingIn(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
): Migration[] {
  const [known] = db.prepare(tracking.applied).all() as [{ query: string }];
  const applied = db.prepare(known.query).all(project);
  return pendingOf(migrations, project, applied, tracking);
}

function pendingMigrations(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
): string[] {
  return pendingIn(db, project, migrations).map((m) => m.id);
}

function observe<T>(
  observer: Observer | undefined,
  query: string,
  operation: () => T,
  rows: (result: T) => number,
): T {
  const end = observer?.(query);
  let result: T;
  try {
    result = operation();
  } catch (error) {
    end?.({ rows: 0, error });
    throw error;
  }
  end?.({ rows: rows(result) });
  return result;
}

function* observeRows<T>(
  observer: Observer | undefined,
  query: string,
  iterable: Iterable<T>,
): IterableIterator<T> {
  const end = observer?.(query);
  let rows = 0;
  let failure: { error?: unknown } = {};
  try {
    for (const row of iterable) {
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

/** Appends rows and tells the observer, whether they come at once or asynchronously. */
function observeLoad<Row>(
  observer: Observer | undefined,
  query: string,
  appender: Appender<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): number | Promise<number> {
  const end = observer?.(query);
  const done = (written: number): number => {
    end?.({ rows: written });
    return written;
  };
  const fail = (error: unknown): never => {
    end?.({ rows: 0, error });
    throw error;
  };
  let written: number | Promise<number>;
  try {
    written = appender.appendMany(rows);
  } catch (error) {
    return fail(error);
  }
  return typeof written === "number" ? done(written) : written.then(done, fail);
}

export {
  undo,
  atomically,
  together,
  lookEach,
  runBatch,
  applyMigrations,
  pendingMigrations,
  type Connection,
};
