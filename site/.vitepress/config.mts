// The documentation site: the pages of docs/ as they are, with a sidebar, search, and dark and light colours.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const site = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = join(site, "../docs");
const repository = "https://github.com/sqg-dev/sqg";

// Each version of the documentation has a folder of its own below this address; the newest is at the address itself.
const address = "/sqg/";
const version = process.env.SQG_VERSION ?? "";

const page = (text: string, link: string) => ({ text, link: "/" + link });
const firstLine = (file: string) =>
  readFileSync(join(docs, file), "utf8").split("\n", 1)[0].replace(/^# /, "");
const pagesOf = (folder: string) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => folder + "/" + name.slice(0, -".md".length));

const sidebar = [
  {
    text: "Start here",
    items: [
      page("What sqg is", ""),
      page("Install", "install"),
      ...pagesOf("tutorials").map((p) => page("With " + firstLine(p + ".md").split(":")[0], p)),
      page("Into an existing application", "guides/existing-application"),
      page("Search, filters, sorting", "guides/search"),
      page("Optional parts and choices", "guides/optional-parts"),
      page("Pages", "guides/pages"),
      page("Objects in a row", "guides/objects"),
      page("Many rows", "guides/many-rows"),
      page("Transactions", "guides/transactions"),
      page("Test databases", "guides/testing"),
      page("Migrations", "guides/migrations"),
      page("When one machine is not enough", "guides/several-machines"),
      page("Tables in a DuckLake", "guides/ducklake"),
      page("Continuous integration", "guides/ci"),
      page("In the browser", "guides/ui"),
      page("Playground", "guides/playground"),
    ],
  },
  {
    text: "Recipes",
    items: [page("All of them", "recipes/"), ...pagesOf("recipes").map((p) => page(firstLine(p + ".md"), p))],
  },
  {
    text: "Reference",
    items: [
      page("The language", "language"),
      page("Types and nullability", "types"),
      page("sqg.yaml", "configuration"),
      page("The command line", "cli"),
      page("PostgreSQL", "postgres"),
      page("PostgreSQL's server", "postgres-server"),
      page("DuckDB", "duckdb"),
      page("Editors", "editors"),
      page("The methods in each language", "methods"),
      page("At run time", "at-run-time"),
      page("Limits", "limits"),
    ],
  },
  {
    text: "Generated code",
    items: pagesOf("generators").map((p) => page(firstLine(p + ".md"), p)),
  },
  {
    text: "Coming from",
    items: [
      page("A comparison", "comparison"),
      ...pagesOf("coming-from").map((p) => page(firstLine(p + ".md").replace(/^Coming from /, ""), p)),
      page("SQG 0.x", "upgrading-from-0.x"),
    ],
  },
  {
    text: "Speed",
    items: [
      page("Benchmarks", "benchmarks/"),
      page("The suites", "benchmarks/suites"),
      page("Many rows", "benchmarks/many-rows"),
      page("Bulk writes to PostgreSQL", "benchmarks/bulk-postgres"),
      page("Bulk writes to DuckDB", "benchmarks/bulk-duckdb"),
    ],
  },
  {
    text: "Errors and warnings",
    collapsed: true,
    items: [page("All of them", "errors/"), ...pagesOf("errors").map((p) => page(firstLine(p + ".md"), p))],
  },
  {
    text: "How sqg is made",
    collapsed: true,
    items: [
      page("Architecture", "ARCHITECTURE"),
      ...["a-language", "a-driver", "an-engine", "a-type", "a-benchmark"].map((what) =>
        page("Adding " + what.replace("-", " "), "adding-" + what),
      ),
    ],
  },
];

// The reports of benchmarks are pages of their own.
const report = /^docs\/benchmarks\/[\w-]+\.html$/;

// A link to a file outside docs/, or to one that is no page, leads to the repository.
function toRepository(href: string, from: string): string {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [path, hash] = href.split("#", 2);
  const target = posix.normalize(posix.join("docs", dirname(from).split(sep).join("/"), path));
  if ((target.startsWith("docs/") && target.endsWith(".md")) || report.test(target)) return href;
  return `${repository}/blob/main/${target}${hash ? "#" + hash : ""}`;
}

const released = execFileSync("git", ["tag", "--list", "v*", "--sort=-version:refname"], { cwd: site })
  .toString()
  .split("\n")
  .filter((tag) => tag !== "");

export default defineConfig({
  title: "sqg",
  description: "Annotated SQL in, typed data-access code out, checked by the real database engine",
  srcDir: relative(site, docs) || ".",
  base: version === "" ? address : `${address}${version}/`,
  outDir: join(site, "dist", version),
  cleanUrls: true,
  lastUpdated: false,
  rewrites: (id) => id.replace(/(^|\/)README\.md$/, "$1index.md"),
  markdown: {
    theme: { light: "github-light", dark: "github-dark" },
    // An excerpt of output has no grammar; plain text is what it is.
    languageAlias: { console: "shellsession" },
    config(md) {
      md.core.ruler.push("to-repository", (state) => {
        for (const token of state.tokens.flatMap((t) => t.children ?? [])) {
          if (token.type !== "link_open") continue;
          const href = toRepository(token.attrGet("href") ?? "", state.env.relativePath);
          token.attrSet("href", href);
          if (href.endsWith(".html")) token.attrSet("target", "_self"); // it is not of the program that shows pages
        }
      });
    },
  },
  buildEnd({ outDir }) {
    copyFileSync(join(docs, "sqg.schema.json"), join(outDir, "sqg.schema.json")); // where sqg.yaml's first line leads
    mkdirSync(join(outDir, "benchmarks"), { recursive: true });
    for (const name of readdirSync(join(docs, "benchmarks"))) {
      const from = join("benchmarks", name);
      if (name.endsWith(".html")) copyFileSync(join(docs, from), join(outDir, from));
    }
  },
  // The comparison's table needs the whole width, and what is on top of the first page.
  transformPageData(data) {
    if (["comparison.md", "index.md"].includes(data.relativePath)) data.frontmatter.aside = false;
  },
  // docs/ has no node_modules; what its pages import is here.
  vite: { resolve: { alias: { vue: join(site, "node_modules/vue") } } },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: "Playground", link: address + "playground/", target: "_self" }, // it is no page of the program that shows pages
      page("Tutorials", "tutorials/typescript"),
      page("Reference", "language"),
      page("Benchmarks", "benchmarks/"),
      ...(released.length === 0
        ? []
        : [
            {
              text: version || "newest",
              items: [
                { text: "newest", link: address, target: "_self" },
                ...released.map((tag) => ({ text: tag, link: `${address}${tag}/`, target: "_self" })),
              ],
            },
          ]),
    ],
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: repository + "/edit/main/docs/:path" },
  },
});
