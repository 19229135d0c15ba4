// Helpers of generated code for PostgreSQL: one statement for many rows of parameters.
import { encodeRow, nextRows, rethrow, Source } from "./common.js";
import { CopyBuffer, sendRows, type Copy } from "./copy.js";
import {
  attempt,
  copyHead,
  copyWithin,
  fetchRows,
  runStatement,
  together,
  unnamed,
  type Connection,
  type Statement,
  type Tx,
} from "./drivers.js";
import { toArray, type Value } from "./wire.js";

/** How a statement is run for many rows. */
interface Many<Row> {
  /** The statement for one row. */
  one: Statement;
  values: (row: Row) => Value[];
  /** One statement for up to atOnce rows. Its values are a list for each parameter, and last the round. */
  many: Statement;
  lists: (rows: readonly Row[]) => Value[];
  atOnce: number;
  /** Rows of one key take a round each. With more rounds than these, each row is run by itself. */
  rounds: number;
  staged?: Staged<Row>;
}

/** The same from a table that the rows are copied into, which is there within the transaction. */
interface Staged<Row> {
  create: string;
  copy: Copy<Row>;
  /** Its value is the round. */
  many: Statement;
  drop: string;
}

/** The list of a column's values. */
function columnOf<Row, T>(
  rows: readonly Row[],
  value: (row: Row) => T | null,
  encode: (item: T) => string,
): string {
  return toArray(rows.map(value), encode);
}

