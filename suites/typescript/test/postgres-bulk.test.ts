import assert from "node:assert/strict";
import { test, type Context } from "../src/postgres.js";

interface Narrow {
  k: number;
  v: string | null;
}

/** Rows that exist only when they are asked for. */
function* narrow(count: number, from = 1): Generator<Narrow> {
  for (let k = from; k < from + count; k++) {
    yield { k, v: k % 2 === 0 ? null : `ü ${k}` };
  }
}

async function* late<T>(rows: Iterable<T>): AsyncGenerator<T> {
  for (const row of rows) {
    await Promise.resolve();
    yield row;
  }
}

async function appender(context: Context) {
  const Unit = context.units.appender.PostgresAppender;
  const connection = await context.open(Unit);
  return { connection, q: new Unit(connection.db), Unit };
}

const nothing = { rows: 0n, with_v: 0n };

test("appender: few rows, many rows, lazily", async (context) => {
  const { q } = await appender(context);
  for (const count of [0, 1, 2, 4, 5, 6, 999, 1000, 1001, 20_000]) {
    for (const rows of [narrow(count), late(narrow(count))]) {
      assert.equal(await q.bulkInsertNarrow(rows), count);
      const summary = await q.narrowSummary();
      assert.equal(summary.rows, BigInt(count));
      assert.equal(summary.with_v, BigInt(Math.ceil(count / 2)));
      assert.equal(await q.clearNarrow(), count);
    }
  }
});

test("appender: row by row", async (context) => {
  const { q } = await appender(context);
  const few = q.createNarrowAppender();
  few.append({ k: 1, v: "one" });
  assert.equal((await q.narrowSummary()).rows, 0n);
  await few.flush();
  assert.equal((await q.narrowSummary()).rows, 1n);
  assert.equal(await few.appendMany(narrow(30, 2)), 30);
  for (const row of narrow(60_000, 100)) {
    few.append({ ...row, v: "x".repeat(20) });
  }
  assert.equal(await few.close(), 60_031);
  assert.throws(() => few.append({ k: 1, v: null }), /closed/);
  assert.equal((await q.narrowSummary()).rows, 60_031n);
});

test("appender: a row larger than the buffer", async (context) => {
  const { q, connection } = await appender(context);
  const long = "é".repeat(400_000);
  const rows = Array.from({ length: 25 }, (_, k) => ({
    k,
    v: k % 5 === 0 ? long : "short",
  }));
  assert.equal(await q.bulkInsertNarrow(rows), 25);
  assert.deepEqual(
    await connection.text("SELECT sum(length(v))::text FROM narrow"),
    [String(5 * 400_000 + 20 * 5)],
  );
});

