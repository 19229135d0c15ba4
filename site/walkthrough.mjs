// Walks through a page of documentation as its reader would: node walkthrough.mjs PAGE SQG. The words after a code
// block's language say what it is:
//
//   ```sql file=tasks.sql      a file to save; with `append`, to add to one
//   ```sh run                  commands to run; one that must fail says `fails`
//   ```text output             what the commands above it printed; a line `…` stands for any number of lines
//   ```sh install=DIR          how a reader installs sqg; the program SQG is put into that folder instead, and with
//                              `run` the lines that are not about sqg are run
//
// Anything else is not looked at.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

const [page, program] = process.argv.slice(2);
const sqg = resolve(program);

// What a user's shell would have on its path. This Node comes first: it may be newer than the machine's.
const path = [dirname(process.execPath), dirname(sqg), process.env.PATH].join(delimiter);
const env = { ...process.env, PATH: path, NO_COLOR: "1", npm_config_loglevel: "error" };

/** The code blocks of a page that a reader acts on. */
function* steps(text) {
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const fence = /^```(\w+) (.+)$/.exec(lines[i]);
    if (!fence) continue;
    const line = i + 1;
    const end = lines.indexOf("```", line);
    const words = fence[2].split(" ").map((word) => word.split("="));
    yield { line, words: new Map(words), body: lines.slice(line, end).join("\n") + "\n" };
    i = end;
  }
}

/** Reports whether the output holds these lines one after the other, `…` being any number of lines. */
function matches(expected, output) {
  const literally = (line) => line.trimEnd().replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "\\s*?\\n";
  const lines = expected.trimEnd().split("\n");
  const pattern = lines.map((line) => (line.trim() === "…" ? "(?:.*\\n)*?" : literally(line))).join("");
  return new RegExp("^" + pattern + "$").test(output.trimEnd() + "\n");
}

function walk(folder) {
  let output = "";
  let count = 0;
  for (const { line, words, body } of steps(readFileSync(page, "utf8"))) {
    const fail = (what) => {
      throw new Error(`${page}:${line}: ${what}`);
    };
    const run = (commands) => {
      const script = "exec 2>&1; set -euo pipefail; " + commands;
      const ran = spawnSync("bash", ["-c", script], { cwd: folder, env, encoding: "utf8" });
      output = stripVTControlCharacters(ran.stdout);
      if ((ran.status !== 0) !== words.has("fails")) fail(`exit code ${ran.status} of\n${commands}${output}`);
    };
    count++;
    if (words.has("file")) {
      const file = join(folder, words.get("file"));
      mkdirSync(dirname(file), { recursive: true });
      (words.has("append") ? appendFileSync : writeFileSync)(file, body);
    } else if (words.has("install")) {
      const bin = join(folder, words.get("install"));
      mkdirSync(bin, { recursive: true });
      symlinkSync(sqg, join(bin, "sqg"));
      if (words.has("run")) run(body.replace(/.*sqg.*\n/g, ""));
    } else if (words.has("run")) {
      run(body);
    } else if (words.has("output")) {
      if (!matches(body, output)) fail(`it printed\n${output}`);
    } else {
      fail(`${[...words.keys()].join(" ")} is nothing a reader can act on`);
    }
  }
  return count;
}

const folder = mkdtempSync(join(tmpdir(), "sqg-walkthrough-"));
try {
  console.log(`${page}: ${walk(folder)} steps`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
