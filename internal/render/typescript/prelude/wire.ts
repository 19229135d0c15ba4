// Helpers of generated code for PostgreSQL that need no driver: values from and to the server's own text.
import {
  applyEach,
  encodeRow,
  migrationError,
  pendingOf,
  type Migration,
} from "./common.js";
import { fetchRows, tracking, unnamed, type Connection } from "./drivers.js";

/** What is bound to a placeholder; the driver sends it as text. */
type Value = string | number | bigint | boolean | Uint8Array | null;

function unreadable(column: string, problem: string): RangeError {
  return new RangeError(`column "${column}": ${problem}`);
}

/** A value as the server's text; NULL where the type has none is an error. */
function asText(value: unknown, column: string): string {
  if (typeof value === "string") {
    return value;
  }
  throw unreadable(column, "NULL, which its type does not have");
}

function asBool(value: unknown, column: string): boolean {
  const text = asText(value, column);
  if (text === "t" || text === "f") {
    return text === "t";
  }
  throw unreadable(column, `no boolean: ${text}`);
}

function asNumber(value: unknown, column: string): number {
  const text = asText(value, column);
  const number = Number(text);
  if (Number.isNaN(number) && text !== "NaN") {
    throw unreadable(column, `no number: ${text}`);
  }
  return number;
}

function asBigint(value: unknown, column: string): bigint {
  const text = asText(value, column);
  try {
    return BigInt(text);
  } catch {
    throw unreadable(column, `no integer: ${text}`);
  }
}

/** An integer of 64 bits, if a number holds it exactly. */
function asSafeInteger(value: unknown, column: string): number {
  const number = asNumber(value, column);
  if (Number.isSafeInteger(number)) {
    return number;
  }
  throw unreadable(column, `a number cannot hold ${asText(value, column)}`);
}

function asBytes(value: unknown, column: string): Buffer {
  const text = asText(value, column);
  if (!text.startsWith("\\x")) {
    throw unreadable(column, "the session's bytea_output has to be hex");
  }
  return Buffer.from(text.slice(2), "hex");
}

function asJson(value: unknown, column: string): unknown {
  return JSON.parse(asText(value, column));
}

/** A day, or a day with a time, in the server's text, which is ISO 8601's unless the session asked for another. */
function asMoment(value: unknown, column: string): string {
  const text = asText(value, column);
  if (/^\d{4,}-|infinity$/.test(text)) {
    return text;
  }
  throw unreadable(column, "the session's DateStyle has to be ISO");
}

/** An instant, cut to the milliseconds that a Date has. */
function asDate(value: unknown, column: string): Date {
  const text = asMoment(value, column);
  const zone = /[+-]\d\d$/.test(text) ? ":00" : "";
  const date = new Date(text.replace(" ", "T") + zone);
  if (Number.isNaN(date.getTime())) {
    throw unreadable(column, `a Date cannot hold ${text}`);
  }
  return date;
}

type Decode<T> = (value: unknown, column: string) => T;

/** The elements of an array, null where they are NULL. */
function asNullableArray<T>(
  value: unknown,
  column: string,
  decode: Decode<T>,
): (T | null)[] {
  const text = asText(value, column);
  if (text === "{}") {
    return [];
  }
  const start = text.indexOf("{") + 1; // bounds other than 1 stand before it
  if (text[start] === "{") {
    throw unreadable(
      column,
      "an array of more dimensions than it is declared with",
    );
  }
  if (!/["\\]/.test(text)) {
    return text
      .slice(start, -1)
      .split(",")
      .map((item) => (item === "NULL" ? null : decode(item, column)));
  }
  const items: (T | null)[] = [];
  const item = /"((?:[^"\\]|\\.)*)"|[^,{}"]+/gsy;
  item.lastIndex = start;
  for (;;) {
    const match = item.exec(text);
    if (match === null) {
      throw unreadable(column, `no array: ${text}`);
    }
    if (match[1] !== undefined) {
      items.push(decode(match[1].replace(/\\(.)/gs, "$1"), column));
    } else {
      items.push(match[0] === "NULL" ? null : decode(match[0], column));
    }
    if (text[item.lastIndex] === "}") {
      return items;
    }
    item.lastIndex++;
  }
}

function asArray<T>(value: unknown, column: string, decode: Decode<T>): T[] {
  const items = asNullableArray(value, column, decode);
  if (items.includes(null)) {
    throw unreadable(column, "a NULL in an array that has none");
  }
  return items as T[];
}

