// Helpers of generated code for SQLite that need no driver. Each declaration is copied into the files that use it.
// Each function of a column's value has a second form, made when this file is read: asTextOrNull passes null.

/** What SQLite stores. */
type Value = string | number | bigint | Uint8Array | null;

/** What a statement that changes rows did. */
interface RunResult {
  /** The rows it inserted, updated or deleted. */
  changes: number;
  /** The rowid of the last row inserted on this connection; a bigint where a number cannot hold it. */
  lastInsertRowid: number | bigint;
}

function unexpected(value: unknown, expected: string, column: string): Error {
  if (typeof value === "number" && Number.isInteger(value)) {
    const error = `column "${column}": expected ${expected}, got the number ${value}`;
    return Number.isSafeInteger(value)
      ? new TypeError(error)
      : new RangeError(
          `${error}, which may be rounded (see safeIntegers) or REAL where arithmetic overflows (CAST it AS REAL)`,
        );
  }
  const blob = value instanceof Uint8Array || value instanceof ArrayBuffer;
  let got = blob ? "a blob" : typeof value;
  // Bytes and UUIDs may be secrets.
  if (typeof value === "string" && !/blob|UUID/.test(expected)) {
    const text = value.length > 40 ? `${value.slice(0, 40)}...` : value;
    got = `the text ${JSON.stringify(text)}`;
  }
  return new TypeError(
    `column "${column}": expected ${expected}, got ${value === null ? "null" : got}`,
  );
}

function asInteger(value: unknown, column: string): number {
  if (Number.isSafeInteger(value)) {
    return value as number;
  }
  throw unexpected(value, "an integer", column);
}

function asBigint(value: unknown, column: string): bigint {
  if (typeof value === "bigint") {
    return value;
  }
  throw unexpected(value, "an integer as bigint", column);
}

function asBool(value: unknown, column: string): number {
  if (value === 0 || value === 1) {
    return value;
  }
  throw unexpected(value, "0 or 1", column);
}

function asBigintBool(value: unknown, column: string): bigint {
  if (value === 0n || value === 1n) {
    return value;
  }
  throw unexpected(value, "0n or 1n", column);
}

function asReal(value: unknown, column: string): number {
  if (typeof value === "number" && !Number.isNaN(value)) {
    return value;
  }
  throw unexpected(value, "a number", column);
}

/** A number that is INTEGER in some rows and REAL in others. */
function asNumber(value: unknown, column: string): number {
  return asReal(
    typeof value === "bigint" ? asInteger(Number(value), column) : value,
    column,
  );
}

/** A decimal as SQLite stored it, INTEGER, REAL or TEXT, if a number holds it exactly. */
function asDecimal(value: unknown, column: string): number {
  const number =
    typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "bigint" && Number.isSafeInteger(Number(number))) {
    return Number(number);
  }
  if (typeof number !== "number" || !Number.isFinite(number)) {
    throw unexpected(value, "a decimal number", column);
  }
  // A number keeps 15 significant digits of any decimal.
  const digits = String(value).replace(/e.*$|[^0-9]/gi, "");
  if (typeof value === "string" && digits.replace(/^0+|0+$/g, "").length > 15) {
    throw unexpected(value, "a decimal of up to 15 digits", column);
  }
  return number;
}

function asText(value: unknown, column: string): string {
  if (typeof value === "string") {
    return value;
  }
  throw unexpected(value, "text", column);
}

/** A JSON document; SQLite stores one that is a bare number as that number. */
function asJson(value: unknown, column: string): string {
  return typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : asText(value, column);
}

/** An object of JSON. In JSON it is a text where SQLite has kept it in between. */
function asJsonObject(
  value: unknown,
  column: string,
  parse: (text: string) => unknown = JSON.parse,
): Record<string, unknown> {
  const found = typeof value === "string" ? parse(value) : value;
  if (typeof found === "object" && found !== null && !Array.isArray(found)) {
    return found as Record<string, unknown>;
  }
  throw unexpected(value, "an object of JSON", column);
}

