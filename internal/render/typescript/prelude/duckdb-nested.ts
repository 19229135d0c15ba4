// Helpers of generated code for DuckDB that need no connection: values made of others, on their way to the driver.
import {
  ARRAY,
  DuckDBArrayValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructType,
  DuckDBStructValue,
  LIST,
  MAP,
  type DuckDBValue,
} from "@duckdb/node-api";
import { utinyintType, written, type ValueType } from "./duckdb-values.js";

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) {
    return value as unknown[];
  }
  return value instanceof DuckDBListValue || value instanceof DuckDBArrayValue
    ? value.items
    : undefined;
}

function listType(item: ValueType): ValueType {
  return {
    type: LIST(item.type),
    write: (value, what) => {
      const items = itemsOf(value);
      return (
        items &&
        new DuckDBListValue(Array.from(items, (i) => written(i, item, what)))
      );
    },
  };
}

function arrayType(item: ValueType, length: number) {
  return {
    type: ARRAY(item.type, length),
    length,
    write: (value: unknown, what: string) => {
      const items = itemsOf(value);
      return items?.length === length
        ? new DuckDBArrayValue(Array.from(items, (i) => written(i, item, what)))
        : undefined;
    },
  };
}

/** Keys and values. */
function pairsOf(value: unknown): [unknown, unknown][] | undefined {
  if (value instanceof DuckDBMapValue) {
    return value.entries.map((entry) => [entry.key, entry.value]);
  }
  return value instanceof Map
    ? [...(value as Map<unknown, unknown>)]
    : undefined;
}

function mapType(key: ValueType, item: ValueType): ValueType {
  return {
    type: MAP(key.type, item.type),
    write: (value, what) => {
      const entries = pairsOf(value)?.map(([k, v]) => ({
        key: written(k, key, what),
        value: written(v, item, what),
      }));
      return entries && new DuckDBMapValue(entries);
    },
  };
}

/** The fields of a struct, by their names. */
function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  return value instanceof DuckDBStructValue
    ? value.entries
    : (value as Record<string, unknown>);
}

function structType(names: readonly string[], types: readonly ValueType[]) {
  return {
    type: new DuckDBStructType(
      names,
      types.map((to) => to.type),
    ),
    names,
    write: (value: unknown, what: string) => {
      const fields = fieldsOf(value);
      if (fields === undefined) {
        return undefined;
      }
      const entries = types.map((to, i): [string, DuckDBValue] => {
        const name = names[i] ?? "";
        return [name, written(fields[name], to, what)];
      });
      return new DuckDBStructValue(Object.fromEntries(entries));
    },
  };
}

/**
 * A union's value says by its tag which of the members it is. The driver makes none whose member is NULL: what DuckDB
 * gets is a struct of the member's number and all members, which it makes the union of.
 */
function unionType(tags: readonly string[], types: readonly ValueType[]) {
  let number = "tag";
  while (tags.some((tag) => tag.toLowerCase() === number)) {
    number += "_";
  }
  const struct = structType([number, ...tags], [utinyintType, ...types]);
  return {
    type: struct.type,
    tags,
    write: (value: unknown, what: string) => {
      const { tag = "", value: member } = Object(value) as {
        tag?: string;
        value?: unknown;
      };
      const chosen = tags.indexOf(tag);
      const members = tags.map((name, i) => [
        name,
        i === chosen ? member : null,
      ]);
      return chosen < 0
        ? undefined
        : struct.write(
            { ...Object.fromEntries(members), [number]: chosen },
            what,
          );
    },
  };
}

export { fieldsOf, itemsOf, pairsOf };