/** The arrays that an array of several dimensions is made of. */
function asLists<T>(value: unknown, column: string, decode: Decode<T>): T[] {
  const text = asText(value, column);
  const lists: T[] = [];
  if (text === "{}") {
    return lists;
  }
  let start = text.indexOf("{") + 1; // bounds other than 1 stand before it
  if (text[start] !== "{") {
    throw unreadable(
      column,
      "an array of fewer dimensions than it is declared with",
    );
  }
  let open = 0;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (match.index < start) {
      continue;
    }
    if (match[0] === "{") {
      start = open === 0 ? match.index : start;
      open++;
    } else if (match[0] === "}") {
      open--;
      if (open === 0) {
        lists.push(decode(text.slice(start, match.index + 1), column));
      }
    }
  }
  return lists;
}

/** The function that reads arrays within an array. */
function readWith<T, U>(
  read: (value: unknown, column: string, decode: Decode<T>) => U,
  decode: Decode<T>,
): Decode<U> {
  return (value, column) => read(value, column, decode);
}

/** What a function of the program makes of a value. */
function decodeWith<T, U>(decode: Decode<T>, made: (value: T) => U): Decode<U> {
  return (value, column) => made(decode(value, column));
}

/** The text of what a function of the program makes of a value. */
function encodeWith<T, U, V>(
  made: (value: T) => U,
  encode: (value: U) => V,
): (value: T) => V {
  return (value) => encode(made(value));
}

function readLists<T>(decode: Decode<T>): Decode<T[]> {
  return (value, column) => asLists(value, column, decode);
}

/** The fields of a composite value. */
function asFields(
  value: unknown,
  count: number,
  column: string,
): (string | null)[] {
  const text = asText(value, column);
  const fields: (string | null)[] = [];
  const field = /"((?:[^"\\]|\\.|"")*)"|[^,()"]*/gsy;
  field.lastIndex = 1;
  while (field.lastIndex < text.length) {
    const start = field.lastIndex;
    const match = field.exec(text);
    if (match === null) {
      throw unreadable(column, `no composite value: ${text}`);
    }
    if (match[1] !== undefined) {
      fields.push(match[1].replace(/\\(.)|""/gs, (pair) => pair.charAt(1)));
    } else {
      fields.push(match[0] === "" ? null : match[0]);
    }
    field.lastIndex = start + match[0].length + 1;
  }
  if (fields.length !== count) {
    throw unreadable(column, `expected ${count} fields, got ${fields.length}`);
  }
  return fields;
}

/** A label of an enum; one that a later migration has added is an error. */
function asLabel<T extends string>(
  value: unknown,
  column: string,
  labels: readonly T[],
  type: string,
): T {
  const text = asText(value, column);
  if (labels.includes(text as T)) {
    return text as T;
  }
  throw unreadable(
    column,
    `"${text}" is no label of ${type} that this program knows`,
  );
}

/** A floating-point number in text; JavaScript's own drops the sign of a zero. */
function toReal(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The number of one of the server's objects; the server itself takes -1 for 4294967295. */
function toOid(value: number): string {
  if (value >>> 0 !== value) {
    throw new RangeError(`${value} is no unsigned integer of 32 bits`);
  }
  return String(value);
}

function toBytes(value: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = value;
  return `\\x${Buffer.from(buffer, byteOffset, byteLength).toString("hex")}`;
}

function toJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) {
    throw new TypeError(`JSON has no ${typeof value}`);
  }
  if (text.includes("null")) {
    JSON.stringify(value, refuseInfinite); // in whose place null may stand
  }
  return text;
}

function refuseInfinite(_: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`JSON has no ${value}`);
  }
  return value;
}

function toInstant(value: string | Date): string {
  return value instanceof Date ? value.toISOString() : value;
}

/** The numbers of a vector. */
function asVector(value: unknown, column: string): number[] {
  return asJson(value, column) as number[];
}

function asFloats(value: unknown, column: string): Float32Array {
  return Float32Array.from(asVector(value, column));
}

function toVector(values: readonly number[] | Float32Array): string {
  return `[${Array.from(values, toReal).join(",")}]`;
}

function asHstore(
  value: unknown,
  column: string,
): Record<string, string | null> {
  const text = asText(value, column);
  const pairs = text.matchAll(
    /"((?:[^"\\]|\\.)*)"=>(?:NULL|"((?:[^"\\]|\\.)*)")/gs,
  );
  const unquoted = (part: string) => part.replace(/\\(.)/gs, "$1");
  return Object.fromEntries(
    Array.from(pairs, ([, key = "", of]) => [
      unquoted(key),
      of === undefined ? null : unquoted(of),
    ]),
  );
}

