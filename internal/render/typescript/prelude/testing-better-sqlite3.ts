// Test databases by better-sqlite3.
import Database from "better-sqlite3";

type Connection = Database.Database;

function open(path: string): Promise<Connection> {
  return Promise.resolve(new Database(path));
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
