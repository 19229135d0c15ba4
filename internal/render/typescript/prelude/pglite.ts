// Helpers of generated code for PGlite.
import type {
  PGlite,
  QueryOptions,
  Results,
  Transaction,
} from "@electric-sql/pglite";
import { type Chosen, inTurn, type Migration } from "./common.js";
import {
  applyMissing,
  inBatches,
  inTransaction,
  takesSavepoint,
  toBytes,
  type Session,
  type Value,
} from "./wire.js";

type Connection = PGlite | Transaction;

/** A connection in a transaction: PGlite itself is, where the application has sent it BEGIN. */
type Tx = Connection;

type Statement = string;

const sameText = (text: string) => text;

/** The number of PostgreSQL's type text. */
const textType = 25;

/** Values are sent as the server's text, whatever the application has told PGlite of their types. */
const serializers = new Proxy<NonNullable<QueryOptions["serializers"]>>(
  {},
  { get: () => sameText },
);

type Parsers = NonNullable<QueryOptions["parsers"]>;

/** What leaves the texts of values as they are, for the types that PGlite would make something else of. */
const textParsers = new WeakMap<Connection, Parsers>();

/** The types of a transaction's database are asked for, unless generated code has begun it. */
async function parsersOf(db: Connection): Promise<Parsers> {
  const known = textParsers.get(db);
  if ("parsers" in db) {
    const ids = Object.keys(db.parsers);
    // The application may have made more of them known.
    return known && Object.keys(known).length === ids.length
      ? known
      : keepParsers(db, ids);
  }
  if (known !== undefined) {
    return known;
  }
  const { rows } = await db.query<[string]>(
    "SELECT oid::text FROM pg_catalog.pg_type",
    [],
    { rowMode: "array", parsers: { [textType]: sameText } },
  );
  return keepParsers(db, rows.flat());
}

function keepParsers(db: Connection, ids: string[]): Parsers {
  const parsers = Object.fromEntries(ids.map((id) => [id, sameText]));
  textParsers.set(db, parsers);
  return parsers;
}

async function send(
  db: Connection,
  statement: Statement,
  values: Value[],
): Promise<Results<unknown[]>> {
  const parsers = await parsersOf(db);
  const texts = values.map((value) => {
    if (value instanceof Uint8Array) {
      return toBytes(value);
    }
    return value === null ? null : String(value);
  });
  return db.query<unknown[]>(statement, texts, {
    rowMode: "array",
    parsers,
    serializers,
  });
}

async function fetchRows(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<unknown[][]> {
  return (await send(db, statement, values)).rows;
}

/** Runs a statement for its effect. Returns the rows it changed. */
async function runStatement(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<number> {
  return (await send(db, statement, values)).rowCount ?? 0;
}

/**
 * PGlite gives all rows at once. It has one session: a cursor would make each statement wait that is run meanwhile.
 */
async function* streamRows(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): AsyncIterableIterator<unknown[][]> {
  yield await fetchRows(db, statement, ...values);
}

/** Whether a connection is in a transaction, which the application may have begun, too. */
async function isWithin(db: Connection): Promise<boolean> {
  return !("transaction" in db) || isOpen(db);
}

/** Whether the session is in a transaction. */
async function isOpen(db: Connection): Promise<boolean> {
  return takesSavepoint((script) => db.exec(script));
}

/** Runs work in a savepoint: where it fails, the transaction goes on without it. */
async function attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(
    (sql) => tx.exec(sql),
    true,
    () => work(tx),
  );
}

/** Runs work in a transaction that PGlite begins. */
async function ofPglite<T>(
  db: PGlite,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    textParsers.set(tx, await parsersOf(db));
    return work(tx);
  });
}

/** Runs work in a transaction of its own, or in a savepoint of the caller's: all of it takes effect or none. */
async function together<T>(
  db: Connection,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return "transaction" in db && !(await isWithin(db))
    ? ofPglite(db, work)
    : inTurn(db, () => attempt(db, work));
}

/** Runs a statement; where it fails, a transaction of the caller's goes on without it. */
async function runAlone(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<number> {
  return together(db, (tx) => runStatement(tx, statement, ...values));
}

/** Runs a statement for each row. Returns the rows it changed. */
async function runBatch<Row>(
  db: Connection,
  statement: Statement,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
): Promise<number> {
  return runChosen(db, rows, (row) => ({
    sql: statement,
    values: encode(row),
  }));
}

/** Runs for each row the statement that is chosen for it. */
async function runChosen<Row>(
  db: Connection,
  rows: Iterable<Row> | AsyncIterable<Row>,
  pick: (row: Row) => Chosen<Statement, Value>,
): Promise<number> {
  return together(db, (tx) =>
    inBatches(rows, pick, async (list) => {
      let changes = 0;
      for (const { sql, values } of list) {
        changes += await runStatement(tx, sql, ...values);
      }
      return changes;
    }),
  );
}

/** PGlite needs nothing in front of a chunk of a COPY. */
const copyHead = 0;

/** Runs COPY … FROM STDIN with what feed writes: all of it takes effect or none. */
async function copyIn(
  db: Connection,
  sql: string,
  feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  await together(db, (tx) => copyWithin(tx, db, sql, feed));
}

/** Runs COPY … FROM STDIN in a transaction. PGlite reads the rows from a Blob, which it has as a file. */
async function copyWithin(
  tx: Tx,
  _db: Connection,
  sql: string,
  feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const chunks: Blob[] = [];
  await feed((chunk) => {
    chunks.push(new Blob([Uint8Array.from(chunk)])); // the chunk is free for others then
    return Promise.resolve();
  });
  const text = sql.replace(/ FROM STDIN (?=[^"]*$)/, " FROM '/dev/blob' ");
  await tx.query(text, [], { blob: new Blob(chunks) });
}

async function applyMigrations(
  db: PGlite,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  if (await isWithin(db)) {
    throw new Error(
      "migrations need transactions of their own: end the open one first",
    );
  }
  let on: Connection = db;
  const session: Session = {
    fetch: (text, ...values) => fetchRows(on, text, ...values),
    run: (script) => on.exec(script),
    whole: (work) =>
      ofPglite(db, async (tx) => {
        on = tx;
        try {
          return await work();
        } finally {
          on = db;
        }
      }),
    isOpen: () => isOpen(on),
  };
  return inTurn(db, () => applyMissing(session, project, migrations));
}

/** A statement that is not worth to be kept prepared. */
function unnamed(text: string): Statement {
  return text;
}

export {
  ofPglite,
  isWithin,
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
