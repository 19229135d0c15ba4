// What the panel shows: all text is escaped, NULL is told from text, and steps that read a whole table are marked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [new URL("../src/html.ts", import.meta.url).pathname],
  format: "esm",
  write: false,
});
const html = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);

test("rows", () => {
  const columns = [{ name: "<b>", type: "text" }];
  const shown = html.ran({
    runs: [
      {
        unit: "app",
        engine: "sqlite",
        columns,
        rows: [["<script>"], [null], ["NULL"]],
        more: true,
        changed: 3,
        milliseconds: 1.25,
      },
    ],
  });
  assert.match(shown, /3 rows changed, and rolled back; 3 rows and more, 1.3 ms/);
  assert.ok(
    shown.includes("<td>&#60;script&#62;</td>") &&
      shown.includes('<td class="null">NULL</td>') &&
      shown.includes("<td>NULL</td>"),
  );
  assert.ok(!shown.includes("<b>") && !html.page("<i>", shown).includes("<i>"));
});

test("plans", () => {
  const plan = (text) => html.plans({ statements: [{ engine: "x", plan: text, params: [], targets: [] }] });
  assert.match(plan("SCAN users"), /<mark>SCAN users<\/mark>/);
  assert.match(plan("  ->  Seq Scan on posts p"), /<mark>Seq Scan on posts<\/mark>/);
  assert.doesNotMatch(plan("SEARCH users USING INTEGER PRIMARY KEY"), /<mark>/);
  assert.doesNotMatch(plan("SCAN users USING COVERING INDEX i"), /<mark>/);
  assert.match(plan(""), /no plan/);
});
