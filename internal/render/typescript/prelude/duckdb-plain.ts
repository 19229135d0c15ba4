// Helpers of generated code for DuckDB: rows of JavaScript's own values.
import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUnionValue,
  type DuckDBDataChunk,
  type DuckDBValue,
} from "@duckdb/node-api";

type Moments = Extract<DuckDBValue, { readonly isFinite: boolean }>;

function rowsOf(chunk: DuckDBDataChunk): unknown[][] {
  return chunk.getRows().map((row) => row.map(plainOf));
}

function plainOf(value: DuckDBValue): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return value.items.map(plainOf);
  }
  if (value instanceof DuckDBStructValue) {
    const fields = Object.entries(value.entries);
    return Object.fromEntries(fields.map(([name, v]) => [name, plainOf(v)]));
  }
  if (value instanceof DuckDBMapValue) {
    return new Map(
      value.entries.map((e) => [plainOf(e.key), plainOf(e.value)]),
    );
  }
  if (value instanceof DuckDBUnionValue) {
    return { tag: value.tag, value: plainOf(value.value) };
  }
  if (value instanceof DuckDBBlobValue) {
    return value.bytes;
  }
  if (value instanceof DuckDBIntervalValue) {
    const { months, days, micros } = value;
    return { months, days, micros };
  }
  return "isFinite" in value ? momentText(value) : value.toString();
}

/**
 * A day or a date and time, in UTC. The driver would write some infinities as far-away days, and instants in local
 * time.
 */
function momentText(value: Moments): string {
  if (!value.isFinite) {
    const [units] = Object.values(value) as bigint[]; // days are a number
    const positive = units !== undefined && units > 0;
    return positive ? "infinity" : "-infinity";
  }
  return value instanceof DuckDBTimestampTZValue
    ? `${new DuckDBTimestampValue(value.micros).toString()}+00`
    : value.toString();
}
