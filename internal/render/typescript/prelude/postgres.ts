// Helpers of generated code for postgres (postgres.js).
import type { ISql, Sql, TransactionSql } from "postgres";
import { type Chosen, inTurn, type Migration } from "./common.js";
import {
  applyMissing,
  busy,
  endError,
  inBatches,
  inTransaction,
  refuseBusy,
  takesSavepoint,
  toBytes,
  type Session,
  type Value,
} from "./wire.js";

type Connection = Sql | TransactionSql;

/** A connection in a transaction. */
type Tx = TransactionSql;

type Statement = string;

/** Statements are kept prepared unless the client's own options forbid it, also those without parameters. */
const prepared = { prepare: true, simple: false };

/**
 * The type "unknown", which leaves it to the server to say what a parameter is. Whatever the client has been told of
 * the type that it turns out to be, the text is sent as it is.
 */
const unknownType = 705;

/** A connection of its own, not a pool. */
function isSingle(sql: Connection): boolean {
  return "savepoint" in sql || !("begin" in sql);
}

function pending(sql: Connection, statement: Statement, values: Value[]) {
  refuseEnded(sql);
  const parameters = values.map((value) =>
    sql.typed(
      value instanceof Uint8Array ? toBytes(value) : value,
      unknownType,
    ),
  );
  return sql.unsafe(statement, parameters, prepared).raw();
}

/**
 * Makes the server's text of the values of rows, where they are; the driver gives bytes where it is not to interpret
 * them.
 */
function textsOf(rows: readonly unknown[][]): unknown[][] {
  const list: unknown[][] = [];
  // After a statement that failed behind some of its rows, the driver leaves a gap in front of the next one's.
  rows.forEach((row) => {
    if (!Array.isArray(row)) {
      throw new TypeError(
        "the client has a transform for rows, which generated code cannot read",
      );
    }
    for (let i = 0; i < row.length; i++) {
      row[i] = (row[i] as Buffer | null)?.toString() ?? null;
    }
    list.push(row);
  });
  return list;
}

