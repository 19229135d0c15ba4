// Bundles what a page takes of packages, as the file that its first argument names says, into the second, under the
// licences of the packages.
import { existsSync, readFileSync } from "node:fs";
import { build } from "esbuild";

const [from, to] = process.argv.slice(2);
const { metafile } = await build({ ...options(), write: false });
const packages = [
  ...new Set(
    Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  ),
].sort();
const byText = new Map();
const about = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
for (const name of packages) {
  // One without the file has its licence in comments, which stay.
  const path = `node_modules/${name}/LICENSE`;
  const text = existsSync(path) ? readFileSync(path, "utf8").trim() : `${about(name).license}, ${about(name).homepage}`;
  byText.set(text, [...(byText.get(text) ?? []), name]);
}
const versions = (names) => names.map((name) => `${name} ${about(name).version}`);
const licences = [...byText].map(([text, names]) => `${versions(names).join(", ")}:\n\n${text}`).join("\n\n");
await build({
  ...options(),
  outfile: to,
  banner: { js: `/*! Made by editors/ui/run.sh of these packages:\n\n${licences}\n*/` },
});

function options() {
  return {
    entryPoints: [from],
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    legalComments: "inline",
    logLevel: "warning",
  };
}
