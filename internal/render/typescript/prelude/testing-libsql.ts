// Test databases by @libsql/client.
import { createClient, type Client } from "@libsql/client";

type Connection = Client;

function open(path: string): Promise<Connection> {
  return Promise.resolve(createClient({ url: `file:${path}` }));
}

async function run(db: Connection, sql: string): Promise<void> {
  await db.execute(sql);
}

async function shut(db: Connection): Promise<void> {
  await Promise.resolve();
  db.close();
}

export { open, run, shut, type Connection };
