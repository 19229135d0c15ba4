import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { DuckdbBatch } from "../gen/duckdb/duckdb-batch.js";
import { DuckdbMigrations } from "../gen/duckdb/duckdb-migrations.js";
import { DuckdbAppender as Observed } from "../gen/observed/duckdb/duckdb-appender.js";
import {
  DuckdbAppender,
  type EveryTypeOrNullRow,
} from "../gen/plain/duckdb/duckdb-appender.js";
import { DuckdbSources } from "../gen/plain/duckdb/duckdb-sources.js";
import { column, open, test } from "../src/duckdb.js";

const many = 260_000; // more than is written at a time

/** A row without values. */
const nothing = {
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
  e: null,
  l: null,
  ls: null,
  ll: null,
  a3: null,
  s: null,
  m: null,
  h: null,
  iv: null,
  ns: null,
};

/** Tells that no temporary table is left. */
async function checkNothingWaits(db: DuckDBConnection): Promise<void> {
  const temporary = "SELECT table_name FROM duckdb_tables() WHERE temporary";
  assert.deepEqual(await column(db, temporary), []);
}

function* numbers(count: number, bad?: number) {
  for (let k = 1; k <= count; k++) {
    yield { k: k === bad ? 2 ** 31 : k, v: k % 3 === 0 ? null : `value ${k}` };
  }
}

for (const bad of [1, 2048, 2049, 122_880, 122_881, 250_001, 1_000_000]) {
  test(`a value out of range in row ${bad} leaves nothing`, async () => {
    const db = await open(DuckdbAppender);
    const q = new DuckdbAppender(db);
    await assert.rejects(
      q.bulkInsertNarrow(numbers(bad + 1, bad)),
      new RegExp(
        `^TypeError: row ${bad}: column "k": expected INTEGER, got 2147483648`,
      ),
    );
    await assert.rejects(
      q.bulkInsertNarrow([...numbers(bad, bad), ...numbers(many)]),
      new RegExp(`^TypeError: row ${bad}: column "k": expected INTEGER`),
    );
    assert.equal((await q.narrowSummary()).rows, 0n);
    await checkNothingWaits(db);
    assert.equal(await q.bulkInsertNarrow(numbers(3)), 3);
    assert.equal((await q.narrowSummary()).rows, 3n);
  });
}

test("many rows from a lazy source, also an asynchronous one", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  assert.equal(await q.bulkInsertNarrow(numbers(many)), many);
  async function* later() {
    for (const row of numbers(5000)) {
      await Promise.resolve();
      yield { ...row, k: -row.k };
    }
  }
  assert.equal(await q.bulkInsertNarrow(later()), 5000);
  assert.deepEqual(
    await column(
      db,
      "SELECT count(*) FROM narrow WHERE v IS DISTINCT FROM CASE WHEN k % 3 <> 0 THEN 'value ' || abs(k) END",
    ),
    [0n],
  );
  assert.equal((await q.narrowSummary()).rows, BigInt(many + 5000));
  await checkNothingWaits(db);
});

test("a constraint at flush, and a null where none may be", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  const line = { "order id": 1, class: "a", "it's": null };
  await assert.rejects(
    q.bulkInsertOrderLine([line, { ...line, class: "b" }, line]),
    /duplicate key/i,
  );
  const none = null as unknown as number;
  await assert.rejects(
    q.bulkInsertOrderLine([{ ...line, "order id": none }]),
    /^TypeError: row 1: column "order id": expected INTEGER, got null$/,
  );
  assert.deepEqual(await q.allOrderLines(), []);
  await q.bulkInsertOrderLine([line]);
  assert.deepEqual(await q.allOrderLines(), [line]);
});

test("columns that are left out have their defaults", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  const names = Array.from({ length: 5000 }, (_, i) => ({ name: `n${i}` }));
  assert.equal(await q.bulkInsertMainParent(names), 5000);
  const rows = await q.allParents();
  assert.deepEqual(
    rows.map((row) => row.id),
    rows.map((_, i) => i + 1),
  );
  await assert.rejects(q.bulkInsertMainParent([{ name: "x" }, { name: "n7" }]));
  await checkNothingWaits(db);
  assert.equal(await q.bulkInsertMainParent([{ name: "y" }]), 1);
  await checkNothingWaits(db);
});

