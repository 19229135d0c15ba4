// Helpers of generated code for DuckDB: days and moments that the driver gives, as text and as Dates.
import {
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from "@duckdb/node-api";
import { momentUnits, most64 } from "./duckdb-values.js";

type Moments = Extract<DuckDBValue, { readonly isFinite: boolean }>;

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

/** An instant, cut to the milliseconds that a Date has. */
function dateOfInstant(
  value: string | DuckDBTimestampTZValue,
  column?: string,
): Date {
  const text = typeof value === "string" ? value : momentText(value);
  const micros = BigInt(
    typeof value === "string"
      ? (momentUnits(value, 1e6, true) ?? most64)
      : value.micros,
  );
  const date = new Date(Number((micros < 0n ? micros - 999n : micros) / 1000n));
  if (Number.isNaN(date.getTime())) {
    const where = column === undefined ? "" : `column "${column}": `;
    throw new RangeError(`${where}a Date cannot hold ${text}`);
  }
  return date;
}

export { dateOfInstant, momentText };
