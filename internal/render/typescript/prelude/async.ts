// Helpers of generated code for asynchronous drivers.
import type { Observer } from "./common.js";

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
