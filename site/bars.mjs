// A figure of a committed report: a million rows into PostgreSQL from Python.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const report = join(import.meta.dirname, "../docs/benchmarks/python.jsonl");

const methods = {
  "psycopg-generated": "sqg, with psycopg",
  "adbc-ingest": "ADBC",
  "psycopg-copy-binary": "psycopg, COPY BINARY",
  "asyncpg-records": "asyncpg, copy_records",
  "psycopg-copy-text": "psycopg, COPY text",
};

/**
 * Seconds of each method, the fastest first.
 * @returns {{ method: string; seconds: number; ours: boolean }[]}
 */
export function bars() {
  const runs = readFileSync(report, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((run) => run.operation === "insert-postgres" && run.rows === 1_000_000 && run.method in methods);
  if (runs.length !== Object.keys(methods).length) throw new Error(`${report} has ${runs.length} of the methods`);
  return runs
    .map((run) => ({
      method: methods[run.method],
      seconds: run.median_ms / 1000,
      ours: run.method.endsWith("-generated"),
    }))
    .sort((a, b) => a.seconds - b.seconds);
}