for (const count of [5, 5000]) {
  test(`appender: a value that cannot be stored, in row ${count - 1}`, async (context) => {
    const { q } = await appender(context);
    const bad = (row: Partial<Record<keyof Narrow, unknown>>) =>
      [
        ...narrow(count - 2),
        { k: 1, v: null, ...row },
        ...narrow(5),
      ] as Narrow[];
    const row = `row ${count - 1}: column `;
    for (const [spoiled, message] of [
      [
        { k: 2 ** 31 },
        `${row}"k": expected an integer of 32 bits, got 2147483648`,
      ],
      [{ k: 1.5 }, `${row}"k": expected an integer of 32 bits, got 1.5`],
      [{ k: null }, `${row}"k": expected an integer of 32 bits, got null`],
      [{ k: "1" }, `${row}"k": expected an integer of 32 bits, got "1"`],
      [{ v: undefined }, `${row}"v": expected text, got undefined`],
      [
        { v: "a\0b" },
        `${row}"v": expected text without NUL characters, got "a\\u0000b"`,
      ],
      [
        { v: "\ud83d\ud83d\ude00" },
        `${row}"v": expected text without lone surrogates, got "\\ud83d😀"`,
      ],
      [{ v: 1 }, `${row}"v": expected text, got 1`],
    ] as const) {
      await assert.rejects(q.bulkInsertNarrow(bad(spoiled)), { message });
      assert.partialDeepStrictEqual(await q.narrowSummary(), nothing);
    }
    assert.equal(await q.bulkInsertNarrow(narrow(count)), count);
  });

  test(`appender: the server refuses row ${count}`, async (context) => {
    const { q, connection, Unit } = await appender(context);
    const rows = Array.from({ length: count + 3 }, (_, i) => ({
      id: i,
      word: i === count ? "refuse" : "fine",
    }));
    await assert.rejects(q.bulkInsertGuarded(rows), {
      message: `the word refuse is refused; row ${count}`,
      code: "P0001",
    });
    assert.equal((await q.allGuarded()).length, 0);
    // A deferred check, or one of a batch that is written at the end, comes after the last row.
    await assert.rejects(
      q.bulkInsertGuarded([...rows.slice(0, count), { id: 0, word: "again" }]),
      {
        code: "23505",
      },
    );
    assert.equal((await q.allGuarded()).length, 0);
    await connection.transaction("COMMIT", async (tx) => {
      const inside = new Unit(tx);
      assert.equal(
        await inside.bulkInsertGuarded([{ id: -1, word: "kept" }]),
        1,
      );
      await assert.rejects(inside.bulkInsertGuarded(rows), { code: "P0001" });
      assert.equal(await inside.bulkInsertNarrow(narrow(count)), count);
    });
    assert.deepEqual(await q.allGuarded(), [{ id: -1, word: "KEPT" }]);
    await connection.transaction("ROLLBACK", async (tx) => {
      assert.equal(await new Unit(tx).bulkInsertGuarded(rows.slice(2, 4)), 2);
    });
    assert.equal((await q.allGuarded()).length, 1);
    assert.equal((await q.narrowSummary()).rows, BigInt(count));
  });

  test(`appender: the source fails after ${count} rows`, async (context) => {
    const { q } = await appender(context);
    let closed = 0;
    function* failing() {
      try {
        yield* narrow(count);
        throw new Error("no more");
      } finally {
        closed++;
      }
    }
    await assert.rejects(q.bulkInsertNarrow(failing()), /no more/);
    await assert.rejects(q.bulkInsertNarrow(late(failing())), /no more/);
    assert.equal(closed, 2);
    assert.partialDeepStrictEqual(await q.narrowSummary(), nothing);
    assert.equal(await q.bulkInsertNarrow(narrow(count)), count);
  });
}

test("appender: two loads at once", async (context) => {
  const { q, connection, Unit } = await appender(context);
  const loads = [narrow(3000), narrow(10), narrow(5000)];
  assert.deepEqual(
    await Promise.all(loads.map((l) => q.bulkInsertNarrow(l))),
    [3000, 10, 5000],
  );
  assert.equal(await q.clearNarrow(), 8010);
  await connection.transaction("COMMIT", async (tx) => {
    const inside = new Unit(tx);
    const results = await Promise.allSettled([
      inside.bulkInsertNarrow(narrow(3000)),
      inside.bulkInsertGuarded(
        Array.from({ length: 30 }, () => ({ id: 1, word: "twice" })),
      ),
      inside.bulkInsertNarrow(narrow(2000)),
    ]);
    assert.deepEqual(
      results.map((r) => r.status),
      ["fulfilled", "rejected", "fulfilled"],
    );
  });
  assert.equal((await q.narrowSummary()).rows, 5000n);
  assert.equal((await q.allGuarded()).length, 0);
});

test("appender: a source that asks the busy connection", async (context) => {
  const { q } = await appender(context);
  async function* asking() {
    yield* narrow(30);
    const summary = await q.narrowSummary();
    yield { k: Number(summary.rows), v: null };
  }
  if (context.driver.name === "pg with a client") {
    await assert.rejects(
      q.bulkInsertNarrow(asking()),
      /busy with a bulk insert/,
    );
    assert.equal((await q.narrowSummary()).rows, 0n);
  } else {
    assert.equal(await q.bulkInsertNarrow(asking()), 31);
  }
});

