import assert from "node:assert/strict";
import { Worker } from "node:worker_threads";
import { transfers } from "../src/storm.js";
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

  // 16 clients move money between four accounts, each in a thread where calls return when their work is done. The first
  // transfer of each waits until all have read a balance, so that some must conflict, but where a transaction locks the
  // database at once.
  test("a storm", async ({ units, file, connect, driver }) => {
    const path = file();
    const one = await connect(path);
    await one.exec("PRAGMA journal_mode = WAL");
    for (const sql of units.transactions.Transactions.getMigrations()) {
      await one.exec(sql);
    }
    const clients = 16;
    const meeting = new SharedArrayBuffer(4);
    let reading = clients;
    let allRead = (): void => undefined;
    const read = new Promise<void>((resolve) => (allRead = resolve));
    const locks = "transactions: no more than retry says" in driver.gaps;
    const meet = () => {
      if (--reading === 0) {
        allRead();
      }
      return locks ? undefined : read;
    };
    const all = Array.from({ length: clients }, async (_, client) => {
      const storm = { file: path, clients, client, meeting };
      if (!driver.synchronous) {
        return transfers(driver, storm, meet);
      }
      const worker = new Worker(
        new URL("../src/storm-client.js", import.meta.url),
        { workerData: { ...storm, driver: driver.name } },
      );
      return new Promise<number>((resolve, reject) => {
        worker.on("message", resolve).on("error", reject);
      });
    });
    const calls = (await Promise.all(all)).reduce((a, b) => a + b);
    const app = new units.transactions.Transactions(
      one.db,
    ) as unknown as Accounts;
    const balances = ((await app.balances()) as unknown[]).map(Number);
    assert.equal(balances.length, 4);
    assert.equal(
      balances.reduce((a, b) => a + b),
      400,
    );
    assert.ok(locks || calls > 48, `${calls} calls`);
  });

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
