// Makes modules of the TypeScript examples in the documentation, for the compiler to check: `snippets.js write`. The
// SQL that they are for is extracted by `snippets.js sql`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const page = new URL(
  "../../../../docs/generators/typescript-sqlite.md",
  import.meta.url,
);
const folder = new URL("../../snippets/", import.meta.url);

const text = readFileSync(page, "utf8");
const blocks = (language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter(([, name]) => name === language)
    .map(([, , body]) => body ?? "");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeFileSync(new URL("queries.sql", folder), blocks("sql").join("\n"));
for (const [i, body] of blocks("ts").entries()) {
  writeFileSync(new URL(`example${i + 1}.ts`, folder), body);
}
const gen = (driver: string, output: string, config: string) =>
  `      - {generator: typescript/sqlite/${driver}, output: generated/${output}, config: ${config}}\n`;
writeFileSync(
  new URL("sqg.yaml", folder),
  "version: 1\nname: my-app\nsql:\n  - files: [queries.sql]\n    gen:\n" +
    gen("better-sqlite3", "", "{migrations: true}") +
    gen("libsql", "libsql/", "{migrations: true}") +
    gen("better-sqlite3", "observed/", "{observer: true}"),
);
