// bench.js ROWS ROUNDS FOLDER: each way in turns, each run verified.
import { DuckDBInstance, version } from "@duckdb/node-api";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Sensors } from "../gen/plain/sensors.js";
import { reading } from "../../sensors/typescript/readings.mjs";
import { valuesOf, waysOf } from "./ways.js";

const [most = 1_000_000, rounds = 5] = process.argv.slice(2, 4).map(Number);
const folder = process.argv[4] ?? "target";
const file = `${folder}/bulk-duckdb.jsonl`;
const path = `${folder}/bench.duckdb`;

function median(list: number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

for (const name of [path, `${path}.wal`]) {
  rmSync(name, { force: true });
}
const instance = await DuckDBInstance.create(path);
const db = await instance.connect();
for (const text of Sensors.getMigrations()) {
  await db.run(text);
}
const reference = readFileSync(
  new URL("../../../../sensors/duckdb-reference.sql", import.meta.url),
  "utf8",
);
const sum = async (table: string) => {
  const reader = await db.runAndReadAll(
    `SELECT count(*) || ' ' || sum(hash(t)) FROM ${table} AS t`,
  );
  return String(reader.getRows()[0]?.[0]);
};
writeFileSync(file, "");

for (const count of [100, 1000, 10_000, 100_000, 1_000_000].filter(
  (n) => n <= most,
)) {
  await db.run(reference.replace("$rows", String(count)));
  const exact = await sum("reference");
  const millis = await sum(
    `(SELECT * REPLACE (date_trunc('milliseconds', "timestamp") AS "timestamp") FROM reference)`,
  );
  const plain = Array.from({ length: count }, (_, i) => reading(i));
  const rows = { plain, values: plain.map(valuesOf) };
  const ways = waysOf(db).filter((w) => count <= (w.most ?? Infinity));
  const runs = ways.map(() => ({ ms: [] as number[], cpu: [] as number[] }));
  for (let round = -1; round < rounds; round++) {
    for (const [i, way] of ways.entries()) {
      await db.run("TRUNCATE sensor_readings");
      await db.run("CHECKPOINT");
      globalThis.gc?.();
      await setTimeout(300); // its threads go on for a while
      const cpu = process.cpuUsage();
      const start = performance.now();
      await way.insert(rows);
      const ms = performance.now() - start;
      const used = process.cpuUsage(cpu);
      const found = await sum("sensor_readings");
      if (found !== (way.millis === true ? millis : exact)) {
        throw new Error(`${way.name} stored something else: ${found}`);
      }
      if (round >= 0) {
        runs[i]?.ms.push(ms);
        runs[i]?.cpu.push((used.user + used.system) / 1000);
      }
    }
  }
  console.log(`${count} rows`);
  const ceiling = median(runs.at(-1)?.ms ?? []);
  for (const [i, way] of ways.entries()) {
    const { ms = [], cpu = [] } = runs[i] ?? {};
    console.log(
      `  ${way.name.padEnd(30)} ${median(ms).toFixed(2).padStart(9)} ms ${median(cpu).toFixed(2).padStart(9)} ms CPU  ${((100 * ceiling) / median(ms)).toFixed(0).padStart(4)} % of the ceiling`,
    );
    appendFileSync(
      file,
      `${JSON.stringify({
        suite: "bulk",
        case: "sensors",
        language: "typescript",
        engine: "duckdb",
        driver: "@duckdb/node-api",
        operation: "insert",
        method: way.name,
        connections: 1,
        rows: count,
        runs_ms: ms,
        median_ms: median(ms),
        min_ms: Math.min(...ms),
        max_ms: Math.max(...ms),
        rows_per_s: Math.round((1000 * count) / median(ms)),
        client_cpu_ms: median(cpu),
        verified: true,
        versions: { node: process.version, duckdb: version() },
        machine: {
          cpus: cpus().length,
          os: `${process.platform} ${process.arch}`,
        },
        finished_at: new Date().toISOString(),
      })}\n`,
    );
  }
}
