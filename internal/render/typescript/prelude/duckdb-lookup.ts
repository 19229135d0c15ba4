// Helpers of generated code for DuckDB: one query for many rows of parameters.
import type { DuckDBConnection } from "@duckdb/node-api";
import { rethrow } from "./common.js";
import { fetchRows, type Statement } from "./duckdb.js";
import type { Value } from "./duckdb-values.js";
import { byNumber, inPieces, onlyRow, type Divide } from "./lookup.js";

/** How a query is asked for many rows of parameters. */
interface Lookup<Row, Found> {
  /** The query for one row, which is asked for each where they are few. */
  one: Statement;
  values: (row: Row) => Value[];
  few: number;
  /** One query for up to atOnce rows. Its values are a list for each parameter. */
  many: Statement;
  lists: (rows: readonly Row[]) => Value[];
  atOnce: number;
  /** Reads a row, behind whose columns may stand the number of its row of parameters. */
  read: (row: unknown[]) => Found;
}

/** Looks up many rows of parameters. Returns the result for each, in order. */
async function lookUp<Row, Found, Result>(
  db: DuckDBConnection,
  { one, values, few, many, lists, atOnce, read }: Lookup<Row, Found>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  divide: Divide<Found, Result>,
): Promise<Result[]> {
  const typed = { ...many, columns: one.columns ?? [] };
  return inPieces(rows, atOnce, async (some, first) => {
    if (some.length >= few) {
      const found = await fetchRows(db, typed, ...lists(some));
      return divide(found, byNumber, some.length, read, first);
    }
    const all: Result[] = [];
    for (const row of some) {
      try {
        const found = await fetchRows(db, one, ...values(row));
        all.push(...divide(found, onlyRow, 1, read));
      } catch (error) {
        rethrow(error, first + all.length);
      }
    }
    return all;
  });
}

export { lookUp, type Lookup };