test("a constraint that only the last of many rows breaks", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  for (const twice of [122_880, 200_000, many]) {
    const names = Array.from({ length: many }, (_, i) => ({
      name: `n${i + 1 === twice ? 0 : i}`,
    }));
    await assert.rejects(q.bulkInsertMainParent(names), /duplicate key/i);
    assert.deepEqual(await q.allParents(), []);
    await checkNothingWaits(db);
  }
});

test("two appenders of a table at once, and one after a load that failed", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  const odd = q.createNarrowAppender();
  const even = q.createNarrowAppender();
  for (let k = 1; k <= 5000; k++) {
    (k % 2 === 1 ? odd : even).append({ k, v: `value ${k}` });
  }
  await assert.rejects(q.bulkInsertNarrow(numbers(3000, 2500)), /row 2500/);
  await q.bulkInsertNarrow([{ k: 5001, v: "value 5001" }]);
  assert.equal(await odd.close(), 2500);
  assert.equal(await even.close(), 2500);
  const right = "count(*) FILTER (v = 'value ' || k), count(DISTINCT k)";
  const reader = await db.runAndReadAll(`SELECT ${right} FROM narrow`);
  assert.deepEqual(reader.getRows(), [[5001n, 5001n]]);
});

test("in the caller's transaction", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  await db.run("BEGIN");
  await q.bulkInsertNarrow(numbers(10));
  await db.run("ROLLBACK");
  assert.equal((await q.narrowSummary()).rows, 0n);
  await db.run("BEGIN");
  await q.bulkInsertNarrow(numbers(10));
  await assert.rejects(
    q.bulkInsertNarrow(numbers(many, 250_000)),
    /row 250000/,
  );
  await assert.rejects(q.narrowSummary(), /aborted/);
  await db.run("ROLLBACK");
  assert.equal((await q.narrowSummary()).rows, 0n);
  await checkNothingWaits(db);
  await db.run("BEGIN");
  await q.bulkInsertNarrow(numbers(many));
  await checkNothingWaits(db);
  await q.bulkInsertNarrow(numbers(10));
  await db.run("COMMIT");
  assert.equal((await q.narrowSummary()).rows, BigInt(many + 10));
});

test("many rows on several connections, each in a transaction", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const db = await instance.connect();
  for (const script of DuckdbAppender.getMigrations()) {
    await db.run(script);
  }
  const q = new DuckdbAppender(db);
  await db.run("BEGIN");
  await q.bulkInsertNarrow([...numbers(many)]);
  await db.run("ROLLBACK");
  const load = async (end: string) => {
    const own = await instance.connect();
    await own.run("BEGIN");
    await new DuckdbAppender(own).bulkInsertNarrow([...numbers(many)]);
    await own.run(end);
    own.closeSync();
  };
  await Promise.all([
    load("COMMIT"),
    load("ROLLBACK"),
    load("COMMIT"),
    q.bulkInsertNarrow([...numbers(many)]),
  ]);
  assert.equal((await q.narrowSummary()).rows, BigInt(3 * many));
  db.closeSync();
});

test("an appender writes what it holds when it is told to", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  const appender = q.createNarrowAppender();
  appender.append({
    k: 1,
    v: "a long value, too long to stand in a vector",
  });
  assert.throws(() => appender.append({ k: 2 ** 31, v: "another long value" }));
  appender.append({ k: 2, v: "short" });
  assert.equal((await q.narrowSummary()).rows, 0n);
  await appender.flush();
  assert.deepEqual(await q.allNarrow(), [
    { k: 1, v: "a long value, too long to stand in a vector" },
    { k: 2, v: "short" },
  ]);
  assert.equal(await appender.close(), 2);
  assert.throws(() => appender.append({ k: 3, v: null }), /closed/);
});

const letters = ["é", "€", "😀"]; // of two, three and four bytes

/** Text of 0 to 77 bytes, now and then of many more. */
function textOf(id: number): string {
  const long = id % 1000 === 0 ? "z".repeat(70_000) : "";
  const letter = letters[Math.floor(id / 3) % 3] ?? "";
  return "a".repeat(id % 70) + letter.repeat(id % 3) + long;
}

