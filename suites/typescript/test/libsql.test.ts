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
    await q.insertStrict(
      1,
      1,
      null,
      0.5,
      null,
      "t",
      null,
      bytes,
      null,
      1,
      null,
    );
    await assert.rejects(
      () => q.getStrict(1),
      /column "id": expected an integer as bigint, got the number 1/,
    );
  } finally {
    client.close();
  }
});
