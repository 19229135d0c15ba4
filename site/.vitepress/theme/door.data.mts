// What the first page shows: SQL of the quickstart, the code that is generated from it, and figures of a committed
// report. All of it is read when the site is built, so that it is what the repository has.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMarkdownRenderer, type MarkdownRenderer, type SiteConfig } from "vitepress";
import { bars, report } from "../../bars.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const quickstart = join(root, "examples/quickstart");

/** The pieces of a file that are shown: from a line that begins like this to a line that is this. */
type Piece = [begin: string, end: string];

const languages: { title: string; grammar: string; file: string; pieces: Piece[] }[] = [
  {
    title: "TypeScript",
    grammar: "typescript",
    file: "gen/tasks.ts",
    pieces: [
      ["export interface OpenTasksRow ", "}"],
      ["  /** Open tasks", "  }"],
    ],
  },
  {
    title: "Python",
    grammar: "python",
    file: "gen/tasks.py",
    pieces: [
      ["class OpenTasksRow:", ""],
      ["    def open_tasks(", ""],
    ],
  },
  {
    title: "Java",
    grammar: "java",
    file: "gen/Tasks.java",
    pieces: [
      ["  public record OpenTasksRow(", ""],
      ["  /** Open tasks", "  }"],
    ],
  },
  {
    title: "Go",
    grammar: "go",
    file: "gen/go/tasks.go",
    pieces: [
      ["type OpenTasksRow struct", "}"],
      ["// OpenTasks: ", "}"],
    ],
  },
  {
    title: "Rust",
    grammar: "rust",
    file: "gen/rust/tasks.rs",
    pieces: [
      ["pub struct OpenTasksRow", "}"],
      ["    /// Open tasks", "    }"],
    ],
  },
];

function pieces(file: string, wanted: Piece[]): string {
  const lines = readFileSync(join(quickstart, file), "utf8").split("\n");
  return wanted
    .map(([begin, end]) => {
      const from = lines.findIndex((line) => line.startsWith(begin));
      const to = lines.indexOf(end, from);
      if (from < 0 || to < 0) throw new Error(`${file} has no ${begin}`);
      const piece = lines.slice(from, end === "" ? to : to + 1);
      const indent = Math.min(...piece.filter((line) => line !== "").map((line) => line.search(/\S/)));
      return piece.map((line) => line.slice(indent)).join("\n");
    })
    .join("\n\n");
}

export interface Door {
  sql: string;
  code: { title: string; html: string }[];
  bars: ReturnType<typeof bars>;
}

declare const data: Door;
export { data };

export default {
  watch: [join(quickstart, "tasks.sql"), join(quickstart, "gen/**"), report],
  async load(): Promise<Door> {
    const config = (globalThis as unknown as { VITEPRESS_CONFIG: SiteConfig }).VITEPRESS_CONFIG;
    const md: MarkdownRenderer = await createMarkdownRenderer(config.srcDir, config.markdown, config.site.base);
    const block = (grammar: string, text: string) => md.render(`\`\`\`${grammar}\n${text}\n\`\`\`\n`);
    const sql = pieces("tasks.sql", [
      ["CREATE TABLE tasks", ");"],
      ["-- Open tasks", "ORDER BY t.due IS NULL, t.due, t.id;"],
    ]);
    return {
      sql: block("sql", sql),
      code: languages.map((l) => ({ title: l.title, html: block(l.grammar, pieces(l.file, l.pieces)) })),
      bars: bars(),
    };
  },
};
