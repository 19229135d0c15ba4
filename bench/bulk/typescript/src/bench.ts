// bench.js ROWS ROUNDS FILE: each way in turns, the fastest roads first measured, then verified.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { Client } from "pg";
import postgres from "postgres";
import { Sensors } from "../gen/pg/sensors.js";
import { reading } from "../../sensors/typescript/readings.mjs";
import { encodedTable, waysOf, type Way } from "./ways.js";

const [most = 1_000_000, rounds = 9] = process.argv.slice(2, 4).map(Number);
const least = Number(process.env["LEAST"] ?? 10);
const file = process.argv[4] ?? "bulk.jsonl";
const url = process.env["SQG_TEST_POSTGRES_URL"] ?? "";

const expected = new Map(
  readFileSync(
    new URL("../../../../sensors/expected.tsv", import.meta.url),
    "utf8",
  )
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t") as [string, string]),
);

function median(list: number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

const client = new Client(url);
await client.connect();
const sql = postgres(url, { max: 1, onnotice: () => undefined });
const q = new Sensors(client);
for (const text of Sensors.getMigrations()) {
  await client.query(text);
}
const server = await client.query<{ server_version: string }>(
  "SHOW server_version",
);
writeFileSync(file, "");

async function measure(
  way: Way,
  rows: ReturnType<typeof reading>[],
  encoded: Buffer[],
  calls: number,
) {
  await q.clear();
  globalThis.gc?.();
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    await way.insert(rows, encoded);
  }
  const ms = (performance.now() - start) / calls;
  const used = process.cpuUsage(cpu);
  return { ms, cpu: (used.user + used.system) / 1000 / calls };
}

async function verify(way: Way, count: number, calls: number): Promise<void> {
  const found = await q.checksum();
  const sum = expected.get(String(count));
  const wanted =
    sum === undefined ? undefined : String(BigInt(sum) * BigInt(calls));
  if (
    found?.rows !== BigInt(count * calls) ||
    (wanted ?? found.checksum) !== found.checksum
  ) {
    throw new Error(
      `${way.name} of ${way.driver} stored something else: ${String(found?.rows)} rows, ${String(found?.checksum)}`,
    );
  }
}

for (const count of [10, 100, 1000, 10_000, 100_000, 1_000_000].filter(
  (n) => n >= least && n <= most,
)) {
  const rows = Array.from({ length: count }, (_, i) => reading(i));
  const calls = Math.max(1, Math.min(100, Math.floor(10_000 / count)));
  await q.clear();
  await q.bulkInsertSensorReadings(rows);
  const encoded = await encodedTable(client);
  const ways = waysOf(client, sql).filter((w) => count <= (w.most ?? Infinity));
  const runs = ways.map(() => ({ ms: [] as number[], cpu: [] as number[] }));
  for (let round = -1; round < rounds; round++) {
    for (const [i, way] of ways.entries()) {
      const { ms, cpu } = await measure(way, rows, encoded, calls);
      await verify(way, count, calls);
      if (round >= 0) {
        runs[i]?.ms.push(ms);
        runs[i]?.cpu.push(cpu);
      }
    }
  }
  console.log(`${count} rows`);
  for (const [i, way] of ways.entries()) {
    const { ms = [], cpu = [] } = runs[i] ?? {};
    const ceiling =
      runs[
        ways.findIndex((w) => w.name === "ceiling" && w.driver === way.driver)
      ];
    const ratio = median(ceiling?.ms ?? []) / median(ms);
    console.log(
      `  ${way.driver.padEnd(9)} ${way.name.padEnd(13)} ${median(ms).toFixed(2).padStart(9)} ms ${median(cpu).toFixed(2).padStart(9)} ms CPU  ${(100 * ratio).toFixed(0).padStart(4)} % of the ceiling`,
    );
    appendFileSync(
      file,
      `${JSON.stringify({
        suite: "bulk",
        case: "sensors",
        language: "typescript",
        engine: "postgres",
        driver: way.driver,
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
        versions: {
          node: process.version,
          postgresql: server.rows[0]?.server_version,
        },
        machine: {
          cpus: cpus().length,
          os: `${process.platform} ${process.arch}`,
        },
        finished_at: new Date().toISOString(),
      })}\n`,
    );
  }
}
await client.end();
await sql.end();
