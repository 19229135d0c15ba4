// Behind PgBouncer, which gives each transaction another connection to the server.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Client, Pool } from "pg";
import postgres from "postgres";
import * as ofPg from "../gen/pooled/pg/pooled.js";
import * as ofPostgres from "../gen/pooled/postgres/pooled.js";

const pooler = process.env["SQG_TEST_POOLER"];
const skip =
  pooler === undefined && process.env["CI"] !== "true"
    ? "there is no PgBouncer"
    : false;
const count = 2500;

/** Runs a script on the server itself. */
async function onServer(script: string): Promise<void> {
  const client = new Client(process.env["SQG_TEST_POSTGRES_URL"]);
  await client.connect();
  await client.query(script).finally(() => client.end());
}

/** Each kind of method, with few rows and with many. */
async function check(q: ofPg.Pooled): Promise<void> {
  const put = await q.put({ id: 1, place: "y", state: "new", amount: "1" });
  assert.equal(put.id, 1n);
  for (const n of [1, 3, count]) {
    const ids = Array.from({ length: n }, (_, id) => id);
    const places = ids.map((id) => ({ id, place: `place ${n}` }));
    assert.equal(await q.setPlaceBatch(places), n);
    assert.equal(await q.setPlaceBulk(places), n);
    const states = ids.map((id) => ({ id, state: "checked" as const }));
    assert.equal(await q.setStateBulk(states), n);
    const found = await q.readingByIdBulk(ids.map((id) => ({ id })));
    assert.deepEqual(
      found,
      places.map(({ id, place }) => ({
        id: BigInt(id),
        place,
        state: "checked",
      })),
    );
  }
  const all = await q.readings();
  const streamed = [];
  for await (const row of q.iterateReadings()) {
    streamed.push(row);
  }
  assert.equal(all.length, count);
  assert.deepEqual(streamed, all);
  for await (const row of q.iterateReadings()) {
    assert.equal(row.id, 0n);
    break;
  }
}

async function checkAll(q: ofPg.Pooled): Promise<void> {
  await q.transaction(() => q.connection()); // the second connection is made now
  assert.notEqual(await q.connection(), await q.connection());
  const rows = Array.from({ length: count }, (_, id) => ({
    id: BigInt(id),
    place: "x",
    state: "new" as const,
    amount: `${id}.5`,
  }));
  assert.equal(await q.bulkInsertReading(rows), count);
  await check(q);
  await q.transaction(async (tx) => {
    await tx.lockPlace("x");
    assert.equal(await tx.connection(), await tx.connection());
    await check(tx);
  });
}

void describe("behind a pooler of transactions", { skip }, () => {
  for (const driver of ["pg", "postgres"]) {
    void it(driver, async () => {
      const name = `sqg_ts_pooled_${process.pid}_${driver}`;
      const url = `postgresql://postgres@${pooler}/${name}`;
      await onServer(`CREATE DATABASE ${name}`);
      const pool = new Pool({ connectionString: url, max: 4 });
      const sql = postgres(url, { max: 4, prepare: false });
      try {
        for (const script of ofPg.Pooled.getMigrations()) {
          await pool.query(script);
        }
        // Both modules have the same methods.
        const q =
          driver === "pg"
            ? new ofPg.Pooled(pool)
            : (new ofPostgres.Pooled(sql) as unknown as ofPg.Pooled);
        await checkAll(q);
      } finally {
        await pool.end();
        await sql.end();
        await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
      }
    });
  }
});
