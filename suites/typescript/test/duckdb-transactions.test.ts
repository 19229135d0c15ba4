import { DuckDBInstance } from "@duckdb/node-api";
import assert from "node:assert/strict";
import { DuckdbTransactions } from "../gen/duckdb/duckdb-transactions.js";
import { test } from "../src/duckdb.js";
import { casesOf, play } from "../src/transactions.js";

async function create(): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(":memory:");
  const db = await instance.connect();
  for (const sql of DuckdbTransactions.getMigrations()) {
    await db.run(sql);
  }
  db.closeSync();
  return instance;
}

async function on(instance: DuckDBInstance): Promise<DuckdbTransactions> {
  return new DuckdbTransactions(await instance.connect());
}

for (const c of casesOf("duckdb", false)) {
  test(`transactions: ${c.name}`, async () => {
    const instance = await create();
    await play(c, {
      app: await on(instance),
      other: await on(instance),
      synchronous: false,
    });
  });
}

test("transactions: a storm", async () => {
  const instance = await create();
  let calls = 0;
  const worker = async (n: number) => {
    const app = await on(instance);
    for (let i = 0; i < 3; i++) {
      await app.transaction(
        async (tx) => {
          calls++;
          const [from, to] = [1 + ((n + i) % 4), 1 + ((n + i + 1) % 4)];
          await tx.put(from, (await tx.balance(from)) - 1n);
          await tx.put(to, (await tx.balance(to)) + 1n);
        },
        { retry: 200 },
      );
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, n) => worker(n)));
  const balances = await (await on(instance)).balances();
  assert.equal(
    balances.reduce((a, b) => a + b),
    400n,
  );
  assert.ok(calls > 48, `${calls} calls`);
});
