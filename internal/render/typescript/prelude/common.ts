// Helpers of generated code that need neither a driver nor an engine. Each declaration is copied into the files that
// use it.

/** Called with the statement's name before each operation. Its result is called after the operation. */
type Observer = (
  query: string,
) => (end: { rows: number; error?: unknown }) => void;

/** The value of a file source as an SQL string. */
function sqlString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A row's values in the order of the placeholders; an error says which row of a bulk operation it was. */
function encodeRow<Row, Values>(
  encode: (row: Row) => Values,
  row: Row,
  ordinal: number,
): Values {
  try {
    return encode(row);
  } catch (error) {
    throw ofRow(error, ordinal);
  }
}

/** The statement for a row of a batch, and what is bound. */
interface Chosen<Statement, Value> {
  readonly sql: Statement;
  readonly values: Value[];
}

/** Pending rows of an appender. If the appender is collected before it wrote them, a warning says so. */
class Waiting {
  readonly #table: string;
  #rows = 0;

  constructor(appender: object, table: string) {
    this.#table = table;
    dropped.register(appender, this);
  }

  add(): void {
    if (this.#rows++ === 0) {
      if (unwritten.size === 0) {
        runtime?.on("exit", sayAllLost);
      }
      unwritten.add(this);
    }
  }

  /** Forgets rows after a write or an error. */
  remove(rows: number): void {
    this.#rows -= rows;
    if (this.#rows === 0 && unwritten.delete(this) && unwritten.size === 0) {
      runtime?.off("exit", sayAllLost);
    }
  }

  sayLost(): void {
    if (this.#rows > 0) {
      console.warn(
        `the appender of "${this.#table}" lost rows (${this.#rows}): nothing waited for its flush() or close()`,
      );
      this.remove(this.#rows);
    }
  }
}

const unwritten = new Set<Waiting>();

const dropped = new FinalizationRegistry<Waiting>((rows) => {
  rows.sayLost();
});

function sayAllLost(): void {
  for (const rows of unwritten) {
    rows.sayLost();
  }
}

/** The parts of the process that this module uses, if the runtime has one. */
interface Runtime {
  on(event: "exit", listener: () => void): unknown;
  off(event: "exit", listener: () => void): unknown;
}

const runtime = (globalThis as { process?: Runtime }).process;

/** An error with the number of its row in a bulk operation. */
function ofRow(error: unknown, ordinal: number): TypeError {
  const message = error instanceof Error ? error.message : String(error);
  return new TypeError(`row ${ordinal}: ${message}`, { cause: error });
}

/** Throws an error again, with the number of its row if there are several. */
function rethrow(error: unknown, ordinal: number | undefined): never {
  if (error instanceof Error && ordinal !== undefined) {
    error.message = `row ${ordinal}: ${error.message}`;
  }
  throw error;
}

/** Reads the rows of a result. */
function readRows<Found>(
  rows: readonly unknown[],
  read: (row: unknown) => Found,
): Found[] {
  const found: Found[] = [];
  try {
    for (const row of rows) {
      found.push(read(row));
    }
  } catch (error) {
    rethrow(error, found.length + 1);
  }
  return found;
}

/**
 * Takes rows until there are enough. Returns what it stops at before: the end, or a row that has to be waited for. In
 * an async function V8 would compile the loop again for each call.
 */
function takeReady<Row>(
  rows: Iterator<Row> | AsyncIterator<Row>,
  take: (row: Row) => void,
  enough: () => boolean,
): ReturnType<(typeof rows)["next"]> | undefined {
  while (!enough()) {
    const step = rows.next();
    if ("then" in step || step.done === true) {
      return step;
    }
    take(step.value);
  }
  return undefined;
}

/** Rows that are read on demand. A plain iterable needs no promise for each row. */
class Source<Row> {
  readonly #iterator: Iterator<Row> | AsyncIterator<Row>;
  done = false;

