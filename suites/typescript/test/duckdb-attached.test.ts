import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Client } from "pg";
import { DuckdbAttached as Exact } from "../gen/duckdb/duckdb-attached.js";
import { DuckdbAttached as Plain } from "../gen/plain/duckdb/duckdb-attached.js";
import { block, text } from "../src/corpus.js";

const server = new URL(
  process.env["SQG_TEST_POSTGRES_URL"] ??
    "postgresql://postgres@127.0.0.1:5432/postgres",
);
const extension = process.env["SQG_POSTGRES_SCANNER"];
const database = `sqg_attached_${process.pid}`;

async function onServer(url: URL, ...scripts: string[]): Promise<void> {
  const client = new Client(url.href);
  await client.connect();
  for (const script of scripts) await client.query(script);
  await client.end();
}

/** The address with a quote in it, for a password that nobody asks for. */
const address = new URL(server);
address.pathname = `/${database}`;
address.password = "it's";

async function open(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(":memory:");
  const db = await instance.connect();
  instance.closeSync();
  await Exact.applyMigrations(db);
  return db;
}

void describe("DuckDB reads and writes a PostgreSQL that it attaches", () => {
  before(async () => {
    await onServer(server, `CREATE DATABASE ${database}`);
    const schema = block("attached", "BASELINE", "duckdb");
    await onServer(address, schema, text("attached/rows.sql"));
  });
  after(() => onServer(server, `DROP DATABASE ${database} WITH (FORCE)`));

  void it("every value, beside its own tables", async () => {
    const db = await open();
    await Plain.attachProd(db, address.href, extension);
    const exact = new Exact(db);
    const plain = new Plain(db);
    const rows = await exact.customers();
    const storage = await exact.customerStorage();
    assert.deepEqual(
      rows.map((row) => row.id),
      [1n, 2n, 9223372036854775807n],
    );
    const texts = rows.map((row) => [
      row.mood,
      row.credit.toString(),
      row.since.micros,
      row.token === null ? null : row.token.toString(),
      row.born === null ? null : row.born.toString(),
      row.score,
    ]);
    assert.deepEqual(
      texts,
      storage.map((said) => [
        said.mood,
        said.credit,
        said.since,
        said.token,
        said.born,
        said.score === null ? null : Number(said.score),
      ]),
    );
    const [ada, bob, nobody] = await plain.customers();
    assert(ada && bob && nobody);
    assert.deepEqual(ada.tags, ["new", "a, b"]);
    assert.deepEqual(ada.home, { street: "Main St, 1", zip: 12345 });
    assert.deepEqual([...(ada.photo ?? [])], [0, 255, 39]);
    assert.deepEqual(bob.tags, [null, ""]);
    assert.deepEqual(bob.home, { street: null, zip: null });
    assert.equal(nobody.home, null);
    assert.equal(await plain.customerName(2n), "Böb's");
    assert.equal(await plain.customerName(4n), undefined);

    await plain.bulkInsertOrders([
      { id: 1, customer: 1n, total: "2.50" },
      { id: 2, customer: 1n, total: "0.75" },
      { id: 3, customer: 4n, total: "1" },
    ]);
    assert.deepEqual(await plain.totals("ok", "0.75"), [
      { id: 1n, name: "Ada", total: "3.25" },
    ]);
    const named = await plain.ordersWithNames();
    assert.deepEqual(named[0], { id: 1, name: "Ada", credit: "1234567890.12" });
    assert.deepEqual(named[2], { id: 3, name: null, credit: null });
    assert.deepEqual(await plain.notes(), [
      { id: 1, order: 1, note: null, name: "Ada" },
      { id: 3, order: 1, note: "x", name: null },
    ]);
    assert.equal(await plain.copyCustomers("0"), 1);
    db.closeSync();
  });

  void it("from attach to detach, read-only", async () => {
    const db = await open();
    const attached = new Plain(db);
    await assert.rejects(() => attached.customers(), /prod/);
    await Plain.attachProd(db, address.href, extension);
    await assert.rejects(
      () => db.run("DELETE FROM prod.public.customers"),
      /read-only/,
    );
    assert.equal((await attached.customers()).length, 3);
    await Plain.detachProd(db);
    await assert.rejects(() => attached.customers(), /prod/);
    await Plain.attachProd(db, address.href);
    assert.equal((await attached.customers()).length, 3);
    db.closeSync();
  });

  void it("writes what is attached read-write", async () => {
    const db = await open();
    const attached = new Plain(db);
    await Plain.attachLedger(db, address.href, extension);
    await attached.bulkInsertOrders([{ id: 1, customer: 1n, total: "2.50" }]);
    await attached.addEntry(1n, "0.10", "it's");
    await attached.addEntry(2n, "-7.00", null);
    assert.equal(await attached.postOrders(), 1);
    assert.equal(await attached.correctEntry("5.25", null, 1n), 1);
    assert.equal(await attached.dropEntries("0"), 1);
    assert.deepEqual(await attached.entries(), [
      { id: 1n, amount: "5.25", mood: null, past: true },
      { id: 101n, amount: "2.50", mood: null, past: true },
    ]);
    db.closeSync();
  });
});
