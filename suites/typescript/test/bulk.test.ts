import assert from "node:assert/strict";
import type { Connection } from "../src/drivers.js";
import { contract, type Context } from "../src/suite.js";

interface Reading {
  sensor: string;
  at: number;
  value: number | null;
}

/** Readings that exist only when they are asked for. */
function* readings(count: number): Generator<Reading> {
  for (let at = 1; at <= count; at++) {
    yield { sensor: "s", at, value: at % 2 === 0 ? null : at / 2 };
  }
}

async function* late<T>(rows: Iterable<T>): AsyncGenerator<T> {
  for (const row of rows) {
    await Promise.resolve();
    yield row;
  }
}

async function batch({ open, units }: Context) {
  const connection = await open(units.batch.Batch);
  return { connection, q: new units.batch.Batch(connection.db) };
}

contract("batch", (test) => {
  test("changes what one by one would", async (context) => {
    const { q } = await batch(context);
    assert.equal(await q.insertReadingBatch([]), 0);
    assert.equal(await q.insertReadingBatch(readings(5000)), 5000);
    const summary = await q.readingSummary();
    assert.deepEqual(
      { ...summary },
      { count: 5000, with_value: 2500, total: 3125000 },
    );
    assert.equal(
      await q.upsertReadingBatch([
        ...readings(2),
        { sensor: "t", at: 1, value: 9 },
      ]),
      3,
    );
    const corrected = [
      { value: 0.5, sensor: "s", at: 1 }, // has it already
      { value: 8, sensor: "s", at: 2 },
      { value: 8, sensor: "none", at: 2 },
    ];
    assert.equal(await q.correctReadingBatch(corrected), 1);
    assert.equal(
      await q.deleteSensorBatch([{ sensor: "s" }, { sensor: "x" }]),
      5000,
    );
    const left = (await q.allReadings()).map((row) => ({ ...row }));
    assert.deepEqual(left, [{ sensor: "t", at: 1, value: 9 }]);
  });

  test("values that are converted", async (context) => {
    const { q, connection } = await batch(context);
    await q.setFlagBatch([
      { id: 1, on_off: 1, since: "2024-02-29 12:00:00" },
      { id: 2n, on_off: 0, since: null },
    ]);
    assert.deepEqual(
      await connection.text(
        "SELECT id || typeof(on_off) || on_off || ifnull(typeof(since) || since, '') FROM flag",
      ),
      ["1integer1text2024-02-29 12:00:00", "2integer0"],
    );
    const flags = (await q.allFlags()).map((row) => ({ ...row }));
    assert.deepEqual(flags, [
      { id: 1, on_off: 1, since: "2024-02-29 12:00:00" },
      { id: 2, on_off: 0, since: null },
    ]);
  });

  test("an error undoes all of it", async (context) => {
    const { q } = await batch(context);
    await q.insertReading("a", 1, null);
    const clash = [...readings(2000), { sensor: "a", at: 1, value: 1 }];
    await assert.rejects(async () => q.insertReadingBatch(clash), /UNIQUE/);
    assert.equal((await q.allReadings()).length, 1);
    assert.equal(await q.insertReadingBatch(readings(3)), 3);
  });

  test("a value that cannot be stored is named", async (context) => {
    const { q } = await batch(context);
    for (const [bad, message] of [
      [
        { sensor: "s", at: true, value: 1 },
        /row 3: column "at": expected an integer, got boolean/,
      ],
      [
        { sensor: "s", at: 1.5, value: 1 },
        /row 3: column "at": expected an integer, got/,
      ],
      [
        { sensor: undefined, at: 9, value: 1 },
        /row 3: column "sensor": expected text, got undefined/,
      ],
      [
        { sensor: "s", at: 9, value: NaN },
        /row 3: column "value": expected a number/,
      ],
      [{ sensor: "s", at: 9, value: new Date(0) }, /row 3: column "value"/],
      [{ sensor: "s", at: 2n ** 63n, value: 1 }, /row 3: column "at"/],
    ] as const) {
      const rows = [...readings(2), bad as unknown as Reading, ...readings(1)];
      await assert.rejects(async () => q.insertReadingBatch(rows), message);
      assert.deepEqual(await q.allReadings(), []);
    }
  });

  test("within a transaction of the caller", async (context) => {
    const { connection } = await batch(context);
    const { Batch } = context.units.batch;
    await connection.transaction("ROLLBACK", async (tx) => {
      assert.equal(await new Batch(tx).insertReadingBatch(readings(3)), 3);
      assert.equal((await new Batch(tx).allReadings()).length, 3);
    });
    const q = new Batch(connection.db);
    assert.equal((await q.allReadings()).length, 0);
    await connection.transaction("COMMIT", async (tx) => {
      const inner = new Batch(tx);
      await inner.insertReading("kept", 1, null);
      const clash = [...readings(3), { sensor: "s", at: 1, value: 1 }];
      await assert.rejects(
        async () => inner.insertReadingBatch(clash),
        /UNIQUE/,
      );
    });
    const kept = (await q.allReadings()).map((row) => row.sensor);
    assert.deepEqual(kept, ["kept"]);
  });
});

