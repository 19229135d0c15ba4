// Test databases by postgres.js.
import postgres from "postgres";
import { noServer } from "./testing-data.js";
import { address, type Run } from "./testing-server.js";

type Pool = postgres.Sql;

/** A pool of connections to a database, to that of the server's address if it is undefined. */
function pool(database: string | undefined, max: number): Pool {
  const options = {
    max,
    onnotice: () => undefined,
    ...(database === undefined ? {} : { database }),
  };
  const url = address(database);
  return url ? postgres(url, options) : postgres(options);
}

async function admin<T>(
  database: string | undefined,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const sql = pool(database, 1);
  try {
    await sql.unsafe("SELECT").catch((error: unknown) => {
      throw new Error(`${String(error)} (${noServer})`, { cause: error });
    });
    return await work(async (text) => {
      const rows: unknown[][] = await sql.unsafe(text).values();
      return rows.map(([first]) => String(first));
    });
  } finally {
    await sql.end();
  }
}

function opened(database: string): Pool {
  return pool(database, 10);
}

/** Ends a pool before its database is dropped, and does not wait for connections that are in use. */
async function closed(sql: Pool, drop: () => Promise<unknown>): Promise<void> {
  await sql.end({ timeout: 0 });
  await drop();
}

export { admin, closed, opened, type Pool };
