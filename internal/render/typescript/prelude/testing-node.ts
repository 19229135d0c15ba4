// Test databases by node:sqlite.
import { DatabaseSync } from "node:sqlite";

type Connection = DatabaseSync;

function open(path: string): Promise<Connection> {
  return Promise.resolve(new DatabaseSync(path));
}

async function run(db: Connection, sql: string): Promise<void> {
  await Promise.resolve();
  db.exec(sql);
}

async function shut(db: Connection): Promise<void> {
  await Promise.resolve();
  db.close();
}

export { open, run, shut, type Connection };
