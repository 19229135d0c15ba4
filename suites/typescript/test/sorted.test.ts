// From 1,000 rows on, rows of :bulk are run in the order of their key, and those of one key in theirs.
import assert from "node:assert/strict";
import { json } from "../src/corpus.js";
import { contract, type Context } from "../src/suite.js";

const data = json("bulk/sorted.json") as {
  items: number;
  given: number;
  taken: number;
  takers: number;
  changed: number;
  left: Record<string, number>;
  more: number;
  bad: [number, number][];
  named: [number, number][];
};

interface Take {
  n: number;
  id: number;
}

/** Takes so many of each item, the last one first. */
function backwards(items: number, n: number): Take[] {
  return Array.from({ length: items }, (_, i) => ({ n, id: items - i }));
}

async function stocked({ open, units }: Context) {
  const connection = await open(units.bulk.Bulk);
  const q = new units.bulk.Bulk(connection.db);
  const rows = backwards(data.items, 1);
  assert.equal(await q.setStockBulk(rows), data.items);
  const left = async () => {
    const items: Record<string, number> = {};
    for (const { n } of await q.allStock()) {
      items[n] = (items[n] ?? 0) + 1;
    }
    return items;
  };
  return { connection, q, left };
}

contract("sorted", (test) => {
  test("rows of one key stay in their order", async (context) => {
    const { q, left } = await stocked(context);
    // What is taken is there only when what is given has been.
    const rows = backwards(data.items, -data.given);
    rows.push(...backwards(data.takers, data.taken).reverse());
    assert.equal(await q.takeBulk(rows), data.changed);
    assert.deepEqual(await left(), data.left);
    assert.equal(await q.takeBulk(backwards(data.more, 0)), data.items);
  });

  test("rows are sorted", async (context) => {
    const { connection } = await stocked(context);
    const last = "SELECT CAST(last_insert_rowid() AS TEXT)";
    assert.deepEqual(await connection.text(last), [String(data.items)]);
  });

  test("an error undoes all of it", async (context) => {
    const { q, left } = await stocked(context);
    const rows = backwards(data.items, 0);
    for (const [row, id] of data.bad) {
      rows[row - 1] = { n: 2, id };
    }
    for (const [count, row] of data.named) {
      const some = rows.slice(0, count);
      const named = new RegExp(`row ${row}: .*CHECK`);
      await assert.rejects(async () => q.takeBulk(some), named);
    }
    rows[1234] = { n: 1, id: 1.5 };
    const refused = /row 1235: column "id": expected an integer/;
    await assert.rejects(async () => q.takeBulk(rows), refused);
    assert.deepEqual(await left(), { 1: data.items });
  });
});