/** A list of JSON, as an object. */
function asJsonList<T>(
  value: unknown,
  column: string,
  read: (item: unknown, column: string) => T,
  parse: (text: string) => unknown = JSON.parse,
): T[] {
  const found = typeof value === "string" ? parse(value) : value;
  if (Array.isArray(found)) {
    return found.map((item) => read(item, column));
  }
  throw unexpected(value, "a list of JSON", column);
}

/** JSON with texts in the place of integers that a number may round. */
function parseExactly(text: string): unknown {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
  return JSON.parse(
    text.replace(tokens, (token) =>
      /^-?\d{16,}$/.test(token) ? `"${token}"` : token,
    ),
  );
}

function asJsonObjectExactly(
  value: unknown,
  column: string,
): Record<string, unknown> {
  return asJsonObject(value, column, parseExactly);
}

function asJsonListExactly<T>(
  value: unknown,
  column: string,
  read: (item: unknown, column: string) => T,
): T[] {
  return asJsonList(value, column, read, parseExactly);
}

/** An integer of JSON that parseExactly has read. */
function asJsonBigint(value: unknown, column: string): bigint {
  if (typeof value === "string" && /^-?\d+$/.test(value)) {
    return BigInt(value);
  }
  return BigInt(asInteger(value, column));
}

function asJsonBigintBool(value: unknown, column: string): bigint {
  return BigInt(asBool(value, column));
}

/**
 * A decimal of a driver, or a parser of JSON, that rounds an integer that a number does not hold. Beyond 2^63 there are
 * no integers.
 */
function asRoundedDecimal(value: unknown, column: string): number {
  if (
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    Math.abs(value as number) <= 2 ** 63
  ) {
    throw unexpected(value, "a decimal of up to 15 digits", column);
  }
  return asDecimal(value, column);
}

/** What reads a value, and passes null. */
function orNull<T>(
  read: (value: unknown, column: string) => T,
): (value: unknown, column: string) => T | null {
  return (value, column) => (value === null ? null : read(value, column));
}

/** An instant, cut to the milliseconds that a Date has. Without an offset it is UTC. */
function dateOfInstant(text: string, column: string): Date {
  const match =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d*(Z|[+-]\d\d:\d\d)?$/.exec(
      text,
    );
  const [, day = "", time = "", zone = "Z"] = match ?? [];
  // A Date takes the 30th of February for the 1st of March.
  if (new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(8))) {
    const date = new Date(`${day}T${time}${zone}`);
    if (!Number.isNaN(date.getTime())) {
      return date;
    }
  }
  throw unexpected(
    text,
    "a timestamp as TEXT YYYY-MM-DD HH:MM:SS+00:00",
    column,
  );
}

/** The text of an instant. */
function instantOfDate(date: Date): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{3})Z$/.exec(
    date.toISOString(),
  );
  if (match === null) {
    throw new RangeError(
      `the year ${date.getUTCFullYear()} does not have four digits`,
    );
  }
  const [, day = "", time = "", fraction = ""] = match;
  return `${day} ${time}${fraction === ".000" ? "" : `${fraction}000`}+00:00`;
}

/** A UUID in its canonical form, stored as text or as its 16 bytes. */
function asUuid(value: unknown, column: string): string {
  const text =
    typeof value === "string"
      ? value
      : Array.from(asBytes(value, column), (byte) =>
          byte.toString(16).padStart(2, "0"),
        ).join("");
  const match =
    /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/.exec(
      text.toLowerCase(),
    );
  if (match === null) {
    throw unexpected(value, "a UUID", column);
  }
  return match.slice(1).join("-");
}

function asBytes(value: unknown, column: string): Uint8Array {
  if (value instanceof Uint8Array) {
    return value;
  }
  if (value instanceof ArrayBuffer) {
    return new Uint8Array(value);
  }
  throw unexpected(value, "a blob", column);
}

function asAny(value: unknown, column: string): string | number | Uint8Array {
  return typeof value === "string" || typeof value === "number"
    ? value
    : asBytes(value, column);
}

