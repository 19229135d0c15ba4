// Helpers of generated code for PostgreSQL: one statement for many rows of parameters.
import { encodeRow, nextRows, rethrow, Source } from "./common.js";
import {
  byNumber,
  inPieces,
  onlyRow,
  type Divide,
  type Owners,
} from "./lookup.js";
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
  /**
   * One statement for up to atOnce rows. Its values are a list for each parameter. Where rows of one key have to take
   * rounds, it changes nothing.
   */
  plain?: Statement;
  /** The same in rounds: the last of its values is the round. It is left out where plain is enough. */
  many?: Statement;
  /** It is left out where all rows but few are staged. */
  lists?: (rows: readonly Row[]) => Value[];
  /** Fewer rows than these are run each by itself. */
  few: number;
  atOnce: number;
  /** Rows of one key take a round each, where they take any. With more than these, each row is run by itself. */
  rounds?: number;
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

/** How a statement is run for many rows. */
interface Run<Row, Result> {
  /** A call of fewer rows than these runs each by itself. */
  few: number;
  atOnce: number;
  /** Once for several rows, of which the first has a number; undefined where that cannot be. */
  once: (
    rows: readonly Row[],
    first: number,
    atomically: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  ) => Promise<Result | undefined>;
  /** For each of them. An error names the record. */
  each: (
    db: Connection,
    rows: readonly Row[],
    first: number,
  ) => Promise<Result>;
  join: (result: Result, more: Result) => Result;
}

