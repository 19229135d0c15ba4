// Helpers of generated code for node:sqlite, whose types are imported under better-sqlite3's names.
import type {
  DatabaseSync as Database,
  StatementSync as Statement,
} from "node:sqlite";
import type { Value } from "./sqlite.js";

/** A statement that gives rows as arrays: node:sqlite makes them faster than objects, and keeps columns of one name. */
interface ArrayStatement {
  all(...values: Value[]): unknown[][];
  get(...values: Value[]): unknown[] | undefined;
  iterate(...values: Value[]): Iterable<unknown[]>;
}

function prepareArrays(db: Database, sql: string): ArrayStatement {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as ArrayStatement;
}

function prepareBigints(db: Database, sql: string): ArrayStatement {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement as unknown as ArrayStatement;
}

/** Prepares a statement that returns no rows; a bigint keeps every rowid. */
function prepareRun(db: Database, sql: string): Statement {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