test("appender: the connection breaks in the middle", async (context) => {
  const Unit = context.units.appender.PostgresAppender;
  const connection = await context.open(Unit);
  const [url] = await connection.text("SELECT current_database()::text");
  const base = new URL(process.env["SQG_TEST_POSTGRES_URL"] ?? "");
  base.pathname = `/${url ?? ""}`;
  for (const at of [2000, 50_000]) {
    const broken = await context.connect(base.href);
    const q = new Unit(broken.db);
    async function* killing() {
      for (const row of narrow(200_000)) {
        if (row.k === at) {
          const killed = await connection.text(
            `SELECT pg_terminate_backend(pid, 5000)::text FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE 'COPY%' AND pid <> pg_backend_pid()`,
          );
          assert.deepEqual(killed, ["true"]);
        }
        yield row;
      }
    }
    await assert.rejects(q.bulkInsertNarrow(killing()), (error) => {
      assert.ok(!(error instanceof assert.AssertionError), String(error));
      return true;
    });
    assert.deepEqual(
      await connection.text("SELECT count(*)::text FROM narrow"),
      ["0"],
    );
    if (context.driver.name !== "pg with a client") {
      assert.equal(await q.bulkInsertNarrow(narrow(100)), 100); // with another connection of the pool
      assert.equal(await q.clearNarrow(), 100);
    }
  }
});

test("JSON has no infinite numbers", async (context) => {
  const { connection, q } = await appender(context);
  const nulls = { b: null, i: null, f: null, dec: null, t: null, bin: null };
  const rest = { d: null, tm: null, ts: null, tz: null, u: null };
  const row = (id: number, j: unknown) => ({ id, ...nulls, ...rest, j });
  const good = [null, { x: [1, null] }];
  for (const value of [NaN, Infinity, [-Infinity], { x: { y: [1, NaN] } }]) {
    for (const count of [2, 2000]) {
      const rows = Array.from({ length: count }, (_, k) => row(k, good[k % 2]));
      await assert.rejects(
        q.bulkInsertEveryTypeOrNull([...rows, row(-1, value)]),
        new RegExp(`row ${count + 1}: column "j": JSON has no -?[NI]`),
      );
      assert.equal(await q.bulkInsertEveryTypeOrNull(rows), count);
      await connection.exec("TRUNCATE every_type_or_null");
    }
  }
});

test("bulk: one statement for many rows, an error of one", async (context) => {
  const Unit = context.units.bulk.PostgresBulk;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  function* readings(count: number, twice = 0) {
    for (let at = 1; at <= count; at++) {
      yield { sensor: "s", at: at === twice ? 7 : at, value: at, note: null };
    }
  }
  assert.equal(await q.addReadingBulk(late(readings(2500))), 2500);
  assert.equal(await q.statementsFor("s"), 1n);
  assert.equal(await q.setValueBulk(readings(2500)), 2500);
  assert.equal(await q.statementsFor("s"), 1n);
  await connection.transaction("COMMIT", async (tx) => {
    const inside = new Unit(tx);
    await inside.dropReadingBulk(readings(2500));
    await assert.rejects(inside.addReadingBulk(readings(2500, 2345)), {
      code: "23505",
      message: /^row 2345: duplicate key/,
    });
    assert.equal(await inside.addReadingBulk(readings(1)), 1);
  });
  await assert.rejects(
    q.addReadingBulk(readings(2500)),
    /^error: row 1:|^PostgresError: row 1:/,
  );
  assert.equal((await q.allReadings()).length, 1);
  await assert.rejects(
    q.setValueBulk([...readings(2), { sensor: "s", at: 1 } as never]),
    /row 3: column "value": undefined/,
  );
});

