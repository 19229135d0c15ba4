// Helpers of generated code for transactions with @duckdb/node-api.
import type { DuckDBConnection } from "@duckdb/node-api";
import { transactionBegin } from "./drivers.js";
import { inTransaction, refuseStreaming } from "./duckdb.js";

type Connection = DuckDBConnection;

/** What statements run on inside of a transaction. */
type Tx = DuckDBConnection;

/** Whether statements run on one connection. */
function isSingle(db: Connection): boolean {
  return "run" in db;
}

async function isWithin(db: Connection): Promise<boolean> {
  refuseStreaming(db);
  return inTransaction(db);
}

/** Calls work in a transaction. */
async function enclose<T>(
  db: Connection,
  begin: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await db.run(begin ?? transactionBegin);
  try {
    const result = await work(db);
    await db.run("COMMIT");
    return result;
  } catch (error) {
    await db.run("ROLLBACK").catch(() => undefined); // a COMMIT that fails has done so
    throw error;
  }
}

export { enclose, isSingle, isWithin };