async function fetchRows(
  sql: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<unknown[][]> {
  refuseBusy(sql);
  return textsOf(await pending(sql, statement, values));
}

/** Runs a statement for its effect. Returns the rows it changed. */
async function runStatement(
  sql: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<number> {
  refuseBusy(sql);
  const result = await pending(sql, statement, values);
  const { count } = result as { count: number | null };
  return count ?? 0;
}

/** What the driver calls where a query fails, also when it has given the query's rows or stream away before. */
interface Rejectable {
  reject(error: unknown): void;
}

/** What the driver calls where a query ends: with its last rows, which a cursor gets if the server counts them. */
interface Resolvable {
  resolve: (last: unknown[][] & { count: number | null }) => void;
}

/** How many rows are read at a time. */
const rowsAtATime = 1000;

/** Reads rows some at a time. A transaction can do nothing else meanwhile. */
async function* streamRows(
  sql: Connection,
  statement: Statement,
  ...values: Value[]
): AsyncIterableIterator<unknown[][]> {
  refuseBusy(sql);
  const query = pending(sql, statement, values);
  const reads = query.cursor(rowsAtATime)[Symbol.asyncIterator]();
  let failure = undefined as { error: unknown } | undefined; // a function below sets it
  let done = false;
  if (isSingle(sql)) {
    busy.set(sql, "a stream of rows");
  }
  try {
    for (;;) {
      const reading = reads.next();
      const ending = query as unknown as Resolvable;
      const resolve = ending.resolve.bind(query);
      let uncounted: unknown[][] = []; // of EXPLAIN and SHOW
      ending.resolve = (last) => {
        if (last.count === null) {
          uncounted = textsOf(last);
        }
        resolve(last);
      };
      const read = await reading;
      if (read.done === true) {
        done = true;
        if (uncounted.length > 0) {
          yield uncounted;
        }
        return;
      }
      // The driver takes a connection that breaks between two reads for the end of the rows.
      (query as unknown as Rejectable).reject = (error) => {
        failure = { error };
      };
      yield textsOf(read.value);
      if (failure !== undefined) {
        throw failure.error;
      }
    }
  } catch (error) {
    done = true;
    throw error;
  } finally {
    busy.delete(sql);
    if (!done && failure === undefined) {
      await reads.return?.();
    }
  }
}

function isBroken(error: Error): boolean {
  return "code" in error && /^(CONNECTION_|E[A-Z]+$)/.test(String(error.code));
}

/** Whether the server has ended the session, or the connection has. */
function hasEnded(error: Error): boolean {
  return (
    isBroken(error) || ("code" in error && /^57P/.test(String(error.code)))
  );
}

/**
 * Transactions and reserved connections that have ended: the driver would write to them what comes next, which ends
 * the process.
 */
const ended = new WeakMap<Connection, Error>();

function refuseEnded(sql: Connection): void {
  const error = ended.get(sql);
  if (error !== undefined) {
    throw error;
  }
}

/**
 * Runs work in what the driver begins. The driver undoes work that fails by a further statement; where the connection
 * has broken that brings down the whole process, so it is not told of that. atEnd makes of an error that comes after
 * the work what is said of it.
 */
async function unlessBroken<T>(
  begin: (run: (tx: TransactionSql) => Promise<T>) => Promise<unknown>,
  work: (tx: TransactionSql) => Promise<T>,
  atEnd = (error: Error) => error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let worked = false;
    let begun: TransactionSql | undefined;
    const run = async (tx: TransactionSql): Promise<T> => {
      begun = tx;
      try {
        const result = await work(tx);
        worked = true;
        return result;
      } catch (error) {
        if (!(error instanceof Error) || !isBroken(error)) {
          throw error;
        }
        reject(error);
        return new Promise(() => undefined);
      }
    };
    begin(run).then(
      (result) => {
        resolve(result as T);
      },
      (error: unknown) => {
        const failure = error as Error;
        if (begun !== undefined && isBroken(failure)) {
          ended.set(begun, failure);
        }
        reject(worked ? atEnd(failure) : failure);
      },
    );
  });
}

/** Runs work in a transaction of its own, or in a savepoint of the caller's: all of it takes effect or none. */
async function atomically<T>(
  sql: Connection,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  if ("savepoint" in sql) {
    return inTurn(sql, () => unlessBroken((run) => sql.savepoint(run), work));
  }
  if ("begin" in sql) {
    return unlessBroken((run) => sql.begin(run), work, endError);
  }
  // A reserved connection has neither, whatever its type says.
  const reserved = sql as TransactionSql;
  return inTurn(reserved, async () => {
    const run = (text: string) => reserved.unsafe(text);
    return inTransaction(run, await nested(reserved), () => work(reserved));
  });
}

/** Whether a reserved connection is in a transaction. */
async function nested(reserved: Connection): Promise<boolean> {
  return takesSavepoint((script) => reserved.unsafe(script));
}

async function together<T>(
  sql: Connection,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  refuseBusy(sql);
  return atomically(sql, work);
}

/** Runs work in a savepoint: where it fails, the transaction goes on without it. */
async function attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  refuseEnded(tx);
  return "savepoint" in tx
    ? unlessBroken((run) => tx.savepoint(run), work)
    : inTransaction(
        (text) => (tx as Tx).unsafe(text),
        true,
        () => work(tx),
      );
}

