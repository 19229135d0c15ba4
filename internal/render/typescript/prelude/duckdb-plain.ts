// Helpers of generated code for DuckDB: rows of JavaScript's own values.
import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBDataChunk,
  type DuckDBValue,
} from "@duckdb/node-api";
import { momentText } from "./duckdb-moments.js";

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

/** A function for values that may be null. */
function orNull<T, U>(of: (value: T) => U): (value: T | null) => U | null {
  return (value) => (value === null ? null : of(value));
}

/** A function for lists, of one for what they hold. */
function eachOf<T, U>(of: (value: T) => U): (values: readonly T[]) => U[] {
  return (values) => Array.from(values, (value) => of(value));
}

/** A function for maps, of one for their keys. */
function keysOf<K, L>(
  of: (key: K) => L,
): <V>(map: ReadonlyMap<K, V>) => Map<L, V> {
  return (map) => new Map(Array.from(map, ([key, value]) => [of(key), value]));
}

/** A function for maps, of one for their values. */
function valuesOf<V, W>(
  of: (value: V) => W,
): <K>(map: ReadonlyMap<K, V>) => Map<K, W> {
  return (map) => new Map(Array.from(map, ([key, value]) => [key, of(value)]));
}

/** A function for maps, of those for their keys and values. */
function entriesOf<K, V, L, W>(
  key: (key: K) => L,
  value: (value: V) => W,
): (map: ReadonlyMap<K, V>) => Map<L, W> {
  return (map) => new Map(Array.from(map, ([k, v]) => [key(k), value(v)]));
}

type Functions = Readonly<Record<string, (value: never) => unknown>>;

function madeBy(name: string, value: unknown, by: Functions): unknown {
  const of = Object.hasOwn(by, name) ? by[name] : undefined;
  return of === undefined ? value : of(value as never);
}

/** A struct with other values of some fields. */
function withFields<T>(value: unknown, by: Functions): T {
  const fields = Object.entries(value as object);
  return Object.fromEntries(
    fields.map(([name, v]) => [name, madeBy(name, v, by)]),
  ) as T;
}

/** A union with another value of some members. */
function withMember<T>(value: unknown, by: Functions): T {
  const { tag, value: member } = value as { tag: string; value: unknown };
  return { tag, value: madeBy(tag, member, by) } as T;
}
