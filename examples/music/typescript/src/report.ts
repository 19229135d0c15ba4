// The report: the same text in every language.

/** A value of a row: booleans as SQLite stores them, days and times as text, documents as JSON. */
export function show(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return value.toFixed(6).replace(/\.?0+$/, "");
  if (typeof value === "boolean") return value ? "1" : "0";
  if (Array.isArray(value) && typeof value[0] === "object") {
    return value.map((row) => "\n  " + line(row)).join("");
  }
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

function cells(row: unknown): unknown[] {
  return typeof row === "object" && row !== null ? Object.values(row) : [row];
}

/** The row's cells. A list of rows stands below, in lines of its own. */
function line(row: unknown): string {
  return cells(row).map(show).join(" | ").replaceAll(" | \n", "\n");
}

export function rows(title: string, found: readonly unknown[]): void {
  console.log(`== ${title}`);
  for (const row of found) console.log(line(row));
}

export function one(title: string, row: unknown): void {
  rows(title, row === undefined ? [] : [row]);
  if (row === undefined) console.log("(none)");
}

export function affected(title: string, changes: number): void {
  console.log(`== ${title}\naffected ${changes}`);
}

/** A driver that cannot run a statement says so in one line, and the report's check knows which ones may. */
export async function rowsIfSupported(
  title: string,
  run: () => Promise<readonly unknown[]>,
): Promise<void> {
  let found: readonly unknown[];
  try {
    found = await run();
  } catch (error) {
    console.log(`== ${title}\nnot supported: ${(error as Error).message}`);
    return;
  }
  rows(title, found);
}