/** Runs a statement; where it fails, a transaction of the caller's goes on without it. */
async function runAlone(
  sql: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<number> {
  refuseBusy(sql);
  return isSingle(sql)
    ? atomically(sql, (tx) => runStatement(tx, statement, ...values))
    : runStatement(sql, statement, ...values);
}

/** Runs a statement for each row, many at a time without waiting for the answers. Returns the rows it changed. */
async function runBatch<Row>(
  sql: Connection,
  statement: Statement,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
): Promise<number> {
  return runChosen(sql, rows, (row) => ({
    sql: statement,
    values: encode(row),
  }));
}

/** Runs for each row the statement that is chosen for it. */
async function runChosen<Row>(
  sql: Connection,
  rows: Iterable<Row> | AsyncIterable<Row>,
  pick: (row: Row) => Chosen<Statement, Value>,
): Promise<number> {
  return together(sql, (tx) =>
    inBatches(rows, pick, async (list) => {
      const results = await Promise.all(
        list.map(({ sql: statement, values }) =>
          pending(tx, statement, values),
        ),
      );
      return results.reduce((sum, { count }) => sum + count, 0);
    }),
  );
}

/** The driver puts itself in front of each chunk of a COPY what it needs. */
const copyHead = 0;

/** Runs COPY … FROM STDIN with what feed writes: all of it takes effect or none. */
async function copyIn(
  sql: Connection,
  text: string,
  feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  refuseBusy(sql);
  await atomically(sql, (tx) => copyWithin(tx, sql, text, feed));
}

/** Runs COPY … FROM STDIN in a transaction that was begun on sql: that takes no other statement meanwhile. */
async function copyWithin(
  tx: Tx,
  sql: Connection,
  text: string,
  feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const query = tx.unsafe(text);
  const stream = await query.writable();
  let failure = undefined as { error: unknown } | undefined; // a function below sets it
  let wake: () => void = () => undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
    wake();
  };
  stream.on("error", fail);
  // A stream that has ended is destroyed, of which the driver tells the server as of a failure: without effect, but
  // over TCP the statement behind it waits 40 ms for the server's acknowledgement.
  stream.once("finish", () => {
    stream.destroy = () => stream;
  });
  // The driver tells the stream of no error that comes after its end, but still the query.
  (query as unknown as Rejectable).reject = fail;
  const wait = async (start: (done: () => void) => void) => {
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (failure === undefined) {
        start(resolve);
      } else {
        resolve();
      }
    });
    if (failure !== undefined) {
      throw failure.error;
    }
  };
  if (isSingle(sql)) {
    busy.set(sql, "a bulk insert");
  }
  try {
    await feed((chunk) => wait((done) => stream.write(chunk, done)));
    await wait((done) => stream.end(done));
  } catch (error) {
    stream.destroy(error as Error);
    throw error;
  } finally {
    busy.delete(sql);
  }
}

async function applyMigrations(
  sql: Connection,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const isOpen = () => nested(reserved);
  const reserved = "reserve" in sql ? await sql.reserve() : sql;
  try {
    if ("savepoint" in reserved || (await isOpen())) {
      throw new Error(
        "migrations need transactions of their own: end the open one first",
      );
    }
    const send = async <T>(statement: () => PromiseLike<T>): Promise<T> => {
      refuseEnded(reserved);
      try {
        return await statement();
      } catch (error) {
        if (error instanceof Error && hasEnded(error)) {
          ended.set(reserved, error);
        }
        throw error;
      }
    };
    const run = (script: string) => send(() => reserved.unsafe(script));
    const session: Session = {
      fetch: (text, ...values) =>
        send(() => fetchRows(reserved, text, ...values)),
      run,
      whole: (work) => inTransaction(run, false, work),
      isOpen,
    };
    return await applyMissing(session, project, migrations);
  } finally {
    if ("release" in reserved && reserved !== sql) {
      reserved.release();
    }
  }
}

/** A statement that is not worth to be kept prepared. */
function unnamed(text: string): Statement {
  return text;
}

export {
  isSingle,
  nested,
  unlessBroken,
  fetchRows,
  runStatement,
  runAlone,
  streamRows,
  runBatch,
  together,
  attempt,
  copyHead,
  copyIn,
  copyWithin,
  applyMigrations,
  unnamed,
  type Connection,
  type Tx,
  type Statement,
};
