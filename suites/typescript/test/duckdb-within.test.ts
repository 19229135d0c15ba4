// Types of the application inside of DuckDB's, with the option plain.
import { DuckDBInstance } from "@duckdb/node-api";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import {
  DuckdbWithin,
  type GraphRow,
} from "../gen/plain/duckdb/duckdb-within.js";

const values = JSON.parse(
  readFileSync(
    new URL("../../../../corpus/within/values.json", import.meta.url),
    "utf8",
  ),
) as { duckdb: Record<"graph" | "spot", Record<string, string>> };

const key = (n: number) => ({
  key: `00000000-0000-0000-0000-${n.toString(16).padStart(12, "0")}`,
});
const bad = { key: "bad" };

/** A list of keys; 0 is null. */
const keys = (...numbers: number[]) =>
  numbers.map((n) => (n === 0 ? null : key(n)));

const row = (id: number, more: Partial<GraphRow> = {}): GraphRow => ({
  id: key(id),
  links: keys(5, 0, 6),
  extra: [],
  grid: [keys(7), null, keys(0, 8)],
  pair: keys(1, 2),
  top: { id: key(3), label: "top", near: keys(0, 1) },
  names: new Map([
    ["a", key(9)],
    ["b", null],
  ]),
  whose: { tag: "id", value: key(4) },
  ...more,
});

void describe("keys inside of others", () => {
  void it("overrides reach elements, fields, members and entries", async () => {
    const db = await (await DuckDBInstance.create()).connect();
    const q = new DuckdbWithin(db);
    for (const script of DuckdbWithin.getMigrations()) {
      await db.run(script);
    }
    const rows = [
      row(1),
      row(2, {
        extra: null,
        pair: null,
        top: { id: null, label: null, near: null },
        whose: { tag: "label", value: "x" },
      }),
    ];
    for (const add of [
      () => q.bulkInsertGraph(rows),
      () => Promise.all(rows.map((r) => q.addGraph(r))),
    ]) {
      await db.run("DELETE FROM graph");
      await add();
      assert.deepEqual(await q.allGraphs(), rows);
      assert.deepEqual({ ...(await q.graphText(key(1))) }, values.duckdb.graph);
    }
    const streamed = [];
    for await (const found of q.iterateAllGraphs()) {
      streamed.push(found);
    }
    assert.deepEqual(streamed, rows);
    assert.deepEqual(await q.findGraphs([key(2), key(7)]), [key(2)]);
    const sets = [
      { links: keys(8), id: key(1) },
      { links: [], id: key(2) },
    ];
    assert.equal(await q.setLinksBulk(sets), 2);
    assert.deepEqual(await q.linksOf(key(1)), keys(8));
    assert.equal(await q.setLinksBatch(sets), 2);

    const refused = /bad is no key/;
    await assert.rejects(q.findGraphs([bad]), refused);
    await assert.rejects(q.setLinks([null, bad], key(1)), refused);
    for (const wrong of [
      row(3, { grid: [[bad]] }),
      row(3, { whose: { tag: "id", value: bad } }),
      row(3, { names: new Map([["a", bad]]) }),
      row(3, { top: { id: null, label: null, near: [bad] } }),
    ]) {
      await assert.rejects(q.bulkInsertGraph([wrong]), refused);
    }
    assert.equal((await q.allGraphs()).length, 2);

    const place = "{'x': 1, 'label': a b}";
    const spots = [
      { id: key(1), place, mood: "so so" },
      { id: key(2), place, mood: null },
      { id: key(3), place, mood: null },
    ];
    assert.equal(await q.bulkInsertSpot(spots.slice(0, 1)), 1);
    assert.equal(await q.addSpotBulk(spots.slice(1)), 2);
    assert.deepEqual(await q.allSpots(), spots);
    assert.deepEqual(await q.placesOf("so so"), [place]);
    assert.deepEqual({ ...(await q.spotText(key(1))) }, values.duckdb.spot);
    db.closeSync();
  });
});
