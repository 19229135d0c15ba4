import assert from "node:assert/strict";
import { test, type Context } from "../src/postgres.js";

async function customers(context: Context) {
  const Unit = context.units.lookup.PostgresLookup;
  const url = await context.database();
  const connection = await context.connect(url);
  for (const sql of Unit.getMigrations()) {
    await connection.exec(sql);
  }
  await connection.exec(
    `INSERT INTO customer (id, name, parent)
     SELECT i, 'c' || i % 700, nullif(i / 2, 0) FROM generate_series(1, 900) AS i`,
  );
  return { url, connection, q: new Unit(connection.db) };
}

/** Keys that exist only when they are asked for: from 1 to 1000, again and again. */
function* inTurns(count: number): Generator<{ id: number }> {
  for (let i = 0; i < count; i++) {
    yield { id: (i % 1000) + 1 };
  }
}

test("lookup: more keys than a query takes, many of them several times", async (context) => {
  const { q } = await customers(context);
  for (const count of [0, 1, 2, 1001, 100_000, 100_001]) {
    const found = await q.customerByIdBulk(inTurns(count));
    assert.equal(found.length, count);
    for (const [i, customer] of found.entries()) {
      const id = (i % 1000) + 1;
      assert.equal(customer?.id, id <= 900 ? id : undefined);
      assert.ok(customer === undefined || customer !== found[i - 1000]);
    }
  }
});

test("lookup: equal keys share nothing", async (context) => {
  const { q, connection } = await customers(context);
  const called = await q.calledBulk(
    ["c5", "c699", "c5", "none", "c200"].map((name) => ({ name })),
  );
  assert.deepEqual(
    called.map((rows) => rows.map(({ id }) => id)),
    [[5, 705], [699], [5, 705], [], [200, 900]],
  );
  called[0]?.pop();
  assert.equal(called[2]?.length, 2);
  const id = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
  await connection.exec(
    `INSERT INTO file VALUES ('${id}', 1, 'abc', '{a}', '{"n": 1}')`,
  );
  const [one, other] = await q.fileByIdBulk([{ id }, { id }]);
  one?.body.fill(0);
  one?.tags.push("b");
  (one?.meta as { n: number }).n = 2;
  assert.equal(other?.body.toString(), "abc");
  assert.deepEqual(other.tags, ["a"]);
  assert.deepEqual(other.meta, { n: 1 });
});

test("lookup: keys are equal as the server sees them", async (context) => {
  const { q, connection } = await customers(context);
  await connection.exec(
    `INSERT INTO customer (id, name) VALUES (1000, E'a\uFFFDb'), (1001, 'null');
     INSERT INTO file VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 1, '', '{}', 'null');
     INSERT INTO orders VALUES (7, 1, 'open', 1.5, now()), (-7, 2, 'open', 2.5, now()), (0, 3, 'open', 3.5, now())`,
  );
  const counts = (found: readonly unknown[][]) =>
    found.map((rows) => rows.length);
  const names = ["a\ud83db", "a\ufffdb", "a\udc00b", "a😀b", "null"];
  for (const name of names) {
    const { length } = await q.called(name);
    const found = await q.calledBulk([{ name }, { name: "a\ufffdb" }]);
    assert.deepEqual(counts(found), [length, 1], name);
  }
  const none = { name: null } as unknown as { name: string }; // which nothing is equal to
  assert.deepEqual(
    counts(await q.calledBulk([none, { name: "null" }])),
    [0, 1],
  );
  const ids = [
    "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
    "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}",
    "a0eebc999c0b4ef8bb6d6bb9bd380a11",
    "a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11",
    "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
  ];
  const files = await q.fileByIdBulk(ids.map((id) => ({ id })));
  assert.deepEqual(
    files.map((file) => file?.shelf),
    [1, 1, 1, 1, 1],
  );
  const orders = await q.openOrderBulk([{ id: 7 }, { id: 7n }, { id: -0 }]);
  assert.deepEqual(
    orders.map((order) => order?.customer),
    [1, 1, 3],
  );
  const texts = ["7", "+7", " 007 ", "0x7", "0b1_11", "-7", "-0o7", "-0", "8"];
  const Keys = context.units.optionKeys.PostgresKeys;
  const found = await new Keys(connection.db).openOrderBulk(
    texts.map((id) => ({ id })),
  );
  assert.deepEqual(
    found.map((order) => order?.customer),
    [1, 1, 1, 1, 1, 2, 2, 3, undefined],
  );
  const wrong = q.fileByIdBulk([{ id: "a" }, { id: "b" }]);
  await assert.rejects(wrong, /invalid input syntax for type uuid: "a"/);
});

test("lookup: one row of parameters is the query itself", async (context) => {
  const { url, q } = await customers(context);
  const watcher = await context.connect(url);
  const asked = async () =>
    watcher.text(
      `SELECT substring(query FROM 'WHERE.*$') FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'SELECT id, name, parent%'`,
    );
  await q.customerByIdBulk([{ id: 1 }]);
  assert.deepEqual(await asked(), ["WHERE id = $1"]);
  await q.customerByIdBulk([{ id: 1 }, { id: 2 }]);
  assert.ok((await asked()).includes("WHERE id = ANY ($1::integer[])"));
});