async function appenders({ open, units }: Context) {
  const connection = await open(units.appender.Appender_);
  return { connection, q: new units.appender.Appender_(connection.db) };
}

function* narrow(count: number, from = 1) {
  for (let k = from; k < from + count; k++) {
    yield { k, v: k % 3 === 0 ? null : `v${k}` };
  }
}

async function count(connection: Connection, table: string): Promise<number> {
  const [n] = await connection.text(
    `SELECT CAST(count(*) AS TEXT) FROM ${table}`,
  );
  return Number(n);
}

contract("appender", (test) => {
  test("any number of rows", async (context) => {
    const { q } = await appenders(context);
    for (const n of [0, 1, 2, 31, 32, 33, 1023, 1024, 1025, 10_000]) {
      await q.clearNarrow();
      assert.equal(await q.bulkInsertNarrow(narrow(n)), n);
      const sum = await q.narrowSummary();
      assert.equal(sum.rows, n);
      assert.equal(sum.with_v, n - Math.floor(n / 3));
      assert.equal(sum.sum_k, n === 0 ? null : (n * (n + 1)) / 2);
    }
  });

  test("rows that come asynchronously", async (context) => {
    const { q } = await appenders(context);
    assert.equal(await q.bulkInsertNarrow(late(narrow(3000))), 3000);
    assert.equal((await q.narrowSummary()).last_k, 3000);
    const bad = late([
      ...narrow(2000),
      { k: "x" as unknown as number, v: null },
    ]);
    await assert.rejects(
      async () => q.bulkInsertNarrow(bad),
      /row 2001: column "k"/,
    );
    assert.equal((await q.narrowSummary()).rows, 3000);
  });

  test("loads that overlap", async (context) => {
    const { q, connection } = await appenders(context);
    const parents = Array.from({ length: 3000 }, (_, i) => ({ name: `p${i}` }));
    const [a, b, c] = await Promise.allSettled([
      q.bulkInsertNarrow(late(narrow(3000))),
      q.bulkInsertMainParent(late([...parents, { name: "p0" }])),
      q.bulkInsertNarrow(late(narrow(2000, 5000))),
    ]);
    assert.deepEqual(
      [a.status, b.status, c.status],
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.equal(await count(connection, "narrow"), 5000);
    assert.equal(await count(connection, "parent"), 0);
  });

  test("many columns, and blobs", async (context) => {
    const { q } = await appenders(context);
    const row = (n: number) => ({
      c01: n,
      c02: `t${n}`,
      c03: n / 4,
      c04: null,
      c05: null,
      c06: null,
      c07: -n,
      c08: "",
      c09: 0.5,
      c10: n,
      c11: "x",
      c12: 1.5,
      c13: n,
      c14: "ü",
      c15: 2.5,
      c16: null,
      c17: null,
      c18: n % 2 === 0 ? null : new Uint8Array([n % 256, 0, 255]),
    });
    const rows = Array.from({ length: 100 }, (_, i) => row(i + 1));
    assert.equal(await q.bulkInsertWide(rows), 100);
    const read = (await q.allWide()).map((r) => ({
      ...r,
      c18: r.c18 && new Uint8Array(r.c18),
    }));
    assert.deepEqual(read, rows);
  });

  test("every type", async (context) => {
    const { q } = await appenders(context);
    const row = {
      id: 1,
      b: 1,
      i: -9007199254740991,
      f: 0.1,
      dec: 12.5,
      t: "it's",
      bin: new Uint8Array([222, 173]),
      d: "2024-02-29",
      tm: "12:34:56.789012",
      ts: "2024-02-29 12:34:56",
      tz: "2024-02-29 12:34:56+00:00",
      u: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
      j: '{"a":1}',
    };
    assert.equal(await q.bulkInsertEveryType([row]), 1);
    const [read] = await q.allEveryType();
    assert.deepEqual({ ...read, bin: new Uint8Array(read?.bin ?? []) }, row);
    const [stored] = await q.everyTypeStorage();
    assert.deepEqual(
      { ...stored },
      {
        id: 1,
        b: "integer 1",
        i: "integer -9007199254740991",
        f: "real",
        dec: "real 12.5",
        t: "text it's",
        bin: "blob DEAD",
        d: "text 2024-02-29",
        tm: "text 12:34:56.789012",
        ts: "text 2024-02-29 12:34:56",
        tz: "text 2024-02-29 12:34:56+00:00",
        u: "text a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        j: 'text {"a":1}',
      },
    );
    const nothing = {
      id: 2,
      b: null,
      i: null,
      f: null,
      dec: null,
      t: null,
      bin: null,
      d: null,
      tm: null,
      ts: null,
      tz: null,
      u: null,
      j: null,
    };
    await q.bulkInsertEveryTypeOrNull([nothing]);
    assert.deepEqual({ ...(await q.allEveryTypeOrNull())[0] }, nothing);
  });

  test("columns that the engine fills", async (context) => {
    const { q } = await appenders(context);
    assert.equal(
      await q.bulkInsertRectangle([{ width: 2, height: 3, colour: "blue" }]),
      1,
    );
    const [rectangle] = await q.allRectangles();
    assert.deepEqual(
      { ...rectangle },
      { id: 1, width: 2, height: 3, area: 6, label: "2x3", colour: "blue" },
    );
    assert.equal(
      await q.bulkInsertMainParent([{ name: "a" }, { name: "b" }]),
      2,
    );
    const parents = (await q.allParents()).map((row) => ({ ...row }));
    assert.deepEqual(parents, [
      { id: 1, name: "a" },
      { id: 2, name: "b" },
    ]);
    assert.equal(
      await q.bulkInsertOrderLine([
        { "order id": 1, class: "x", "it's": null },
      ]),
      1,
    );
    assert.deepEqual(
      { ...(await q.allOrderLines())[0] },
      { "order id": 1, class: "x", "it's": null },
    );
  });

  test("stored generated columns", async ({ connect, units }) => {
    const connection = await connect(":memory:");
    for (const sql of units.appender.Appender_.getMigrations()) {
      await connection.exec(
        `${sql} `.replaceAll(
          "(width * height) STORED",
          "(width*height) STORED",
        ),
      );
    }
  });

  test("a constraint that fails undoes all", async (context) => {
    const { q } = await appenders(context);
    const rows = Array.from({ length: 3000 }, (_, i) => ({
      width: 2999 - i,
      height: 1,
      colour: "red",
    }));
    await assert.rejects(async () => q.bulkInsertRectangle(rows), /CHECK/);
    assert.deepEqual(await q.allRectangles(), []);
    assert.equal(await q.bulkInsertRectangle(rows.slice(0, 10)), 10);
  });

  test("a value that cannot be stored is named", async (context) => {
    const { q, connection } = await appenders(context);
    const good = {
      id: 1,
      b: 1,
      i: 1,
      f: 1,
      dec: 1,
      t: "",
      bin: new Uint8Array(1),
      d: "",
      tm: "",
      ts: "",
      tz: "",
      u: "",
      j: "",
    };
    const bad: Record<string, unknown[]> = {
      b: [true, 2, "1", null, undefined],
      i: [1.5, "1", 2 ** 53, null],
      f: ["1", NaN, null],
      dec: ["1", Infinity],
      t: [1, new Date(0), null, Symbol("x")],
      bin: ["x", [1], new Float64Array(1)],
      d: [new Date(0)],
    };
    for (const [column, values] of Object.entries(bad)) {
      for (const value of values) {
        const rows = [good, { ...good, id: 2, [column]: value }];
        await assert.rejects(
          async () => q.bulkInsertEveryType(rows),
          new RegExp(`row 2: column "${column}"`),
        );
      }
    }
    assert.equal(await count(connection, "every_type"), 0);
  });

  test("append, appendMany, flush, close", async (context) => {
    const { q, connection } = await appenders(context);
    const appender = q.createNarrowAppender();
    appender.append({ k: 1, v: "a" });
    assert.equal(await count(connection, "narrow"), 0); // in the buffer
    await appender.flush();
    assert.equal(await count(connection, "narrow"), 1);
    assert.equal(await appender.appendMany(narrow(50, 2)), 50);
    for (const row of narrow(2000, 100)) {
      assert.equal(appender.append(row), appender);
    }
    const before = await count(connection, "narrow");
    assert.equal(before, context.driver.synchronous ? 1075 : 51); // a driver that can wait need not hold many
    assert.equal(await appender.close(), 2051);
    assert.equal(await count(connection, "narrow"), 2051);
    assert.throws(() => appender.append({ k: 1, v: null }), /closed/);
    assert.equal(await appender.close(), 2051);
  });

  test("an appender after an error", async (context) => {
    const { q, connection } = await appenders(context);
    const appender = q.createMainParentAppender();
    appender.append({ name: "a" });
    assert.throws(
      () => appender.append({ name: 1 as unknown as string }),
      /row 2: column "name": expected text, got the number 1/,
    );
    appender.append({ name: "a" });
    await assert.rejects(async () => appender.flush(), /UNIQUE/);
    assert.equal(await count(connection, "parent"), 0);
    await assert.rejects(async () =>
      appender.appendMany([{ name: "b" }, { name: "b" }]),
    );
    assert.equal(await count(connection, "parent"), 0);
    appender.append({ name: "c" });
    assert.equal(await appender.close(), 1);
    assert.equal(await count(connection, "parent"), 1);
  });

  test("two appenders at once", async (context) => {
    const { q, connection } = await appenders(context);
    const a = q.createNarrowAppender();
    const b = q.createMainParentAppender();
    for (const row of narrow(1500)) {
      a.append(row);
      b.append({ name: `p${row.k}` });
    }
    assert.equal(await a.close(), 1500);
    assert.equal(await b.close(), 1500);
    assert.equal(await count(connection, "narrow"), 1500);
    assert.equal(await count(connection, "parent"), 1500);
  });

  test("within a transaction of the caller", async (context) => {
    const { connection } = await appenders(context);
    const { Appender_ } = context.units.appender;
    await connection.transaction("ROLLBACK", async (tx) => {
      assert.equal(
        await new Appender_(tx).bulkInsertNarrow(narrow(2000)),
        2000,
      );
    });
    assert.equal(await count(connection, "narrow"), 0);
    await connection.transaction("COMMIT", async (tx) => {
      const q = new Appender_(tx);
      await q.bulkInsertNarrow(narrow(40));
      const clash = [...narrow(2000)].map((row) => ({
        name: `p${row.k % 1500}`,
      }));
      await assert.rejects(async () => q.bulkInsertMainParent(clash), /UNIQUE/);
      await q.bulkInsertNarrow(late(narrow(40, 100)));
    });
    assert.equal(await count(connection, "narrow"), 80);
    assert.equal(await count(connection, "parent"), 0);
  });

  test("64-bit integers with safeIntegers", async ({ open, units }) => {
    const { Appender_ } = units.safeAppender;
    const connection = await open(Appender_, { safe: true });
    const q = new Appender_(connection.db);
    const max = 9223372036854775807n;
    assert.equal(
      await q.bulkInsertNarrow([
        { k: max, v: null },
        { k: -max, v: "x" },
      ]),
      2,
    );
    const rows = (await q.allNarrow()).map((row) => ({ ...row }));
    assert.deepEqual(rows, [
      { k: -max, v: "x" },
      { k: max, v: null },
    ]);
    await assert.rejects(
      async () => q.bulkInsertNarrow([{ k: max + 1n, v: null }]),
      /row 1: column "k"/,
    );
  });
});
