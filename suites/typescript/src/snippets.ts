// Makes modules of the TypeScript examples in the documentation, for the compiler to check: a project for each page.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const pages = new URL("../../../../docs/generators/", import.meta.url);
const snippets = new URL("../../snippets/", import.meta.url);

/** The project of a page: gens are a driver, an output folder and a config each. */
function project(engine: string, gens: [string, string, string][]): void {
  const text = readFileSync(new URL(`typescript-${engine}.md`, pages), "utf8");
  const blocks = (language: string): string[] =>
    [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)]
      .filter(([, name]) => name === language)
      .map(([, , body]) => body ?? "");
  const folder = new URL(`${engine}/`, snippets);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("queries.sql", folder), blocks("sql").join("\n"));
  for (const [i, body] of blocks("ts").entries()) {
    writeFileSync(new URL(`example${i + 1}.ts`, folder), body);
  }
  const lines = gens.map(
    ([driver, output, config]) =>
      `      - {generator: typescript/${engine}/${driver}, output: generated/${output}, config: ${config}}\n`,
  );
  writeFileSync(
    new URL("sqg.yaml", folder),
    `version: 1\nname: my-app\nsql:\n  - files: [queries.sql]\n    gen:\n${lines.join("")}`,
  );
}

rmSync(snippets, { recursive: true, force: true });
project("sqlite", [
  ["better-sqlite3", "", "{migrations: true}"],
  ["libsql", "libsql/", "{migrations: true}"],
  ["better-sqlite3", "observed/", "{observer: true}"],
]);
project("postgres", [
  ["pg", "", "{migrations: true}"],
  ["pglite", "pglite/", "{migrations: true}"],
]);
