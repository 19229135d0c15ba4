// Helpers of generated code for transactions with PGlite.
import { transactionBegin } from "./drivers.js";
import {
  attempt,
  isWithin,
  ofPglite,
  type Connection,
  type Tx,
} from "./pglite.js";

/** PGlite lets the transactions of several callers wait for each other. */
function isSingle(db: Connection): boolean {
  return !("transaction" in db);
}

/** Calls work in a transaction that begin begins, or in a savepoint. */
async function enclose<T>(
  db: Connection,
  begin: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (begin === undefined || !("transaction" in db)) {
    return attempt(db, work);
  }
  const modes = begin.slice(transactionBegin.length);
  return ofPglite(db, async (tx) => {
    if (modes !== "") {
      await tx.exec(`SET TRANSACTION ${modes}`);
    }
    const result = await work(tx);
    await tx.exec("SELECT"); // fails where a statement has failed, whose error may have been passed over
    return result;
  });
}

export { enclose, isSingle, isWithin };
