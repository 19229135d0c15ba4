// What generated code of several engines must do alike. Their classes differ; these are the methods that they share.
import assert from "node:assert/strict";
import type { PostgresAppender } from "../gen/pg/postgres-appender.js";
import type { PostgresBatch } from "../gen/pg/postgres-batch.js";
import type { PostgresNames } from "../gen/pg/postgres-names.js";
import type { PostgresParams } from "../gen/pg/postgres-params.js";
import type { PostgresResults } from "../gen/pg/postgres-results.js";
import { json } from "./corpus.js";

export type Books = Pick<
  PostgresResults,
  | "addBook"
  | "allBooks"
  | "authorOf"
  | "authors"
  | "copyBooks"
  | "countBooks"
  | "findBook"
  | "firstBook"
  | "iterateNumbers"
  | "noRow"
  | "numbers"
  | "raisePrices"
  | "removeAllBooks"
  | "removeShorterThan"
  | "shelveIndex"
  | "titleOf"
  | "titles"
  | "totalPages"
>;

/** Rows, one row, values and counts. */
export async function checkResults(q: Books): Promise<void> {
  assert.equal(await q.addBook(1, "Emma", "Jane Austen", 474, 7.5), 1);
  assert.equal(await q.addBook(2, "Anonymous", null, 10, null), 1);
  assert.deepEqual(await q.allBooks(), [
    { id: 1, title: "Emma", author: "Jane Austen", pages: 474, price: 7.5 },
    { id: 2, title: "Anonymous", author: null, pages: 10, price: null },
  ]);
  assert.deepEqual(await q.findBook(2), {
    id: 2,
    title: "Anonymous",
    author: null,
    pages: 10,
    price: null,
  });
  assert.equal(await q.findBook(3), undefined);
  assert.deepEqual(await q.titles(), ["Emma", "Anonymous"]);
  assert.deepEqual(await q.authors(), ["Jane Austen", null]);
  assert.equal(await q.titleOf(1), "Emma");
  assert.equal(await q.titleOf(3), undefined);
  assert.equal(await q.authorOf(2), null);
  assert.equal(await q.authorOf(3), undefined);
  assert.equal(await q.countBooks(), 2n);
  assert.equal(await q.totalPages(), 484n);
  assert.deepEqual(await q.firstBook(), { id: 1, title: "Emma" });
  assert.equal(await q.noRow(), undefined);
  assert.equal(await q.raisePrices(2, 100), 1);
  assert.equal(await q.raisePrices(2, 1000), 0);
  assert.equal((await q.findBook(1))?.price, 15);
  assert.equal(await q.shelveIndex(), 0);
  assert.equal(await q.copyBooks(), 0);
  assert.equal(await q.removeShorterThan(11), 1);
  assert.equal(await q.removeAllBooks(), 1);
  assert.equal(await q.totalPages(), null);
  const [first] = await q.numbers(3);
  assert.deepEqual(first, { i: 1, square: 1n, label: "number 1" });
}

type Observer = (
  query: string,
) => (end: { rows: number; error?: unknown }) => void;

/** The observed classes of an engine, each with a database of its own. */
export interface Observed {
  results: (observer: Observer) => Promise<
    Pick<Books, "addBook" | "allBooks" | "findBook" | "iterateNumbers"> & {
      failsAfterRows(failAt: number): Promise<unknown>;
    }
  >;
  appender: (
    observer: Observer,
  ) => Promise<Pick<PostgresAppender, "bulkInsertNarrow">>;
  batch: (
    observer: Observer,
  ) => Promise<Pick<PostgresBatch, "deleteSensorBatch">>;
}

/** Observers hear of every operation. */
export async function checkObservers(observed: Observed): Promise<void> {
  const heard: string[] = [];
  const observer: Observer = (query) => {
    heard.push(query);
    return ({ rows, error }) => {
      heard.push(`${query} ${rows}${error === undefined ? "" : " failed"}`);
    };
  };
  const hears = async (work: Promise<unknown>, ...what: string[]) => {
    await work.catch(() => undefined);
    assert.deepEqual(heard.splice(0), what);
  };
  const q = await observed.results(observer);
  await hears(q.addBook(1, "a", null, 1, null), "add_book", "add_book 1");
  await hears(q.allBooks(), "all_books", "all_books 1");
  await hears(q.findBook(2), "find_book", "find_book 0");
  await hears(
    q.failsAfterRows(3),
    "fails_after_rows",
    "fails_after_rows 0 failed",
  );
  const some = async () => {
    for await (const { i } of q.iterateNumbers(10)) {
      if (i === 3) {
        break;
      }
    }
  };
  await hears(some(), "numbers", "numbers 3");
  const a = await observed.appender(observer);
  await hears(a.bulkInsertNarrow([{ k: 1, v: null }]), "narrow", "narrow 1");
  const b = await observed.batch(observer);
  await hears(
    b.deleteSensorBatch([{ sensor: "x" }]),
    "delete_sensor",
    "delete_sensor 0",
  );
}

type Numbers = (
  count: number,
) => AsyncIterable<number | bigint> & AsyncIterator<number | bigint>;

