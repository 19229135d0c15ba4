import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@libsql/client";
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
