import {
  BOOLEAN,
  DECIMAL,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBTimestampTZValue,
  DuckDBUUIDValue,
  LIST,
  SMALLINT,
  TIMESTAMPTZ,
  UUID,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBValue,
} from "@duckdb/node-api";
import {
  Sensors as Plain,
  type SensorReadingsRow as PlainRow,
} from "../gen/plain/sensors.js";
import {
  Sensors as Values,
  type SensorReadingsRow as ValuesRow,
} from "../gen/values/sensors.js";

/** A way to insert rows. */
export interface Way {
  name: string;
  /** With more rows it takes too long to be compared. */
  most?: number;
  insert(rows: Rows): Promise<unknown>;
}

/** The same rows of JavaScript's own values and of the driver's. */
export interface Rows {
  plain: PlainRow[];
  values: ValuesRow[];
}

export function valuesOf(row: PlainRow): ValuesRow {
  const digits = BigInt(String(row.pressure).replace(".", ""));
  const at = String(row.timestamp);
  const micros =
    BigInt(Date.parse(`${at.slice(0, 23)}Z`)) * 1000n + BigInt(at.slice(23, 26));
  return {
    ...row,
    device_id: DuckDBUUIDValue.fromUint128(
      BigInt(`0x${row.device_id.replaceAll("-", "")}`),
    ),
    timestamp: new DuckDBTimestampTZValue(micros),
    pressure: new DuckDBDecimalValue(digits, 10, 2),
    tags: new DuckDBListValue(row.tags),
  };
}

const types = [
  UUID,
  TIMESTAMPTZ,
  DOUBLE,
  DOUBLE,
  DECIMAL(10, 2),
  SMALLINT,
  BOOLEAN,
  VARCHAR,
  LIST(VARCHAR),
];

/** The driver's appender, with chunks that the driver fills as its documentation shows. */
async function appendChunks(
  db: DuckDBConnection,
  rows: ValuesRow[],
  fill: (chunk: DuckDBDataChunk, rows: DuckDBValue[][]) => void,
): Promise<void> {
  const appender = await db.createAppender("sensor_readings");
  for (let start = 0; start < rows.length; start += 2048) {
    const chunk = DuckDBDataChunk.create(types);
    const part = rows
      .slice(start, start + 2048)
      .map((row): DuckDBValue[] => Object.values(row) as DuckDBValue[]);
    fill(chunk, part);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

async function appendValues(
  db: DuckDBConnection,
  rows: ValuesRow[],
): Promise<void> {
  const appender = await db.createAppender("sensor_readings");
  for (const row of rows) {
    appender.appendUUID(row.device_id);
    appender.appendTimestampTZ(row.timestamp);
    appender.appendDouble(row.temperature);
    appender.appendDouble(row.humidity);
    appender.appendDecimal(row.pressure);
    appender.appendSmallInt(row.battery_level);
    appender.appendBoolean(row.is_anomaly);
    appender.appendVarchar(row.location);
    appender.appendList(row.tags, LIST(VARCHAR));
    appender.endRow();
  }
  appender.closeSync();
}

export function waysOf(db: DuckDBConnection): Way[] {
  const plain = new Plain(db);
  const values = new Values(db);
  return [
    {
      name: "generated, plain",
      insert: ({ plain: rows }) => plain.bulkInsertSensorReadings(rows),
    },
    {
      name: "generated, values",
      insert: ({ values: rows }) => values.bulkInsertSensorReadings(rows),
    },
    {
      name: "chunks, setColumns",
      insert: ({ values: rows }) =>
        appendChunks(db, rows, (chunk, part) => {
          chunk.setColumns(types.map((_, i) => part.map((row) => row[i] ?? null)));
        }),
    },
    {
      name: "chunks, setRows",
      insert: ({ values: rows }) =>
        appendChunks(db, rows, (chunk, part) => {
          chunk.setRows(part);
        }),
    },
    {
      name: "value by value",
      most: 100_000,
      insert: ({ values: rows }) => appendValues(db, rows),
    },
    {
      name: "ceiling",
      insert: () =>
        db.run("INSERT INTO sensor_readings SELECT * FROM reference"),
    },
  ];
}
