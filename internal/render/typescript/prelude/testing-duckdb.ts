// Test databases by @duckdb/node-api.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";

type Connection = DuckDBConnection;

/** The instances that connections are of. */
const instances = new WeakMap<Connection, DuckDBInstance>();

async function open(path: string): Promise<Connection> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  instances.set(connection, instance);
  return connection;
}

async function run(db: Connection, sql: string): Promise<void> {
  await db.run(sql);
}

async function shut(db: Connection): Promise<void> {
  await Promise.resolve();
  db.closeSync();
  instances.get(db)?.closeSync();
}

export { open, run, shut, type Connection };
