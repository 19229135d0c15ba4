import assert from "node:assert/strict";
import { checkLongStream, checkStreams } from "../src/cases.js";
import {
  drivers,
  test,
  type Connection,
  type Context,
} from "../src/postgres.js";

function results({ units }: Context, connection: Connection) {
  return new units.results.PostgresResults(connection.db);
}

// A pool's client streams by the same code.
const apart = drivers.filter(({ name }) => name !== "pg with a client");
test(
  "a stream of millions of rows needs little memory",
  async (context) => {
    const connection = await context.open();
    const q = results(context, connection);
    await checkLongStream(q.iterateNumberValues(3_000_000), 3_000_000, 1);
  },
  apart,
);

test("streams of all lengths, and left early: each leaves the connection as it was", async (context) => {
  const connection = await context.open(context.units.results.PostgresResults);
  const q = results(context, connection);
  await checkStreams(
    (count) => q.iterateNumberValues(count),
    [0, 1, 999, 1000, 1001, 2000, 2001],
    q,
  );
  await q.addBook({ id: 1, title: "a", author: null, pages: 1, price: null });
  await assert.rejects(async () => {
    for await (const title of q.iterateTitles()) {
      throw new Error(`of ${title}`);
    }
  }, /of a/);
  assert.equal(await q.countBooks(), 1n);
  assert.equal(await q.removeAllBooks(), 1);
});

test("an error in the middle of a stream", async (context) => {
  const connection = await context.open(context.units.results.PostgresResults);
  const q = results(context, connection);
  await assert.rejects(
    async () => {
      for await (const quotient of q.iterateFailsAfterRows(3)) {
        assert.ok(quotient === 5 || quotient === 10);
      }
    },
    { code: "22012" },
  );
  assert.equal(await q.countBooks(), 0n);
});

test("streams one inside of another, and statements between", async (context) => {
  const connection = await context.open(context.units.results.PostgresResults);
  const nested = async (q: ReturnType<typeof results>) => {
    let count = 0;
    for await (const i of q.iterateNumberValues(1500)) {
      if (i === 2 || i === 700) {
        for await (const j of q.iterateNumberValues(600)) {
          count += j;
        }
      }
      if (i === 1 || i === 900) {
        assert.equal(
          await q.addBook({
            id: i,
            title: "b",
            author: null,
            pages: 1,
            price: null,
          }),
          1,
        );
      }
    }
    assert.equal(count, 2 * 180_300);
    assert.equal(await q.removeAllBooks(), 2);
  };
  const refused = async (work: Promise<void>) => {
    await assert.rejects(work, /busy with a stream of rows/);
  };
  const q = results(context, connection);
  // A pool has connections enough; a connection by itself says that it cannot.
  const pool = context.driver.name !== "pg with a client";
  await (pool ? nested(q) : refused(nested(q)));
  assert.equal(await q.countBooks(), 0n);
  await connection.transaction("ROLLBACK", async (tx) => {
    const inside = new context.units.results.PostgresResults(tx);
    const works = context.driver.name !== "postgres";
    await (works ? nested(inside) : refused(nested(inside)));
    await inside.addBook({
      id: 1,
      title: "c",
      author: null,
      pages: 1,
      price: null,
    });
  });
  assert.equal(await q.countBooks(), 0n);
});

test("a stream in a transaction of the caller", async (context) => {
  const connection = await context.open(context.units.results.PostgresResults);
  await connection.transaction("COMMIT", async (tx) => {
    const q = new context.units.results.PostgresResults(tx);
    await q.addBook({
      id: 7,
      title: "seven",
      author: null,
      pages: 7,
      price: null,
    });
    for await (const title of q.iterateTitles()) {
      assert.equal(title, "seven");
      break;
    }
    for await (const { i } of q.iterateNumbers(1000)) {
      if (i === 600) {
        break;
      }
    }
    await q.addBook({
      id: 8,
      title: "eight",
      author: null,
      pages: 8,
      price: null,
    });
  });
  const q = results(context, connection);
  assert.deepEqual(await q.titles(), ["seven", "eight"]);
});

test("a connection that breaks while rows are read is an error", async (context) => {
  const url = await context.database();
  const other = await context.connect(url);
  for (const at of [1, 500, 1000, 1500]) {
    const connection = await context.connect(url);
    const q = results(context, connection);
    let count = 0;
    await assert.rejects(
      async () => {
        for await (const i of q.iterateNumberValues(4000)) {
          count++;
          if (i === at) {
            const killed = await other.text(
              `SELECT pg_terminate_backend(pid, 5000)::text FROM pg_stat_activity
               WHERE datname = current_database() AND query LIKE 'SELECT i FROM%' AND pid <> pg_backend_pid()`,
            );
            assert.deepEqual(killed, ["true"]);
            await new Promise((resolve) => setImmediate(resolve));
          }
        }
      },
      (error) => !(error instanceof assert.AssertionError),
    );
    assert.ok(count < 4000);
  }
});
