// What readers search for leads to the page that answers it, at the first place, in the index of the built site.
//
//     node search.mjs
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import MiniSearch from "minisearch";

const chunks = join(import.meta.dirname, "dist/assets/chunks");
const name = readdirSync(chunks).find((file) => file.startsWith("@localSearchIndexroot"));
const { default: index } = await import(pathToFileURL(join(chunks, name)).href);

// As VitePress searches.
const search = MiniSearch.loadJSON(index, {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles"],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
});

const answers = {
  pagination: "guides/pages",
  keyset: "guides/pages",
  dynamic: "guides/optional-parts",
  vscode: "editors",
  "IN list": "recipes/in-lists",
  DATABASE_URL: "guides/testing",
  retry: "guides/transactions",
  opentelemetry: "recipes/observability",
  pgbouncer: "recipes/pools-postgres",
  uuidv7: "recipes/uuids-postgres",
  "one to many": "recipes/one-to-many",
  "change some columns": "recipes/patch",
  "export csv": "recipes/exports",
  "optional filters": "recipes/optional-filters",
  "expand contract": "recipes/expand-and-contract",
  serverless: "recipes/serverless-postgres",
  mysql: "comparison",
  playground: "guides/playground",
};

let wrong = 0;
for (const [words, page] of Object.entries(answers)) {
  const first = search.search(words)[0]?.id ?? "nothing";
  if (first.split("#")[0] === "/sqg/" + page) continue;
  wrong++;
  console.log(`${words}: ${first} instead of ${page}`);
}
process.exitCode = Math.min(wrong, 1);
