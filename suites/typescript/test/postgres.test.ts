import assert from "node:assert/strict";
import { checkObservers, checkText } from "../src/cases.js";
import { json } from "../src/corpus.js";
import { test } from "../src/postgres.js";
import { Colour } from "../src/overrides.js";

test("errors have the SQLSTATE of the server", async (context) => {
  const Unit = context.units.results.PostgresResults;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  await assert.rejects(q.failsAtRunTime("{"), { code: "22P02" });
  await assert.rejects(q.failsAfterRows(3), { code: "22012" });
  assert.equal(await q.countBooks(), 0n);
});

test("observers hear of every operation", async (context) => {
  const { observedResults, observedAppender, observedBatch } = context.units;
  await checkObservers({
    async results(observer) {
      const { db } = await context.open(observedResults.PostgresResults);
      return new observedResults.PostgresResults(db, observer);
    },
    async appender(observer) {
      const { db } = await context.open(observedAppender.PostgresAppender);
      return new observedAppender.PostgresAppender(db, observer);
    },
    async batch(observer) {
      const { db } = await context.open(observedBatch.PostgresBatch);
      return new observedBatch.PostgresBatch(db, observer);
    },
  });
});

/** Runs a statement with what generated code takes in a transaction. */
async function inTransaction(tx: unknown, text: string): Promise<void> {
  const own = tx as Partial<
    Record<"query" | "unsafe", (text: string) => Promise<unknown>>
  >;
  await (own.query?.(text) ?? own.unsafe?.(text));
}

test("text reaches the server byte for byte", async (context) => {
  const Unit = context.units.text.PostgresText;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  const nul = (value: string) => value.includes("\0");
  await checkText(q, nul, "text/postgres.json");
  await assert.rejects(q.echo("a\0b"), { code: "22021" });
});

test("overrides convert in both directions", async (context) => {
  const Unit = context.units.overrides.PostgresOverrides;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  const meta = { tags: ["a", "é"] };
  assert.equal(
    await q.addDocument({
      id: 1,
      meta,
      extra: null,
      state: "draft",
      amount: "1.50",
    }),
    1,
  );
  assert.equal(await q.setMetaBatch([{ id: 1, meta: { tags: ["b"] } }]), 1);
  assert.deepEqual(await q.allMeta(), [{ tags: ["b"] }]);
  assert.equal(await q.extraOf(1), null);
  assert.deepEqual(await q.findByMeta({ tags: ["b"] }), [1]);
  const shape = (id: number, bounds: string | null) => ({
    id,
    at: { x: 1.5, y: -2 },
    bounds,
    path: '$."a"',
    search: null,
    colour: Colour.Green,
    price: { cents: 1250n },
  });
  // Types that COPY's format is not known of go by INSERT, in any number.
  assert.equal(
    await q.bulkInsertShape([
      shape(1, "(3,4),(1,2)"),
      ...Array.from({ length: 2500 }, (_, i) => shape(i + 2, null)),
    ]),
    2501,
  );
  await assert.rejects(q.bulkInsertShape([shape(9001, null), shape(1, null)]), {
    code: "23505",
  });
  const rows = await q.allShapes();
  assert.deepEqual(rows[0], shape(1, "(3,4),(1,2)"));
  assert.equal(rows.length, 2501);
  const appender = q.createShapeAppender();
  appender.append(shape(9001, null));
  assert.equal(await appender.close(), 1);
  assert.partialDeepStrictEqual(await q.shapeText(9001), {
    at: "(1.5,-2)",
    colour: "green",
    price: "12.50",
  });
});

test("a schema that says less than the code is an error", async (context) => {
  const Unit = context.units.types.PostgresTypes;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  await q.storeNamed(1);
  await connection.exec("ALTER TYPE mood ADD VALUE 'new one'");
  await connection.exec("UPDATE named SET e = 'new one'");
  await assert.rejects(
    q.getNamed(1),
    /column "e": "new one" is no label of mood that this program knows/,
  );
  await q.storeNumbers(1);
  await connection.exec(
    "ALTER TABLE numbers ALTER COLUMN i4 DROP NOT NULL; UPDATE numbers SET i4 = NULL",
  );
  await assert.rejects(q.getNumbers(1), /column "i4": NULL/);
  await q.storeArrays(1);
  await connection.exec("UPDATE arrays SET i4_a = '{{1,2},{3,4}}'");
  await assert.rejects(
    q.getArrays(1),
    /column "i4_a": an array of more dimensions/,
  );
});