test("strings of all lengths, by themselves and in what is made of them", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  const rowOf = (id: number): EveryTypeOrNullRow => {
    const t = textOf(id);
    const some = id % 7 === 0 ? null : t;
    return {
      ...nothing,
      id,
      t,
      bin: Buffer.from(t),
      j: JSON.stringify(t),
      ls: [some, `${t} in a list`, null],
      s: { n: id, s: some },
      m: new Map([[`key ${t}`, id]]),
    };
  };
  const appender = q.createEveryTypeOrNullAppender();
  for (let id = 0; id < 5000; id++) {
    if (id % 900 === 0) {
      const row = rowOf(id);
      const ls = [...(row.ls ?? []), "long text ".repeat(9), "\ud800"];
      assert.throws(() => appender.append({ ...row, ls }), /column "ls"/);
    }
    appender.append(rowOf(id));
  }
  assert.equal(await appender.close(), 5000);
  const wrong = await column(
    db,
    `WITH wanted AS (
      SELECT id, repeat('a', id % 70) || repeat(['é', '€', '😀'][id // 3 % 3 + 1], id % 3) || CASE WHEN id % 1000 = 0 THEN repeat('z', 70000) ELSE '' END AS t,
        CASE WHEN id % 7 <> 0 THEN t END AS part FROM range(5000) AS r(id))
    SELECT id FROM wanted JOIN every_type_or_null AS e USING (id)
    WHERE e.t <> wanted.t OR bin <> encode(wanted.t) OR (j ->> '$') <> wanted.t
      OR ls IS DISTINCT FROM [part, wanted.t || ' in a list', NULL]
      OR s IS DISTINCT FROM {'n': id, 's': part} OR m IS DISTINCT FROM MAP {'key ' || wanted.t: id}`,
  );
  assert.deepEqual(wrong, []);
});

test("decimals of numbers have the digits that the numbers print", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  const numbers = [0, -0, 0.07, -0.29, 1005, 0.1 + 0.7, 4.35, 1e21, NaN];
  numbers.push(9_999_999_999.99, 10_000_000_000, 1e-7, 5e-324, Infinity);
  numbers.push(-9_999_999_999.99, -10_000_000_000);
  for (let i = 0; i < 2000; i++) {
    numbers.push((i * 7919 - 7_000_000) / 100, i * 0.01, i / 7, i * 1e5 + 0.3);
  }
  const texts: string[] = [];
  const appender = q.createEveryTypeOrNullAppender();
  for (const number of numbers) {
    const text = String(number);
    const dec = number as unknown as string; // which parameters take, too
    const add = () => appender.append({ ...nothing, id: texts.length, dec });
    if (/^-?\d{1,10}(\.\d{1,2})?$/.test(text)) {
      add();
      texts.push(text);
    } else {
      assert.throws(add, /column "dec": expected DECIMAL\(12,2\)/);
    }
  }
  await appender.close();
  const stored = await column(
    db,
    "SELECT dec::VARCHAR FROM every_type_or_null ORDER BY id",
  );
  assert.deepEqual(
    stored,
    texts.map((text) => {
      const [whole = "", behind = ""] = text.split(".");
      return `${whole}.${behind.padEnd(2, "0")}`;
    }),
  );
});

test("rows after a list of very many elements", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  const appender = q.createEveryTypeOrNullAppender();
  const many = Array.from({ length: 1_100_000 }, (_, i) =>
    i % 1000 === 0 ? null : "text",
  );
  for (let id = 0; id < 5000; id++) {
    const ls = id === 7 ? many : [null, `text ${id}`];
    appender.append({ ...nothing, id, ls });
  }
  assert.equal(await appender.close(), 5000);
  const wrong = await column(
    db,
    `SELECT id FROM every_type_or_null WHERE CASE WHEN id = 7
      THEN len(ls) <> 1100000 OR list_count(ls) <> 1098900
      ELSE ls IS DISTINCT FROM [NULL, 'text ' || id] END`,
  );
  assert.deepEqual(wrong, []);
});

