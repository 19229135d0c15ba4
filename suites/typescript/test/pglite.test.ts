// What is PGlite's own: one session within the program, whose transactions wait for each other.
import assert from "node:assert/strict";
import { PostgresAppender } from "../gen/pglite/postgres-appender.js";
import { PostgresMigrations } from "../gen/pglite/postgres-migrations.js";
import { PostgresResults } from "../gen/pglite/postgres-results.js";
import { PostgresTransactions } from "../gen/pglite/postgres-transactions.js";
import { PostgresTypes } from "../gen/pglite/postgres-types.js";
import type { PGlite } from "@electric-sql/pglite";
import { it } from "node:test";
import { open } from "../src/pglite.js";

async function opened(unit: { getMigrations(): string[] }): Promise<PGlite> {
  const db = await open();
  for (const sql of unit.getMigrations()) {
    await db.exec(sql);
  }
  return db;
}

void it("PGlite: transactions", async () => {
  const db = await opened(PostgresTransactions);
  const app = new PostgresTransactions(db);
  const balances = async (...expected: bigint[]) => {
    assert.deepEqual(await app.balances(), expected);
  };
  const failing = app.transaction(async (tx) => {
    await tx.put(1, 1);
    throw new Error("stop");
  });
  await assert.rejects(failing, /stop/);
  await balances(100n, 100n, 100n, 100n);
  await Promise.all(
    [1, 2].map((id) => app.transaction((tx) => tx.put(id, 150))),
  );
  await balances(150n, 150n, 100n, 100n);
  const level = await app.transaction((tx) => tx.isolation(), {
    isolation: "repeatable read",
    readOnly: true,
  });
  assert.equal(level, "repeatable read on off");
  const passedOver = app.transaction(async (tx) => {
    await tx.put(1, 1);
    await assert.rejects(tx.broken());
  });
  await assert.rejects(passedOver, { code: "25P02" });
  // An error undoes a batch, and nothing else of the transaction that it is in.
  const inner = async (
    tx: ConstructorParameters<typeof PostgresTransactions>[0],
  ) => {
    const own = new PostgresTransactions(tx);
    await own.put(3, 50);
    const batch = own.putRowsBatch([
      { balance: 1n, id: 4n },
      { balance: 2n ** 63n, id: 1n },
    ]);
    await assert.rejects(batch, { code: "22003" });
    await own.transaction((nested) => nested.put(2, 60));
  };
  await db.transaction(inner);
  await balances(150n, 60n, 50n, 100n);
  await db.exec("BEGIN");
  await inner(db);
  await db.exec("ROLLBACK");
  await balances(150n, 60n, 50n, 100n);
});

void it("PGlite: other statements within a stream", async () => {
  const q = new PostgresResults(await opened(PostgresResults));
  let sum = 0;
  for await (const i of q.iterateNumberValues(1500)) {
    if (i === 700) {
      await q.addBook({
        id: i,
        title: "b",
        author: null,
        pages: 1,
        price: null,
      });
    }
    if (i === 1400) {
      break;
    }
    sum += i;
  }
  assert.equal(sum, (1399 * 1400) / 2);
  assert.equal(await q.countBooks(), 1n);
});

void it("PGlite: rows by COPY are all there, or none", async () => {
  const db = await opened(PostgresAppender);
  const q = new PostgresAppender(db);
  const rows = Array.from({ length: 30_000 }, (_, k) => ({ k, v: `é ${k}` }));
  assert.equal(await q.bulkInsertNarrow(rows), 30_000);
  const sum = "SELECT count(*)::int4, sum(length(v))::int4 FROM narrow";
  const length = rows.reduce((n, { v }) => n + v.length, 0);
  const counted = async () =>
    (await db.query(sum, [], { rowMode: "array" })).rows;
  assert.deepEqual(await counted(), [[30_000, length]]);
  await db.exec("ALTER TABLE narrow ADD CHECK (k < 40000)");
  await db.transaction(async (tx) => {
    const own = new PostgresAppender(tx);
    const appender = own.createNarrowAppender();
    for (let k = 39_000; k <= 40_000; k++) {
      appender.append({ k, v: null });
    }
    await assert.rejects(appender.flush(), { code: "23514" });
    assert.equal(await own.bulkInsertNarrow([{ k: 1, v: "x" }]), 1);
  });
  assert.deepEqual(await counted(), [[30_001, length + 1]]);
});

void it("PGlite: what the application makes of types changes nothing", async () => {
  const db = await opened(PostgresTypes);
  await db.refreshArrayTypes();
  db.parsers[23] = () => "wrong";
  db.serializers[23] = () => "wrong";
  try {
    const q = new PostgresTypes(db);
    await q.storeNamedArrays(1);
    await db.exec("UPDATE named_arrays SET e_a = enum_range(NULL::mood)");
    const labels = (await q.allNamedArrays())[0]?.e_a;
    assert.deepEqual(labels?.slice(0, 2), ["happy", "sad"]);
    await db.transaction(async (tx) => {
      const [row] = await new PostgresTypes(tx).allNamedArrays();
      assert.deepEqual([row?.id, row?.e_a], [1, labels]);
    });
  } finally {
    delete db.parsers[23];
    delete db.serializers[23];
  }
});

void it("PGlite: migrations", async () => {
  const db = await open();
  const both = [1, 2].map(() => PostgresMigrations.applyMigrations(db));
  const [first, second] = await Promise.all(both);
  assert.deepEqual(
    [first?.length, second],
    [PostgresMigrations.getMigrations().length, []],
  );
  await db.exec("BEGIN");
  await assert.rejects(
    PostgresMigrations.applyMigrations(db),
    /end the open one first/,
  );
  await db.exec("ROLLBACK");
});
