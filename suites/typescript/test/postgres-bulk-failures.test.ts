// What happens in the middle of a call of :bulk: a row is refused, the server ends the connection, or the process is
// killed. Nothing may be half-done, the error must say what it is, and whoever uses the pool next must not be told
// anything wrong.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { after, before, beforeEach, describe, it } from "node:test";
import { Client } from "pg";
import { Broken, drivers, type Connection } from "../src/postgres.js";
import { ask, Server } from "../src/postgres-server.js";

/** More rows than go in lists: 5,000. */
const rowCount = 20_000;
/** More rows than the temporary table has at a time: 100,000. */
const twoRounds = 120_000;
const unchanged = `SELECT count(*) || ' ' || sum(n) || ' ' || (SELECT count(*) FROM remark) || ' ' ||
  (SELECT count(*) FROM pg_class WHERE relname = 'sqg_rows') FROM stock`;
const waiting =
  "FROM pg_locks WHERE relation = 'stock'::regclass AND NOT granted";
const program = fileURLToPath(
  new URL("../src/staging-client.js", import.meta.url),
);

/** Runs work when a statement of what is started waits for a table that another session has locked. */
async function whenLocked(
  url: string,
  start: () => unknown,
  work: () => Promise<unknown>,
) {
  const holder = new Client(url);
  await holder.connect();
  let started: unknown;
  try {
    await holder.query("BEGIN; LOCK TABLE stock");
    started = start();
    const end = Date.now() + 60_000;
    while ((await ask(url, `SELECT count(*) ${waiting}`)) === "0") {
      assert.ok(Date.now() < end, "no statement waits");
      await setTimeout(5);
    }
    await work();
  } finally {
    await holder.end();
    await started;
  }
}

/** Takes one of each item, and something else of one. */
function* takes(bad = 0, n = 11) {
  for (let id = 1; id <= rowCount; id++) {
    yield { id, n: id === bad ? n : 1 };
  }
}

/** Takes one of each item, and of some that are not there; something happens in front of one. */
async function* takesUntil(at: number, event: () => unknown) {
  for (let id = 1; id <= twoRounds; id++) {
    if (id === at) {
      await event();
    }
    yield { id, n: 1 };
  }
}

for (const driver of drivers) {
  void describe(`failures of :bulk: ${driver.name}`, () => {
    const Unit = driver.units.bulk.PostgresBulk;
    let server: Server;
    let connection: Connection;

    before(async () => {
      server = await Server.create();
      connection = await driver.open(server.url);
      for (const sql of Unit.getMigrations()) {
        await connection.exec(sql);
      }
    });

    after(async () => {
      await connection.close();
      await server.close();
    });

    beforeEach(async () => {
      await ask(server.url, "TRUNCATE stock CASCADE");
      await ask(
        server.url,
        `INSERT INTO stock SELECT i, 10 FROM generate_series(1, ${rowCount}) AS i`,
      );
    });

    const assertUnchanged = async () => {
      const state = `${rowCount} ${10 * rowCount} 0 0`;
      assert.equal(await ask(server.url, unchanged), state);
    };

    void it("a row is refused", async () => {
      const q = new Unit(connection.db);
      await assert.rejects(q.takeBulk(takes(15_000)), {
        code: "23514",
        message: /^row 15000: /,
      });
      await assertUnchanged();
      const range = /^row 15000: .*2147483648.*out of range|row 15000: .*"n"/;
      await assert.rejects(q.takeBulk(takes(15_000, 2 ** 31)), {
        message: range,
      });
      await assertUnchanged();
      await connection.transaction("COMMIT", async (tx) => {
        const inside = new Unit(tx);
        await assert.rejects(inside.takeBulk(takes(15_000)), {
          message: /^row 15000: /,
        });
        assert.equal(await inside.takeBulk([{ id: 1, n: 0 }]), 1);
      });
      await assertUnchanged();
    });

    void it("a constraint that is checked at the end", async () => {
      const q = new Unit(connection.db);
      const remarks = Array.from({ length: 3000 }, (_, id) => ({
        id,
        account: 7n,
      }));
      await assert.rejects(q.addRemarkBulk(remarks), { code: "23503" });
      await assertUnchanged();
      assert.equal(await q.takeBulk([{ id: 1, n: 0 }]), 1);
    });

    void it("the server ends the connection", async () => {
      const other = await driver.open(server.url);
      const q = new Unit(other.db);
      const terminate = () =>
        ask(
          server.url,
          "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()",
        );
      for (const at of [100_001, twoRounds]) {
        await assert.rejects(
          q.takeBulk(takesUntil(at, terminate)),
          (error: Error & { code?: string }) => {
            assert.match(
              `${error.message} ${error.code ?? ""}`,
              /terminat|not queryable|connection|CONNECTION_|ECONNRESET/i,
            );
            assert.doesNotMatch(error.message, /reading 'write'|^row /);
            return true;
          },
        );
        await assertUnchanged();
        if (driver.name === "pg with a client") {
          break; // it has ended
        }
        assert.equal(await q.takeBulk([{ id: 1, n: 0 }]), 1);
      }
      await other.close().catch(() => undefined);
    });

    void it("the server ends the connection while the statement waits for rows it has copied", async () => {
      const terminate = () =>
        ask(
          server.url,
          `SELECT count(pg_terminate_backend(pid, 10000)) ${waiting}`,
        );
      for (const inside of [false, true]) {
        const other = await driver.open(server.url);
        const load = (db: Connection["db"]) =>
          assert.rejects(
            new Unit(db).takeBulk(takes(0, 0)),
            /terminat|connection|CONNECTION_|ECONNRESET/i,
          );
        const start = () =>
          inside
            ? assert.rejects(
                other.transaction("COMMIT", async (tx) => {
                  await load(tx);
                  throw new Broken();
                }),
              )
            : load(other.db);
        await whenLocked(server.url, start, terminate);
        await assertUnchanged();
        await other.close().catch(() => undefined);
      }
    });

    void it("the process is killed while the statement waits for rows it has copied", async () => {
      let child: ChildProcess | undefined;
      const start = () => {
        child = spawn(process.execPath, [program, driver.name, server.url]);
      };
      await whenLocked(server.url, start, async () => {
        assert.ok(child);
        child.kill("SIGKILL");
        await once(child, "exit");
      });
      const gone = `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'staging-client'`;
      for (const end = Date.now() + 60_000; ;) {
        if ((await ask(server.url, gone)) === "0") {
          break;
        }
        assert.ok(Date.now() < end, "the server still works for the dead");
        await setTimeout(5);
      }
      await assertUnchanged();
    });

    void it("whoever may not make temporary tables has lists", async () => {
      await connection.exec(
        `DO $$BEGIN CREATE ROLE untrusted LOGIN; EXCEPTION WHEN duplicate_object THEN END$$;
        GRANT ALL ON stock TO untrusted; REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC`,
      );
      const url = new URL(server.url);
      url.username = "untrusted";
      const other = await driver.open(url.href);
      const q = new Unit(other.db);
      assert.equal(await q.takeBulk(takes()), rowCount);
      const all = "SELECT string_agg(DISTINCT n::text, ' ') FROM stock";
      assert.equal(await ask(server.url, all), "9");
      const refused = { message: /^row 7000: / };
      await assert.rejects(q.takeBulk(takes(7000)), refused);
      assert.equal(await ask(server.url, all), "9");
      await other.close();
      await connection.exec("GRANT TEMPORARY ON DATABASE postgres TO PUBLIC");
    });
  });
}
