/// <reference path="../node_modules/bun-types/sqlite.d.ts" />
// How many rows one INSERT should carry, by driver and width of the table: the figures behind the registry's BulkRule.
import { createClient } from "@libsql/client";
import { connect } from "@tursodatabase/database";
import BetterSqlite3 from "better-sqlite3";
import { DatabaseSync } from "node:sqlite";
import { median } from "./data.js";

type Value = string | number | null;

/** Inserts rows in one transaction, so many in one statement. */
type Load = (table: string, rows: Value[][], chunk: number) => Promise<void>;

const rowsPerLoad = 4096;
const chunks = [1, 8, 16, 32, 64, 128];

const types = ["INTEGER", "TEXT", "REAL"];

/** Tables by their number of columns. */
const tables: Record<string, string[]> = Object.fromEntries(
  [3, 6, 9, 12, 15, 20, 40, 80].map((columns) => [
    `t${columns}`,
    Array.from({ length: columns }, (_, i) => types[i % types.length] ?? ""),
  ]),
);

const create = Object.entries(tables)
  .map(
    ([name, types]) =>
      `CREATE TABLE ${name} (${types.map((type, i) => `c${i} ${type}`).join(", ")});`,
  )
  .join("\n");

function sql(table: string, columns: number, chunk: number): string {
  const row = `(${Array<string>(columns).fill("?").join(", ")})`;
  return `INSERT INTO ${table} VALUES ${Array<string>(chunk).fill(row).join(", ")}`;
}

function* slices(rows: Value[][], chunk: number): Generator<Value[]> {
  for (let i = 0; i < rows.length; i += chunk) {
    yield rows.slice(i, i + chunk).flat();
  }
}

const width = (rows: Value[][]) => rows[0]?.length ?? 0;

/** Bun's driver, which only Bun has. */
async function bunDriver(): Promise<Record<string, Load>> {
  const { Database } = await import("bun:sqlite");
  const bun = new Database(":memory:");
  bun.exec(create);
  return {
    async "bun:sqlite"(table, rows, chunk) {
      bun.exec("BEGIN");
      const insert = bun.prepare(sql(table, width(rows), chunk));
      for (const values of slices(rows, chunk)) {
        insert.run(...values);
      }
      bun.exec(`DELETE FROM ${table}; COMMIT`);
    },
  };
}

async function drivers(): Promise<Record<string, Load>> {
  if (process.versions["bun"] !== undefined) {
    return bunDriver();
  }
  const better = new BetterSqlite3(":memory:");
  const node = new DatabaseSync(":memory:");
  const libsql = createClient({ url: ":memory:" });
  const turso = await connect(":memory:");
  better.exec(create);
  node.exec(create);
  await libsql.executeMultiple(create);
  await turso.exec(create);
  return {
    async "better-sqlite3"(table, rows, chunk) {
      better.exec("BEGIN");
      const insert = better.prepare(sql(table, width(rows), chunk));
      for (const values of slices(rows, chunk)) {
        insert.run(...values);
      }
      better.exec(`DELETE FROM ${table}; COMMIT`);
    },
    async "node:sqlite"(table, rows, chunk) {
      node.exec("BEGIN");
      const insert = node.prepare(sql(table, width(rows), chunk));
      for (const values of slices(rows, chunk)) {
        insert.run(...values);
      }
      node.exec(`DELETE FROM ${table}; COMMIT`);
    },
    async "@libsql/client"(table, rows, chunk) {
      const tx = await libsql.transaction("write");
      const insert = sql(table, width(rows), chunk);
      const statements = [];
      for (const args of slices(rows, chunk)) {
        statements.push({ sql: insert, args });
      }
      await tx.batch(statements);
      await tx.execute(`DELETE FROM ${table}`);
      await tx.commit();
    },
    async "@tursodatabase/database"(table, rows, chunk) {
      await turso.exec("BEGIN");
      const insert = await turso.prepare(sql(table, width(rows), chunk));
      for (const values of slices(rows, chunk)) {
        await insert.run(values);
      }
      insert.close();
      await turso.exec(`DELETE FROM ${table}`);
      await turso.exec("COMMIT");
    },
  };
}

for (const [driver, load] of Object.entries(await drivers())) {
  for (const [table, columns] of Object.entries(tables)) {
    const rows = Array.from({ length: rowsPerLoad }, (_, n) =>
      columns.map((type, i) =>
        type === "TEXT" ? `text ${n} of ${i}` : type === "REAL" ? n / 3 : n + i,
      ),
    );
    const times = chunks.map((): number[] => []);
    const runs = driver.startsWith("@") ? 5 : 15;
    for (let run = 0; run <= runs; run++) {
      for (const [i, chunk] of chunks.entries()) {
        const start = performance.now();
        await load(table, rows, chunk);
        if (run > 0) {
          times[i]?.push(performance.now() - start);
        }
      }
    }
    const one = median(times[0] ?? []);
    const cells = chunks.map(
      (chunk, i) => `${chunk}: ${(median(times[i] ?? []) / one).toFixed(2)}`,
    );
    console.log(
      `${driver.padEnd(24)} ${String(columns.length).padStart(2)} columns, row by row ${one.toFixed(1).padStart(6)} ms = 1; rows a statement ${cells.slice(1).join(", ")}`,
    );
  }
}
