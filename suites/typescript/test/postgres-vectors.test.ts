import assert from "node:assert/strict";
import { test } from "../src/postgres.js";

const attrs = { a: "1" };

test("vectors are Float32Array, in results, parameters and bulk inserts", async ({
  units,
  open,
}) => {
  const Unit = units.optionExtensions.Postgres18Extensions;
  const connection = await open(Unit);
  const q = new Unit(connection.db);
  const of = (...numbers: number[]) => new Float32Array(numbers);
  const row = (id: number, emb: Float32Array) => ({
    id,
    emb,
    maybe: null,
    half: of(0.5, -2, 65504),
    sparse: null,
    attrs,
    more: null,
    at: null,
    name: null,
  });
  await q.addItem(row(1, of(1.5, -0.1, 3.4028235e38)));
  const copies = Array.from({ length: 1200 }, (_, i) =>
    row(i + 2, of(i, 0.1, -1e-40)),
  );
  assert.equal(await q.bulkInsertItem(copies.slice(0, 3)), 3);
  assert.equal(await q.bulkInsertItem(copies.slice(3)), 1197);
  assert.equal(await q.setEmbBulk([row(2, of(7, 8, 9))]), 1);
  assert.deepEqual(
    await connection.text(
      "SELECT emb::text || half::text FROM item WHERE id IN (1, 2, 3, 1201) ORDER BY id",
    ),
    [
      "[1.5,-0.1,3.4028235e+38][0.5,-2,65504]",
      "[7,8,9][0.5,-2,65504]",
      "[1,0.1,-1e-40][0.5,-2,65504]",
      "[1199,0.1,-1e-40][0.5,-2,65504]",
    ],
  );
  const items = await q.allItems();
  assert.deepEqual(items[0]?.emb, of(1.5, -0.1, 3.4028235e38));
  assert.deepEqual(items[0].half, of(0.5, -2, 65504));
  assert.equal(items[0].maybe, null);
  assert.deepEqual(await q.embOf(3), of(1, 0.1, -1e-40));
});