/** Texts, and whether they are values of a type. */
const forms = {
  tz: [
    ["0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "2255-06-05"].map(
      (day) => [`${day}T23:59:59Z`, `${day} 00:00:00Z`, `${day}T12:34:56.7Z`],
    ),
    ["2255-06-06T00:00:00.000001Z", "9999-12-31T23:59:59.999999Z"],
    ["2024-02-29T12:34:56.789012Z", "2024-02-29T12:34:56.78901200Z"],
    ["2024-02-29 12:34:56.789+05:30", "2024-02-29 12:34:56-08"],
    ["2024-02-29T12:34:5aZ", "2024-02-29T12:34:56.78x9Z", "2024-02-29T1:34Z"],
    ["2023-02-29T12:34:56Z", "2024-13-01T12:34:56Z", "2024-00-10T12:34:56Z"],
    ["2024-02-29T25:00:00Z", "2024-02-29T12:60:00Z", "2024-02x29T12:34:56Z"],
    ["2024-02-29T12-34-56Z", "2024-02-29T12:34:56,789Z", "", "Z"],
  ].flat(2),
  u: [
    "0123abcd-4567-89EF-fedc-0123456789ab",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "7fffffffffffffffffffffffffffffff",
    "0123abcd-4567-89ef-fedc-0123456789a",
    "0123abcd-4567-89ef-fedc-0123456789abc",
    "0123abcd-4567-89ef-fedc-0123456789ag",
    "0123abcdé4567-89ef-fedc-0123456789ab",
    "0123abcd 4567-89ef-fedc-0123456789ab",
    "",
  ],
};

test("instants and UUIDs as DuckDB reads them", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  await db.run("SET TimeZone = 'UTC'");
  const types = { tz: "TIMESTAMPTZ", u: "UUID" };
  for (const name of ["tz", "u"] as const) {
    for (const [id, text] of forms[name].entries()) {
      const sql = `SELECT TRY_CAST($1 AS ${types[name]})::VARCHAR`;
      const reader = await db.runAndReadAll(sql, [text]);
      const wanted = reader.getRows()[0]?.[0] ?? null;
      const insert = q.bulkInsertEveryTypeOrNull([
        { ...nothing, id, [name]: text },
      ]);
      if (wanted === null) {
        await assert.rejects(insert, /^TypeError: row 1: column /, text);
        continue;
      }
      await insert;
      const stored = `SELECT ${name}::VARCHAR FROM every_type_or_null WHERE id = ${id}`;
      assert.deepEqual(await column(db, stored), [wanted], text);
    }
    await db.run("DELETE FROM every_type_or_null");
  }
});

test("rows keep their order, also where DuckDB has several threads", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  await db.run("SET threads = 4");
  const count = 1_100_000; // more than waits in temporary tables
  assert.equal(await q.bulkInsertNarrow(numbers(count)), count);
  const moved = "SELECT count(*) FROM narrow WHERE k <> rowid + 1";
  assert.deepEqual(await column(db, moved), [0n]);
  assert.equal((await q.narrowSummary()).rows, BigInt(count));
});

test("streams: all rows, a few, and what else runs meanwhile", async () => {
  const db = await open(DuckdbAppender);
  const q = new DuckdbAppender(db);
  await q.bulkInsertNarrow(numbers(many));
  let count = 0;
  for await (const row of q.iterateAllNarrow()) {
    assert.equal(row.k, ++count);
  }
  assert.equal(count, many);
  for await (const row of q.iterateAllNarrow()) {
    await assert.rejects(q.narrowSummary(), /busy with a stream of rows/);
    if (row.k === 3) {
      break;
    }
  }
  assert.equal((await q.narrowSummary()).rows, BigInt(many));
  const stream = q.iterateAllNarrow();
  await stream.next();
  await db.run("SELECT 1"); // which puts an end to it
  const rest = async () => {
    for await (const row of stream) {
      assert.ok(row);
    }
  };
  await assert.rejects(rest, /ended too early/);
});

test("calls that overlap do not mix up their values", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const q = new DuckdbSources(await instance.connect());
  const joined = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      q.sourceAndParameters({
        prefix: `<${i}`,
        sources_events: "it's",
        suffix: `${i}>`,
        sources_users: "$1",
      }),
    ),
  );
  assert.deepEqual(
    joined.map((row) => row.joined),
    joined.map((_, i) => `<${i}it's${i}>$1`),
  );
});

