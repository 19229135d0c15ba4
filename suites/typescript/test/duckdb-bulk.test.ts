// Rows of :bulk that one statement of DuckDB joins.
import assert from "node:assert/strict";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DuckdbBulk } from "../gen/duckdb/duckdb-bulk.js";
import { column, open, test } from "../src/duckdb.js";

async function opened(...more: string[]) {
  const db = await open(DuckdbBulk);
  for (const script of more) {
    await db.run(script);
  }
  return { db, q: new DuckdbBulk(db) };
}

/** Takes some from each item, and of one of them another amount. */
function* takes(count: number, bad = 0, n = 11) {
  for (let id = 1; id <= count; id++) {
    yield { id, n: id === bad ? n : 1 };
  }
}

async function* late<T>(rows: Iterable<T>): AsyncGenerator<T> {
  for (const row of rows) {
    await Promise.resolve();
    yield row;
  }
}

/** Tells that no row has changed, and that no temporary table is left. */
async function checkUnchanged(db: DuckDBConnection): Promise<void> {
  const [changed] = await column(
    db,
    "SELECT count(*) FROM stock WHERE n <> 10",
  );
  assert.equal(changed, 0n);
  const temporary = "SELECT table_name FROM duckdb_tables() WHERE temporary";
  assert.deepEqual(await column(db, temporary), []);
}

const stock = "INSERT INTO stock SELECT i, 10 FROM range(1, 20001) r(i)";

test("rows of one key keep their order", async () => {
  const [keys, times] = [60_000, 4];
  const { db, q } = await opened("SET preserve_insertion_order = false");
  const rows = Array.from({ length: keys * times }, (_, n) => ({
    sensor: "s",
    slot: (n * 7919) % keys,
    value: Math.floor(n / keys),
  }));
  assert.equal(await q.upsertReadingBulk(rows), rows.length);
  const last = `SELECT count(*) FROM reading WHERE value = ${times - 1}`;
  assert.deepEqual(await column(db, last), [BigInt(keys)]);
  const more = rows.map((row) => ({ ...row, value: row.value + 0.5 }));
  assert.equal(await q.setValueBulk(late(more)), rows.length);
  const wrong = `SELECT count(*) FROM reading WHERE value <> ${times - 0.5}`;
  assert.deepEqual(await column(db, wrong), [0n]);
});

test("very many rows of one key", async () => {
  const { db, q } = await opened(
    "INSERT INTO stock VALUES (1, 100000), (2, 50)",
  );
  const rows = Array.from({ length: 300 }, (_, n) => ({ n, id: 1 }));
  rows[17] = { n: 17, id: 2 };
  assert.equal(await q.takeBulk(rows), rows.length);
  assert.deepEqual(await column(db, "SELECT n FROM stock ORDER BY id"), [
    100_000 - 299 * 150 + 17,
    33,
  ]);
});

/** The numbers of rows of some keys, which come in turn or each after the other. */
const shapes: [keys: number, times: number, sorted: boolean][] = [
  [1, 2000, false],
  [2, 1000, false],
  [40, 50, false],
  [40, 50, true],
];

for (const [keys, times, sorted] of shapes) {
  const order = sorted ? "one after the other" : "in turn";
  test(`rows of ${keys} keys, ${times} of each, ${order}, take few statements`, async () => {
    const { db, q } = await opened(
      "INSERT INTO stock SELECT i, 10_000_000 FROM range(0, 100) r(i)",
    );
    const count = keys * times;
    const keyOf = (n: number) => (sorted ? Math.floor(n / times) : n % keys);
    const rows = Array.from({ length: count }, (_, n) => ({ id: keyOf(n), n }));
    let scripts = 0;
    const run = db.run.bind(db);
    db.run = (...args) => {
      scripts++;
      return run(...args);
    };
    assert.equal(await q.takeBulk(rows), count);
    assert.ok(scripts < 12, `${scripts} scripts`);
    const left = await column(db, `SELECT n FROM stock WHERE id < ${keys}`);
    const taken = left.reduce((sum: number, n) => sum + 1e7 - Number(n), 0);
    assert.equal(taken, (count * (count - 1)) / 2);
  });
}

test("very many rows of one key, of which the last stays", async () => {
  const { db, q } = await opened(
    "INSERT INTO reading VALUES ('a', 1, 0), ('a', 2, 0)",
  );
  const rows = Array.from({ length: 200_000 }, (_, n) => ({
    sensor: "a",
    slot: n === 5 ? 2 : n === 7 ? 3 : 1,
    value: n,
  }));
  assert.equal(await q.setValueBulk(rows), rows.length - 1);
  const values = "SELECT value FROM reading ORDER BY slot";
  assert.deepEqual(await column(db, values), [199_999, 5]);
  assert.equal(await q.upsertReadingBulk(rows), rows.length);
  assert.deepEqual(await column(db, values), [199_999, 5, 7]);
});

