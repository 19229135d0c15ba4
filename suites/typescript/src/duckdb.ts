import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { it } from "node:test";
import { block } from "./corpus.js";

export function test(name: string, run: () => Promise<void>): void {
  void it(name, run);
}

/** For typescript/duckdb: a database in memory, with a unit's migrations. */
export async function open(
  unit: { getMigrations(): string[] },
  path = ":memory:",
  settings: readonly string[] = [],
): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(path);
  const db = await instance.connect();
  await db.run("SET TimeZone = 'UTC'");
  for (const script of [...settings, ...unit.getMigrations()]) {
    await db.run(script);
  }
  return db;
}

/** A database in memory, with a unit's migrations and a feature's test data. */
export async function openWith(
  unit: { getMigrations(): string[] },
  feature: string,
): Promise<DuckDBConnection> {
  const db = await open(unit);
  await db.run(block(feature, "TESTDATA", "duckdb"));
  return db;
}

/** The first column of a query's rows. */
export async function column(
  db: DuckDBConnection,
  sql: string,
): Promise<unknown[]> {
  const reader = await db.runAndReadAll(sql);
  return reader.getRows().map((row) => row[0]);
}