test("a batch: all of it or, after an error, none", async () => {
  const db = await open(DuckdbBatch);
  const q = new DuckdbBatch(db);
  await assert.rejects(
    q.insertReadingBatch([
      { sensor: "a", at: 1, value: 1 },
      { sensor: "a", at: 2 ** 40, value: 1 },
    ]),
    /^TypeError: row 2: parameter "at": expected INTEGER/,
  );
  const row = { sensor: "a", at: 1, value: null };
  await assert.rejects(q.insertReadingBatch([row, row]), /duplicate key/i);
  assert.deepEqual(await q.allReadings(), []);
  assert.equal(await q.insertReadingBatch([]), 0);
  assert.equal(await q.insertReadingBatch([row, { ...row, at: 2 }]), 2);
  const next = { sensor: "a", at: 1, value: 2 };
  assert.equal(await q.correctReadingBatch([next, next]), 1);
});

test("migrations are applied once, and a changed one is refused", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const db = await instance.connect();
  await DuckdbMigrations.applyMigrations(db);
  await DuckdbMigrations.applyMigrations(db);
  const applied = "SELECT count(*) FROM main._sqg_migrations";
  const count = DuckdbMigrations.getMigrations().length;
  assert.deepEqual(await column(db, applied), [BigInt(count)]);
  await db.run(
    "UPDATE main._sqg_migrations SET checksum = repeat('a', 64) WHERE migration_id = '005 view'",
  );
  assert.deepEqual(await DuckdbMigrations.applyMigrations(db), []);
  await db.run("UPDATE main._sqg_migrations SET checksum = 'x'");
  await assert.rejects(
    DuckdbMigrations.applyMigrations(db),
    /has changed since.*:was\(x\)$/,
  );
  await db.run("BEGIN");
  await assert.rejects(
    DuckdbMigrations.applyMigrations(db),
    /migrations need transactions of their own/,
  );
});

test("the table of an older sqg is adopted", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const db = await instance.connect();
  const [first = "", second = ""] = DuckdbMigrations.getMigrations();
  await db.run(`${first};\n${second};
    CREATE TABLE _sqg_migrations (
      project TEXT NOT NULL,
      migration_id TEXT NOT NULL,
      applied_at TIMESTAMP NOT NULL DEFAULT now(),
      PRIMARY KEY (project, migration_id)
    );
    INSERT INTO _sqg_migrations (project, migration_id)
    VALUES ('old', '001_tables'), ('old', '002_macro');`);
  await DuckdbMigrations.applyMigrations(db, "old");
  await DuckdbMigrations.applyMigrations(db, "old");
  const known = "SELECT count(checksum) FROM main._sqg_migrations";
  const count = DuckdbMigrations.getMigrations().length;
  assert.deepEqual(await column(db, known), [BigInt(count - 2)]);
});

test("an observer hears of loads and streams", async () => {
  const db = await open(Observed);
  const heard: string[] = [];
  const q = new Observed(db, (query) => ({ rows }) => {
    heard.push(`${query} ${rows}`);
  });
  await q.bulkInsertNarrow(numbers(3));
  for await (const row of q.iterateAllNarrow()) {
    assert.ok(row);
  }
  assert.deepEqual(heard, ["narrow 3", "all_narrow 3"]);
});

const loader = (path: string) => `
  import { open } from ${JSON.stringify(new URL("../src/duckdb.js", import.meta.url).href)};
  import { DuckdbAppender } from ${JSON.stringify(new URL("../gen/plain/duckdb/duckdb-appender.js", import.meta.url).href)};
  const db = await open(DuckdbAppender, ${JSON.stringify(path)});
  function* rows() {
    for (let k = 0; ; k++) {
      if (k === 700_000) process.kill(process.pid, "SIGKILL");
      yield { k, v: "x" };
    }
  }
  await new DuckdbAppender(db).bulkInsertNarrow(rows());`;

test("a process that is killed in the middle of a load leaves nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sqg-duckdb-"));
  const path = join(folder, "killed.duckdb");
  try {
    const child = spawn(
      process.execPath,
      ["--input-type=module", "--eval", loader(path)],
      { stdio: "inherit" },
    );
    const signal = await new Promise((resolve) =>
      child.on("exit", (_, killed) => {
        resolve(killed);
      }),
    );
    assert.equal(signal, "SIGKILL");
    const instance = await DuckDBInstance.create(path);
    const db = await instance.connect();
    assert.deepEqual(await column(db, "SELECT count(*) FROM narrow"), [0n]);
    db.closeSync();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