test("of rows of one key, one that is overwritten fails", async () => {
  const { db, q } = await opened("INSERT INTO account VALUES ('a', 1, NULL)");
  const rows = Array.from({ length: 3000 }, () => ({
    mail: "a",
    visits: 2,
    tags: null,
  }));
  rows[700] = { mail: "a", visits: null as unknown as number, tags: null };
  await assert.rejects(
    q.upsertAccountBulk(rows),
    /^Error: row 701: .*NOT NULL/,
  );
  const amounts = [700, 2, 10];
  const takes = rows.map((_, n) => ({ id: 1, n: amounts[n % 3] as number }));
  await db.run("INSERT INTO stock VALUES (1, 1000)");
  await assert.rejects(q.takeBulk(takes), /^Error: row 4: Constraint.*CHECK/);
  assert.deepEqual(await column(db, "SELECT n FROM stock"), [1000]);
});

test("any number of rows, more of them than go in one statement, too", async () => {
  const { db, q } = await opened();
  for (const count of [0, 1, 19, 20, 21, 2048, 2049, 1_000_001]) {
    const values = (by: number) =>
      Array.from({ length: count }, (_, slot) => ({
        sensor: "s",
        slot,
        value: slot % 2 === 0 ? null : by,
      }));
    if (count <= 2049) {
      assert.equal(await q.addReadingBulk(values(1)), count);
      assert.equal(await q.upsertReadingBulk(values(2)), count);
      assert.equal(await q.setValueBulk(values(3)), count);
    } else {
      assert.equal(await q.upsertReadingBulk(values(3)), count);
    }
    const sum = await column(db, "SELECT sum(value) FROM reading");
    assert.deepEqual(sum, [count < 2 ? null : 3 * Math.floor(count / 2)]);
    await db.run("DELETE FROM reading");
  }
});

for (const bad of [1, 19, 20, 14_000, 20_000]) {
  test(`row ${bad} of twenty thousand fails`, async () => {
    const { db, q } = await opened(stock);
    const refused = new RegExp(`^Error: row ${bad}: Constraint Error.*CHECK`);
    await assert.rejects(q.takeBulk(takes(20_000, bad)), refused);
    await checkUnchanged(db);
    const range = new RegExp(`^TypeError: row ${bad}: parameter "n"`);
    await assert.rejects(q.takeBulk(takes(20_000, bad, 2 ** 40)), range);
    await checkUnchanged(db);
    assert.equal(await q.takeBulk(takes(20_000)), 20_000);
  });
}

test("a key that is there already is named", async () => {
  const { db, q } = await opened("INSERT INTO reading VALUES ('s', 70000, 1)");
  const rows = Array.from({ length: 100_000 }, (_, n) => ({
    sensor: "s",
    slot: n + 1,
    value: null,
  }));
  await assert.rejects(q.addReadingBulk(rows), /row 70000: .*Duplicate key/i);
  assert.deepEqual(await column(db, "SELECT count(*) FROM reading"), [1n]);
  await checkUnchanged(db);
});

test("within a transaction of the caller", async () => {
  const { db, q } = await opened(stock);
  await db.run("BEGIN");
  assert.equal(await q.takeBulk(takes(1000)), 1000);
  await db.run("ROLLBACK");
  await checkUnchanged(db);
  await db.run("BEGIN");
  const refused = /^Error: rows 1 to 1000: Constraint Error/;
  await assert.rejects(q.takeBulk(takes(1000, 700)), refused);
  await assert.rejects(db.run("SELECT 1"), /transaction is aborted/i);
  await db.run("ROLLBACK");
  await checkUnchanged(db);
});

test("the source fails, or the connection is busy", async () => {
  const { db, q } = await opened(stock);
  function* failing() {
    yield* takes(1000);
    throw new Error("no more");
  }
  await assert.rejects(q.takeBulk(failing()), /no more/);
  await checkUnchanged(db);
  for await (const { id } of q.iterateAllStock()) {
    assert.equal(id, 1);
    await assert.rejects(q.takeBulk(takes(1000)), /busy with a stream/);
    break;
  }
  await checkUnchanged(db);
});

test("calls that overlap", async () => {
  const { db, q } = await opened(stock);
  const results = await Promise.allSettled([
    q.takeBulk(late(takes(1000))),
    q.takeBulk(takes(1000, 500)),
    q.takeBulk(takes(10)),
    q.takeBulk(late(takes(1000))),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
  assert.deepEqual(await column(db, "SELECT sum(10 - n) FROM stock"), [2010n]);
});
