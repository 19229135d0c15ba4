// bench.js ROWS ROUNDS FOLDER: each way in turns, each run verified.
import { DuckDBInstance, version } from "@duckdb/node-api";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Sensors } from "../gen/plain/sensors.js";
import { reading, type Reading } from "../../sensors/typescript/readings.mjs";
import { plainWays, valuesOf, valuesWays, type Way } from "./ways.js";

const [most = 1_000_000, rounds = 5] = process.argv.slice(2, 4).map(Number);
const folder = process.argv[4] ?? "target";
const file = `${folder}/bulk-duckdb.jsonl`;
const path = `${folder}/bench.duckdb`;

function median(list: number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** A row as JSON brings it: by itself, the formula makes strings of several pieces. */
function received(i: number): Reading {
  return JSON.parse(JSON.stringify(reading(i))) as Reading;
}

/** The same, but each round starts with another. */
function turned<T>(list: T[], round: number): T[] {
  const start = (round + list.length) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
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
  const runs = new Map<string, { ms: number[]; cpu: number[] }>();
  const time = async <Row>(way: Way<Row>, rows: Row[], counts: boolean) => {
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
    if (counts) {
      const run = runs.get(way.name) ?? { ms: [], cpu: [] };
      runs.set(way.name, run);
      run.ms.push(ms);
      run.cpu.push((used.user + used.system) / 1000);
    }
  };
  for (let round = -1; round < rounds; round++) {
    const plain = Array.from({ length: count }, (_, i) => received(i));
    for (const way of turned(plainWays(db), round)) {
      await time(way, plain, round >= 0);
    }
    const values = plain.splice(0).map(valuesOf);
    for (const way of turned(valuesWays(db), round)) {
      if (count <= (way.most ?? Infinity)) {
        await time(way, values, round >= 0);
      }
    }
  }
  console.log(`${count} rows`);
  const ceiling = median(runs.get("ceiling")?.ms ?? []);
  for (const [method, { ms, cpu }] of [...runs].sort()) {
    console.log(
      `  ${method.padEnd(30)} ${median(ms).toFixed(2).padStart(9)} ms ${median(cpu).toFixed(2).padStart(9)} ms CPU  ${((100 * ceiling) / median(ms)).toFixed(0).padStart(4)} % of the ceiling`,
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
        method,
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
