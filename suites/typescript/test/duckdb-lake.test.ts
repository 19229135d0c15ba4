import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { Client } from "pg";
import { DuckdbLake } from "../gen/plain/duckdb/duckdb-lake.js";
import { text } from "../src/corpus.js";

const server = new URL(
  process.env["SQG_TEST_POSTGRES_URL"] ??
    "postgresql://postgres@127.0.0.1:5432/postgres",
);
const database = `sqg_lake_${process.pid}`;
const catalogue = new URL(server);
catalogue.pathname = `/${database}`;
const expected = JSON.parse(text("lake/expected.json")) as Record<
  string,
  string[]
>;
const folder = mkdtempSync(join(tmpdir(), "sqg-lake-"));

async function onServer(...scripts: string[]): Promise<void> {
  const client = new Client(server.href);
  await client.connect();
  for (const script of scripts) await client.query(script);
  await client.end();
}

/** A DuckDB with the lake, as another process has it. */
async function open(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(":memory:");
  const db = await instance.connect();
  instance.closeSync();
  for (const statement of [
    `LOAD '${process.env["SQG_POSTGRES_SCANNER"]}'`,
    `LOAD '${process.env["SQG_DUCKLAKE"]}'`,
    `ATTACH 'ducklake:postgres:${catalogue.href}' AS lake (DATA_PATH '${folder}/')`,
    "USE lake",
  ]) {
    await db.run(statement);
  }
  return db;
}

const said = (...values: (string | number | bigint | null)[]): string =>
  values.map((value) => (value === null ? "-" : String(value))).join(" ");

const numbers = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: (to - from) / step }, (_, i) => from + i * step);

void describe("tables in a DuckLake, whose catalogue is a PostgreSQL", () => {
  before(() => onServer(`CREATE DATABASE ${database}`));
  beforeEach(() =>
    onServer(
      `DROP DATABASE ${database} WITH (FORCE)`,
      `CREATE DATABASE ${database}`,
    ),
  );
  after(async () => {
    await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
    rmSync(folder, { recursive: true });
  });

  void it("every statement", async () => {
    const db = await open();
    const other = await open();
    const got: Record<string, string[]> = {};
    got["migrations"] = await DuckdbLake.applyMigrations(db);
    assert.deepEqual(await DuckdbLake.applyMigrations(other), []);
    other.closeSync();
    const lake = new DuckdbLake(db);
    assert.equal(
      await lake.bulkInsertAccount([
        { id: 1, balance: "1.50", note: "a", grade: 1 },
        { id: 2, balance: "2", note: null, grade: null },
      ]),
      2,
    );
    const added = numbers(0, 2000).map((id) => ({
      id,
      account: id % 3,
      amount: (id / 100).toFixed(2),
      tags: id % 2 ? ["x", null] : null,
    }));
    assert.equal(await lake.addEventBulk(added), 2000);
    const appender = lake.createEventAppender();
    for (const id of numbers(2000, 3000)) {
      appender.append({
        id: BigInt(id),
        account: 7,
        amount: "1",
        tags: [],
        moment: "2026-01-31 00:00:00",
      });
    }
    assert.equal(await appender.close(), 1000);
    await assert.rejects(
      () => db.run("INSERT INTO event (id) VALUES (1)"),
      /NOT NULL/,
    );
    const corrected = numbers(0, 1000).map((id) => ({ amount: "9", id }));
    assert.equal(await lake.correctEventBulk(corrected), 1000);
    const dropped = numbers(0, 1000, 2).map((id) => ({ id }));
    assert.equal(await lake.dropEventBulk(dropped), 500);
    got["totals"] = (await lake.totals()).map((row) =>
      said(row.account, row.events, row.total),
    );
    await lake.keepLarge("19.98");
    got["large"] = (await lake.largeEvents()).map((row) =>
      said(
        row.id,
        row.amount,
        row.tags && row.tags.map((tag) => tag ?? "-").join(),
      ),
    );
    const balances = [
      { id: 2, balance: "20" },
      { id: 3, balance: "3" },
      { id: 4, balance: "4" },
      { id: 2, balance: "21" },
    ];
    assert.equal(await lake.putAccountBulk(balances), 4);
    got["balances"] = (
      await lake.balanceBulk([{ id: 4 }, { id: 9 }, { id: 2 }])
    ).map((list) => list.join());
    got["accounts"] = (await lake.accounts()).map((row) =>
      said(row.id, row.balance, row.note, row.grade),
    );
    const rest = { ...expected };
    delete rest["moved"];
    assert.deepEqual(got, rest);
    db.closeSync();
  });

  void it("a transaction that conflicts runs again", async () => {
    const db = await open();
    const other = await open();
    await DuckdbLake.applyMigrations(db);
    const lake = new DuckdbLake(db);
    await lake.bulkInsertAccount([
      { id: 1, balance: "1", note: null, grade: null },
    ]);
    await other.run("BEGIN");
    assert.equal(await new DuckdbLake(other).deposit("10", 1), 1);
    let tries = 0;
    await lake.transaction(
      async (tx) => {
        tries += 1;
        await tx.deposit("100", 1);
        if (tries === 1) await other.run("COMMIT");
      },
      { retry: 3 },
    );
    assert.deepEqual(
      [String(tries), ...(await lake.balance(1))],
      expected["moved"],
    );
    other.closeSync();
    db.closeSync();
  });
});
