// What generated code of several engines must do alike. Their classes differ; these are the methods that they share.
import assert from "node:assert/strict";
import type { PostgresAppender } from "../gen/pg/postgres-appender.js";
import type { PostgresBatch } from "../gen/pg/postgres-batch.js";
import type { PostgresResults } from "../gen/pg/postgres-results.js";
import { json } from "./corpus.js";

export type Books = Pick<
  PostgresResults,
  "addBook" | "allBooks" | "countBooks" | "findBook" | "iterateNumbers"
>;

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
  await hears(
    q.addBook({ id: 1, title: "a", author: null, pages: 1, price: null }),
    "add_book",
    "add_book 1",
  );
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
