// crossover.js: from how many rows on COPY is faster than INSERT. The generated modules with other thresholds take
// turns.
import { readFileSync, writeFileSync } from "node:fs";
import { Client } from "pg";
import postgres from "postgres";
import type { Sensors } from "../gen/pg/sensors.js";
import { reading } from "../../sensors/typescript/readings.mjs";

const url = process.env["SQG_TEST_POSTGRES_URL"] ?? "";
const rounds = Number(process.argv[3] ?? 9);
const only = process.env["DRIVER"]; // of the two

/** The generated module with COPY from so many rows on. */
async function moduleOf(driver: string, from: number): Promise<typeof Sensors> {
  const folder = new URL(`../gen/${driver}/`, import.meta.url);
  const code = readFileSync(new URL("sensors.js", folder), "utf8");
  const file = new URL(`from-${from}.js`, folder);
  writeFileSync(file, code.replace(/from: \d+,/, `from: ${from},`));
  return ((await import(file.href)) as { Sensors: typeof Sensors }).Sensors;
}

const client = new Client(url);
await client.connect();
const sql = postgres(url, { max: 1, onnotice: () => undefined });
const most = 5000;
const ways = [];
for (const [driver, db] of [
  ["pg", client],
  ["postgres", sql],
] as const) {
  if (only !== undefined && driver !== only) {
    continue;
  }
  for (const [name, from] of [
    ["INSERT", most + 1],
    ["COPY", 0],
  ] as const) {
    const Unit = await moduleOf(driver, from);
    ways.push({ label: `${driver} ${name}`, unit: new Unit(db as Client) });
  }
}
for (const text of (await moduleOf("pg", 0)).getMigrations()) {
  await client.query(text);
}
console.log(
  ["rows".padStart(6), ...ways.map((w) => w.label.padStart(15))].join(" "),
  " (µs a call)",
);
for (const count of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, most]) {
  const rows = Array.from({ length: count }, (_, i) => reading(i));
  const calls = Math.max(3, Math.min(50, Math.floor(2000 / count)));
  const best = ways.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    await client.query("TRUNCATE sensor_readings");
    for (const [i, { unit }] of ways.entries()) {
      const start = performance.now();
      for (let call = 0; call < calls; call++) {
        await unit.bulkInsertSensorReadings(rows);
      }
      best[i] = Math.min(
        best[i] ?? Infinity,
        ((performance.now() - start) / calls) * 1000,
      );
    }
  }
  console.log(
    [
      String(count).padStart(6),
      ...best.map((b) => b.toFixed(0).padStart(15)),
    ].join(" "),
  );
}
await client.end();
await sql.end();
