import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Sql } from "postgres";
import {
  Sensors as PgSensors,
  type SensorReadingsRow,
} from "../gen/pg/sensors.js";
import { Sensors as PostgresSensors } from "../gen/postgres/sensors.js";

export type Rows = SensorReadingsRow[];

/** A way to insert rows. */
export interface Way {
  name: string;
  driver: string;
  /** With more rows it takes too long to be compared. */
  most?: number;
  insert(rows: Rows, encoded: Buffer[]): Promise<void>;
}

const columns =
  "device_id, timestamp, temperature, humidity, pressure, battery_level, is_anomaly, location, tags";
const copyBinary = `COPY sensor_readings (${columns}) FROM STDIN (FORMAT binary)`;

/** The table in COPY's binary format, in pieces of 64 KB. */
export async function encodedTable(client: Client): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  const out = client.query(
    copyTo("COPY sensor_readings TO STDOUT (FORMAT binary)"),
  );
  for await (const part of out) {
    parts.push(part as Buffer);
  }
  const all = Buffer.concat(parts);
  return Array.from({ length: Math.ceil(all.length / 65536) }, (_, i) =>
    all.subarray(i * 65536, (i + 1) * 65536),
  );
}

/** What is used of the driver's connection. */
interface Wire {
  stream: {
    write(bytes: Buffer): boolean;
    once(event: "drain", f: () => void): void;
  };
  query(text: string): void;
  endCopyFrom(): void;
}

/** COPY over the driver's connection, of bytes that are there. */
async function copyEncoded(client: Client, chunks: Buffer[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection: unknown) => {
        (connection as Wire).query(copyBinary);
      },
      handleCopyInResponse(wire: Wire) {
        const next = (i: number): void => {
          for (; i < chunks.length; i++) {
            const chunk = chunks[i] ?? Buffer.alloc(0);
            const head = Buffer.from([0x64, 0, 0, 0, 0]);
            head.writeInt32BE(chunk.length + 4, 1);
            wire.stream.write(head);
            if (!wire.stream.write(chunk)) {
              const following = i + 1;
              wire.stream.once("drain", () => {
                next(following);
              });
              return;
            }
          }
          wire.endCopyFrom();
        };
        next(0);
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: resolve,
      handleError: reject,
    } as { submit: (connection: unknown) => void });
  });
}

function csvField(value: unknown): string {
  if (Array.isArray(value)) {
    return `"{${value.map((v) => `""${String(v)}""`).join(",")}}"`;
  }
  return typeof value === "string"
    ? `"${value.replaceAll('"', '""')}"`
    : String(value);
}

function* csv(rows: Rows): Generator<string> {
  let text = "";
  for (const row of rows) {
    text += `${Object.values(row).map(csvField).join(",")}\n`;
    if (text.length > 65536) {
      yield text;
      text = "";
    }
  }
  yield text;
}

async function multiValues(client: Client, rows: Rows): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) {
    const part = rows.slice(at, at + 1000);
    let n = 0;
    const marks = part.map(
      (row) =>
        `(${Object.keys(row)
          .map(() => `$${++n}`)
          .join(",")})`,
    );
    await client.query(
      `INSERT INTO sensor_readings (${columns}) VALUES ${marks.join(",")}`,
      part.flatMap((row) => Object.values(row) as unknown[]),
    );
  }
}

const unnestSql = `INSERT INTO sensor_readings (${columns})
SELECT a, b, c, d, e, f, g, h, i::text[] FROM unnest($1::uuid[], $2::timestamptz[], $3::float8[], $4::float8[], $5::numeric[],
$6::int2[], $7::bool[], $8::text[], $9::text[]) AS u (a, b, c, d, e, f, g, h, i)`;

async function unnest(client: Client, rows: Rows): Promise<void> {
  for (let at = 0; at < rows.length; at += 10_000) {
    const part = rows.slice(at, at + 10_000);
    await client.query(unnestSql, [
      part.map((r) => r.device_id),
      part.map((r) => r.timestamp),
      part.map((r) => r.temperature),
      part.map((r) => r.humidity),
      part.map((r) => r.pressure),
      part.map((r) => r.battery_level),
      part.map((r) => r.is_anomaly),
      part.map((r) => r.location),
      part.map((r) => `{${r.tags.map((t) => `"${t ?? ""}"`).join(",")}}`),
    ]);
  }
}

export function waysOf(client: Client, sql: Sql): Way[] {
  const pg = new PgSensors(client);
  const postgres = new PostgresSensors(sql);
  return [
    {
      name: "ceiling",
      driver: "pg",
      insert: (_, encoded) => copyEncoded(client, encoded),
    },
    {
      name: "generated",
      driver: "pg",
      insert: async (rows) => void (await pg.bulkInsertSensorReadings(rows)),
    },
    {
      name: "ceiling",
      driver: "postgres",
      insert: (_, encoded) =>
        sql.begin(async (tx) => {
          const stream = await tx.unsafe(copyBinary).writable();
          for (const chunk of encoded) {
            if (!stream.write(chunk)) {
              await once(stream, "drain");
            }
          }
          stream.end();
          await once(stream, "finish");
        }) as Promise<void>,
    },
    {
      name: "generated",
      driver: "postgres",
      insert: async (rows) =>
        void (await postgres.bulkInsertSensorReadings(rows)),
    },
    {
      name: "COPY CSV",
      driver: "pg",
      insert: (rows) =>
        pipeline(
          Readable.from(csv(rows)),
          client.query(
            copyFrom(
              `COPY sensor_readings (${columns}) FROM STDIN (FORMAT csv)`,
            ),
          ),
        ),
    },
    {
      name: "UNNEST",
      driver: "pg",
      most: 100_000,
      insert: (rows) => unnest(client, rows),
    },
    {
      name: "multi-VALUES",
      driver: "pg",
      most: 100_000,
      insert: (rows) => multiValues(client, rows),
    },
  ];
}