test("bulk: rows of different keys take one plain statement, others rounds", async (context) => {
  const Unit = context.units.bulk.PostgresBulk;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  for (const sql of [
    "INSERT INTO stock VALUES (1, 100), (2, 100), (3, 100)",
    "CREATE TABLE run (id serial, sql text)",
    `CREATE FUNCTION runs() RETURNS trigger LANGUAGE plpgsql AS
     $$BEGIN INSERT INTO run (sql) VALUES (current_query()); RETURN NULL; END$$`,
    `CREATE TRIGGER runs AFTER INSERT OR UPDATE OR DELETE ON stock
     FOR EACH STATEMENT EXECUTE FUNCTION runs()`,
  ]) {
    await connection.exec(sql);
  }
  // What a statement in rounds returns is called so.
  const runs = () =>
    connection.text(
      "SELECT CASE WHEN sql LIKE '%AS rounds%' THEN 'round' ELSE 'plain' END FROM run ORDER BY id",
    );
  const left = () => connection.text("SELECT n::text FROM stock ORDER BY id");
  const take = (...ids: number[]) =>
    q.takeBulk(ids.map((id) => ({ id, n: 1 })));
  const drop = (...ids: number[]) => q.dropStockBulk(ids.map((id) => ({ id })));
  for (const [work, changed, statements, n] of [
    [() => take(1, 2, 9), 2, ["plain"], ["99", "99", "100"]],
    [
      () => take(1, 2, 1, 1),
      4,
      ["plain", "round", "round", "round", "round"],
      ["96", "98", "100"],
    ],
    [() => take(8, 9), 0, ["plain", "round"], ["96", "98", "100"]],
    [() => drop(1, 1, 9), 1, ["plain"], ["98", "100"]],
    [() => drop(1, 9), 0, ["plain"], ["98", "100"]],
  ] as const) {
    await connection.exec("TRUNCATE run");
    assert.equal(await work(), changed);
    assert.deepEqual(await runs(), statements);
    assert.deepEqual(await left(), n);
  }
});

test("bulk: rows from a table mean what they mean from lists", async (context) => {
  const Unit = context.units.bulk.PostgresBulk;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  const count = 6000;
  const id = (i: number) =>
    `00000000-0000-0000-0000-${(i + 1).toString(16).padStart(12, "0")}`;
  await connection.exec(
    `INSERT INTO sample (id) SELECT lpad(to_hex(i), 32, '0')::uuid FROM generate_series(1, ${count}) AS i`,
  );
  const nothing = {
    level: null,
    price: null,
    detail: null,
    raw: null,
    day: null,
    at: null,
    on_off: null,
    small: null,
  };
  const samples = Array.from({ length: count }, (_, i) =>
    i % 3 === 0
      ? { ...nothing, id: id(i) }
      : {
          id: id(i),
          level: i % 2 === 0 ? ("low" as const) : ("high" as const),
          price: `${i * 7 - 10_000}.125`,
          detail: { i, name: 'Zoë "é" \\' },
          raw: Uint8Array.of(0, i % 256, 255),
          day: `${String(1000 + i)}-02-28`,
          at: `1999-12-31 23:00:${String(i % 60).padStart(2, "0")}.123456+01`,
          on_off: i % 2 === 0,
          small: i * 5,
        },
  );
  const results = [];
  for (const size of [2000, count]) {
    await connection.exec(
      "UPDATE sample SET level = NULL, price = NULL, detail = NULL, raw = NULL, day = NULL, at = NULL, on_off = NULL, small = NULL",
    );
    let changed = 0;
    for (let at = 0; at < count; at += size) {
      changed += await q.setSampleBulk(late(samples.slice(at, at + size)));
    }
    assert.equal(changed, count);
    results.push(await q.allSamples());
  }
  assert.deepEqual(results[1], results[0]);
  const left = "SELECT count(*)::text FROM pg_class WHERE relname = 'sqg_rows'";
  assert.deepEqual(await connection.text(left), ["0"]);
});

test("bulk: rows of one key, from a table", async (context) => {
  const Unit = context.units.bulk.PostgresBulk;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  await connection.exec(
    "INSERT INTO stock SELECT i, 1000000 FROM generate_series(1, 6000) AS i",
  );
  const left = () =>
    connection.text("SELECT n::text FROM stock WHERE id < 3 ORDER BY id");
  for (const [keys, expected] of [
    [1000, ["999994", "999994"]],
    [2, ["996994", "996994"]],
  ] as const) {
    const rows = Array.from({ length: 6000 }, (_, i) => ({
      id: 1 + (i % keys),
      n: 1,
    }));
    assert.equal(await q.takeBulk(rows), 6000);
    assert.deepEqual(await left(), expected);
  }
  // A row that fails is the first that does, though others of its key come before.
  const rows = Array.from({ length: 6000 }, (_, i) => ({
    id: 1 + (i % 1000),
    n: i === 2500 ? 999_999 : 1,
  }));
  await assert.rejects(q.takeBulk(rows), {
    code: "23514",
    message: /^row 2501: /,
  });
  assert.deepEqual(await left(), ["996994", "996994"]);
});

