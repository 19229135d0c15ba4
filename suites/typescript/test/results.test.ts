import assert from "node:assert/strict";
import type { Connection } from "../src/drivers.js";
import { contract, type Context } from "../src/suite.js";

async function library(context: Context) {
  const connection = await context.open(context.units.results.Results);
  const q = new context.units.results.Results(connection.db);
  await q.addBook({
    id: 1,
    title: "Emma",
    author: "Jane Austen",
    pages: 474,
    price: 7.5,
  });
  await q.addBook({
    id: 2,
    title: "Beowulf",
    author: null,
    pages: 60,
    price: null,
  });
  return { q, connection };
}

/** Adds books with ids from first to last. */
async function shelve(connection: Connection, first: number, last: number) {
  for (let from = first; from <= last; from += 500) {
    const rows = [];
    for (let id = from; id < Math.min(from + 500, last + 1); id++) {
      rows.push(`(${id}, 'title ${id}', 1)`);
    }
    await connection.exec(
      `INSERT INTO books (id, title, pages) VALUES ${rows.join(", ")}`,
    );
  }
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) {
    all.push(row);
  }
  return all;
}

contract("results", (test) => {
  test("the rowid of a row that was added", async (context) => {
    const { q } = await library(context);
    const added = await q.addBook({
      id: 7,
      title: "Ulysses",
      author: null,
      pages: 730,
      price: null,
    });
    assert.deepEqual(added, { changes: 1, lastInsertRowid: 7 });
  });

  test("the rowid of the last row beyond 2^53", async (context) => {
    const { q } = await library(context);
    const id = 9007199254740993n;
    const { lastInsertRowid } = await q.addBook({
      id,
      title: "Last",
      author: null,
      pages: 1,
      price: null,
    });
    assert.equal(lastInsertRowid, id);
  });

  test("iterators: to the end, left early, twice at once, nested", async (context) => {
    const { q, connection } = await library(context);
    await shelve(connection, 3, 1000);
    assert.equal((await collect(q.iterateAllBooks())).length, 1000);
    assert.equal((await collect(q.iterateTitles())).at(-1), "title 1000");
    for await (const row of q.iterateAllBooks()) {
      if (row.id === 3) {
        break;
      }
    }
    const pairs: string[] = [];
    for await (const a of q.iterateAllBooksExplicitly()) {
      for await (const b of q.iterateAllBooksExplicitly()) {
        pairs.push(`${a.id} ${b.title}`);
        if (b.id === 2) {
          break;
        }
      }
      if (a.id === 2) {
        break;
      }
    }
    assert.deepEqual(pairs, ["1 Emma", "1 Beowulf", "2 Emma", "2 Beowulf"]);
    await q.removeAllBooks(); // no iterator keeps the connection busy
    assert.equal(await q.countBooks(), 0);
  });

  test("queries run inside an iteration", async (context) => {
    const { q } = await library(context);
    const titles: (string | undefined)[] = [];
    for await (const book of q.iterateAllBooks()) {
      titles.push(await q.titleOf(book.id));
    }
    assert.deepEqual(titles, ["Emma", "Beowulf"]);
  });

  test("an iterator reads no further than it is asked", async (context) => {
    const { q, connection } = await library(context);
    await shelve(connection, 3, 100_000);
    let start = performance.now();
    assert.equal((await q.allBooks()).length, 100_000);
    const all = performance.now() - start;
    // One that reads all takes as long each time; one that does not may be interrupted.
    const times: number[] = [];
    const quick = () => times.some((time) => time < all / 10);
    while (times.length < 20 && !quick()) {
      start = performance.now();
      for await (const row of q.iterateAllBooks()) {
        assert.equal(row.id, 1);
        break;
      }
      times.push(performance.now() - start);
    }
    assert.ok(quick(), `${all}: ${times.join(", ")}`);
  });

  test("calls that overlap keep their own values", async (context) => {
    const { q } = await library(context);
    const titles = await Promise.all([
      q.titleOf(1),
      q.titleOf(2),
      q.titleOf(3),
    ]);
    assert.deepEqual(titles, ["Emma", "Beowulf", undefined]);
    const added = await Promise.all(
      [10, 11, 12].map(async (id) =>
        q.addBook({
          id,
          title: `t${id}`,
          author: null,
          pages: id,
          price: null,
        }),
      ),
    );
    assert.deepEqual(
      added.map((r) => r.changes),
      [1, 1, 1],
    );
    assert.equal(await q.titleOf(11), "t11");
  });

  test("an error leaves the connection usable", async (context) => {
    const { q } = await library(context);
    await assert.rejects(async () => q.failsAtRunTime("{"), /JSON/i);
    await assert.rejects(async () =>
      q.addBook({ id: 1, title: "Emma", author: null, pages: 1, price: null }),
    );
    assert.equal(await q.countBooks(), 2);
    assert.equal(await q.failsAtRunTime('{"a": "b"}'), "b");
  });
});