test("arrays of several dimensions are lists in lists", async (context) => {
  const Unit = context.units.types.PostgresTypes;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  await assert.rejects(
    q.undeclaredMatrix(),
    /column "matrix": an array of more dimensions/,
  );
  assert.deepEqual(await q.declaredMatrix(), [
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  assert.deepEqual(
    await q.flattened([
      ["a", "{b}"],
      ["c", null],
    ]),
    ["a", "{b}", "c", null],
  );
  await q.storeGrids(1);
  const row = await q.getGrids(1);
  assert.ok(row);
  assert.deepEqual(
    await q.idsIn([
      [7, 1],
      [5, 6],
    ]),
    [1],
  );
  const broken: [number[][], RegExp][] = [
    [[[1, 2], [3]], /differ in length/],
    [[[], []], /cannot have empty lists/],
  ];
  for (const [i4_g, problem] of broken) {
    for (const count of [2, 40]) {
      const rows = Array.from({ length: count }, (_, i) => ({
        ...row,
        id: i + 2,
        i4_g: i + 1 === count ? i4_g : [[i]],
      }));
      await assert.rejects(q.bulkInsertGrids(rows), problem);
      await assert.rejects(
        q.bulkInsertGrids(rows),
        new RegExp(`row ${count}: column "i4_g"`),
      );
    }
    await assert.rejects(q.idsIn(i4_g), problem);
  }
  // Of three dimensions, lists whose siblings have others within them.
  const uneven = {
    ...row,
    id: 2,
    i8_g: [
      [[1n], [2n]],
      [
        [3n, 4n],
        [5n, 6n],
      ],
    ],
  };
  await assert.rejects(q.bulkInsertGrids([uneven]), /differ in length/);
  assert.equal((await q.allGrids()).length, 1);
});

test("tasks: an enum, arrays and an instant", async (context) => {
  const Unit = context.units.tasks.PostgresTasks;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
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
  assert.deepEqual(await q.getAllTasks(), [
    { id: 1, title: "write", tags: ["urgent", null], priority_scores: [10] },
    { id: 2, title: "rest", tags: null, priority_scores: null },
  ]);
  assert.equal(await q.tagAll([1, 2], "old"), 2);
  assert.deepEqual((await q.getAllTasks())[1]?.tags, ["old"]);
  await connection.exec(
    "UPDATE tasks SET created_at = '2024-02-29 12:00:00+05:30'",
  );
  for (const { created_at } of await q.getEvents()) {
    assert.equal(Date.parse(created_at), Date.UTC(2024, 1, 29, 6, 30));
  }
});

test("what the session and the client are set to", async (context) => {
  const Unit = context.units.optionTypes.PostgresTypes;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  await q.storeNumbers(1);
  await connection.exec("UPDATE numbers SET i8 = 9007199254740993");
  await assert.rejects(
    q.getNumbers(1),
    /column "i8": a number cannot hold 9007199254740993/,
  );
  await connection.exec("UPDATE numbers SET i8 = 9007199254740991");
  assert.equal((await q.getNumbers(1))?.i8, 9007199254740991);
  await q.storeTimes(1);
  await connection.exec(
    "UPDATE times SET tz = '2024-02-29 12:34:56.789012+05:30'",
  );
  const times = await q.getTimes(1);
  assert.ok(times);
  assert.deepEqual(times.tz, new Date("2024-02-29T07:04:56.789Z"));
  assert.equal(await q.bulkInsertTimes([{ ...times, id: 2 }]), 1);
  assert.equal((await q.timesStorage(2))?.tz, "2024-02-29 07:04:56.789+00");
  await connection.exec("UPDATE times SET tz = 'infinity'");
  await assert.rejects(
    q.getTimes(1),
    /column "tz": a Date cannot hold infinity/,
  );
  await connection.transaction("ROLLBACK", async (tx) => {
    const inside = new Unit(tx);
    await inTransaction(tx, "SET LOCAL DateStyle = 'German'");
    await assert.rejects(inside.getTimes(1), /DateStyle has to be ISO/);
  });
});

test("overrides reach elements, fields and domains", async (context) => {
  const Unit = context.units.within.PostgresWithin;
  const connection = await context.open(Unit);
  const q = new Unit(connection.db);
  const stored = json("within/values.json") as {
    postgres: Record<"graph" | "link" | "spot", Record<string, string>>;
  };
  const uuid = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;
  const key = (n: number) => ({ key: uuid(n) });
  const node = { id: key(3), label: "top", near: [null, key(1)] };
  const days = "[1970-01-11,1970-01-21)";
  const row = (id: number) => ({
    id: key(id),
    parent: key(9),
    links: [key(5), null, key(6)],
    extra: [],
    grid: [
      [key(7), null],
      [null, key(8)],
    ],
    top: { id: key(4), label: null, near: null },
    nodes: [node, null, { id: null, label: null, near: null }],
    span: `[${uuid(1)},)`,
    days,
  });
  assert.equal(await q.addGraph(row(1)), 1);
  assert.equal(await q.bulkInsertGraph([row(2)]), 1);
  assert.deepEqual(await q.allGraphs(), [row(1), row(2)]);
  assert.deepEqual(await q.findGraphs([key(2), key(7)]), [key(2)]);
  assert.deepEqual(await q.linksOf(key(1)), row(1).links);
  for (const id of [1, 2]) {
    const text = { ...(await q.graphText(key(id))) };
    assert.deepEqual(text, stored.postgres.graph);
  }
  const link = (id: number) => ({
    id: key(id),
    parent: key(9),
    targets: [key(2), null],
    extra: [],
    days,
  });
  assert.equal(await q.addLinkBulk([link(1), link(2)]), 2);
  const many = Array.from({ length: 6 }, (_, i) => link(i + 3));
  assert.equal(await q.bulkInsertLink(many), 6);
  assert.deepEqual(await q.allLinks(), [link(1), link(2), ...many]);
  for (const id of [1, 8]) {
    const text = { ...(await q.linkText(key(id))) };
    assert.deepEqual(text, stored.postgres.link);
  }
  const place = '(1,"a b")';
  const bare = { place, places: [], mood: null, moods: null };
  const spots = [
    {
      id: key(1),
      place,
      places: [place, null],
      mood: "so so",
      moods: [null, "good"],
    },
    { id: key(2), ...bare },
    { id: key(3), ...bare },
  ];
  assert.equal(await q.bulkInsertSpot(spots.slice(0, 1)), 1);
  assert.equal(await q.addSpotBulk(spots.slice(1)), 2);
  assert.deepEqual(await q.allSpots(), spots);
  assert.deepEqual(await q.placesOf("so so"), [place]);
  const text = { ...(await q.spotText(key(1))) };
  assert.deepEqual(text, stored.postgres.spot);
  await assert.rejects(q.findGraphs([{ key: "bad" }]), /bad is no key/);
});
