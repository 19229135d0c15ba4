// Test databases by pg.
import pg from "pg";
import { noServer } from "./testing-data.js";
import { address, type Run } from "./testing-server.js";

type Pool = pg.Pool;

/** How to connect to a database, to that of the server's address if it is undefined. */
function config(database: string | undefined): pg.ClientConfig {
  const connectionString = address(database);
  return {
    ...(connectionString ? { connectionString } : {}),
    ...(database === undefined ? {} : { database }),
  };
}

async function admin<T>(
  database: string | undefined,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config(database));
  await client.connect().catch((error: unknown) => {
    throw new Error(`${String(error)} (${noServer})`, { cause: error });
  });
  try {
    return await work(async (text) => {
      const result = await client.query<[string]>({ text, rowMode: "array" });
      return result.rows.map(([first]) => first);
    });
  } finally {
    await client.end();
  }
}

function opened(database: string): Pool {
  const pool = new pg.Pool(config(database));
  pool.on("error", () => undefined); // the database is dropped under idle connections
  return pool;
}

/** Ends a pool after its database is dropped: connections that are in use would keep it. */
async function closed(pool: Pool, drop: () => Promise<unknown>): Promise<void> {
  await drop();
  const ended = pool.end();
  if (pool.totalCount === pool.idleCount) {
    await ended;
  }
}

export { admin, closed, opened, type Pool };
