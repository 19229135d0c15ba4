import assert from "node:assert/strict";
import { Client, type Pool } from "pg";
import postgres from "postgres";
import { test, drivers, poolOf } from "../src/postgres.js";
import { casesOf, play, type Accounts } from "../src/transactions.js";

for (const c of casesOf("postgres", true)) {
  const able = drivers.filter((d) => !c.pool || d.name !== "pg with a client");
  test(
    `transactions: ${c.name}`,
    async ({ units, database, connect }) => {
      const url = await database();
      const one = await connect(url);
      for (const sql of units.transactions.PostgresTransactions.getMigrations()) {
        await one.exec(sql);
      }
      const two = await connect(url);
      const on = (db: typeof one.db) =>
        new units.transactions.PostgresTransactions(db) as unknown as Accounts;
      await play(c, {
        app: on(one.db),
        other: on(two.db),
        synchronous: false,
      });
    },
    able,
  );
}

test("transactions: a savepoint in the caller's", async ({ units, open }) => {
  const db = await open(units.transactions.PostgresTransactions);
  await db.transaction("ROLLBACK", async (tx) => {
    const app = new units.transactions.PostgresTransactions(tx);
    await app.transaction((own) => own.put(1, 150));
    const failed = app.transaction(async (own) => {
      await own.put(1, 160);
      throw new Error("stop");
    });
    await assert.rejects(failed, /stop/);
    assert.equal(await app.balance(1), 150n);
  });
  const app = new units.transactions.PostgresTransactions(db.db);
  assert.equal(await app.balance(1), 100n);
});

test("transactions: side by side", async ({ units, open, driver }) => {
  const db = await open(units.transactions.PostgresTransactions);
  const app = new units.transactions.PostgresTransactions(db.db);
  const both = [1, 2].map((id) => app.transaction((tx) => tx.put(id, 150)));
  const [, second] = await Promise.allSettled(both);
  const pool = driver.name !== "pg with a client";
  assert.equal(second?.status, pool ? "fulfilled" : "rejected");
  assert.deepEqual(await app.balances(), [
    150n,
    pool ? 150n : 100n,
    100n,
    100n,
  ]);
});

/**
 * 16 clients move money between four accounts. Each client's first transfer waits until all clients have read a
 * balance, so that some must conflict.
 */
test(
  "transactions: a storm",
  async ({ units, database, driver }) => {
    const url = await database();
    const pool =
      driver.name === "postgres"
        ? postgres(url, { max: 16, onnotice: () => undefined })
        : poolOf(url, 16);
    try {
      const client = new Client(url);
      await client.connect();
      for (const sql of units.transactions.PostgresTransactions.getMigrations()) {
        await client.query(sql);
      }
      await client.end();
      const app = new units.transactions.PostgresTransactions(pool as Pool);
      let calls = 0;
      let moved = 0;
      const reading = new Set(Array.from({ length: 16 }, (_, n) => n));
      let allRead = (): void => undefined;
      const read = new Promise<void>((resolve) => (allRead = resolve));
      const transfer = async (n: number, from: number, to: number) =>
        app.transaction(
          async (tx) => {
            calls++;
            const have = await tx.balance(from);
            reading.delete(n);
            if (reading.size === 0) {
              allRead();
            }
            await read;
            if (have < 10n) {
              return false;
            }
            await tx.put(from, have - 10n);
            await tx.put(to, (await tx.balance(to)) + 10n);
            return true;
          },
          { isolation: "serializable", retry: 500 },
        );
      const worker = async (n: number) => {
        for (let i = 0; i < 3; i++) {
          if (await transfer(n, 1 + ((n + i) % 4), 1 + ((n + 3 * i + 1) % 4))) {
            moved++;
          }
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, n) => worker(n)));
      const balances = await app.balances();
      assert.equal(
        balances.reduce((a, b) => a + b),
        400n,
      );
      assert.ok(balances.every((b) => b >= 0n));
      assert.ok(moved > 0 && calls > 48, `${moved} moved, ${calls} calls`);
    } finally {
      await pool.end();
    }
  },
  drivers.filter((d) => d.name !== "pg with a client"),
);
