// Helpers of generated code for transactions with pg (node-postgres).
import { refuseBusy, inTransaction } from "./wire.js";
import { transactionCommit } from "./drivers.js";
import { withClient, type Connection, type Tx } from "./pg.js";

/** Whether statements run on one connection. */
function isSingle(db: Connection): boolean {
  return "getTransactionStatus" in db;
}

async function isWithin(db: Connection): Promise<boolean> {
  return Promise.resolve(
    "getTransactionStatus" in db && db.getTransactionStatus() !== "I",
  );
}

/** Calls work in a transaction that begin begins, or in a savepoint. */
async function enclose<T>(
  db: Connection,
  begin: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  refuseBusy(db);
  return withClient(db, async (client) => {
    const texts: Record<string, string | undefined> = {
      BEGIN: begin,
      COMMIT: transactionCommit,
    };
    return inTransaction(
      (sql) => client.query(texts[sql] ?? sql),
      begin === undefined,
      () => work(client),
    );
  });
}

export { enclose, isSingle, isWithin };
