// Helpers of generated code for @duckdb/node-api.
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBTypeId,
  ResultReturnType,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
} from "@duckdb/node-api";
import {
  applyEach,
  encodeRow,
  inTurn,
  migrationError,
  pendingOf,
  rethrow,
  sqlString,
  type Chosen,
  type Migration,
} from "./common.js";
import { tracking } from "./drivers.js";
import { rowsOf } from "./duckdb-rows.js";
import { written, type Value, type ValueType } from "./duckdb-values.js";

/** The statement that loads an extension: one that is installed, or the file of a folder. */
function loading(name: string, folder?: string): string {
  return `LOAD ${sqlString(folder === undefined ? name : `${folder}/${name}.duckdb_extension`)}`;
}

/** A statement, the types of what it returns, and those of its parameters in the order of their numbers. */
interface Statement {
  text: string;
  columns?: readonly (string | null)[];
  params?: () => Record<string, ValueType>;
}

/** Connections that rows are being read from: DuckDB ends that when another statement runs, and does not say so. */
const streaming = new WeakSet<DuckDBConnection>();

function refuseStreaming(db: DuckDBConnection): void {
  if (streaming.has(db)) {
    throw new Error(
      "the connection is busy with a stream of rows until that has ended: use another one meanwhile",
    );
  }
}

/** What a statement calls a type. A label is text. */
function called(type: DuckDBType): string {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    return `${called(type.valueType)}[]`;
  }
  const isText = type.typeId === DuckDBTypeId.ENUM;
  return DuckDBTypeId[isText ? DuckDBTypeId.VARCHAR : type.typeId];
}

/** The schema may have changed since the code was generated: a column of another type is an error. */
function checkColumns(
  of: DuckDBPreparedStatement | DuckDBResult,
  columns: readonly (string | null)[] = [],
): void {
  for (const [i, expected] of columns.entries()) {
    if (expected === null || DuckDBTypeId[of.columnTypeId(i)] === expected) {
      continue;
    }
    const found = called(of.columnType(i));
    if (found !== expected) {
      throw new TypeError(
        `column "${of.columnName(i)}": the type is ${found} now, not ${expected}`,
      );
    }
  }
}

/** Whether DuckDB plans a statement when it has the values: before that it does not know the columns. */
function isOpen(prepared: DuckDBPreparedStatement): boolean {
  return prepared.columnTypeId(0) === DuckDBTypeId.INVALID;
}

/** Runs a statement that returns rows. Nothing has run where a column has another type, unless it was open. */
async function runChecked<Result extends DuckDBResult>(
  prepared: DuckDBPreparedStatement,
  { columns }: Statement,
  run: () => Promise<Result>,
): Promise<Result> {
  const open = isOpen(prepared);
  if (!open) {
    checkColumns(prepared, columns);
  }
  const result = await run();
  if (open) {
    checkColumns(result, columns);
  }
  return result;
}

/**
 * Runs work with a statement that is prepared for it. None is kept: DuckDB 1.5 may read wrong values where a sort that
 * was planned for other rows runs again.
 */
async function withPrepared<T>(
  db: DuckDBConnection,
  statement: Statement,
  work: (prepared: DuckDBPreparedStatement) => Promise<T>,
): Promise<T> {
  refuseStreaming(db);
  const prepared = await db.prepare(statement.text);
  try {
    return await work(prepared);
  } finally {
    prepared.destroySync();
  }
}

/** What binds values to a statement's parameters. */
function binder({
  params,
}: Statement): (prepared: DuckDBPreparedStatement, values: Value[]) => void {
  const types = Object.entries(params?.() ?? {});
  const driverTypes = types.map(([, { type }]) => type);
  return (prepared, values) => {
    const bound = types.map(([name, type], i) =>
      written(values[i], type, `parameter "${name}"`),
    );
    prepared.bind(bound, driverTypes);
  };
}

async function fetchRows(
  db: DuckDBConnection,
  statement: Statement,
  ...values: Value[]
): Promise<unknown[][]> {
  return withPrepared(db, statement, async (prepared) => {
    binder(statement)(prepared, values);
    const result = await runChecked(prepared, statement, () => prepared.run());
    const chunks = await result.fetchAllChunks();
    return chunks.flatMap(rowsOf);
  });
}

/** Runs a statement for its effect. Returns the rows it changed. */
async function runStatement(
  db: DuckDBConnection,
  statement: Statement,
  ...values: Value[]
): Promise<number> {
  return withPrepared(db, statement, (prepared) => {
    binder(statement)(prepared, values);
    return changesOf(prepared);
  });
}

async function changesOf(prepared: DuckDBPreparedStatement): Promise<number> {
  const result = await prepared.run();
  return result.returnType === ResultReturnType.QUERY_RESULT
    ? result.rowCount // of RETURNING
    : result.rowsChanged;
}

/** Reads rows some at a time. Meanwhile the connection takes no other statement. */
async function* streamRows(
  db: DuckDBConnection,
  statement: Statement,
  ...values: Value[]
): AsyncIterableIterator<unknown[][]> {
  const result = await withPrepared(db, statement, (prepared) => {
    binder(statement)(prepared, values);
    return runChecked(prepared, statement, () => prepared.stream());
  });
  streaming.add(db);
  let ended = false;
  try {
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) {
        ended = true;
        break;
      }
      yield rowsOf(chunk);
    }
    // The driver takes a failure for the end of the rows.
    if (result.returnType === ResultReturnType.INVALID) {
      throw new Error(
        "the rows ended too early: the statement failed, or another one on the same connection put an end to it",
      );
    }
  } finally {
    streaming.delete(db);
    if (!ended) {
      await db.run("-- ends the stream").catch(() => undefined);
    }
  }
}