/** Runs a statement for many rows: all of them take effect or none. */
async function allOrNone<Row, Result>(
  db: Connection,
  run: Run<Row, Result>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<Result> {
  const source = new Source(rows);
  const next = async () => nextRows(source, run.atOnce);
  const first = await next();
  try {
    if (first.length < Math.min(run.few, run.atOnce)) {
      const each = async (on: Connection) => run.each(on, first, 1);
      return await (first.length < 2 ? each(db) : together(db, each));
    }
    if (first.length < run.atOnce) {
      const result = await run.once(first, 1, (work) => together(db, work));
      if (result !== undefined) {
        return result;
      }
    }
    return await together(db, async (tx) => {
      let result: Result = await runSome(tx, run, first, 1);
      let ordinal = first.length + 1;
      for (let some = await next(); some.length > 0; some = await next()) {
        result = run.join(result, await runSome(tx, run, some, ordinal));
        ordinal += some.length;
      }
      return result;
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
async function runSome<Row, Result>(
  tx: Tx,
  run: Run<Row, Result>,
  rows: readonly Row[],
  first: number,
): Promise<Result> {
  const result = await run.once(rows, first, (work) => attempt(tx, work));
  if (result !== undefined) {
    return result;
  }
  if (rows.length <= halved) {
    return run.each(tx, rows, first);
  }
  const half = rows.length >> 1;
  const before = await runSome(tx, run, rows.slice(0, half), first);
  const others = rows.slice(half);
  return run.join(before, await runSome(tx, run, others, first + half));
}

/** Runs a statement for many rows: all of them take effect or none. Returns the rows it changed. */
async function runMany<Row>(
  db: Connection,
  many: Many<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<number> {
  const run: Run<Row, number> = {
    few: many.few,
    atOnce: many.atOnce,
    once: async (some, _, atomically) => runOnce(db, many, some, atomically),
    each: async (on, some, first) => runEach(on, many, some, first),
    join: (changes, more) => changes + more,
  };
  return allOrNone(db, run, rows);
}

/** Runs one statement for rows, all or nothing; undefined where that cannot be. */
async function runOnce<Row>(
  db: Connection,
  many: Many<Row>,
  rows: readonly Row[],
  atomically: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<number | undefined> {
  const { staged, rounds = 0 } = many;
  const copied = staged !== undefined && rows.length >= staged.copy.from;
  try {
    if (copied) {
      return await atomically((tx) => runStaged(db, tx, staged, rows, rounds));
    }
    const lists = tryWriting(() => many.lists?.(rows));
    return lists && (await atomically((tx) => runLists(tx, many, lists)));
  } catch (error) {
    if (copied && codeOf(error) === "42501") {
      return undefined; // the table may not be made
    }
    unlessOfRow(error);
    return undefined;
  }
}

const codeOf = (error: unknown): string =>
  String((error as { code?: unknown }).code);

/** Throws an error again, but not where a row is wrong. */
function unlessOfRow(error: unknown): undefined {
  if (!(
    error instanceof Unwritten || /^(2[23]...|42601)$/.test(codeOf(error))
  )) {
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

/** Runs the statement that takes rows as lists; undefined where that takes too many rounds. */
async function runLists<Row>(
  tx: Tx,
  { plain, many, rounds = 0 }: Many<Row>,
  lists: Value[],
): Promise<number | undefined> {
  const changes =
    plain === undefined ? 0 : await runStatement(tx, plain, ...lists);
  return changes > 0 || many === undefined
    ? changes
    : inRounds(tx, many, lists, rounds);
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
  /** The query for one row, which is asked for each where they are few. */
  one: Statement;
  values: (row: Row) => Value[];
  few: number;
  /** One query for up to atOnce rows. Its values are a list for each parameter. */
  many: Statement;
  lists: (rows: readonly Row[]) => Value[];
  atOnce: number;
  /** Whose a row is by its key; else the number of a row of parameters stands behind the columns of that query. */
  owners?: (rows: readonly Row[]) => Owners;
  /** Where two rows have one key, that query changes and returns nothing. */
  apart?: true;
  read: (row: unknown[]) => Found;
}

/** What a row of parameters is found by. */
type Key = string | number | bigint;

/** A text as it reaches the server, which has no lone surrogates. */
function wellFormed(text: Key): string {
  return String(text).replace(/\p{Surrogate}/gu, "\ufffd");
}

/** A UUID as the server writes it, which also reads capitals, braces and other hyphens. */
function uuidText(value: Key): string {
  const text = String(value);
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)) {
    return text;
  }
  const digits = text.replace(/[{}-]/g, "").toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** An integer as the server writes it, which also reads +7, 007, 0x7 and 7_000. */
function integerText(value: Key): string {
  if (typeof value !== "string") {
    return String(value);
  }
  const text = value.trim().replaceAll("_", "");
  const integer = BigInt(text.replace(/^[+-]/, ""));
  return String(text.startsWith("-") ? -integer : integer);
}

/** Looks up many rows of parameters. Returns the result for each, in order. */
async function lookUp<Row, Found, Result>(
  db: Connection,
  lookup: Lookup<Row, Found>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  divide: Divide<Found, Result>,
): Promise<Result[]> {
  return inPieces(rows, lookup.atOnce, async (some, first) => {
    const find = some.length < lookup.few ? findEach : findOnce;
    return find(db, lookup, some, first, divide);
  });
}

/**
 * The same where the query changes rows: all of rows take effect or none. Where one query may return nothing as two of
 * them have one key, each of them runs by itself.
 */
async function lookUpOrNone<Row, Found, Result>(
  db: Connection,
  lookup: Lookup<Row, Found>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  divide: Divide<Found, Result>,
): Promise<Result[]> {
  const run: Run<Row, Result[]> = {
    few: lookup.few,
    atOnce: lookup.atOnce,
    once: async (some, first, atomically) =>
      atomically(async (tx) => {
        const found = await fetchOnce(tx, lookup, some, first);
        const isUnsure = lookup.apart && found.length === 0;
        return isUnsure
          ? undefined
          : toEach(lookup, some, first, found, divide);
      }).catch(unlessOfRow),
    each: async (on, some, first) => findEach(on, lookup, some, first, divide),
    join: (found, more) => found.concat(more),
  };
  return allOrNone(db, run, rows);
}

/** What each of rows finds by itself. An error names the record. */
async function findEach<Row, Found, Result>(
  db: Connection,
  { one, values, read }: Lookup<Row, Found>,
  rows: readonly Row[],
  first: number,
  divide: Divide<Found, Result>,
): Promise<Result[]> {
  const all: Result[] = [];
  for (const row of rows) {
    const encoded = encodeRow(values, row, first + all.length);
    try {
      const found = await fetchRows(db, one, ...encoded);
      all.push(...divide(found, onlyRow, 1, read));
    } catch (error) {
      rethrow(error, first + all.length);
    }
  }
  return all;
}

/** What one query finds for each of rows. */
async function findOnce<Row, Found, Result>(
  db: Connection,
  lookup: Lookup<Row, Found>,
  rows: readonly Row[],
  first: number,
  divide: Divide<Found, Result>,
): Promise<Result[]> {
  const found = await fetchOnce(db, lookup, rows, first);
  return toEach(lookup, rows, first, found, divide);
}

/** What one query finds for all of rows. */
async function fetchOnce<Row, Found>(
  db: Connection,
  lookup: Lookup<Row, Found>,
  rows: readonly Row[],
  first: number,
): Promise<unknown[][]> {
  return fetchRows(db, lookup.many, ...listsOf(lookup, rows, first));
}

/** What of that is for each of rows. */
function toEach<Row, Found, Result>(
  { owners, read }: Lookup<Row, Found>,
  rows: readonly Row[],
  first: number,
  found: readonly unknown[][],
  divide: Divide<Found, Result>,
): Result[] {
  const owned = owners?.(rows) ?? byNumber;
  return divide(found, owned, rows.length, read, first);
}

/** The owners of rows that have a value each, of which write makes the server's text: it stands in a column. */
function ownersOf<Row>(
  rows: readonly Row[],
  value: (row: Row) => Key | null,
  write: (item: Key) => string,
  column: number,
): Owners {
  const indexes = new Map<unknown, number>();
  const before = rows.map((row, i) => {
    const item = value(row);
    if (item === null) {
      return undefined;
    }
    const text = write(item);
    const same = indexes.get(text);
    indexes.set(text, i);
    return same;
  });
  return { last: (found) => indexes.get(found[column]), before };
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
  ownersOf,
  wellFormed,
  uuidText,
  integerText,
  runMany,
  lookUp,
  lookUpOrNone,
  type Many,
  type Lookup,
};
