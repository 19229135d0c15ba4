import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { it } from "node:test";

export function test(name: string, run: () => Promise<void>): void {
  void it(name, run);
}

/** A database in memory, with a unit's migrations. */
export async function open(
  unit: { getMigrations(): string[] },
  path = ":memory:",
): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(path);
  const db = await instance.connect();
  await db.run("SET TimeZone = 'UTC'");
  for (const script of unit.getMigrations()) {
    await db.run(script);
  }
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