test("batch: as one by one would, all or nothing", async (context) => {
  const Unit = context.units.batch.PostgresBatch;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  function* readings(count: number) {
    for (let at = 1; at <= count; at++) {
      yield { sensor: "s", at, value: at % 2 === 0 ? null : at / 2 };
    }
  }
  assert.equal(await q.insertReadingBatch([]), 0);
  assert.equal(await q.insertReadingBatch(late(readings(2500))), 2500);
  assert.deepEqual(await q.readingSummary(), {
    count: 2500n,
    with_value: 1250n,
    total: 781250,
  });
  await assert.rejects(q.insertReadingBatch([...readings(3000)].reverse()), {
    code: "23505",
  });
  await assert.rejects(
    q.upsertReadingBatch([...readings(10), { sensor: "s", at: 1 } as never]),
    /row 11: column "value": undefined/,
  );
  assert.equal((await q.readingSummary()).count, 2500n);
  assert.equal(
    await q.upsertReadingBatch([
      ...readings(2),
      { sensor: "t", at: 1, value: -0 },
    ]),
    3,
  );
  assert.equal(
    await q.correctReadingBatch([
      { value: 0.5, sensor: "s", at: 1 },
      { value: 8, sensor: "s", at: 2 },
      { value: 8, sensor: "none", at: 2 },
    ]),
    1,
  );
  await connection.transaction("COMMIT", async (tx) => {
    const inside = new Unit(tx);
    await assert.rejects(inside.insertReadingBatch(readings(3)), {
      code: "23505",
    });
    assert.equal(
      await inside.deleteSensorBatch([{ sensor: "s" }, { sensor: "x" }]),
      2500,
    );
  });
  assert.deepEqual(await q.allReadings(), [{ sensor: "t", at: 1, value: -0 }]);
  const id = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11";
  assert.equal(
    await q.addEventBatch([
      {
        id,
        level: "high",
        tags: ["a", null, '"\\'],
        detail: { x: [1, "é"] },
        at: new Date(1.7e12 + 1),
      },
    ]),
    1,
  );
  assert.deepEqual(await q.allEvents(), [
    {
      id,
      level: "high",
      tags: ["a", null, '"\\'],
      detail: { x: [1, "é"] },
      at: "2023-11-14 22:13:20.001+00",
    },
  ]);
});

test("migrations", async (context) => {
  const Unit = context.units.migrations.PostgresMigrations;
  const url = await context.database();
  const connections = await Promise.all(
    [1, 2, 3].map(() => context.connect(url)),
  );
  for (const c of connections) {
    await c
      .exec(
        "CREATE TABLE IF NOT EXISTS legacy_account (id integer PRIMARY KEY, owner text NOT NULL)",
      )
      .catch(() => undefined);
  }
  const [connection] = connections;
  assert.ok(connection);
  const pending = await Unit.pendingMigrations(connection.db);
  assert.equal(pending.length, Unit.getMigrations().length);
  const table = "SELECT to_regclass('_sqg_migrations')::text";
  assert.deepEqual(await connection.text(table), [null]);
  const lists = await Promise.all(
    connections.map((c) => Unit.applyMigrations(c.db)),
  );
  assert.deepEqual(lists.flat(), pending);
  assert.deepEqual(await Unit.pendingMigrations(connection.db), []);
  assert.deepEqual(await Unit.applyMigrations(connection.db), []);
  assert.deepEqual(await new Unit(connection.db).settings(), [
    { name: "search_path", value: '"$user", public' },
    { name: "statement_timeout", value: "0" },
  ]);
  const count = "SELECT count(*)::text FROM _sqg_migrations";
  const applied = String(Unit.getMigrations().length);
  assert.deepEqual(await connection.text(count), [applied]);
  await connection.transaction("ROLLBACK", async (tx) => {
    await assert.rejects(
      Unit.applyMigrations(tx),
      /migrations need transactions of their own/,
    );
  });
  await connection.exec(
    "UPDATE _sqg_migrations SET checksum = repeat('a', 64) WHERE migration_id = '005 view'",
  );
  assert.deepEqual(await Unit.applyMigrations(connection.db), []);
  await connection.exec(
    "UPDATE _sqg_migrations SET checksum = 'x' WHERE migration_id = '003_data'",
  );
  await assert.rejects(
    Unit.applyMigrations(connection.db),
    /"003_data" of project .* has changed.*:was\(x\)$/,
  );
  await assert.rejects(
    Unit.pendingMigrations(connection.db),
    /"003_data" of project .* has changed/,
  );
  await assert.rejects(
    Unit.applyMigrations(connection.db, "other"),
    (error: Error) => {
      assert.match(error.message, /^migration "001_tables": .*already exists/);
      assert.equal((error.cause as { code: string }).code, "42P07");
      return true;
    },
  );
  assert.deepEqual(await connection.text(count), [applied]);
});