/** Runs a statement for many rows: all of them take effect or none. Returns the rows it changed. */
async function runMany<Row>(
  db: Connection,
  many: Many<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<number> {
  const source = new Source(rows);
  const next = async () => nextRows(source, many.atOnce);
  const first = await next();
  try {
    if (first.length < 2) {
      return await runEach(db, many, first, 1);
    }
    if (first.length < many.atOnce) {
      const changes = await runOnce(db, many, first, (work) =>
        together(db, work),
      );
      if (changes !== undefined) {
        return changes;
      }
    }
    return await together(db, async (tx) => {
      let changes = 0;
      let ordinal = 1;
      for (let some = first; some.length > 0; some = await next()) {
        changes += await runSome(db, tx, many, some, ordinal);
        ordinal += some.length;
      }
      return changes;
    });
  } finally {
    await source.close();
  }
}

/** So few rows of which one fails are run one by one, more half by half. */
const halved = 64;

/**
 * Runs one statement for rows; where that cannot be, for each half. In the end each row is run by itself: so an error
 * is that of a row.
 */
async function runSome<Row>(
  db: Connection,
  tx: Tx,
  many: Many<Row>,
  rows: readonly Row[],
  first: number,
): Promise<number> {
  const changes = await runOnce(db, many, rows, (work) => attempt(tx, work));
  if (changes !== undefined) {
    return changes;
  }
  if (rows.length <= halved) {
    return runEach(tx, many, rows, first);
  }
  const half = rows.length >> 1;
  const before = await runSome(db, tx, many, rows.slice(0, half), first);
  const others = rows.slice(half);
  return before + (await runSome(db, tx, many, others, first + half));
}

/** Runs one statement for rows, all or nothing; undefined where that cannot be. */
async function runOnce<Row>(
  db: Connection,
  many: Many<Row>,
  rows: readonly Row[],
  atomically: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<number | undefined> {
  const { staged, rounds } = many;
  const copied = staged !== undefined && rows.length >= staged.copy.from;
  try {
    if (copied) {
      return await atomically((tx) => runStaged(db, tx, staged, rows, rounds));
    }
    const lists = tryWriting(() => many.lists(rows));
    return await atomically((tx) => inRounds(tx, many.many, lists, rounds));
  } catch (error) {
    const { code } = error as { code?: unknown };
    const refused = /^2[23]...$/.test(String(code));
    if (error instanceof Unwritten || refused || (copied && code === "42501")) {
      return undefined; // a row is wrong, or the table may not be made
    }
    throw error;
  }
}

/** A value that cannot be written. */
class Unwritten extends Error {}

function tryWriting<T>(write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw new Unwritten("a value cannot be written", { cause });
  }
}

/** Copies rows into a table, and runs the statement that reads from it; undefined where that takes too many rounds. */
async function runStaged<Row>(
  db: Connection,
  tx: Tx,
  { create, copy, many, drop }: Staged<Row>,
  rows: readonly Row[],
  rounds: number,
): Promise<number | undefined> {
  await runStatement(tx, unnamed(create));
  const out = new CopyBuffer(copyHead);
  const put = (row: Row) => {
    tryWriting(() => {
      copy.encode(out, row);
    });
  };
  await copyWithin(tx, db, copy.sql, (write) =>
    sendRows(out, new Source(rows), put, write),
  );
  const changes = await inRounds(tx, many, [], rounds);
  await runStatement(tx, unnamed(drop));
  return changes;
}

/** Runs a statement in as many rounds as it takes; undefined where these are more than so many. */
async function inRounds(
  tx: Tx,
  statement: Statement,
  values: Value[],
  most: number,
): Promise<number | undefined> {
  const round = async (n: number) => {
    const [row] = await fetchRows(tx, statement, ...values, n);
    return row?.map(Number) as [changes: number, rounds: number];
  };
  const [all, rounds] = await round(0);
  if (rounds === 1 || rounds > most) {
    return rounds === 1 ? all : undefined;
  }
  let changes = 0;
  for (let n = 1; n <= rounds; n++) {
    changes += (await round(n))[0];
  }
  return changes;
}

/** Runs the statement for each row. */
async function runEach<Row>(
  db: Connection,
  { one, values }: Many<Row>,
  rows: readonly Row[],
  first: number,
): Promise<number> {
  let changes = 0;
  for (const [i, row] of rows.entries()) {
    const encoded = encodeRow(values, row, first + i);
    try {
      changes += await runStatement(db, one, ...encoded);
    } catch (error) {
      rethrow(error, first + i);
    }
  }
  return changes;
}

/** How a query is asked for many rows of parameters. */
interface Lookup<Row, Found> {
  /** The query for one row. */
  one: Statement;
  values: (row: Row) => Value[];
  /** One query for up to atOnce rows. Its values are a list for each parameter. */
  many: Statement;
  lists: (rows: readonly Row[]) => Value[];
  atOnce: number;
  /** The keys of rows as the server writes them, if one stands behind the columns of that query; else a number does. */
  keys?: (rows: readonly Row[]) => (string | null)[];
  read: (row: unknown[]) => Found;
}

/** The texts of a column's values. */
function keysOf<Row, T>(
  rows: readonly Row[],
  value: (row: Row) => T | null,
  encode: (item: T) => string,
): (string | null)[] {
  return rows.map((row) => {
    const item = value(row);
    return item === null ? null : encode(item);
  });
}

/** A text as it reaches the server, which has no lone surrogates. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** A UUID as the server writes it. It reads capitals, braces and other hyphens, too. */
function uuidText(text: string): string {
  const digits = text.replace(/[{}-]/g, "").toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** An integer as the server writes it. It reads +7, 007, 0x7 and 7_000, too. */
function integerText(value: number | bigint | string): string {
  const text = String(value).trim().replaceAll("_", "");
  const integer = BigInt(text.replace(/^[+-]/, ""));
  return String(text.startsWith("-") ? -integer : integer);
}

/** Asks a query for many rows of parameters. Returns what is found for each, in their order. */
async function lookUp<Row, Found>(
  db: Connection,
  lookup: Lookup<Row, Found>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<Found[][]> {
  const source = new Source(rows);
  let all: Found[][] = [];
  try {
    for (;;) {
      const some = await nextRows(source, lookup.atOnce);
      if (some.length === 0) {
        return all;
      }
      const find = some.length === 1 ? findOne : findEach;
      all = all.concat(await find(db, lookup, some, all.length + 1));
    }
  } finally {
    await source.close();
  }
}

/** What one row finds. */
async function findOne<Row, Found>(
  db: Connection,
  { one, values, read }: Lookup<Row, Found>,
  [row]: readonly Row[],
  ordinal: number,
): Promise<Found[][]> {
  const encoded = encodeRow(values, row as Row, ordinal);
  const answer = await fetchRows(db, one, ...encoded);
  return [answer.map((found) => read(found))];
}

/** What one query finds for each of rows. What is found for several is read for each, so that they share nothing. */
async function findEach<Row, Found>(
  db: Connection,
  lookup: Lookup<Row, Found>,
  rows: readonly Row[],
  first: number,
): Promise<Found[][]> {
  const lists = listsOf(lookup, rows, first);
  const { last, before } = ownersOf(lookup.keys?.(rows));
  const answer = await fetchRows(db, lookup.many, ...lists);
  const all = rows.map((): Found[] => []);
  for (const row of answer) {
    let owner = last(row[row.length - 1] as string);
    if (owner === undefined) {
      throw new Error("a row is found for none of the values asked for");
    }
    for (; owner !== undefined; owner = before[owner]) {
      all[owner]?.push(lookup.read(row));
    }
  }
  return all;
}

/** The rows that a key or number is of: the last of them, and for each the one before it. */
interface Owners {
  last: (text: string) => number | undefined;
  before: (number | undefined)[];
}

function ownersOf(keys: readonly (string | null)[] | undefined): Owners {
  if (keys === undefined) {
    return { last: (number) => Number(number) - 1, before: [] };
  }
  const indexes = new Map<string | null, number>();
  const before = keys.map((key, i) => {
    const same = indexes.get(key);
    indexes.set(key, i);
    return same;
  });
  return { last: (key) => indexes.get(key), before };
}

/** The lists for rows, of which the first has a number. An error is that of a row. */
function listsOf<Row, Found>(
  { lists, values }: Lookup<Row, Found>,
  rows: readonly Row[],
  first: number,
): Value[] {
  try {
    return lists(rows);
  } catch (error) {
    for (const [i, row] of rows.entries()) {
      encodeRow(values, row, first + i);
    }
    throw error;
  }
}

export {
  columnOf,
  keysOf,
  wellFormed,
  uuidText,
  integerText,
  runMany,
  lookUp,
  type Many,
  type Lookup,
};
