import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createClient, type Client } from "@libsql/client";
import { Migrations } from "../gen/libsql/migrations.js";
import { Types } from "../gen/safe/libsql/types.js";

void test("libsql: safeIntegers with a client that gives numbers is an error", async () => {
  const client = createClient({ url: ":memory:" });
  try {
    for (const sql of Types.getMigrations()) {
      await client.executeMultiple(sql);
    }
    const q = new Types(client);
    const bytes = new Uint8Array(1);
    await q.insertStrict({
      id: 1,
      i: 1,
      i_null: null,
      f: 0.5,
      f_null: null,
      t: "t",
      t_null: null,
      bin: bytes,
      bin_null: null,
      a: 1,
      a_null: null,
    });
    await assert.rejects(
      () => q.getStrict(1),
      /column "id": expected an integer as bigint, got the number 1/,
    );
  } finally {
    client.close();
  }
});

/** A client that tells of each call before it makes it. */
function told(client: Client, tell: () => void): Client {
  return new Proxy(client, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      return typeof member !== "function"
        ? member
        : (...args: unknown[]): unknown => {
            tell();
            return Reflect.apply(member, target, args);
          };
    },
  });
}

// A query that meets a busy database stays unfinished until the garbage collector runs, and the next one of its
// connection keeps its lock as long: no other program could commit.
void test("libsql: migrations that wait for another program do not keep it from committing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sqg-libsql-"));
  const path = join(folder, "busy.db");
  const client = createClient({ url: `file:${path}` });
  const other = createClient({ url: `file:${path}` });
  try {
    await other.execute("CREATE TABLE t (n INTEGER)");
    await client.execute("SELECT n FROM t"); // the connection knows the schema
    const tx = await other.transaction("deferred");
    let calls = 0;
    const call = async (atLeast: number) => {
      while (calls < atLeast) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    await tx.executeMultiple("ROLLBACK; BEGIN EXCLUSIVE");
    const applied = Migrations.applyMigrations(told(client, () => calls++));
    await call(2);
    await tx.executeMultiple(
      "COMMIT; BEGIN IMMEDIATE; INSERT INTO t VALUES (1)",
    );
    await call(calls + 4);
    await tx.executeMultiple("COMMIT");
    assert.equal((await applied).length, 5);
  } finally {
    client.close();
    other.close();
    rmSync(folder, { recursive: true });
  }
});
