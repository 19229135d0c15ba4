// Helpers of generated code for bun:sqlite.
import type { Database, Statement } from "bun:sqlite";
import type { Value } from "./sqlite.js";

/** A statement that gives rows as arrays, which keep columns of one name. */
interface ArrayStatement {
  all(...values: Value[]): unknown[][];
  get(...values: Value[]): unknown[] | null;
  iterate(...values: Value[]): Iterable<unknown[]>;
}

function prepareArrays(
  db: Database,
  sql: string,
  bigints = false,
): ArrayStatement {
  const statement = db.prepare<Record<string, unknown>, Value[]>(sql);
  statement.safeIntegers(bigints);
  return {
    all: (...values) => statement.values(...values),
    get: (...values) => statement.values(...values)[0] ?? null,
    iterate: (...values) => iterateArrays(statement, values),
  };
}

/** The driver iterates over objects only: where columns have one name, all rows are read first. */
function* iterateArrays(
  statement: Statement<Record<string, unknown>, Value[]>,
  values: Value[],
): Iterable<unknown[]> {
  const names = statement.columnNames;
  if (new Set(names).size < names.length) {
    yield* statement.values(...values);
    return;
  }
  for (const row of statement.iterate(...values)) {
    yield names.map((name) => row[name]);
  }
}

/** Prepares a statement that gives every INTEGER, and the rowid, as a bigint. */
function prepareBigints(db: Database, sql: string): Statement {
  const statement = db.prepare(sql);
  statement.safeIntegers(true);
  return statement;
}
