// Rows that are appended and not written are not lost without a word.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { drivers } from "../src/drivers.js";

const script = fileURLToPath(new URL("../src/careless.js", import.meta.url));

/** What a program says of errors, and how it ends. */
function run(...args: string[]): { errors: string; status: number | null } {
  const { stderr, status } = spawnSync(
    process.execPath,
    ["--expose-gc", script, ...args],
    { encoding: "utf8" },
  );
  return { errors: stderr, status };
}

const lost =
  'the appender of "narrow" lost rows (3): nothing waited for its flush() or close()\n';

const asynchronous = ["duckdb", "pg", "postgres"].map((name) => ({
  name,
  synchronous: false,
}));

for (const { name, synchronous } of [...drivers, ...asynchronous]) {
  void describe(`careless use of an appender: ${name}`, () => {
    void it("is dropped with rows in it", () => {
      const errors = `${lost}success\n${lost}`; // one is collected, one there at the end
      assert.deepEqual(run(name), { errors, status: 0 });
    });

    void it("nothing waits for its end", () => {
      const { errors, status } = run(name, "not awaited");
      if (synchronous) {
        assert.deepEqual(
          { errors, status },
          { errors: "success\n", status: 0 },
        );
      } else {
        assert.notEqual(status, 0, errors);
      }
    });
  });
}
