// Bundles what the page of `sqg ui` takes of packages into the file that its argument names, under the licences of the
// packages.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({ ...options(), write: false });
const packages = [
  ...new Set(
    Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  ),
].sort();
const byText = new Map();
for (const name of packages) {
  const text = readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
  byText.set(text, [...(byText.get(text) ?? []), name]);
}
const versions = (names) =>
  names.map((name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`);
const licences = [...byText].map(([text, names]) => `${versions(names).join(", ")}:\n\n${text}`).join("\n\n");
await build({
  ...options(),
  outfile: process.argv[2],
  banner: { js: `/*! Made by editors/ui/run.sh of these packages:\n\n${licences}\n*/` },
});

function options() {
  return {
    entryPoints: ["index.js"],
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
  };
}
