// Helpers of generated code for transactions with postgres.js.
import { transactionBegin, transactionCommit } from "./drivers.js";
import {
  isSingle,
  nested,
  unlessBroken,
  type Connection,
  type Tx,
} from "./postgres.js";
import { endError, inTransaction, refuseBusy } from "./wire.js";

async function isWithin(sql: Connection): Promise<boolean> {
  return "savepoint" in sql || (!("begin" in sql) && (await nested(sql)));
}

/** Calls work in a transaction that begin begins, or in a savepoint. */
async function enclose<T>(
  sql: Connection,
  begin: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  refuseBusy(sql);
  if ("savepoint" in sql) {
    return unlessBroken((run) => sql.savepoint(run), work);
  }
  if ("begin" in sql) {
    const options = (begin ?? "").slice(transactionBegin.length);
    const whole = async (tx: Tx) => {
      const result = await work(tx);
      await tx.unsafe("SELECT"); // fails where a statement has failed, whose error may have been passed over
      return result;
    };
    return unlessBroken((run) => sql.begin(options, run), whole, endError);
  }
  const reserved = sql as Tx;
  const texts: Record<string, string | undefined> = {
    BEGIN: begin,
    COMMIT: transactionCommit,
  };
  return inTransaction(
    (text) => reserved.unsafe(texts[text] ?? text),
    begin === undefined,
    () => work(reserved),
  );
}

export { enclose, isSingle, isWithin };
