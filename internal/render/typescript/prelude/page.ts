// Helpers of queries whose rows come in pages.

/** A page of rows, and the cursors of the pages after and before it. */
interface Page<R> {
  readonly rows: R[];
  /** The cursor for `after`; undefined on the last page. */
  readonly next: string | undefined;
  /** The cursor for `before`; undefined on the first page. */
  readonly previous: string | undefined;
}

type CursorKey = bigint | boolean | number | string | null;

type CursorKeyType = "bigint" | "boolean" | "number" | "string";

/** The requested page. A cursor has the query's tag and the keys of its row. */
interface Paging<N extends number | bigint> {
  readonly tag: string;
  readonly size: number;
  /** One row more than the page, which is there if another page is. */
  readonly limit: N;
  readonly after: boolean;
  readonly before: boolean;
  /** The values of the cursor. */
  readonly keys: readonly CursorKey[];
}

function openPage<N extends number | bigint>(
  query: string,
  tag: string,
  size: N,
  after: string | undefined,
  before: string | undefined,
  ...types: CursorKeyType[]
): Paging<N> {
  if (!(size >= 1)) {
    throw new RangeError("a page has at least one row");
  }
  if (after !== undefined && before !== undefined) {
    throw new RangeError("give after or before, not both");
  }
  const cursor = after ?? before;
  const limit = (
    typeof size === "bigint" ? size + 1n : (size as number) + 1
  ) as N;
  const keys: CursorKey[] = [];
  if (cursor !== undefined) {
    const [of, ...parts] = cursor.split(".");
    if (of !== hexOf(tag) || parts.length !== types.length) {
      throw new RangeError(`not a cursor of ${query}`);
    }
    for (const [i, type] of types.entries()) {
      const key = openKey(parts[i] ?? "", type);
      if (key === undefined) {
        throw new RangeError(`not a cursor of ${query}`);
      }
      keys.push(key);
    }
  }
  return {
    tag,
    size: Number(size),
    limit,
    after: after !== undefined,
    before: before !== undefined,
    keys,
  };
}

/** A page of rows. One row more than requested means another page. */
function pageOf<R>(
  { tag, size, after, before }: Paging<number | bigint>,
  keys: (row: R) => readonly CursorKey[],
  found: R[],
): Page<R> {
  const more = found.length > size;
  const rows = more ? found.slice(0, size) : found;
  if (before) {
    rows.reverse();
  }
  const cursor = (row: R): string =>
    [hexOf(tag), ...keys(row).map(closeKey)].join(".");
  const [next, previous] = before ? [true, more] : [more, after];
  return {
    rows,
    next: next && rows.length > 0 ? cursor(rows.at(-1) as R) : undefined,
    previous: previous && rows.length > 0 ? cursor(rows[0] as R) : undefined,
  };
}

function closeKey(key: CursorKey): string {
  return key === null ? "-" : hexOf(String(key));
}

/** The value of a key; undefined where it is none of its type. */
function openKey(part: string, type: CursorKeyType): CursorKey | undefined {
  if (part === "-") {
    return null;
  }
  if (!/^(?:[0-9a-f]{2})*$/.test(part)) {
    return undefined;
  }
  const text = Buffer.from(part, "hex").toString();
  switch (type) {
    case "string":
      return text;
    case "bigint":
      return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
    case "boolean":
      return text === "true" || (text === "false" ? false : undefined);
    case "number":
      return String(Number(text)) === text ? Number(text) : undefined;
  }
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex");
}
