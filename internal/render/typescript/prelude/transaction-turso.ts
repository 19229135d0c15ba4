// Helpers of generated code for transactions with @tursodatabase/database.
import { atomically, type Connection, type Tx } from "./turso.js";

/** Whether statements run on one connection. */
function isSingle(db: Connection): boolean {
  return "exec" in db;
}

/** Beginning a transaction takes no lock. */
async function isWithin(db: Connection): Promise<boolean> {
  try {
    await db.exec("BEGIN");
  } catch (error) {
    if (String(error).includes("within a transaction")) {
      return true;
    }
    throw error;
  }
  await db.exec("ROLLBACK");
  return false;
}

/** Calls work in a transaction that begin begins, or in a savepoint. */
async function enclose<T>(
  db: Connection,
  begin: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (begin === undefined) {
    return atomically(db, work);
  }
  await db.exec(begin);
  try {
    const result = await work(db);
    await db.exec("COMMIT");
    return result;
  } catch (error) {
    await db.exec("ROLLBACK").catch(() => undefined); // some errors have done so
    throw error;
  }
}

export { enclose, isSingle, isWithin };
