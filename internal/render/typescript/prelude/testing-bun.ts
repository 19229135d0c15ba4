// Test databases by bun:sqlite.
import { Database } from "bun:sqlite";

type Connection = Database;

function open(path: string): Promise<Connection> {
  return Promise.resolve(new Database(path));
}

async function run(db: Connection, sql: string): Promise<void> {
  await Promise.resolve();
  db.run(sql);
}

async function shut(db: Connection): Promise<void> {
  await Promise.resolve();
  db.close();
}

export { open, run, shut, type Connection };