/** Tells whether a transaction is open: outside of one each statement has its own. */
async function inTransaction(db: DuckDBConnection): Promise<boolean> {
  const transaction = async () => {
    const reader = await db.runAndReadAll("SELECT current_transaction_id()");
    return reader.getRows()[0]?.[0];
  };
  return (await transaction()) === (await transaction());
}

/**
 * Runs work in a transaction of its own, or in the caller's: all of it takes effect or none. DuckDB has no savepoints:
 * what has failed in the caller's transaction ends that, as any of its errors does.
 */
async function atomically<T>(
  db: DuckDBConnection,
  work: () => Promise<T>,
): Promise<T> {
  refuseStreaming(db);
  const nested = await inTransaction(db);
  if (!nested) {
    await db.run("BEGIN");
  }
  try {
    const result = await work();
    if (!nested) {
      await db.run("COMMIT");
    }
    return result;
  } catch (error) {
    // A second BEGIN is an error that the caller's transaction does not get over.
    await db.run(nested ? "BEGIN" : "ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Runs a statement for each row: all of them take effect or none. Returns the rows it changed. */
async function runBatch<Row>(
  db: DuckDBConnection,
  statement: Statement,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
): Promise<number> {
  return together(db, () => runEach(db, statement, rows, encode, (n) => n));
}

/** Runs for each row the statement that is chosen for it. */
async function runChosen<Row>(
  db: DuckDBConnection,
  rows: Iterable<Row> | AsyncIterable<Row>,
  pick: (row: Row) => Chosen<Statement, Value>,
): Promise<number> {
  return together(db, () => chooseEach(db, rows, pick, (n) => n));
}

/** Runs a statement for each row. An error says which row it was: the first, the second, … has that number. */
async function runEach<Row>(
  db: DuckDBConnection,
  statement: Statement,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
  numberOf: (n: number) => number,
): Promise<number> {
  const pick = (row: Row) => ({ sql: statement, values: encode(row) });
  return chooseEach(db, rows, pick, numberOf);
}

/** The same of the statement that is chosen for each row. Each is prepared once. */
async function chooseEach<Row>(
  db: DuckDBConnection,
  rows: Iterable<Row> | AsyncIterable<Row>,
  pick: (row: Row) => Chosen<Statement, Value>,
  numberOf: (n: number) => number,
): Promise<number> {
  refuseStreaming(db);
  const kept = new Map<Statement, Bindable>();
  try {
    let n = 0;
    let changes = 0;
    for await (const row of rows) {
      const ordinal = numberOf(++n);
      const { sql, values } = encodeRow(pick, row, ordinal);
      let statement = kept.get(sql);
      if (statement === undefined) {
        const prepared = await db.prepare(sql.text);
        statement = { prepared, bind: binder(sql) };
        kept.set(sql, statement);
      }
      const { prepared, bind } = statement;
      encodeRow(
        () => {
          bind(prepared, values);
        },
        row,
        ordinal,
      );
      try {
        changes += await changesOf(prepared);
      } catch (error) {
        rethrow(error, ordinal);
      }
    }
    return changes;
  } finally {
    for (const { prepared } of kept.values()) {
      prepared.destroySync();
    }
  }
}

/** A prepared statement, and what binds values to its parameters. */
interface Bindable {
  prepared: DuckDBPreparedStatement;
  bind: ReturnType<typeof binder>;
}

/** Runs work so that all of it takes effect or none; what else does so waits. */
async function together<T>(
  db: DuckDBConnection,
  work: (db: DuckDBConnection) => Promise<T>,
): Promise<T> {
  return inTurn(db, () => atomically(db, () => work(db)));
}

/** The SQL that applies migrations, and the messages of its errors. */
interface Tracking {
  lock: string;
  settings: string;
  create: string;
  table: string;
  applied: string;
  record: string;
  changed: string;
  late: string;
  ended: string;
}

/** Applies pending migrations, each in a transaction. Returns the ids. */
async function applyMigrations(
  db: DuckDBConnection,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  if (await inTransaction(db)) {
    throw new Error(
      "migrations need transactions of their own: end the open one first",
    );
  }
  const settings = await firstText(db, tracking.settings);
  return applyEach(async () => {
    try {
      return await atomically(db, () => applyNext(db, project, migrations));
    } finally {
      await db.run(settings);
    }
  });
}

async function applyNext(
  db: DuckDBConnection,
  project: string,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  const table = await firstText(db, tracking.table);
  const ofTable = (sql: string) => sql.replaceAll("{table}", () => table);
  await db.run(ofTable(tracking.create));
  const [m] = await pendingIn(db, project, migrations);
  if (m !== undefined) {
    await db.run(ofTable(tracking.lock));
    try {
      await db.run(m.sql);
    } catch (error) {
      throw migrationError(m.id, error);
    }
    await db.run(ofTable(tracking.record), [project, m.id, m.checksum]);
  }
  return m;
}

async function pendingIn(
  db: DuckDBConnection,
  project: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const query = await firstText(db, tracking.applied);
  const known = await db.runAndReadAll(query, [project]);
  const applied = known
    .getRows()
    .map(([id, checksum]) => ({ migration_id: id, checksum }));
  return pendingOf(migrations, project, applied, tracking);
}

async function pendingMigrations(
  db: DuckDBConnection,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  return (await pendingIn(db, project, migrations)).map((m) => m.id);
}

async function firstText(db: DuckDBConnection, sql: string): Promise<string> {
  const [row] = (await db.runAndReadAll(sql)).getRows();
  return String(row?.[0]);
}

export {
  loading,
  fetchRows,
  runStatement,
  streamRows,
  atomically,
  together,
  runBatch,
  runEach,
  inTransaction,
  applyMigrations,
  pendingMigrations,
  refuseStreaming,
  type Statement,
};