function toHstore(value: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(value).map(
    ([key, of]) => `${quoted(key)}=>${of === null ? "NULL" : quoted(of)}`,
  );
  return pairs.join(",");
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** An element of an array that is not NULL; that of a number has nothing to quote. */
function element<T>(item: T, encode: (item: T) => string): string {
  const text = encode(item);
  return typeof item === "number" || typeof item === "bigint"
    ? text
    : quoted(text);
}

function toArray<T>(
  items: readonly (T | null)[],
  encode: (item: T) => string,
): string {
  const texts = items.map((item) =>
    item === null ? "NULL" : element(item, encode),
  );
  return `{${texts.join(",")}}`;
}

/** How long the lists of an array of several dimensions are; none for one that is empty. */
function lengthsOf(lists: readonly unknown[], depth: number): number[] {
  let lengths: number[] | undefined;
  for (const list of lists) {
    if (!Array.isArray(list) || list.length === 0) {
      throw new RangeError(
        "an array of several dimensions cannot have empty lists",
      );
    }
    const found = depth > 2 ? lengthsOf(list, depth - 1) : [list.length];
    lengths ??= found;
    if (found.join() !== lengths.join()) {
      throw new RangeError("the lists of an array differ in length");
    }
  }
  return lengths === undefined ? [] : [lists.length, ...lengths];
}

function toLists(
  lists: readonly unknown[],
  depth: number,
  encode: (item: never) => string,
): string {
  lengthsOf(lists, depth);
  const texts = (lists as readonly (readonly null[])[]).map((list) =>
    depth > 2 ? toLists(list, depth - 1, encode) : toArray(list, encode),
  );
  return `{${texts.join(",")}}`;
}

function toFields(fields: readonly (string | null)[]): string {
  const texts = fields.map((text) => (text === null ? "" : quoted(text)));
  return `(${texts.join(",")})`;
}

/** A value of a row that somebody made; undefined would be taken for NULL. */
function given<T>(value: T, column: string): T {
  if (value === undefined) {
    throw new TypeError(`column "${column}": undefined is no value`);
  }
  return value;
}

/** How many statements of a batch are sent at a time. */
const batchRows = 1000;

/** Sends the values of rows some at a time. Returns the sum of what send does: of the rows that were changed. */
async function inBatches<Row, Values>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Values,
  send: (list: Values[]) => Promise<number>,
): Promise<number> {
  let ordinal = 0;
  let changes = 0;
  let list: Values[] = [];
  for await (const row of rows) {
    list.push(encodeRow(encode, row, ++ordinal));
    if (list.length >= batchRows) {
      changes += await send(list);
      list = [];
    }
  }
  return list.length > 0 ? changes + (await send(list)) : changes;
}

/**
 * Connections that are in the middle of something: what else is asked of them would wait without end, if that waits for
 * it.
 */
const busy = new WeakMap<object, string>();

function refuseBusy(db: object): void {
  const work = busy.get(db);
  if (work !== undefined) {
    throw new Error(
      `the connection is busy with ${work} until that has ended: use another one meanwhile`,
    );
  }
}

/** Runs work in a transaction of its own or, nested, in a savepoint of the caller's: all of it takes effect or none. */
async function inTransaction<T>(
  run: (sql: string) => Promise<unknown>,
  nested: boolean,
  work: () => Promise<T>,
): Promise<T> {
  await run(nested ? "SAVEPOINT sqg" : "BEGIN");
  try {
    const result = await work();
    await run(nested ? "RELEASE sqg" : "COMMIT").catch((error: unknown) => {
      throw nested ? error : endError(error as Error);
    });
    return result;
  } catch (error) {
    // Where the connection has broken there is nothing left to undo.
    await run(nested ? "ROLLBACK TO sqg; RELEASE sqg" : "ROLLBACK").catch(
      () => undefined,
    );
    throw error;
  }
}

/** Whether a session is in a transaction: elsewhere, a savepoint is an error. */
async function takesSavepoint(
  run: (sql: string) => Promise<unknown>,
): Promise<boolean> {
  return run("SAVEPOINT sqg; RELEASE sqg").then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: unknown }).code === "25P01") {
        return false;
      }
      throw error;
    },
  );
}

