// Loads the sensor readings and asks for them.
//
//   node build/src/main.js pg|postgres ROWS URL
//   node build/src/main.js duckdb ROWS FILE

import { isDeepStrictEqual } from "node:util";

import { DuckDBInstance } from "@duckdb/node-api";
import { Client } from "pg";
import postgres from "postgres";

import { Archive } from "../gen/duckdb/archive.js";
import { Sensors as DuckDB } from "../gen/duckdb/sensors.js";
import { Sensors as NodePostgres, type Checksum } from "../gen/pg/sensors.js";
import { Sensors as PostgresJs } from "../gen/postgres/sensors.js";
import { reading, readings, START } from "./readings.js";

type Sensors = NodePostgres | PostgresJs | DuckDB;

async function load(sensors: Sensors, count: number): Promise<void> {
  let start = performance.now();
  await sensors.bulkInsertSensorReadings(readings(0, count));
  timed("sensor_readings", count, start);
  checked("sensor_readings", await sensors.checksum());
  start = performance.now();
  const appender = sensors.createRawReadingsAppender();
  for (const row of readings(0, count)) appender.append(row);
  await appender.close();
  timed("raw_readings", count, start);
  checked("raw_readings", await sensors.rawChecksum());
}

async function streamed(sensors: Sensors, count: number): Promise<void> {
  let asSent = 0;
  let i = 0;
  for await (const row of sensors.iterateAllRaw()) {
    if (isDeepStrictEqual({ ...row }, reading(i++))) asSent++;
  }
  console.log(`streamed | ${count} | ${asSent} as sent`);
}

async function change(sensors: Sensors, count: number): Promise<void> {
  const some = [...readings(count, 10)];
  const devices = some.map((r) => r.device_id);
  const times = some.map((r) => r.timestamp);
  const temperatures = some.map((r) => r.temperature);
  const locations = some.map((r) => r.location);
  const inserted = await sensors.insertReadingBatch(some);
  const corrected = await sensors.setTemperatureBatch(
    some.map((r) => ({ ...r, temperature: 42 })),
  );
  console.log(`batch | ${inserted} inserted | ${corrected} corrected`);
  const columns = {
    device_ids: devices,
    timestamps: times,
    temperatures,
    locations,
  };
  const lists = [
    `${await sensors.setTemperatures(devices, times, temperatures)} corrected`,
    `${await sensors.deleteReadings(devices, times)} deleted`,
    `${await sensors.insertReadings(columns)} inserted`,
    `${await sensors.deleteReadings(devices, times)} deleted`,
  ];
  console.log(`lists | ${lists.join(" | ")}`);
}

async function ask(sensors: Sensors, count: number): Promise<void> {
  const device = reading(count - 1).device_id;
  for (const row of await sensors.latestOfDevice(device, 5)) {
    const { temperature, pressure, battery_level: battery, tags } = row;
    console.log(
      `latest | ${temperature.toFixed(2)} | ${pressure} | ${battery} | ${tags.join(",")}`,
    );
  }
  for (const { tag, readings } of await sensors.readingsPerTag()) {
    console.log(`tag | ${tag} | ${readings}`);
  }
  for (const city of await sensors.readingsPerCity()) {
    console.log(`city | ${Object.values(city).join(" | ")}`);
  }
  const until = new Date(START + 3_600_000);
  const tags = ["indoor", "hvac"];
  const tagged = await sensors.tagged(tags, new Date(START), until);
  console.log(`tagged in the first hour | ${tagged}`);
}

function checked(name: string, checksum: Checksum | undefined): void {
  console.log(`${name} | ${checksum?.rows} | ${checksum?.checksum}`);
}

function timed(name: string, count: number, start: number): void {
  const seconds = (performance.now() - start) / 1000;
  const rate = Math.round(count / seconds).toLocaleString("en");
  console.error(
    `${name}: ${count} rows in ${seconds.toFixed(2)} s, ${rate} a second`,
  );
}

async function run(sensors: Sensors, count: number): Promise<void> {
  await load(sensors, count);
  await streamed(sensors, count);
  await change(sensors, count);
  checked("after", await sensors.checksum());
  await ask(sensors, count);
}

/** DuckDB reads a Parquet file as it does a table; this one is written here. */
async function withArchive(file: string, count: number): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const db = await instance.connect();
  await DuckDB.applyMigrations(db);
  await run(new DuckDB(db), count);
  const parquet = `${file}.parquet`;
  await db.run(`COPY raw_readings TO '${parquet.replaceAll("'", "''")}'`);
  const archive = new Archive(db);
  checked("archived", await archive.archived(parquet));
  for (const row of await archive.archivedBelow(-19.5, parquet)) {
    const { city, readings, coldest } = row;
    console.log(`cold | ${city} | ${readings} | ${coldest.toFixed(2)}`);
  }
  db.closeSync();
  instance.closeSync();
}

const [driver = "", rows = "", database = ""] = process.argv.slice(2);
if (driver === "duckdb") {
  await withArchive(database, Number(rows));
} else if (driver === "pg") {
  const db = new Client(database);
  await db.connect();
  await NodePostgres.applyMigrations(db);
  await run(new NodePostgres(db), Number(rows));
  await db.end();
} else {
  const db = postgres(database, { onnotice: () => {} });
  await PostgresJs.applyMigrations(db);
  await run(new PostgresJs(db), Number(rows));
  await db.end();
}
