// Helpers of generated code for better-sqlite3.
import type { Database, RunResult as Info, Statement } from "better-sqlite3";
import type { RunResult } from "./sqlite.js";

/** Prepares a statement that gives every INTEGER as a bigint. */
function prepareBigints(db: Database, sql: string): Statement {
  return db.prepare(sql).safeIntegers();
}

function runResult({ changes, lastInsertRowid: id }: Info): RunResult {
  const number = Number(id);
  return {
    changes,
    lastInsertRowid: Number.isSafeInteger(number) ? number : id,
  };
}

export { prepareBigints, runResult };
