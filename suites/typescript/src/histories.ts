import assert from "node:assert/strict";
import { json } from "./corpus.js";

/** A list of migrations, of which one may fail. */
export interface History {
  name: string;
  fails?: number;
  refused?: unknown;
  migrations: string[];
}

interface Migration {
  id: string;
  checksum: string;
  earlier: readonly string[];
  sql: string;
  steps?: readonly { sql: string }[];
}

/** What a history does to one database. */
export interface Played {
  apply(migrations: readonly Migration[]): Promise<string[]>;
  pending(migrations: readonly Migration[]): Promise<string[]>;
  /** The names of its tables. */
  tables(): Promise<unknown>;
}

/** The helpers that a driver's code has for migrations, on its own connections. */
export interface Runner<D> {
  applyMigrations(
    db: D,
    project: string,
    migrations: readonly Migration[],
  ): string[] | Promise<string[]>;
  pendingMigrations(
    db: D,
    project: string,
    migrations: readonly Migration[],
  ): string[] | Promise<string[]>;
}

/** A database for each call of `connected`. */
export function played<D>(
  runner: Runner<D>,
  connected: <T>(work: (db: D) => T | Promise<T>) => Promise<T>,
  tables: (db: D) => Promise<unknown>,
): Played {
  return {
    apply: (migrations) =>
      connected((db) => runner.applyMigrations(db, "p", migrations)),
    pending: (migrations) =>
      connected((db) => runner.pendingMigrations(db, "p", migrations)),
    tables: () => connected(tables),
  };
}

/** Those that sqg accepts; what it refuses, a program may do or not. */
export function histories(engine: string): History[] {
  const all = json(`histories/${engine}.json`) as History[];
  return all.filter((h) => h.refused === undefined);
}

/** From each state all migrations are applied, but for the one that must fail from one. */
export async function play(
  history: History,
  empty: () => Promise<Played>,
): Promise<void> {
  const migrations = history.migrations.map((script, i) => {
    const sql = script.replace(/^:no_transaction /, "");
    const id = String(i + 1);
    const alone = { steps: sql.split(";").map((step) => ({ sql: step })) };
    const steps = sql === script ? {} : alone;
    return { id, checksum: script, earlier: [], sql, ...steps };
  });
  const ids = migrations.map((m) => m.id);
  const { fails } = history;
  const ends: unknown[] = [];
  let failed = false;
  for (let before = 0; before < (fails ?? ids.length); before++) {
    const database = await empty();
    const first = await database.apply(migrations.slice(0, before));
    assert.deepEqual(first, ids.slice(0, before));
    let applied: string[];
    try {
      applied = await database.apply(migrations);
    } catch (error) {
      if (fails === undefined) {
        throw error;
      }
      failed = true;
      const left = await database.pending(migrations);
      assert.deepEqual(left, ids.slice(fails - 1));
      continue;
    }
    assert.deepEqual(applied, ids.slice(before));
    assert.deepEqual(await database.pending(migrations), []);
    ends.push(await database.tables());
  }
  assert.equal(failed, fails !== undefined);
  for (const end of ends) {
    assert.deepEqual(end, ends[0]);
  }
}
