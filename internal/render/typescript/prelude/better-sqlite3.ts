// Helpers of generated code for better-sqlite3.
import type { Database, Statement } from "better-sqlite3";

/** Prepares a statement that gives every INTEGER as a bigint. */
function prepareBigints(db: Database, sql: string): Statement {
  return db.prepare(sql).safeIntegers();
}
