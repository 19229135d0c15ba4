// Helpers of generated code for transactions with @libsql/client.
import type { Client, Transaction } from "@libsql/client";
import { transactionBegin } from "./drivers.js";
import { atomically, type Connection, type Tx } from "./libsql.js";

/** Whether statements run on one connection. */
function isSingle(db: Connection): boolean {
  return !("transaction" in db);
}

async function isWithin(db: Connection): Promise<boolean> {
  return Promise.resolve(!("transaction" in db));
}

/**
 * Begins a transaction. A server has two modes. In a file it writes unless it is told otherwise: the driver leaves a
 * statement that finds the database busy unfinished, and the connection with what it has read by then.
 */
async function start(db: Client, begin: string): Promise<Transaction> {
  if (db.protocol !== "file") {
    if (begin.endsWith("EXCLUSIVE")) {
      throw new Error(
        "a server has no exclusive transactions: give the mode immediate",
      );
    }
    return db.transaction(begin.endsWith("IMMEDIATE") ? "write" : "deferred");
  }
  const writing = begin === transactionBegin ? `${begin} IMMEDIATE` : begin;
  const tx = await db.transaction("deferred");
  try {
    await tx.executeMultiple(`ROLLBACK; ${writing}`); // a script is finished at once, even where it fails
    return tx;
  } catch (error) {
    tx.close();
    throw error;
  }
}

/** Calls work in a transaction that begin begins, or in a savepoint. */
async function enclose<T>(
  db: Connection,
  begin: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (begin === undefined || !("transaction" in db)) {
    return atomically(db, work);
  }
  const tx = await start(db, begin);
  try {
    const result = await work(tx);
    await (db.protocol === "file" ? tx.executeMultiple("COMMIT") : tx.commit());
    return result;
  } finally {
    tx.close();
  }
}

export { enclose, isSingle, isWithin };
