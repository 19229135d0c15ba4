"use strict";
// The path of the program of sqg for this machine, from the package that npm installed beside this one.
const fs = require("node:fs");

// On Linux, the program for glibc runs where glibc's loader is; npm may have installed both.
const loaders = { x64: "/lib64/ld-linux-x86-64.so.2", arm64: "/lib/ld-linux-aarch64.so.1" };

function packages() {
  const name = `@sqg/cli-${process.platform}-${process.arch}`;
  if (process.platform !== "linux") {
    return [name];
  }
  return fs.existsSync(loaders[process.arch] ?? "") ? [name, `${name}-musl`] : [`${name}-musl`, name];
}

function find() {
  const file = process.platform === "win32" ? "bin/sqg.exe" : "bin/sqg";
  for (const name of packages()) {
    try {
      return require.resolve(`${name}/${file}`);
    } catch {
      // the next
    }
  }
  throw new Error(
    `@sqg/sqg has no program for this machine: neither ${packages().join(" nor ")} is installed. ` +
      "They are optional dependencies: install without --omit=optional, on the machine that runs sqg.",
  );
}

module.exports = find();
