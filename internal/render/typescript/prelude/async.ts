// Helpers of generated code for asynchronous drivers.
import { rethrow, type Observer } from "./common.js";

/** Asks a query for each row of parameters. Returns what it finds for each. */
async function lookEach<Row, Found>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  ask: (row: Row) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for await (const row of rows) {
    try {
      found.push(await ask(row));
    } catch (error) {
      rethrow(error, found.length + 1);
    }
  }
  return found;
}

async function observe<T>(
  observer: Observer | undefined,
  query: string,
  operation: () => Promise<T>,
  rows: (result: T) => number,
): Promise<T> {
  const end = observer?.(query);
  let result: T;
  try {
    result = await operation();
  } catch (error) {
    end?.({ rows: 0, error });
    throw error;
  }
  end?.({ rows: rows(result) });
  return result;
}

async function* observeRows<T>(
  observer: Observer | undefined,
  query: string,
  iterable: AsyncIterable<T>,
): AsyncIterableIterator<T> {
  const end = observer?.(query);
  let rows = 0;
  let failure: { error?: unknown } = {};
  try {
    for await (const row of iterable) {
      rows++;
      yield row;
    }
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    end?.({ rows, ...failure });
  }
}
