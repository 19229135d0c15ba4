import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { DuckdbMigrations } from "../gen/duckdb/duckdb-migrations.js";
import { DuckdbAppender as ObservedAppender } from "../gen/observed/duckdb/duckdb-appender.js";
import { DuckdbBatch as ObservedBatch } from "../gen/observed/duckdb/duckdb-batch.js";
import { DuckdbResults as ObservedResults } from "../gen/observed/duckdb/duckdb-results.js";
import { DuckdbNames } from "../gen/plain/duckdb/duckdb-names.js";
import { DuckdbNullability } from "../gen/plain/duckdb/duckdb-nullability.js";
import { DuckdbOverrides } from "../gen/plain/duckdb/duckdb-overrides.js";
import { DuckdbParams } from "../gen/plain/duckdb/duckdb-params.js";
import { DuckdbResults } from "../gen/plain/duckdb/duckdb-results.js";
import { DuckdbReturning } from "../gen/plain/duckdb/duckdb-returning.js";
import { DuckdbRows } from "../gen/plain/duckdb/duckdb-rows.js";
import { DuckdbSchemas } from "../gen/plain/duckdb/duckdb-schemas.js";
import { DuckdbSources } from "../gen/plain/duckdb/duckdb-sources.js";
import { DuckdbTasks } from "../gen/plain/duckdb/duckdb-tasks.js";
import { DuckdbText } from "../gen/plain/duckdb/duckdb-text.js";
import {
  checkLongStream,
  checkNullability,
  checkObservers,
  checkStreams,
  checkText,
} from "../src/cases.js";
import { block } from "../src/corpus.js";
import { column, open, openWith, test } from "../src/duckdb.js";

test("a statement that has run reads what is there now", async () => {
  const q = new DuckdbResults(await open(DuckdbResults));
  for (const count of [0, 1, 2, 300]) {
    for (let id = Number(await q.countBooks()) + 1; id <= count; id++) {
      await q.addBook({
        id,
        title: `title ${id}`,
        author: null,
        pages: id,
        price: null,
      });
    }
    const books = await q.allBooks();
    assert.deepEqual(
      books.map(({ id, pages, title }) => [id, pages, title]),
      books.map((_, i) => [i + 1, i + 1, `title ${i + 1}`]),
    );
    assert.equal(books.length, count);
  }
});

test("observers hear of every operation", async () => {
  await checkObservers({
    results: async (observer) =>
      new ObservedResults(await open(ObservedResults), observer),
    appender: async (observer) =>
      new ObservedAppender(await open(ObservedAppender), observer),
    batch: async (observer) =>
      new ObservedBatch(await open(ObservedBatch), observer),
  });
});

/** The numbers from 1, of a range that DuckDB makes as it is read. */
async function* numbersTo(q: DuckdbParams, count: number) {
  for await (const number of q.iterateNumbersTo(count)) {
    yield number + 1n;
  }
}

test("streams: a million rows, of all lengths, left early", async () => {
  const db = await open(DuckdbResults);
  const q = new DuckdbParams(db);
  await checkLongStream(q.iterateNumbersTo(1_000_000), 1_000_000, 0);
  const numbers = (count: number) => numbersTo(q, count);
  const sizes = [0, 1, 2047, 2048, 2049, 4096];
  await checkStreams(numbers, sizes, new DuckdbResults(db));
});

test("two streams at once need a connection each", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const [one, two] = await Promise.all(
    [1, 2].map(async () => new DuckdbParams(await instance.connect())),
  );
  assert.ok(one && two);
  let count = 0n;
  const others = numbersTo(two, 10_000);
  for await (const number of numbersTo(one, 10_000)) {
    const other = await others.next();
    assert.deepEqual([number, other.value], [++count, count]);
  }
  assert.equal((await others.next()).done, true);
  await assert.rejects(async () => {
    for await (const number of numbersTo(one, 10)) {
      await one.numbersTo(Number(number));
    }
  }, /busy with a stream of rows/);
  assert.deepEqual(await one.numbersTo(2), [0n, 1n]);
});

test("an error in the middle of a stream", async () => {
  const q = new DuckdbResults(await open(DuckdbResults));
  await assert.rejects(async () => {
    for await (const value of q.iterateFailsAfterRows(3)) {
      assert.ok(value < 3n);
    }
  });
  assert.equal(await q.countBooks(), 0n);
});