/**
 * An error of the end of work that the server may have made permanent: unless it said itself what was wrong, nobody
 * knows.
 */
function endError(error: Error): Error {
  const { severity, code } = error as Error & {
    severity?: unknown;
    code?: unknown;
  };
  if (severity !== undefined && !String(code).startsWith("57P")) {
    return error;
  }
  return new Error(
    `the connection was lost before the server confirmed the write: ${String(error)}`,
    { cause: error },
  );
}

/** The SQL that applies migrations, and the messages of its errors. */
interface Tracking {
  lock: string;
  unlock: string;
  settings: string;
  create: string;
  table: string;
  applied: string;
  record: string;
  again: string;
  changed: string;
  late: string;
  ended: string;
}

/** What migrations need of a connection that is in no transaction. */
interface Session {
  fetch: (text: string, ...values: Value[]) => Promise<unknown[][]>;
  /** Runs statements whose rows nobody wants. */
  run(script: string): Promise<unknown>;
  /** Runs work so that all of it takes effect or none. */
  whole<T>(work: () => Promise<T>): Promise<T>;
  isOpen(): Promise<boolean>;
}

/** Applies pending migrations; concurrent callers wait. Returns the ids. */
async function applyMissing(
  session: Session,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  await session.run(tracking.lock);
  try {
    const settings = await firstText(session.fetch, tracking.settings);
    return await applyEach(() =>
      patiently(session, () =>
        applyNext(session, project, migrations, settings),
      ),
    );
  } finally {
    await session.run(tracking.unlock).catch(() => undefined); // of a connection that has broken
  }
}

/** What the server does not do. */
interface Refusal {
  code?: string;
}

/** Runs work again, after a pause, where it has waited too long for a lock. */
async function patiently<T>(
  session: Session,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { code, cause } = error as Refusal & { cause?: Refusal };
      if ((cause?.code ?? code) !== "55P03") {
        throw error;
      }
      const [row] = await session.fetch(tracking.again, String(tries));
      if (row?.[0] === null) {
        throw error;
      }
    }
  }
}

async function applyNext(
  session: Session,
  project: string,
  migrations: readonly Migration[],
  settings: string,
): Promise<Migration | undefined> {
  const [m, record] = await session.whole(async () => {
    await session.run(tracking.create);
    const table = await firstText(session.fetch, tracking.table);
    const ofTable = (sql: string) => sql.replaceAll("{table}", () => table);
    const [next] = await pendingIn(session.fetch, project, migrations);
    const insert = ofTable(tracking.record);
    if (next !== undefined && next.steps === undefined) {
      await runOne(session, next.id, next.sql);
      if (!(await session.isOpen())) {
        throw migrationError(next.id, tracking.ended);
      }
      await session.run(settings);
      await session.fetch(insert, project, next.id, next.checksum);
    }
    return [next, insert] as const;
  });
  if (m?.steps !== undefined) {
    try {
      for (const { undo, sql } of m.steps) {
        const halves = undo === undefined ? [] : await session.fetch(undo);
        for (const [half] of halves) {
          await runOne(session, m.id, String(half));
        }
        await runOne(session, m.id, sql);
      }
    } finally {
      await session.run(settings).catch(() => undefined); // of a connection that has broken
    }
    await session.fetch(record, project, m.id, m.checksum);
  }
  return m;
}

async function runOne(
  session: Session,
  id: string,
  script: string,
): Promise<void> {
  try {
    await session.run(script);
  } catch (error) {
    throw migrationError(id, error);
  }
}

async function pendingIn(
  fetch: Session["fetch"],
  project: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const query = await firstText(fetch, tracking.applied);
  const applied = (await fetch(query, project)).map(([id, checksum]) => ({
    migration_id: id,
    checksum,
  }));
  return pendingOf(migrations, project, applied, tracking);
}

async function pendingMigrations(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const pending = await pendingIn(
    (text, ...values) => fetchRows(db, unnamed(text), ...values),
    project,
    migrations,
  );
  return pending.map((m) => m.id);
}

async function firstText(
  fetch: Session["fetch"],
  sql: string,
): Promise<string> {
  return String((await fetch(sql))[0]?.[0]);
}

export {
  toArray,
  toBytes,
  toJson,
  lengthsOf,
  inBatches,
  busy,
  refuseBusy,
  inTransaction,
  takesSavepoint,
  endError,
  applyMissing,
  pendingMigrations,
  type Session,
  type Tracking,
  type Value,
};
