// The option dates: instants are Dates, with SQLite as their text, with DuckDB in all that plain values hold.
import { DuckDBInstance } from "@duckdb/node-api";
import Database from "better-sqlite3";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  Moments,
  type MomentRow,
} from "../gen/dates/better-sqlite3/moments.js";
import { DuckdbMoments as Driven } from "../gen/dates/duckdb/duckdb-moments.js";
import { DuckdbMoments } from "../gen/dates/plain/duckdb/duckdb-moments.js";

const leap = new Date("2024-02-29T12:34:56.789Z");
const whole = new Date("1969-12-31T23:59:59Z");
const rows: MomentRow[] = [
  { id: 1, made: leap, until: whole, day: "2024-02-29" },
  { id: 2, made: whole, until: null, day: null },
];
const numbered = (from: number) =>
  rows.map((row) => ({ ...row, id: row.id + from }));
const expected = [0, 2, 4, 6].flatMap(numbered);

void describe("dates of SQLite", () => {
  const db = new Database(":memory:");
  for (const sql of Moments.getMigrations()) {
    db.exec(sql);
  }
  const q = new Moments(db);

  void it("go in and out in each way", () => {
    for (const row of rows) {
      q.addMoment(row);
    }
    q.addMomentBatch(numbered(2));
    q.addMomentBulk(numbered(4));
    q.bulkInsertMoment(numbered(6));
    assert.deepEqual(q.allMoments(), expected);
    assert.deepEqual(q.untils().slice(0, 2), [whole, null]);
    assert.deepEqual(q.madeAt([leap]), [1, 3, 5, 7]);
    assert.deepEqual(q.findMoments({ since: leap }), [1, 3, 5, 7]);
    assert.equal(q.findMoments().length, 8);
  });

  void it("are the texts that other programs write", () => {
    assert.deepEqual(q.texts().slice(0, 2), [
      "2024-02-29 12:34:56.789000+00:00",
      "1969-12-31 23:59:59+00:00",
    ]);
  });

  void it("are read from each form of text, and nothing else", () => {
    const read = (text: string) => {
      db.exec("DELETE FROM moment");
      q.addText(1, text);
      return q.allMoments()[0]?.made.toISOString();
    };
    for (const [text, date] of [
      ["2024-02-29 12:34:56", "2024-02-29T12:34:56.000Z"], // CURRENT_TIMESTAMP
      ["2024-02-29T12:34:56.9999999Z", "2024-02-29T12:34:56.999Z"],
      ["2024-02-29 12:34:56.789012+02:30", "2024-02-29T10:04:56.789Z"],
      ["2024-02-29 12:34", "2024-02-29T12:34:00.000Z"],
    ] as const) {
      assert.equal(read(text), date);
    }
    for (const text of ["2024-02-30 00:00:00", "2024-02-29", "x", "1.5"]) {
      assert.throws(() => read(text), /^TypeError: row 1: column "made"/);
    }
  });

  void it("need four digits for the year", () => {
    const late = new Date(Date.UTC(10_000, 0));
    const row = { id: 9, made: late, until: null, day: null };
    const refused = /the year 10000 does not have four digits/;
    assert.throws(() => q.addMoment(row), refused);
    assert.throws(() => q.bulkInsertMoment([row]), refused);
    assert.throws(() => q.madeAt([new Date(NaN)]), RangeError);
  });
});

async function open<Q>(unit: {
  getMigrations(): string[];
  new (db: Awaited<ReturnType<DuckDBInstance["connect"]>>): Q;
}): Promise<Q> {
  const db = await (await DuckDBInstance.create()).connect();
  for (const sql of unit.getMigrations()) {
    await db.run(sql);
  }
  return new unit(db);
}

/** Dates in columns, with the types that the option plain has for days. */
async function stored<Day>(q: {
  addMoment(row: Moment<Day>): Promise<number>;
  addMomentBatch(rows: Moment<Day>[]): Promise<number>;
  addMomentBulk(rows: Moment<Day>[]): Promise<number>;
  bulkInsertMoment(rows: Moment<Day>[]): Promise<number>;
  allMoments(): Promise<Moment<Day>[]>;
  untils(): Promise<(Date | null)[]>;
  findMoments(params?: { since?: Date }): Promise<number[]>;
  addMicros(id: number, micros: bigint): Promise<number>;
  addInfinity(id: number): Promise<number>;
}): Promise<void> {
  const moments = (list: MomentRow[]) =>
    list.map((row) => ({ ...row, day: null }));
  for (const row of moments(rows)) {
    await q.addMoment(row);
  }
  await q.addMomentBatch(moments(numbered(2)));
  await q.addMomentBulk(moments(numbered(4)));
  await q.bulkInsertMoment(moments(numbered(6)));
  assert.deepEqual(await q.allMoments(), moments(expected));
  assert.deepEqual((await q.untils()).slice(0, 2), [whole, null]);
  assert.deepEqual(await q.findMoments({ since: leap }), [1, 3, 5, 7]);

  // What a Date has no place for is cut off, before 1970 as well.
  const most = 8_640_000_000_000_000_000n;
  await q.addMicros(100, -1n);
  await q.addMicros(101, 1999n);
  await q.addMicros(102, most);
  const [before, after, last] = (await q.allMoments()).slice(8);
  assert.equal(before?.made.getTime(), -1);
  assert.equal(after?.made.getTime(), 1);
  assert.equal(last?.made.getTime(), 8.64e15);
  await q.addInfinity(103);
  await assert.rejects(
    q.allMoments(),
    /row 12: column "made": a Date cannot hold infinity/,
  );
  await assert.rejects(
    q.addMoment({ id: 9, made: new Date(NaN), until: null, day: null }),
  );
}

interface Moment<Day> {
  id: number;
  made: Date;
  until: Date | null;
  day: Day | null;
}

void describe("dates of DuckDB", () => {
  void it("are in columns, and the driver's values in what holds them", async () => {
    const q = await open(Driven);
    await stored(q);
    assert.deepEqual(await q.allSpans(), []);
  });

  void it("are in lists and structs with plain", async () => {
    const q = await open(DuckdbMoments);
    await stored(q);
    const spans = [
      { id: 1, times: [leap, null, whole], pair: { since: leap, label: "a" } },
      { id: 2, times: [], pair: { since: null, label: null } },
      { id: 3, times: [whole], pair: null },
    ];
    await q.bulkInsertSpan(spans);
    assert.deepEqual(await q.allSpans(), spans);
    assert.deepEqual(await q.madeAt([leap]), [1, 3, 5, 7]);
  });
});
