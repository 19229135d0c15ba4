// Rows that a statement gathers in a value, as JSON for SQLite, have what the table's own rows have.
import assert from "node:assert/strict";
import { contract } from "../src/suite.js";

const large = 9007199254740993n;

contract("gathered", (test) => {
  test("objects are what rows are", async ({ units, open }) => {
    const connection = await open(units.gathered.Gathered, {
      testdata: "gathered",
    });
    const q = new units.gathered.Gathered(connection.db);
    // Numbers do not hold these.
    await assert.rejects(async () => q.everything(), RangeError);
    await assert.rejects(async () => q.oneEach(), RangeError);
    await connection.exec(
      "UPDATE thing SET id = 9 WHERE id > 9; UPDATE thing SET strength = 8 WHERE id = 3",
    );
    const things = new Map((await q.things()).map((row) => [row.id, row]));
    const makers = await q.everything();
    assert.deepEqual(
      makers.map((maker) => maker.things.map((thing) => thing.id)),
      [[2, 9], [], [3]],
    );
    for (const thing of makers.flatMap((maker) => maker.things)) {
      assert.deepEqual(thing, things.get(thing.id));
    }
    const [first, second] = await q.catalogue();
    assert.deepEqual(
      first?.things.map((thing) => thing.ids),
      [
        [2, 9],
        [2, 9],
      ],
    );
    assert.deepEqual([second?.before, second?.things], [["Ada"], []]);
    const missing = await q.missing();
    assert.deepEqual(
      missing.map((row) => [row.things.length, row.large]),
      [
        [2, [{ id: 9 }]],
        [1, []],
        [1, [{ id: 3 }]],
      ],
    );
    assert.deepEqual(missing[1]?.things, [{ id: null, strength: null }]);
    const each = await q.oneEach();
    assert.deepEqual(
      each.map((row) => [row.thing?.day, row.sure.id]),
      [
        ["2024-02-29", 9],
        [undefined, null],
        ["2024-01-01", 3],
      ],
    );
    const kept = await q.kept();
    assert.deepEqual(
      kept.map((row) => [row.things.length, row.whole.things]),
      [
        [2, [{ id: 2 }, { id: 9 }]],
        [0, null],
        [1, [{ id: 3 }]],
      ],
    );
    assert.match((await q.asJson()).part, /^\{"bytes":/);
    assert.equal((await q.plucked())[0]?.name, "Ada");
    await connection.exec("UPDATE thing SET strength = 'many' WHERE id = 3");
    await assert.rejects(
      async () => q.everything(),
      /column "things": expected an integer, got the text "many"/,
    );
  });

  test("with safeIntegers integers keep their digits", async ({
    units,
    open,
  }) => {
    const { Gathered } = units.safeGathered;
    const connection = await open(Gathered, {
      testdata: "gathered",
      safe: true,
    });
    const q = new Gathered(connection.db);
    const things = new Map((await q.things()).map((row) => [row.id, row]));
    for (const maker of await q.everything()) {
      for (const thing of maker.things) {
        assert.deepEqual(thing, things.get(thing.id));
      }
    }
    const [first] = await q.catalogue();
    assert.deepEqual(first?.things[1]?.ids, [2n, large]);
    assert.match(first.things[1].note ?? "", /12345678901234567890/);
  });
});
