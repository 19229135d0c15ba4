import { readFileSync } from "node:fs";

export const corpus = new URL("../../../../corpus/", import.meta.url);

/** A file of the corpus. */
export function text(path: string): string {
  return readFileSync(new URL(path, corpus), "utf8");
}

/** A data file of the corpus. */
export function json(path: string): unknown {
  return JSON.parse(text(path));
}

/** The TESTDATA or BASELINE blocks of a feature as one script; generated code does not have them. */
export function block(
  feature: string,
  keyword: "TESTDATA" | "BASELINE",
  engine = "sqlite",
): string {
  const sql = text(`${feature}/${engine}.sql`);
  const blocks = sql.split(/^-- (?=[A-Z]{4,}(?: |$))/m);
  return blocks
    .filter((b) => b.startsWith(keyword))
    .map((b) => b.slice(b.indexOf("\n") + 1))
    .join("\n");
}
