// Helpers of generated code for transactions with asynchronous drivers.
import {
  beginOf,
  enclose,
  isConflict,
  isSingle,
  isWithin,
  transactionBegin,
  transactionUnnested,
  type Connection,
  type TransactionOptions,
  type Tx,
} from "./drivers.js";
import { pauseOf, refuseOptions, retriesOf } from "./transaction.js";

/** The objects of a transaction's function. */
const inTransactions = new WeakSet<object>();

/** The connections, and what has been made for functions, on which a transaction runs. */
const transacting = new WeakSet<object>();

/**
 * Calls work in a transaction, and again after a conflict with another, as often as the options have it. Within a
 * transaction it is a savepoint, where a conflict is the outer transaction's.
 */
async function transact<App extends object, T>(
  app: App,
  db: Connection,
  options: TransactionOptions,
  on: (tx: Tx) => App,
  work: (tx: App) => Promise<T>,
): Promise<T> {
  const begin = beginOf(options);
  const retries = retriesOf(options);
  const inner = inTransactions.has(app);
  const place = inner ? app : isSingle(db) ? db : {};
  if (transacting.has(place)) {
    throw new Error(
      "a transaction runs on this connection: call the methods of the object that its function is given, or use a pool",
    );
  }
  transacting.add(place);
  try {
    const nested = inner || (await isWithin(db));
    if (nested && begin !== transactionBegin) {
      refuseOptions();
    }
    if (nested && transactionUnnested !== undefined) {
      throw new Error(transactionUnnested);
    }
    for (let tries = 0; ; tries++) {
      try {
        return await enclose(db, nested ? undefined : begin, async (tx) => {
          const own = on(tx);
          inTransactions.add(own);
          return work(own);
        });
      } catch (error) {
        if (nested || tries >= retries || !isConflict(error)) {
          throw error;
        }
        await new Promise((resume) => setTimeout(resume, pauseOf(tries)));
      }
    }
  } finally {
    transacting.delete(place);
  }
}

export { transact };
