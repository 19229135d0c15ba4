import assert from "node:assert/strict";
import { contract } from "../src/suite.js";
import { casesOf, play, type Accounts } from "../src/transactions.js";

contract("transactions", (test) => {
  for (const c of casesOf("sqlite", true)) {
    test(c.name, async ({ units, file, connect, driver }) => {
      const path = file();
      const one = await connect(path);
      await one.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0");
      for (const sql of units.transactions.Transactions.getMigrations()) {
        await one.exec(sql);
      }
      const two = await connect(path);
      await two.exec("PRAGMA busy_timeout = 0");
      const on = (db: typeof one.db) =>
        new units.transactions.Transactions(db) as unknown as Accounts;
      await play(c, {
        app: on(one.db),
        other: on(two.db),
        synchronous: driver.synchronous,
      });
    });
  }

  test("in the caller's transaction it is a savepoint", async ({
    units,
    open,
    driver,
  }) => {
    const db = await open(units.transactions.Transactions);
    await db.transaction("ROLLBACK", async (tx) => {
      const app = new units.transactions.Transactions(
        tx,
      ) as unknown as Accounts;
      await app.transaction((own) => own.put(1, 150));
      await assert.rejects(async () =>
        app.transaction((own) => {
          const put = own.put(1, 160);
          const stop = () => {
            throw new Error("stop");
          };
          return driver.synchronous
            ? stop()
            : (put as Promise<number>).then(stop);
        }),
      );
      assert.equal(Number(await app.balance(1)), 150);
    });
    const app = new units.transactions.Transactions(db.db);
    assert.equal(await app.balance(1), 100);
  });

  test("one at a time on a connection", async ({ units, open, driver }) => {
    const db = await open(units.transactions.Transactions);
    const app = new units.transactions.Transactions(
      db.db,
    ) as unknown as Accounts;
    if (driver.synchronous) {
      assert.throws(
        () => app.transaction(async (tx) => tx.put(1, 150)),
        /returns a promise/,
      );
    } else {
      await app.transaction(async (tx) => {
        const both = [1, 2].map(async (id) =>
          tx.transaction((own) => own.put(id, 150)),
        );
        const [first, second] = await Promise.allSettled(both);
        assert.equal(first?.status, "fulfilled");
        assert.equal(second?.status, "rejected");
      });
    }
    assert.deepEqual(await app.balances(), [
      driver.synchronous ? 100 : 150,
      100,
      100,
      100,
    ]);
  });
});
