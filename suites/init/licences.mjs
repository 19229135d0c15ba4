// Checks the licences of every crate that a package needs to be built and to run: each must leave users free to choose
// their own. Reads `cargo metadata` from standard input, and prints "N crates" or what is not allowed.
import { readFileSync } from "node:fs";
import satisfies from "spdx-satisfies";

const allowed = [
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "CDLA-Permissive-2.0", // a list of certificates
  "ISC",
  "MIT",
  "Unicode-3.0",
  "Zlib",
];

const metadata = JSON.parse(readFileSync(0, "utf8"));
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
const needed = new Set([metadata.resolve.root]);
for (const id of needed) {
  for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
    if (kinds.some(({ kind }) => kind !== "dev")) needed.add(pkg);
  }
}
needed.delete(metadata.resolve.root);

const crates = metadata.packages.filter(({ id }) => needed.has(id));
const refused = crates.filter(({ license }) => {
  // Before expressions, crates divided licences to choose from by a slash.
  const expression = license?.replaceAll("/", " OR ");
  return !expression || !satisfies(expression, allowed);
});
for (const { name, version, license } of refused) console.error(`${name} ${version}: ${license ?? "no licence"}`);
console.log(`${crates.length} crates, ${refused.length} with a licence that is not allowed`);
process.exit(refused.length > 0 || crates.length === 0 ? 1 : 0);