contract("observer", (test) => {
  test("hears of every operation, its rows and errors", async (context) => {
    const { observedResults } = context.units;
    const connection = await context.open(observedResults.Results);
    const heard: string[] = [];
    const q = new observedResults.Results(connection.db, (query) => {
      heard.push(`${query} started`);
      return ({ rows, error }) => {
        const failure = error === undefined ? "" : " with an error";
        heard.push(`${query} ended after ${rows}${failure}`);
      };
    });
    await q.addBook({
      id: 1,
      title: "Emma",
      author: null,
      pages: 474,
      price: 7.5,
    });
    await q.addBook({
      id: 2,
      title: "Beowulf",
      author: null,
      pages: 60,
      price: null,
    });
    await q.allBooks();
    await q.findBook(3);
    await q.titles();
    await assert.rejects(async () => q.failsAtRunTime("{"));
    assert.deepEqual(heard.splice(0), [
      "add_book started",
      "add_book ended after 1",
      "add_book started",
      "add_book ended after 1",
      "all_books started",
      "all_books ended after 2",
      "find_book started",
      "find_book ended after 0",
      "titles started",
      "titles ended after 2",
      "fails_at_run_time started",
      "fails_at_run_time ended after 0 with an error",
    ]);
    assert.equal((await collect(q.iterateTitles())).length, 2);
    assert.deepEqual(heard.splice(0), [
      "titles started",
      "titles ended after 2",
    ]);
    assert.equal(
      await new observedResults.Results(connection.db).countBooks(),
      2,
    );
  });

  test("the text of a statement", (context) => {
    const { Results } = context.units.observedResults;
    assert.equal(Results.textOf("count_books"), "SELECT count(*) FROM books");
    assert.equal(Results.textOf("no_statement"), undefined);
    return Promise.resolve();
  });

  test("a stream ends when it is closed", async (context) => {
    const { observedResults } = context.units;
    const connection = await context.open(observedResults.Results);
    const heard: number[] = [];
    const q = new observedResults.Results(connection.db, () => (end) => {
      heard.push(end.rows);
    });
    await shelve(connection, 1, 100);
    for await (const row of q.iterateAllBooks()) {
      if (row.id === 2) {
        assert.deepEqual(heard, []);
        break;
      }
    }
    assert.deepEqual(heard, [2]);
  });

  test("bulk operations", async (context) => {
    const { observedAppender, observedBatch } = context.units;
    const heard: string[] = [];
    const observer =
      (query: string) => (end: { rows: number; error?: unknown }) => {
        heard.push(`${query} ${end.rows} ${end.error !== undefined}`);
      };
    const first = await context.open(observedAppender.Appender_);
    const q = new observedAppender.Appender_(first.db, observer);
    assert.equal(await q.bulkInsertNarrow([{ k: 1, v: null }]), 1);
    await assert.rejects(async () =>
      q.bulkInsertNarrow([{ k: 2, v: 3 as unknown as string }]),
    );
    const second = await context.open(observedBatch.Batch);
    const b = new observedBatch.Batch(second.db, observer);
    await b.insertReadingBatch([{ sensor: "a", at: 1, value: null }]);
    assert.deepEqual(heard, [
      "narrow 1 false",
      "narrow 0 true",
      "insert_reading 1 false",
    ]);
  });
});
