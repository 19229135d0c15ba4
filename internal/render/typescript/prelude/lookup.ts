// Helpers of generated code that asks one query for many rows of parameters, whatever the driver.
import { nextRows, rethrow, Source } from "./common.js";

/** Asks for rows, up to so many at a time, of which the first has a number. Returns what is found for each. */
async function inPieces<Row, Result>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  atOnce: number,
  ask: (some: readonly Row[], first: number) => Promise<Result[]>,
): Promise<Result[]> {
  const source = new Source(rows);
  const all: Result[] = [];
  try {
    for (;;) {
      const some = await nextRows(source, atOnce);
      if (some.length === 0) {
        return all;
      }
      for (const found of await ask(some, all.length + 1)) {
        all.push(found);
      }
    }
  } finally {
    await source.close();
  }
}

/** The rows of parameters that something is found for: the last of them, and for each the one before it. */
interface Owners {
  last: (found: unknown[]) => number | undefined;
  before: readonly (number | undefined)[];
}

/** By the number of a row of parameters, from 1, which stands behind the columns. */
const byNumber: Owners = {
  last: (found) => Number(found[found.length - 1]) - 1,
  before: [],
};

/** The only row of parameters. */
const onlyRow: Owners = { last: () => 0, before: [] };

/**
 * Makes of found rows what each of so many rows of parameters is to get. What is found for several is read for each, so
 * that they share nothing. An error says for which it was, if they have numbers: from first on.
 */
type Divide<Found, Result> = (
  rows: readonly unknown[][],
  owners: Owners,
  count: number,
  read: (row: unknown[]) => Found,
  first?: number,
) => Result[];

/** Calls take for each row and each of its owners. */
function eachOwner(
  rows: readonly unknown[][],
  { last, before }: Owners,
  take: (owner: number, row: unknown[]) => void,
): void {
  for (const row of rows) {
    let owner = last(row);
    if (owner === undefined) {
      throw new Error("a row is found for a value that was not asked for");
    }
    for (; owner !== undefined; owner = before[owner]) {
      take(owner, row);
    }
  }
}

/** Reads a row that is found for a row of parameters. */
function readFor<Found>(
  owner: number,
  row: unknown[],
  read: (row: unknown[]) => Found,
  first: number | undefined,
): Found {
  try {
    return read(row);
  } catch (error) {
    rethrow(error, first === undefined ? undefined : first + owner);
  }
}

/** All rows. */
function allFound<Found>(
  rows: readonly unknown[][],
  owners: Owners,
  count: number,
  read: (row: unknown[]) => Found,
  first?: number,
): Found[][] {
  const found = Array.from({ length: count }, (): Found[] => []);
  eachOwner(rows, owners, (owner, row) =>
    found[owner]?.push(readFor(owner, row, read, first)),
  );
  return found;
}

/** The first row; undefined where there is none. */
function firstFound<Found>(
  rows: readonly unknown[][],
  owners: Owners,
  count: number,
  read: (row: unknown[]) => Found,
  first?: number,
): (Found | undefined)[] {
  const found = Array<Found | undefined>(count).fill(undefined);
  eachOwner([...rows].reverse(), owners, (owner, row) => {
    found[owner] = readFor(owner, row, read, first);
  });
  return found;
}

export {
  allFound,
  byNumber,
  firstFound,
  inPieces,
  onlyRow,
  type Divide,
  type Owners,
};
