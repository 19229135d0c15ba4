// Helpers of generated code for transactions with synchronous drivers.
import {
  beginOf,
  isConflict,
  transactionBegin,
  type TransactionOptions,
} from "./drivers.js";
import { undo, type Connection } from "./sync.js";
import { pauseOf, refuseOptions, retriesOf } from "./transaction.js";

/** Begins a transaction or, where one is open, a savepoint. Returns whether it is that. */
function enter(db: Connection, begin: string): boolean {
  try {
    db.exec(begin);
    return false;
  } catch (error) {
    if (!String(error).includes("within a transaction")) {
      throw error;
    }
  }
  if (begin !== transactionBegin) {
    refuseOptions();
  }
  db.exec("SAVEPOINT sqg");
  return true;
}

/** Calls work once; nested is called where that is in a savepoint. */
function transactOnce<T>(
  db: Connection,
  begin: string,
  nested: () => void,
  work: () => T,
): T {
  const inner = enter(db, begin);
  if (inner) {
    nested();
  }
  try {
    const result = work();
    if (result instanceof Promise) {
      result.catch(() => undefined); // which comes too late
      throw new TypeError(
        "the function of a transaction returns a promise: with this driver it must be done when it returns",
      );
    }
    db.exec(inner ? "RELEASE sqg" : "COMMIT");
    return result;
  } catch (error) {
    undo(db, inner ? "ROLLBACK TO sqg; RELEASE sqg" : "ROLLBACK");
    throw error;
  }
}

/**
 * Calls work in a transaction, and again after a conflict with another, as often as the options have it. Within a
 * transaction it is a savepoint, where a conflict is the outer transaction's.
 */
function transact<App, T>(
  app: App,
  db: Connection,
  options: TransactionOptions,
  work: (tx: App) => T,
): T {
  const begin = beginOf(options);
  let retries = retriesOf(options);
  const nested = () => {
    retries = 0;
  };
  for (let tries = 0; ; tries++) {
    try {
      return transactOnce(db, begin, nested, () => work(app));
    } catch (error) {
      if (tries >= retries || !isConflict(error)) {
        throw error;
      }
      const never = new Int32Array(new SharedArrayBuffer(4));
      Atomics.wait(never, 0, 0, pauseOf(tries));
    }
  }
}

export { transact };
