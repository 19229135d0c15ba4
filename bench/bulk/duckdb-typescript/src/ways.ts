import {
  BOOLEAN,
  DECIMAL,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBDataChunkWriter,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBTimestampTZValue,
  DuckDBUUIDValue,
  JSToDuckDBValueConverter,
  LIST,
  SMALLINT,
  TIMESTAMPTZ,
  UUID,
  VARCHAR,
  type DuckDBConnection,
  type JS,
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
export interface Way<Row> {
  name: string;
  /** With more rows it takes too long to be compared. */
  most?: number;
  /** What it stores has milliseconds. */
  millis?: boolean;
  insert(rows: Row[]): Promise<unknown>;
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

/** What the driver's own converter takes of a row. */
function jsOf(row: PlainRow): JS[] {
  const { timestamp, pressure } = row;
  const js = {
    ...row,
    timestamp: new Date(timestamp),
    pressure: Number(pressure),
  };
  return Object.values(js);
}

function fieldsOf(row: ValuesRow): DuckDBValue[] {
  return Object.values(row) as DuckDBValue[];
}

function columnsOf<T>(rows: T[][]): T[][] {
  return types.map((_, i) => rows.map((row) => row[i] as T));
}

/** The driver's appender, with chunks that the driver fills as its documentation shows. */
async function appendChunks<Row>(
  db: DuckDBConnection,
  rows: Row[],
  fill: (chunk: DuckDBDataChunk, rows: Row[]) => void,
): Promise<void> {
  const appender = await db.createAppender("sensor_readings");
  for (let start = 0; start < rows.length; start += 2048) {
    const chunk = DuckDBDataChunk.create(types);
    fill(chunk, rows.slice(start, start + 2048));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** The same with the driver's class that collects rows. */
async function appendWritten(
  db: DuckDBConnection,
  rows: PlainRow[],
): Promise<void> {
  const appender = await db.createAppender("sensor_readings");
  const writer = DuckDBDataChunkWriter.forAppender(appender, {
    converter: JSToDuckDBValueConverter,
  });
  for (const row of rows) {
    writer.appendRow(jsOf(row));
  }
  writer.flush();
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

/** Ways for rows of JavaScript's own values, as they come of JSON. */
export function plainWays(db: DuckDBConnection): Way<PlainRow>[] {
  const plain = new Plain(db);
  return [
    {
      name: "generated, plain",
      insert: (rows) => plain.bulkInsertSensorReadings(rows),
    },
    {
      name: "plain: values made, setColumns",
      insert: (rows) =>
        appendChunks(db, rows, (chunk, part) => {
          chunk.setColumns(columnsOf(part.map((r) => fieldsOf(valuesOf(r)))));
        }),
    },
    {
      name: "plain: setColumnsConverted",
      millis: true,
      insert: (rows) =>
        appendChunks(db, rows, (chunk, part) => {
          const columns = columnsOf(part.map(jsOf));
          chunk.setColumnsConverted(columns, JSToDuckDBValueConverter);
        }),
    },
    {
      name: "plain: setRowsConverted",
      millis: true,
      insert: (rows) =>
        appendChunks(db, rows, (chunk, part) => {
          chunk.setRowsConverted(part.map(jsOf), JSToDuckDBValueConverter);
        }),
    },
    {
      name: "plain: DuckDBDataChunkWriter",
      millis: true,
      insert: (rows) => appendWritten(db, rows),
    },
  ];
}

/** Ways for rows of the driver's values. */
export function valuesWays(db: DuckDBConnection): Way<ValuesRow>[] {
  const values = new Values(db);
  return [
    {
      name: "generated, values",
      insert: (rows) => values.bulkInsertSensorReadings(rows),
    },
    {
      name: "values: setColumns",
      insert: (rows) =>
        appendChunks(db, rows, (chunk, part) => {
          chunk.setColumns(columnsOf(part.map(fieldsOf)));
        }),
    },
    {
      name: "values: setRows",
      insert: (rows) =>
        appendChunks(db, rows, (chunk, part) => {
          chunk.setRows(part.map(fieldsOf));
        }),
    },
    {
      name: "values: one by one",
      most: 100_000,
      insert: (rows) => appendValues(db, rows),
    },
    {
      name: "ceiling",
      insert: () =>
        db.run("INSERT INTO sensor_readings SELECT * FROM reference"),
    },
  ];
}
