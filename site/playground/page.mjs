// Writes the pages of the playground into the folder that its argument names: those of `sqg ui`, but for the program
// that they speak to, and the examples, which are the recipes for SQLite.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const into = process.argv[2];
const here = dirname(fileURLToPath(import.meta.url));
const ui = join(here, "../../internal/cli/ui/page");
const recipes = join(here, "../../docs/recipes");

for (const name of readdirSync(ui)) if (name !== "page.html") copyFileSync(join(ui, name), join(into, name));
for (const name of readdirSync(join(here, "page"))) copyFileSync(join(here, "page", name), join(into, name));

// The nonce is for the style sheets that CodeMirror makes. A page that nothing makes anew has one for all: it keeps no
// style out, as 'unsafe-inline' would not, and no script in.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'nonce-page'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types sqg",
].join("; ");

/** put replaces a text that the page has once. */
function put(page, what, by) {
  if (page.split(what).length !== 2) throw new Error(`page.html has not one ${what}`);
  return page.replace(what, () => by);
}

const share =
  '<select id="examples" aria-label="Example"><option value="" disabled>Example…</option></select>' +
  '<button id="share">Copy link</button>';
let page = readFileSync(join(ui, "page.html"), "utf8");
page = put(page, "<title>sqg ui</title>", "<title>sqg playground</title>");
page = put(
  page,
  '<meta name="nonce" content="{{nonce}}">',
  `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
    '<meta name="referrer" content="no-referrer">\n<meta name="nonce" content="page">',
);
page = put(page, "Connecting…", "Loading sqg and SQLite…");
page = put(page, '<button id="save"', `${share}<button id="save"`);
page = put(page, "<span>this machine only</span>", "<span>in this browser only</span>");
writeFileSync(join(into, "index.html"), page);

/** files are those of a recipe that are no program's: none where it needs another engine. */
function files(text) {
  const blocks = [...text.matchAll(/^```(?:sql|yaml) file=([\w-]+\.(?:sql|yaml))\n(.*?)^```$/gms)];
  const all = Object.fromEntries(blocks.map(([, name, body]) => [name, body]));
  return /\bgenerator: \w+\/sqlite\b/.test(all["sqg.yaml"] ?? "") ? all : null;
}

const tasks = join(here, "tasks");
const examples = {
  tasks: Object.fromEntries(readdirSync(tasks).map((name) => [name, readFileSync(join(tasks, name), "utf8")])),
};
for (const name of readdirSync(recipes)) {
  const found = files(readFileSync(join(recipes, name), "utf8"));
  if (found) examples[name.replace(/\.md$/, "")] = found;
}
writeFileSync(
  join(into, "examples.js"),
  `/** Examples by their names: texts by the names of files. */\nexport const examples = ${JSON.stringify(examples, null, 1)};\n`,
);
