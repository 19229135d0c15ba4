import assert from "node:assert/strict";
import { it } from "node:test";
import { Client } from "pg";
import {
  People,
  Purchases,
  Shop,
  type PersonRow,
  type Purchase,
  type Status,
} from "../src/layout.js";

void it("classes of one unit share its types and helpers", async () => {
  const db = new Client();
  await db.connect();
  try {
    await db.query(
      "DROP SCHEMA IF EXISTS layout CASCADE; CREATE SCHEMA layout; SET search_path TO layout",
    );
    await Shop.applyMigrations(db);
    const ada: PersonRow = {
      id: 1,
      name: "Ada",
      home: { street: "St James's Square", city: "London" },
    };
    assert.equal(await new People(db).bulkInsertPerson([ada]), 1);
    const purchases = new Purchases(db);
    assert.equal(await purchases.buy(7, 1, "paid"), 1);
    const status: Status | undefined = await new People(db).statusOf(1);
    const paid: Purchase[] = await purchases.purchasesWith("paid");
    assert.deepEqual(paid, [{ id: 7, person: 1, status }]);
    assert.deepEqual(await purchases.homes(), [ada.home]);
    await purchases.buy(8, 1, "open");
    const receipts: { id: number; paidBy: PersonRow | null }[] =
      await purchases.receipts();
    assert.deepEqual(receipts, [
      { id: 7, paidBy: ada, state: { lastSeen: "paid" } },
      { id: 8, paidBy: null, state: { lastSeen: "open" } },
    ]);
    const receipt = { id: 7, paidBy: { ...ada, name: ["Ada"] } };
    assert.deepEqual(await purchases.receipt(7), receipt);
    assert.deepEqual(await purchases.receipt(8), { id: 8, paidBy: null });
    assert.deepEqual(await new People(db).allPeople(), [ada]);
  } finally {
    await db.query("DROP SCHEMA layout CASCADE");
    await db.end();
  }
});
