// The packages of a folder as a registry of npm has them, on this machine: node registry.mjs FOLDER. It prints its
// address.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const folder = process.argv[2];
const packages = new Map(
  readdirSync(folder).map((file) => {
    const text = execFileSync("tar", ["-xzOf", join(folder, file), "package/package.json"], { encoding: "utf8" });
    return [JSON.parse(text).name, { file, manifest: JSON.parse(text) }];
  }),
);
const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url.slice(1));
  const { file, manifest } = packages.get(path) ?? {};
  if (file !== undefined) {
    const tarball = `http://${request.headers.host}/${file}`;
    const versions = { [manifest.version]: { ...manifest, dist: { tarball } } };
    response.end(JSON.stringify({ name: path, "dist-tags": { latest: manifest.version }, versions }));
  } else if ([...packages.values()].some((known) => known.file === path)) {
    response.end(readFileSync(join(folder, path)));
  } else {
    response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
