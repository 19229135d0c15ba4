// Helpers of what a cursor holds of the driver's values.
import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUUIDValue,
} from "@duckdb/node-api";

function dateOfKey(days: number): DuckDBDateValue {
  return new DuckDBDateValue(days);
}

function timestampOfKey(micros: bigint): DuckDBTimestampValue {
  return new DuckDBTimestampValue(micros);
}

function timestamptzOfKey(micros: bigint): DuckDBTimestampTZValue {
  return new DuckDBTimestampTZValue(micros);
}

function millisecondsOfKey(millis: bigint): DuckDBTimestampMillisecondsValue {
  return new DuckDBTimestampMillisecondsValue(millis);
}

function secondsOfKey(seconds: bigint): DuckDBTimestampSecondsValue {
  return new DuckDBTimestampSecondsValue(seconds);
}

function decimalOfKey(
  value: bigint,
  width: number,
  scale: number,
): DuckDBDecimalValue {
  return new DuckDBDecimalValue(value, width, scale);
}

function uuidOfKey(hugeint: bigint): DuckDBUUIDValue {
  return DuckDBUUIDValue.fromStoredHugeInt(hugeint);
}
