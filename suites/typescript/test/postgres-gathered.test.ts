import assert from "node:assert/strict";
import { block } from "../src/corpus.js";
import { test } from "../src/postgres.js";

const large = 9007199254740993n;

test("rows that a statement gathers are what the table's own rows are", async (context) => {
  const Unit = context.units.gathered.PostgresGathered;
  const connection = await context.open(Unit);
  await connection.exec(block("gathered", "TESTDATA", "postgres"));
  const q = new Unit(connection.db);
  const things = new Map((await q.things()).map((row) => [row.id, row]));
  const makers = await q.everything();
  assert.deepEqual(
    makers.map((maker) => maker.things.map((thing) => thing.id)),
    [[2n, large], [], [3n]],
  );
  for (const thing of makers.flatMap((maker) => maker.things)) {
    assert.deepEqual(thing, things.get(thing.id));
  }
  const [first] = await q.catalogue();
  assert.deepEqual(
    first?.things.map((thing) => thing.tags),
    [
      null,
      [
        { tag: "a,b", at: 1n },
        { tag: "", at: 2n },
      ],
    ],
  );
  assert.deepEqual(first.things[1]?.ids, [2n, large]);
  const missing = await q.missing();
  assert.deepEqual(
    missing.map((row) => [row.things.length, row.large, row.others]),
    [
      [2, [{ id: large }], [{ id: 2 }, { id: 3 }]],
      [1, null, [{ id: 3 }]],
      [1, [{ id: 3n }], null],
    ],
  );
  assert.equal(missing[1]?.things[0], null);
  assert.deepEqual(
    (await q.oneEach()).map((row) => [row.thing?.mood, row.sure.id]),
    [
      ["so so", large],
      [undefined, null],
      ["sad", 3n],
    ],
  );
  const lists = (await q.lists()).map((row) => row.made);
  assert.deepEqual(lists[0], {
    moods: ["ok", "so so"],
    ids: [2n, large],
    codes: ["b   ", "ab  "],
    spots: [null, "(1,2)"],
    things: [
      { id: 2n, mood: "ok" },
      { id: large, mood: "so so" },
    ],
  });
  assert.deepEqual([lists[1]?.moods, lists[1]?.codes], [[], null]);
  assert.deepEqual(await q.surveys(), [
    {
      surveys: [
        { id: 1, moods: ["ok", "so so", null], later: ["sad"] },
        { id: 2, moods: [], later: null },
      ],
      later: [
        { id: 1, later: ["sad"] },
        { id: 2, later: null },
      ],
    },
  ]);
  assert.deepEqual(await q.addMaker(4, "Dee"), {
    id: 4,
    made: { name: "Dee" },
  });
});
