// Test databases by @tursodatabase/database.
import { connect, type Database } from "@tursodatabase/database";

type Connection = Database;

function open(path: string): Promise<Connection> {
  return connect(path);
}

async function run(db: Connection, sql: string): Promise<void> {
  await db.exec(sql);
}

/** Closes a database, all of which is in its file then, not in the write-ahead log. */
async function shut(db: Connection): Promise<void> {
  await db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  await db.close();
}

export { open, run, shut, type Connection };
