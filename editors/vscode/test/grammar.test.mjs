// The grammar inside the SQL grammar that editors have: what each piece of a text is taken for.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const require = createRequire(import.meta.url);
const wasm = await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const files = {
  "source.sql": require.resolve("tm-grammars/grammars/sql.json"),
  "sqg.injection": new URL("../syntaxes/sqg.json", import.meta.url),
};
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => JSON.parse(await readFile(files[scope], "utf8")),
  getInjections: (scope) => (scope === "source.sql" ? ["sqg.injection"] : undefined),
});
const grammar = await registry.loadGrammar("source.sql");

/** The innermost scope of each piece of a text that has one of sqg's, by piece. */
function scopes(text) {
  const found = {};
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const token of tokens) {
      const scope = token.scopes.at(-1);
      if (scope.endsWith(".sqg") && !scope.startsWith("comment.")) {
        found[line.slice(token.startIndex, token.endIndex)] = scope;
      }
    }
  }
  return found;
}

const annotation = "keyword.control.annotation.sqg";
const parameter = "variable.parameter.sqg";
const opening = { "${": "punctuation.definition.template-expression.begin.sqg", "}": "punctuation.definition.template-expression.end.sqg" };

for (const [name, text, want] of [
  [
    "a line",
    "-- QUERY get_user :one :result=User",
    { QUERY: annotation, get_user: "entity.name.function.sqg", ":one": "storage.modifier.sqg", ":result": "storage.modifier.sqg", User: "entity.name.type.sqg" },
  ],
  ["a comment", "-- a query of users :one\nSELECT 1; -- QUERY", {}],
  ["parameters", "SELECT * FROM t WHERE a = ${id}", { ...opening, id: parameter }],
  ["none in a string", "SELECT '${id}' -- ${id}", {}],
  ["a sample", "@set id = 1", { "@set": annotation, id: parameter, "=": "keyword.operator.assignment.sqg" }],
  ["an optional part", "AND a = 1 --? name", { "--?": "keyword.control.optional.sqg", " name": parameter }],
  [
    "a block",
    "/* QUERY q :pluck\nparams:\n  id: integer\n*/\nSELECT 1",
    { QUERY: annotation, q: "entity.name.function.sqg", ":pluck": "storage.modifier.sqg", params: "keyword.other.sqg", id: "variable.other.sqg" },
  ],
]) {
  test(name, () => assert.deepEqual(scopes(text), want));
}