/** A stream of many rows, numbers from first on, needs little memory. */
export async function checkLongStream(
  rows: AsyncIterable<number | bigint>,
  many: number,
  first: number,
): Promise<void> {
  let count = 0;
  let sum = 0;
  let most = 0;
  for await (const i of rows) {
    count++;
    sum += Number(i);
    if (count % 100_000 === 0) {
      most = Math.max(most, process.memoryUsage().rss);
    }
  }
  assert.equal(count, many);
  assert.equal(sum, (many * (2 * first + many - 1)) / 2);
  assert.ok(most < 400 << 20, `${most} bytes`);
}

/** Streams give as many rows as there are; a stream that is left early leaves the connection as it was. */
export async function checkStreams(
  numbers: Numbers,
  sizes: readonly number[],
  q: Pick<Books, "countBooks">,
): Promise<void> {
  for (const rows of sizes) {
    let count = 0;
    for await (const i of numbers(rows)) {
      assert.equal(Number(i), ++count);
    }
    assert.equal(count, rows);
  }
  for (const stop of sizes.filter((size) => size > 0)) {
    let count = 0;
    for await (const i of numbers(10_000)) {
      assert.equal(Number(i), ++count);
      if (count === stop) {
        break;
      }
    }
    assert.equal(await q.countBooks(), 0n);
  }
  const iterator = numbers(10_000);
  await iterator.next();
  await iterator.return?.();
  assert.equal(await q.countBooks(), 0n);
}

/** Text reaches the engine as it is: what the SQL says, and the same as a parameter. */
export async function checkText(
  unit: object,
  without: (value: string) => boolean,
  ...more: readonly string[]
): Promise<void> {
  const q = unit as Record<
    string,
    ((value?: string) => Promise<{ value: string }>) | undefined
  >;
  for (const file of ["text/expected.json", ...more]) {
    for (const { query, value } of json(file) as Record<string, string>[]) {
      if (query === undefined || value === undefined || without(value)) {
        continue;
      }
      const name = query.replace(/_(.)/g, (_, c: string) => c.toUpperCase());
      assert.equal((await q[name]?.())?.value, value, name);
      assert.equal((await q["echo"]?.(value))?.value, value, name);
    }
  }
}

/** Every name can be reached, every parameter arrives. */
export async function checkNames(
  q: Pick<PostgresNames, "duplicates" | "hostileParams"> & {
    hostileColumns(): Promise<object | undefined>;
    reservedColumns(): Promise<object | undefined>;
  },
): Promise<void> {
  assert.ok(Object.hasOwn((await q.hostileColumns()) ?? {}, "__proto__"));
  assert.deepEqual(await q.duplicates(), {
    id: 1,
    name: "left",
    id_2: 1,
    name_2: "right",
  });
  const reserved = Object.values((await q.reservedColumns()) ?? {});
  assert.deepEqual(
    reserved,
    reserved.map((_, i) => i + 1),
  );
  const hostile = q.hostileParams.bind(q) as unknown as (
    ...values: string[]
  ) => Promise<object | undefined>;
  const letters = Array.from(
    { length: q.hostileParams.length },
    (_, i) => `<${i}>`,
  );
  assert.equal(
    Object.values((await hostile(...letters)) ?? {}).join(""),
    letters.join(""),
  );
}

export type Items = Pick<
  PostgresParams,
  | "inArray"
  | "many"
  | "notInArray"
  | "optionalFiltersUncast"
  | "orderOfSet"
  | "repeated"
> & {
  optionalFilters(
    category: string | null,
    price: number | null,
    name: string | null,
  ): Promise<{ id: number }[]>;
};

/**
 * Parameters in their order, several times, as lists and NULL. The first three items are there, the third is not dear.
 */
export async function checkParams(q: Items): Promise<void> {
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  assert.deepEqual(await q.repeated("tools"), [1, 3]);
  assert.deepEqual(await q.orderOfSet(2, 1), { a: 1, b: 2 });
  assert.deepEqual(await q.inArray([1, 3]), [1, 3]);
  assert.deepEqual(await q.inArray([]), []);
  assert.deepEqual(
    (await q.notInArray(["anvil", 'it"s, {\\'])).slice(0, 2),
    [2, 3],
  );
  assert.deepEqual(
    ids(await q.optionalFilters(null, 1, null)).slice(0, 2),
    [1, 3],
  );
  assert.deepEqual(ids(await q.optionalFiltersUncast("tools", null)), [1, 3]);
  assert.equal(
    await q.many("1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c"),
    "123456789abc",
  );
}

/** What is claimed of NULL holds in the test data. */
export async function checkNullability(unit: object): Promise<void> {
  const q = unit as Record<string, (text: string) => Promise<unknown>>;
  let columns = 0;
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(unit));
  for (const name of names) {
    if (name === "constructor" || name.startsWith("iterate")) {
      continue;
    }
    const result = await q[name]?.("ada@example.org");
    for (const row of [result].flat() as (Record<string, unknown> | null)[]) {
      for (const [column, value] of Object.entries(row ?? {})) {
        columns++;
        assert.ok(
          !column.endsWith("_v") || value !== null,
          `${name}.${column}`,
        );
      }
    }
  }
  assert.ok(columns > 50);
}
