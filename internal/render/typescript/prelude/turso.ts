// Helpers of generated code for @tursodatabase/database.
import type { Database, Transaction } from "@tursodatabase/database";
import {
  applyEach,
  migrationError,
  pendingOf,
  rethrow,
  type Migration,
} from "./common.js";
import { tracking } from "./drivers.js";
import { retryWhileBusy } from "./sqlite-async.js";
import {
  beginError,
  bindList,
  migrationTimeout,
  type RunResult,
  type Value,
} from "./sqlite.js";

type Connection = Database | Transaction;

/** What statements run on inside of a transaction. */
type Tx = Connection;

/**
 * A list of what Turso reads from JSON as it is. It would not find texts with quotes, backslashes or control
 * characters, nor integers beyond 2^53.
 */
function bindPlainList(values: readonly unknown[], name: string): string {
  for (const value of values) {
    const text = typeof value === "string";
    if (
      text
        ? JSON.stringify(value) !== `"${value}"`
        : typeof value === "bigint" && !Number.isSafeInteger(Number(value))
    ) {
      throw new RangeError(
        `${name}: Turso finds no ${text ? "text with quotes, backslashes or control characters" : "integer beyond 2^53"} in a list`,
      );
    }
  }
  return bindList(values, name);
}

type Prepared = Awaited<ReturnType<Database["prepare"]>>;

/**
 * A prepared statement. The driver's own mixes up the values of calls that overlap, so each of those gets one of its
 * own; rows come as arrays, which the driver makes three times as fast as objects.
 */
class Statement {
  readonly #db: Connection;
  readonly sql: string;
  readonly #bigints: boolean;
  readonly #idle: Prepared[] = [];

  constructor(db: Connection, sql: string, bigints = false) {
    this.#db = db;
    this.sql = sql;
    this.#bigints = bigints;
  }

  async all(...values: Value[]): Promise<unknown[][]> {
    return this.#use((s) => s.all(values) as Promise<unknown[][]>);
  }

  async get(...values: Value[]): Promise<unknown[] | undefined> {
    return this.#use((s) => s.get(values) as Promise<unknown[] | undefined>);
  }

  async run(...values: Value[]): Promise<RunResult> {
    return this.#use((s) => s.run(values));
  }

  async #use<T>(work: (statement: Prepared) => Promise<T>): Promise<T> {
    const statement = this.#idle.pop() ?? (await this.#prepare());
    try {
      return await work(statement);
    } finally {
      this.#idle.push(statement);
    }
  }

  async #prepare(): Promise<Prepared> {
    const statement = await this.#db.prepare(this.sql);
    return statement.raw(true).safeIntegers(this.#bigints);
  }
}

/** Runs work in a savepoint: all of it takes effect or none, in the caller's transaction or in one of its own. */
async function atomically<T>(
  db: Connection,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await db.exec("SAVEPOINT sqg");
  try {
    const result = await work(db);
    await db.exec("RELEASE sqg");
    return result;
  } catch (error) {
    // Where the engine has rolled back the whole transaction by itself there is no savepoint left.
    await db.exec("ROLLBACK TO sqg; RELEASE sqg").catch(() => undefined);
    throw error;
  }
}

/** Runs statements in turn, those of one text that follow each other as one prepared statement. */
async function runAll(
  tx: Tx,
  statements: { sql: string; args: Value[]; ordinal?: number }[],
): Promise<number> {
  let statement: Statement | undefined;
  let changes = 0;
  for (const { sql, args, ordinal } of statements) {
    if (statement?.sql !== sql) {
      statement = new Statement(tx, sql);
    }
    try {
      changes += (await statement.run(...args)).changes;
    } catch (error) {
      rethrow(error, ordinal);
    }
  }
  return changes;
}

/** Applies pending migrations, each in a transaction, which another program waits for. Returns the ids. */
async function applyMigrations(
  db: Database,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const retried = async <T>(work: () => Promise<T>) =>
    retryWhileBusy(Date.now() + migrationTimeout, work);
  const [settings] = (await retried(() => db.all(tracking.settings))) as [
    { script: string },
  ];
  await retried(() => db.exec(tracking.relax)); // there is no pragma_foreign_key_check
  const apply = db.transactionAsync(async (tx) => {
    await tx.exec(tracking.create);
    for (const row of await tx.all(tracking.adopt)) {
      await tx.exec((row as { statement: string }).statement);
    }
    const [m] = await pendingIn(tx, project, migrations);
    if (m !== undefined) {
      await tx.exec(m.sql).catch((error: unknown) => {
        throw migrationError(m.id, error);
      });
      await tx.run(tracking.record, project, m.id, m.checksum);
    }
    return m;
  });
  try {
    return await applyEach(() =>
      retried(apply.immediate).catch((error: unknown) => {
        throw beginError(error);
      }),
    );
  } finally {
    await retried(() => db.exec(settings.script));
  }
}

async function pendingIn(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const [known] = (await db.all(tracking.applied)) as [{ query: string }];
  const applied = await db.all(known.query, project);
  return pendingOf(migrations, project, applied, tracking);
}

async function pendingMigrations(
  db: Database,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  return (await pendingIn(db, project, migrations)).map((m) => m.id);
}

export {
  atomically,
  runAll,
  applyMigrations,
  pendingMigrations,
  type Connection,
  type Tx,
};