  constructor(rows: Iterable<Row> | AsyncIterable<Row>) {
    this.#iterator =
      Symbol.asyncIterator in rows
        ? rows[Symbol.asyncIterator]()
        : rows[Symbol.iterator]();
  }

  /** Takes rows until there are enough, or until the end. */
  async read(take: (row: Row) => void, enough: () => boolean): Promise<void> {
    while (!this.done && !enough()) {
      const step = await takeReady(this.#iterator, take, enough);
      if (step?.done === true) {
        this.done = true;
      } else if (step !== undefined) {
        take(step.value);
      }
    }
  }

  /** Closes the source of the rows. */
  async close(): Promise<void> {
    if (!this.done) {
      this.done = true;
      await this.#iterator.return?.();
    }
  }
}

/** The next rows of a source, up to so many. */
async function nextRows<Row>(
  source: Source<Row>,
  most: number,
): Promise<Row[]> {
  const some: Row[] = [];
  await source.read(
    (row) => some.push(row),
    () => some.length === most,
  );
  return some;
}

/** A change of the schema. */
interface Migration {
  id: string;
  /** Of its statements. */
  checksum: string;
  /** Earlier checksums, which databases may have recorded. */
  earlier: readonly string[];
  sql: string;
  /** Its statements, if it runs outside of a transaction. undo returns the statements that remove a partial result. */
  steps?: readonly { undo?: string; sql: string }[];
}

/** The pending migrations. A migration that has changed since it was applied is an error. */
function pendingOf(
  migrations: readonly Migration[],
  project: string,
  applied: readonly unknown[],
  messages: { changed: string; late: string },
): Migration[] {
  const rows = applied as { migration_id: string; checksum: string | null }[];
  const known = new Map(rows.map((r) => [r.migration_id, r.checksum]));
  const refuse = (text: string, { id }: Migration, other: string) => {
    const values = new Map(Object.entries({ id, project, other }));
    return new Error(
      text.replaceAll(
        /\{(\w+)\}/g,
        (all, name: string) => values.get(name) ?? all,
      ),
    );
  };
  const pending: Migration[] = [];
  for (const m of migrations) {
    const recorded = known.get(m.id);
    if (recorded === undefined) {
      pending.push(m);
    } else if (![null, m.checksum, ...m.earlier].includes(recorded)) {
      throw refuse(messages.changed, m, String(recorded));
    } else if (pending[0] !== undefined) {
      throw refuse(messages.late, pending[0], m.id);
    }
  }
  return pending;
}

/** Applies the next migration until there is none. Returns the ids. */
async function applyEach(
  next: () => Promise<Migration | undefined>,
): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const m = await next();
    if (m === undefined) {
      return ids;
    }
    ids.push(m.id);
  }
}

/** The error of a migration. */
function migrationError(id: string, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`migration "${id}": ${message}`, { cause: error });
}

/**
 * The last load of each connection: transactions of one connection must not overlap, so one load waits for the other.
 */
const loads = new WeakMap<object, Promise<unknown>>();

async function inTurn<T>(db: object, load: () => Promise<T>): Promise<T> {
  const result = (loads.get(db) ?? Promise.resolve()).then(load);
  loads.set(
    db,
    result.catch(() => undefined),
  );
  return result;
}

function assertFound(found: boolean, query: string): asserts found {
  if (!found) {
    throw new NoRowError(query);
  }
}

/** Its name tells it from other errors: each module has its own class. */
class NoRowError extends Error {
  override readonly name = "NoRowError";

  constructor(query: string) {
    super(`${query}: no row`);
  }
}

export {
  assertFound,
  type Chosen,
  type Observer,
  sqlString,
  encodeRow,
  Waiting,
  ofRow,
  readRows,
  rethrow,
  Source,
  nextRows,
  pendingOf,
  applyEach,
  migrationError,
  inTurn,
  type Migration,
};
