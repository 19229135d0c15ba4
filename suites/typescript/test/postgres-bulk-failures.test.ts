// What happens in the middle of a call of :bulk: a row is refused, or the server ends the connection. Nothing may be
// half-done, the error must say what it is, and whoever uses the pool next must not be told anything wrong.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { drivers, type Connection } from "../src/postgres.js";
import { ask, Server } from "../src/postgres-server.js";

const rowCount = 100_000;
const unchanged =
  "SELECT count(*) || ' ' || sum(n) || ' ' || (SELECT count(*) FROM remark) FROM stock";

/** Takes one of each item, something else of one, and tells of each. */
async function* takes(bad = 0, n = 11, at = 0, event?: () => unknown) {
  for (let id = 1; id <= rowCount; id++) {
    if (id === at) {
      await event?.();
    }
    yield { id, n: id === bad ? n : 1 };
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

    beforeEach(() =>
      ask(
        server.url,
        `WITH gone AS (DELETE FROM stock RETURNING id)
        SELECT count(*) FROM gone`,
      ).then(() =>
        ask(
          server.url,
          `INSERT INTO stock SELECT i, 10 FROM generate_series(1, ${rowCount}) AS i`,
        ),
      ),
    );

    const assertUnchanged = async () => {
      assert.equal(await ask(server.url, unchanged), `${rowCount} 1000000 0`);
    };

    void it("a row is refused", async () => {
      const q = new Unit(connection.db);
      await assert.rejects(q.takeBulk(takes(70_000)), {
        code: "23514",
        message: /^row 70000: /,
      });
      await assertUnchanged();
      const range = /^row 70000: .*2147483648.*out of range|row 70000: .*"n"/;
      await assert.rejects(q.takeBulk(takes(70_000, 2 ** 31)), {
        message: range,
      });
      await assertUnchanged();
      await connection.transaction("COMMIT", async (tx) => {
        const inside = new Unit(tx);
        await assert.rejects(inside.takeBulk(takes(70_000)), {
          message: /^row 70000: /,
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
      for (const at of [25_000, 90_000]) {
        await assert.rejects(
          q.takeBulk(takes(0, 0, at, terminate)),
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
  });
}