test("a migration waits for a lock again", async (context) => {
  const Unit = context.units.migrations.PostgresMigrations;
  const url = await context.database();
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map(() => context.connect(url)),
  );
  assert.ok(one && two && three);
  const last = (await Unit.applyMigrations(one.db)).at(-1);
  await one.exec("DELETE FROM _sqg_migrations WHERE migration_id = '014_lock'");
  let kept = false;
  const keeping = new Unit(two.db).keepOut().finally(() => (kept = true));
  while (!(await new Unit(three.db).keptOut())) {
    assert.equal(kept, false);
  }
  assert.deepEqual(await Unit.applyMigrations(one.db), [last]);
  await keeping;
});

test("a session ends without a transaction", async (context) => {
  const Unit = context.units.migrations.PostgresMigrations;
  const url = await context.database();
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map(() => context.connect(url)),
  );
  assert.ok(one && two && three);
  const lastTwo = (await Unit.applyMigrations(one.db)).slice(-2);
  await one.exec("DROP INDEX setting_once");
  await one.exec(
    "DELETE FROM _sqg_migrations WHERE migration_id IN ('013_unique', '014_lock')",
  );
  let ended = false;
  const ending = new Unit(two.db).interrupt().finally(() => (ended = true));
  const app = new Unit(three.db);
  while (!(await app.keptOut())) {
    assert.equal(ended, false);
  }
  await assert.rejects(Unit.applyMigrations(one.db));
  await ending;
  assert.ok(!(await app.indexes()).includes("setting_once"));
  assert.deepEqual(await Unit.applyMigrations(three.db), lastTwo);
  assert.ok((await app.indexes()).includes("setting_once"));
});

test("the table of an older sqg is adopted", async (context) => {
  const Unit = context.units.migrations.PostgresMigrations;
  const connection = await context.connect(await context.database());
  const [first = "", second = ""] = Unit.getMigrations();
  for (const script of [
    first,
    second,
    `CREATE TABLE _sqg_migrations (
      project TEXT NOT NULL,
      migration_id TEXT NOT NULL,
      applied_at TIMESTAMP NOT NULL DEFAULT now(),
      PRIMARY KEY (project, migration_id)
    )`,
    `INSERT INTO _sqg_migrations (project, migration_id)
    VALUES ('old', '001_tables'), ('old', '002_trigger')`,
  ]) {
    await connection.exec(script);
  }
  const pending = await Unit.pendingMigrations(connection.db, "old");
  assert.equal(pending.length, Unit.getMigrations().length - 2);
  assert.deepEqual(await Unit.applyMigrations(connection.db, "old"), pending);
  assert.deepEqual(await Unit.applyMigrations(connection.db, "old"), []);
  const known = "SELECT count(checksum)::text FROM _sqg_migrations";
  assert.deepEqual(await connection.text(known), [
    String(Unit.getMigrations().length - 2),
  ]);
});

test("migrations that change where names are found", async (context) => {
  const Unit = context.units.dumped.PostgresDumped;
  const connection = await context.connect(await context.database());
  await Unit.applyMigrations(connection.db);
  await Unit.applyMigrations(connection.db);
  assert.deepEqual(
    await connection.text(
      "SELECT count(*)::text FROM public._sqg_migrations WHERE to_regclass('public.other') IS NOT NULL",
    ),
    ["5"],
  );
  assert.deepEqual(
    await connection.text("SELECT current_setting('search_path')"),
    ['"$user", public'],
  );
});