test("text reaches the engine byte for byte", async () => {
  const q = new DuckdbText(await open(DuckdbText));
  await checkText(q, () => false);
  assert.equal((await q.comments()).two, 2);
  assert.equal(await q.layout(), 6);
  await q.hostileInsert(1);
  const body = 'a`b${c}\\d"""e\'f%s?g\n  -- QUERY not_one :one\n  😀\t';
  assert.equal((await q.getNote(1))?.value, body);
});

test("every name can be reached, every parameter arrives", async () => {
  const q = new DuckdbNames(await openWith(DuckdbNames, "names"));
  assert.equal(await q.delete(), 2);
  assert.equal(await q.type("x"), 1);
});

test("parameters: order, types, NULL, every clause", async () => {
  const q = new DuckdbParams(await openWith(DuckdbParams, "params"));
  assert.deepEqual(await q.orderOfUse(3, 1, "y"), { x: 1, y: "y", z: 3 });
  assert.equal((await q.withoutSet(2))?.name, "bolt");
  assert.deepEqual(await q.setAnywhere(7, 50), [3, 5]);
  assert.deepEqual(
    await q.casts({ i: 1, t: "t", r: 3, b: new Uint8Array([1]) }),
    {
      i: 2,
      t: "t!",
      r: 1.5,
      b: Buffer.from([1]),
    },
  );
  assert.equal(await q.typedByYaml("2024-01-03"), 2n);
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  assert.deepEqual(
    ids(await q.optionalFilters(null, null, null)),
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(ids(await q.optionalFilters(null, null, "%o%")), [2, 4]);
  assert.equal(
    await q.insertItem({
      name: "file",
      category: null,
      price: 1,
      stock: 2,
      added: null,
    }),
    1,
  );
  assert.equal(
    await q.updateItem({ id: 6, category: "tools", added: null, delta: 5 }),
    1,
  );
  assert.equal((await q.withoutSet(6))?.stock, 7);
  assert.equal(await q.setNameOrKeep(null, 6), 1);
  assert.equal((await q.withoutSet(6))?.name, "file");
  assert.deepEqual(ids(await q.paged(2, 1)), [2, 3]);
  assert.deepEqual(ids(await q.keyset(3, 1)), [4]);
  assert.deepEqual(await q.between(0.5, 45), [3, 4, 5, 6]);
  assert.deepEqual(await q.inList(1, 5, 9), [1, 5]);
  assert.deepEqual(await q.inJson("[1,3]"), [1, 3]);
  assert.deepEqual(await q.likePattern("%e%"), [4, 5, 6]);
  assert.deepEqual(await q.rowValue(12, 3), [5, 1]);
  assert.equal((await q.notParameters(4))?.f, 5);
  assert.equal(await q.tight(3, 10, 2), 50);
  assert.equal((await q.sampled("ab", 2)).words, "abab");
  assert.equal(
    await q.insertTwo({
      id1: 7,
      name1: "g",
      price1: 1,
      id2: 8,
      name2: "h",
      price2: 2,
    }),
    2,
  );
  const nested = {
    names: ["a", null],
    pair: { n: 1, s: null },
    counts: new Map([["x", 2]]),
  };
  assert.deepEqual(
    await q.nestedValues(nested.names, nested.pair, nested.counts),
    nested,
  );
});

test("tables and queries share their rows", async () => {
  const db = await openWith(DuckdbRows, "rows");
  const q = new DuckdbRows(db);
  const people = await q.allPeople();
  await db.run("DELETE FROM person");
  assert.equal(await q.bulkInsertPerson(people), 2);
  assert.deepEqual(await q.addPerson(3, "Cyd", null), {
    id: 3,
    name: "Cyd",
    born: null,
  });
  assert.deepEqual(await q.namesLike("C%"), [await q.nameById(3)]);
  assert.equal((await q.peopleWithBirth())[0]?.born, "1815");
  assert.deepEqual(await q.peopleReordered(), await q.allPeople());
});

test("rows of a change, and the whole change", async () => {
  const db = await open(DuckdbReturning);
  const q = new DuckdbReturning(db);
  assert.equal(await q.addTask("a"), 1);
  assert.equal((await q.addTwo("b", "note", "c")).length, 2);
  assert.deepEqual(await q.upsertTask("b", null), {
    id: 2,
    title: "b",
    note: null,
    hits: 2,
  });
  assert.equal(await q.addIfNew("b"), undefined);
  await q.addIfNew("d");
  assert.deepEqual(await q.finishTask(1), { id: 1, done: true, note: null });
  assert.equal(await q.archiveOne(1), 1);
  assert.deepEqual(await q.noteArchived(), [{ id: 1, note: "a" }]);
  assert.equal((await q.finishAll()).length, 3);
  assert.deepEqual((await q.deleteDone()).sort(), ["a", "b", "c", "d"]);
  const merged = await q.mergeTasks();
  assert.deepEqual(
    merged.map((row) => [row.merge_action, row.title, row.note]).sort(),
    [
      ["INSERT", "new", null],
      ["INSERT", "write", "again"],
    ],
  );
  assert.equal((await q.deleteTask(merged[0]?.id ?? 0))?.done, false);
  assert.deepEqual(await column(db, "SELECT count(*) FROM task"), [1n]);
});

test("what is claimed of NULL holds", async () => {
  const db = await openWith(DuckdbNullability, "nullability");
  await checkNullability(new DuckdbNullability(db));
});

test("several schemas: names by the search path, and the same twice", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const db = await instance.connect();
  await db.run(block("schemas", "BASELINE", "duckdb"));
  for (const script of DuckdbSchemas.getMigrations()) {
    await db.run(script);
  }
  await db.run(block("schemas", "TESTDATA", "duckdb"));
  const q = new DuckdbSchemas(db);
  assert.deepEqual(await q.appTasks(), [
    { id: 1, state: "new", other: "on" },
    { id: 2, state: "done", other: null },
  ]);
  assert.deepEqual(await q.publicTasks(), [
    { id: 1, state: "off", label: "one" },
  ]);
  assert.deepEqual(await q.byState("done"), [2]);
  assert.deepEqual(await q.byPublicState("off"), [1]);
  assert.deepEqual(await q.byMixedState("A"), [1n]);
  assert.deepEqual(await q.byEither(["new"], ["off", "on"]), [1]);
  assert.equal(await q.next("on"), "off");
  assert.equal(await q.addAppTask(3, "new", null), 1);
  assert.equal(await q.addPublicTask(3, "on", "three"), 1);
  const row = { Id: 4, State: "b", other: null } as const;
  assert.equal(
    await q.addMixed({ id: 2, state: "b", row, rows: [row, null] }),
    1,
  );
  const [first, second] = await q.mixed();
  assert.deepEqual(second, { Id: 2n, State: "b", Row: row, Rows: [row, null] });
  assert.ok(first);
  assert.equal(await q.bulkInsertMixedCaseTaskList([{ ...first, Id: 9n }]), 1);
  assert.deepEqual((await q.mixed())[2], { ...first, Id: 9n });
  const many = Array.from({ length: 130_000 }, (_, i) => i + 10);
  assert.equal(
    await q.bulkInsertTask(
      many.map((id) => ({ id, state: "done", other: "off" })),
    ),
    many.length,
  );
  assert.equal(
    await q.bulkInsertMainTask([{ id: 10, state: "on", label: "ten" }]),
    1,
  );
  assert.deepEqual(
    await column(db, "SELECT count(*) FROM app.task WHERE state = 'done'"),
    [130_001n],
  );
  assert.deepEqual(
    await column(db, "SELECT label FROM main.task ORDER BY id"),
    ["one", "three", "ten"],
  );
});