function asValue(
  value: unknown,
  column: string,
): string | number | bigint | Uint8Array {
  if (
    typeof value === "string" ||
    (typeof value === "bigint" && BigInt.asIntN(64, value) === value) ||
    (typeof value === "number" && !Number.isNaN(value))
  ) {
    return value;
  }
  return asBytes(value, column);
}

/** 0 or 1 to store. */
function toBool(value: unknown, column: string): number | bigint {
  return typeof value === "bigint"
    ? asBigintBool(value, column)
    : asBool(value, column);
}

/** An integer to store, of 64 bits. */
function toInteger(value: unknown, column: string): number | bigint {
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) {
    return value;
  }
  return asInteger(value, column);
}

/** A decimal to store, as text. */
function toDecimal(value: unknown, column: string): string {
  if (Number.isFinite(value)) {
    return String(value);
  }
  throw unexpected(value, "a decimal number", column);
}

/** An integer to bind: the driver binds every number as REAL, so that 7 / 2 would be 3.5. */
function bindInteger(value: number | bigint | null): bigint | null {
  return value === null ? null : BigInt(value);
}

/** A decimal to bind: as text, so that SQLite stores its digits by the column's type. */
function bindDecimal(value: number | null): string | null {
  if (value !== null && !Number.isFinite(value)) {
    throw new RangeError(`${value} is not a decimal number`);
  }
  return value === null ? null : String(value);
}

/** A list to bind: JSON, whose values the statement reads. */
function bindList(values: readonly unknown[], name: string): string {
  return `[${values.map((value) => listed(value, name)).join(",")}]`;
}

/** JSON has no infinity, but for what is too large. */
function listed(value: unknown, name: string): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "bigint" || Number.isFinite(value)) {
    return String(value);
  }
  if (value === Infinity || value === -Infinity) {
    return value > 0 ? "9e999" : "-9e999";
  }
  if (value instanceof Uint8Array) {
    return `"${Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
  }
  throw unexpected(value, "strings, numbers or bytes in a list", name);
}

/** How rows of a table are inserted: one by one, or as many at a time as one statement takes. */
interface Insert<Row> {
  table: string;
  sql: string;
  nextRow: string;
  chunkRows: number;
  encode: (row: Row) => Value[];
}

/** How many rows an appender holds before it writes them. */
const bufferedRows = 1024;

/** That of an integer among rows' values. A window of rows is sorted at a time; fewer than from keep their order. */
interface Order {
  key: number;
  from: number;
  window: number;
}

/** What is bound for a row of parameters, which has a number. */
interface Numbered {
  args: Value[];
  ordinal: number;
}

/** Sorts rows: SQLite then goes through its table once. Rows of one key stay in their order. */
function inOrder(rows: Numbered[], { key, from }: Order): Numbered[] {
  const integer = (value: unknown) =>
    typeof value === "bigint" || Number.isInteger(value);
  // SQLite may take other types for integers; then the order stays.
  if (rows.length < from || !rows.every(({ args }) => integer(args[key]))) {
    return rows;
  }
  const by = ({ args }: Numbered) => args[key] as number | bigint;
  return rows.sort((a, b) => Number(by(a) > by(b)) - Number(by(a) < by(b)));
}

/** The SQL that applies migrations, and the messages of its errors. */
interface Tracking {
  settings: string;
  relax: string;
  dangling: string;
  create: string;
  adopt: string;
  applied: string;
  record: string;
  changed: string;
  late: string;
  ended: string;
}

/** How long applyMigrations waits for another process that is applying its own. */
const migrationTimeout = 60_000;

function beginError(error: unknown): unknown {
  return String(error).includes("within a transaction")
    ? new Error(
        "migrations need transactions of their own: end the open one first",
        { cause: error },
      )
    : error;
}

export {
  type RunResult,
  bufferedRows,
  migrationTimeout,
  beginError,
  bindList,
  inOrder,
  type Numbered,
  type Order,
  type Value,
  type Insert,
  type Tracking,
};
