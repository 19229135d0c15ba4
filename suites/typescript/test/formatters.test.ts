import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const files = "../../corpus/formatters/";

// Go's tests find that what it makes of the file means the same.
void test("sql-formatter formats as corpus/formatters has it", () => {
  const formatted = execFileSync(
    process.execPath,
    [
      "node_modules/sql-formatter/bin/sql-formatter-cli.cjs",
      "--config",
      files + "sql-formatter.json",
      files + "products.sql",
    ],
    { encoding: "utf8" },
  );
  assert.equal(formatted, readFileSync(files + "sql-formatter.sql", "utf8"));
});