test("tasks: an enum, lists and an instant", async () => {
  const db = await open(DuckdbTasks);
  const q = new DuckdbTasks(db);
  assert.equal(
    await q.addTask({
      title: "write",
      status: "active",
      tags: ["urgent", null],
      priority_scores: [10],
    }),
    1,
  );
  assert.equal(
    await q.addTask({
      title: "rest",
      status: null,
      tags: null,
      priority_scores: null,
    }),
    2,
  );
  const active = [{ id: 1, title: "write", status: "active" }];
  assert.deepEqual(await q.getTasksByStatus("active"), active);
  assert.deepEqual(await q.getTasksWithStatus("active"), active);
  assert.equal(await q.tagAll([1, 2], "old"), 2);
  assert.deepEqual(await q.getAllTasks(), [
    {
      id: 1,
      title: "write",
      tags: ["urgent", null, "old"],
      priority_scores: [10],
    },
    { id: 2, title: "rest", tags: ["old"], priority_scores: null },
  ]);
  assert.equal(await q.setStatusBatch([{ id: 2, status: "completed" }]), 1);
  const row = { title: "more", status: null, tags: [], priority_scores: [1] };
  assert.equal(await q.bulkInsertTasks([row]), 1);
  assert.deepEqual(await q.countByStatus(), [
    { status: "active", tasks: 1n },
    { status: "completed", tasks: 1n },
    { status: null, tasks: 1n },
  ]);
  await db.run("UPDATE tasks SET created_at = '2024-02-29 12:00:00+05:30'");
  for (const { created_at } of await q.getEvents()) {
    assert.equal(created_at, "2024-02-29 06:30:00+00");
  }
});

