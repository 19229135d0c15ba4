"use strict";
// Puts the program in place of the script that runs it, which saves the start of Node each time. Windows needs a name
// with .exe there, and other clients than npm run what stands there with Node: they keep the script.
const fs = require("node:fs");
const path = require("node:path");

if (process.platform !== "win32" && process.env.npm_config_user_agent?.startsWith("npm/")) {
  const script = path.join(__dirname, "bin", "sqg");
  const staged = `${script}.${process.pid}`;
  try {
    fs.linkSync(require("./program.js"), staged);
    fs.renameSync(staged, script);
  } catch {
    fs.rmSync(staged, { force: true }); // the script does as well
  }
}
