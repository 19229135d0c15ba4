// Helpers of generated code for @libsql/client.
import type { Client, ResultSet, Transaction } from "@libsql/client";
import {
  applyEach,
  migrationError,
  pendingOf,
  rethrow,
  type Migration,
} from "./common.js";
import { tracking } from "./drivers.js";
import { retryWhileBusy } from "./sqlite-async.js";
import { migrationTimeout, type RunResult, type Value } from "./sqlite.js";

type Connection = Client | Transaction;

/** What statements run on inside of a transaction. */
type Tx = Transaction;

function runResult(result: ResultSet): RunResult {
  const id = result.lastInsertRowid ?? 0n;
  const number = Number(id);
  return {
    changes: result.rowsAffected,
    lastInsertRowid: Number.isSafeInteger(number) ? number : id,
  };
}

/**
 * Begins a transaction that writes. Where a local database is busy, the driver's own BEGIN IMMEDIATE and COMMIT stay
 * unfinished statements of the connection until the garbage collector runs, and nothing can be committed meanwhile;
 * scripts are finished at once. So both are scripts here. A query may meet a busy database, too: what may have to wait
 * is read in such a transaction.
 */
async function begin(db: Client): Promise<Transaction> {
  if (db.protocol !== "file") {
    return db.transaction("write");
  }
  const tx = await db.transaction("deferred");
  try {
    await tx.executeMultiple("ROLLBACK; BEGIN IMMEDIATE");
    return tx;
  } catch (error) {
    tx.close();
    throw error;
  }
}

/** Runs work so that all of it takes effect or none: in a transaction of its own, or in a savepoint of the caller's. */
async function atomically<T>(
  db: Connection,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if ("transaction" in db) {
    const tx = await begin(db);
    try {
      const result = await work(tx);
      await tx.executeMultiple("COMMIT");
      return result;
    } finally {
      tx.close();
    }
  }
  await db.execute("SAVEPOINT sqg");
  try {
    const result = await work(db);
    await db.execute("RELEASE sqg");
    return result;
  } catch (error) {
    // Where SQLite has rolled back the whole transaction by itself there is no savepoint left.
    await db
      .executeMultiple("ROLLBACK TO sqg; RELEASE sqg")
      .catch(() => undefined);
    throw error;
  }
}

async function runAll(
  tx: Tx,
  statements: { sql: string; args: Value[]; ordinal?: number }[],
): Promise<number> {
  try {
    const results = await tx.batch(statements);
    return results.reduce((sum, { rowsAffected }) => sum + rowsAffected, 0);
  } catch (error) {
    const { statementIndex } = error as { statementIndex?: unknown };
    rethrow(error, statements[Number(statementIndex)]?.ordinal);
  }
}

/** Applies pending migrations, each in a transaction, which another program waits for. Returns the ids. */
async function applyMigrations(
  db: Client,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  if (db.protocol !== "file") {
    return applyEach(() => applyNext(db, project, migrations)); // a server's connections are its own
  }
  const retried = async <T>(work: () => Promise<T>) =>
    retryWhileBusy(Date.now() + migrationTimeout, work);
  const [settings, dangling] = await sessionOf(await retried(() => begin(db)));
  try {
    return await applyEach(async () => {
      // For each transaction: they end with their connections.
      await retried(() => db.execute(tracking.relax));
      return applyNext(db, project, migrations, dangling);
    });
  } finally {
    await retried(() => db.execute(settings));
  }
}

/** What restores the session's settings, and the query for what breaks foreign keys. Ends the transaction. */
async function sessionOf(tx: Transaction): Promise<[string, string]> {
  try {
    return [
      await firstText(tx, tracking.settings),
      await firstText(tx, tracking.dangling),
    ];
  } finally {
    tx.close();
  }
}

async function applyNext(
  db: Client,
  project: string,
  migrations: readonly Migration[],
  dangling?: string,
): Promise<Migration | undefined> {
  const deadline = Date.now() + migrationTimeout;
  const tx = await retryWhileBusy(deadline, () => begin(db));
  try {
    await tx.execute(tracking.create);
    for (const row of (await tx.execute(tracking.adopt)).rows) {
      await tx.execute(row[0] as string);
    }
    const [m] = await pendingIn(tx, project, migrations);
    if (m !== undefined) {
      const before = await problemOf(tx, dangling);
      await tx.executeMultiple(m.sql).catch((error: unknown) => {
        throw migrationError(m.id, error);
      });
      const after = await problemOf(tx, dangling);
      if (before === undefined && after !== undefined) {
        throw migrationError(m.id, after);
      }
      await tx.execute({
        sql: tracking.record,
        args: [project, m.id, m.checksum],
      });
    }
    await retryWhileBusy(deadline, () => tx.executeMultiple("COMMIT"));
    return m;
  } finally {
    tx.close();
  }
}

async function firstText(db: Connection, sql: string): Promise<string> {
  return String((await db.execute(sql)).rows[0]?.[0]);
}

/** What breaks foreign keys. SQLite does not check those that have no index yet. */
async function problemOf(
  tx: Transaction,
  dangling?: string,
): Promise<string | undefined> {
  if (dangling === undefined) {
    return undefined;
  }
  const found = await tx.execute(dangling).catch(() => undefined);
  return found?.rows[0]?.[0] as string | undefined;
}

async function pendingIn(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const sql = await firstText(db, tracking.applied);
  const { rows } = await db.execute({ sql, args: [project] });
  return pendingOf(migrations, project, rows, tracking);
}

async function pendingMigrations(
  db: Client,
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