test("overrides convert in both directions", async () => {
  const db = await open(DuckdbOverrides);
  const q = new DuckdbOverrides(db);
  const meta = { tags: ["a", "ü"] };
  const amount = { cents: 1250n };
  await q.addDocument({ id: 1, meta, extra: null, state: "draft", amount });
  const row = {
    id: 2,
    meta,
    extra: meta,
    state: "published",
    amount: null,
  } as const;
  await q.bulkInsertDocument([row]);
  assert.deepEqual(await q.getDocument(1), {
    id: 1,
    meta,
    extra: null,
    state: "draft",
    amount,
  });
  assert.deepEqual(await q.getDocument(2), row);
  assert.deepEqual(await q.allMeta(), [meta, meta]);
  assert.equal(await q.extraOf(1), null);
  assert.equal(await q.setMetaBatch([{ id: 1, meta: { tags: [] } }]), 1);
  assert.deepEqual(await q.findByMeta({ tags: [] }), [1]);
  assert.deepEqual(
    await column(db, "SELECT meta || amount FROM document WHERE id = 1"),
    ['{"tags":[]}12.50'],
  );
});

const data = (name: string) =>
  fileURLToPath(
    new URL(`../../../../corpus/sources/data/${name}`, import.meta.url),
  );

test("file sources: a path as text, and what is in the files", async () => {
  const q = new DuckdbSources(await open(DuckdbSources));
  for (const path of [
    "a.parquet",
    "it's ''.csv",
    "$1 ${x} \\ `y`",
    'äö 日本 "q"',
    "",
  ]) {
    const bytes = Buffer.from(path).toString("hex").toUpperCase();
    assert.deepEqual(await q.sourcePath(path), { path, bytes });
  }
  const [events, users] = [data("events.parquet"), data("users.csv")];
  const rows = await q.events(events);
  assert.ok(rows.length > 0);
  assert.equal(await q.countEvents(events), rows.length);
  const since = await q.eventsSince("0001-01-01 00:00:00", events);
  assert.equal(since.events, BigInt(rows.length));
  assert.deepEqual(await q.users(users), [
    { id: 1n, name: "Ada" },
    { id: 2n, name: null },
  ]);
  assert.equal((await q.usersWithEvents(users, events)).length, 2);
  assert.equal(await q.rememberSource(0, "it's none"), 0);
  await assert.rejects(q.users("none.csv"), /none\.csv/);
});

test("two connections migrate at once, and two projects", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connections = await Promise.all(
    [1, 2, 3, 4].map(() => instance.connect()),
  );
  const [db] = connections;
  assert.ok(db);
  const applied = async () =>
    column(
      db,
      "SELECT project || ' ' || count(*) FROM main._sqg_migrations GROUP BY project ORDER BY project",
    );
  // DuckDB lets one of them have its way; the others fail as a whole, and find nothing left to do the next time.
  const pending = await DuckdbMigrations.pendingMigrations(db);
  assert.equal(pending.length, DuckdbMigrations.getMigrations().length);
  const tables = "SELECT table_name FROM duckdb_tables()";
  assert.deepEqual(await column(db, tables), []);
  const results = await Promise.allSettled(
    connections.map((each) => DuckdbMigrations.applyMigrations(each)),
  );
  assert.ok(results.some(({ status }) => status === "fulfilled"));
  for (const each of connections) {
    await DuckdbMigrations.applyMigrations(each);
  }
  const count = pending.length;
  assert.deepEqual(await DuckdbMigrations.pendingMigrations(db), []);
  assert.deepEqual(await applied(), [`contract/duckdb-migrations ${count}`]);
  assert.equal((await new DuckdbMigrations(db).accounts()).length, 2);
  await assert.rejects(DuckdbMigrations.applyMigrations(db, "another"));
  await db.run(
    "DROP VIEW rich; DROP TABLE account; DROP TABLE audit; DROP MACRO direction; DROP MACRO TABLE of_owner",
  );
  await DuckdbMigrations.applyMigrations(db, "another");
  assert.deepEqual(await applied(), [
    `another ${count}`,
    `contract/duckdb-migrations ${count}`,
  ]);
});
