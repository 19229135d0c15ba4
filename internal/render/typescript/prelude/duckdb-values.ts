// Helpers of generated code for DuckDB that need no connection: values on their way to the driver.
import {
  DuckDBArrayValue,
  DuckDBBitValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimeNSValue,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  DuckDBUUIDValue,
  DuckDBUnionValue,
  type DuckDBDecimalType,
  type DuckDBType,
  type DuckDBValue,
} from "@duckdb/node-api";
import { withoutExponent } from "./copy-numeric.js";
import { readDay, readTime, readToEnd, readZone } from "./copy-time.js";

/** What a program passes: the driver's values or JavaScript's own. */
type Value = DuckDBValue | object;

/** Months, days and microseconds, each by itself. */
export interface Interval {
  months: number;
  days: number;
  micros: bigint;
}

/** A whole number: a number where that holds it exactly. */
type Whole = number | bigint;

function asWhole(value: unknown, low: Whole, high: Whole): Whole | undefined {
  const whole = typeof value === "bigint" || Number.isSafeInteger(value);
  return whole && (value as Whole) >= low && (value as Whole) <= high
    ? (value as Whole)
    : undefined;
}

const least64 = -0x8000000000000000n;

const most64 = 0x7fffffffffffffffn;

const least128 = -(1n << 127n);

const most128 = (1n << 127n) - 1n;

const microsPerDay = 86_400_000_000;

function asSmall(value: unknown, low: number, high: number) {
  return typeof value === "number" ? asWhole(value, low, high) : undefined;
}

/** A number that single precision holds, rounded, but neither too large for it nor lost in it. */
function asSingle(value: unknown): number | undefined {
  if (typeof value !== "number") {
    return undefined;
  }
  const single = Math.fround(value);
  const lost = Number.isFinite(value) && !Number.isFinite(single);
  return lost || (single === 0 && value !== 0) ? undefined : value;
}

/** The digits of a decimal number, without its point. */
function asUnscaled(
  value: unknown,
  { width, scale }: DuckDBDecimalType,
): Whole | undefined {
  let digits: bigint;
  let digitsBehind: number;
  if (value instanceof DuckDBDecimalValue) {
    digits = value.value;
    digitsBehind = value.scale;
  } else if (typeof value === "string" || typeof value === "number") {
    const text = withoutExponent(String(value));
    if (text === undefined || !/\d/.test(text)) {
      return undefined;
    }
    const dot = text.indexOf(".");
    digitsBehind = dot < 0 ? 0 : text.length - dot - 1;
    digits = BigInt(text.replace(".", ""));
  } else {
    return undefined;
  }
  if (digitsBehind < scale) {
    digits *= 10n ** BigInt(scale - digitsBehind);
  } else if (digitsBehind > scale) {
    const lost = 10n ** BigInt(digitsBehind - scale);
    if (digits % lost !== 0n) {
      return undefined;
    }
    digits /= lost;
  }
  const most = 10n ** BigInt(width);
  return asWhole(digits, 1n - most, most - 1n);
}

/** A day, in days since 1970. */
function asDays(value: unknown): number | undefined {
  if (value instanceof DuckDBDateValue) {
    return asWhole(value.days, -0x80000000, 0x7fffffff) as number | undefined;
  }
  if (typeof value !== "string") {
    return undefined;
  }
  if (value.endsWith("infinity")) {
    return infinities(value, 0x7fffffff);
  }
  const text = eraLast(value);
  const moment = readDay(text);
  const days = moment.days + 10957;
  return (days | 0) === days && readToEnd(text, moment) ? days : undefined;
}

function infinities(text: string, most: number): number | undefined {
  return text === "infinity" ? most : text === "-infinity" ? -most : undefined;
}

/** DuckDB writes the era behind the day. */
function eraLast(text: string): string {
  return text.includes(" (BC)") ? `${text.replace(" (BC)", "")} BC` : text;
}

/** A time of day that ends a text from a place on, in units of which a second has so many. */
function readUnits(
  text: string,
  moment: { days: number; micros: number; end: number },
  perSecond: number,
): number {
  readTime(text.replace(/(\.\d{6})\d+/, "$1"), moment);
  if (perSecond <= 1e6) {
    const units = (moment.micros * perSecond) / 1e6;
    const cut = /\.\d{6}\d*[1-9]/.test(text);
    return Number.isInteger(units) && !cut ? units : NaN;
  }
  const digits = /\.\d{6}(\d{1,3})0*(?!\d)/.exec(text)?.[1] ?? "";
  const more = /\.\d{9}\d*[1-9]/.test(text)
    ? NaN
    : Number(digits.padEnd(3, "0"));
  return moment.micros * 1000 + more;
}

/** A time of day, in units of which a second has so many. */
function asTimeUnits(value: unknown, perSecond: number): Whole | undefined {
  const most = 86_400 * perSecond;
  if (value instanceof DuckDBTimeValue && perSecond === 1e6) {
    return asWhole(value.micros, 0, most);
  }
  if (value instanceof DuckDBTimeNSValue && perSecond === 1e9) {
    return asWhole(value.nanos, 0, most);
  }
  if (typeof value !== "string" || !/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value)) {
    return undefined;
  }
  const units = readUnits(value, { days: 0, micros: NaN, end: 0 }, perSecond);
  return asWhole(units, 0, most);
}

/** A time of day and its offset, in DuckDB's bits. */
function asTimeTZBits(value: unknown): bigint | undefined {
  let micros: Whole;
  let offset: number;
  if (value instanceof DuckDBTimeTZValue) {
    ({ micros, offset } = value);
  } else if (typeof value === "string") {
    const moment = { days: 0, micros: NaN, end: 0 };
    readTime(value, moment);
    micros = moment.micros;
    offset = readZone(value, moment);
    if (moment.end !== value.length) {
      return undefined;
    }
  } else {
    return undefined;
  }
  const time = asWhole(micros, 0, microsPerDay);
  const zone = asWhole(offset, -57599, 57599);
  return time === undefined || zone === undefined
    ? undefined
    : (BigInt(time) << 24n) | BigInt(57599 - Number(zone));
}

/** A date and time, in units since 1970 of which a second has so many; with a zone it is an instant. */
function asUnits(
  value: unknown,
  perSecond: number,
  zoned: boolean,
): Whole | undefined {
  if (value instanceof Date && zoned) {
    return asWhole(value.getTime() * 1000, least64, most64);
  }
  if (typeof value !== "string") {
    return asWhole(unitsOf(value, perSecond, zoned), least64, most64);
  }
  if (value.endsWith("infinity")) {
    return value === "infinity"
      ? most64
      : value === "-infinity"
        ? -most64
        : undefined;
  }
  const text = eraLast(value);
  const moment = readDay(text);
  let units = 0;
  if (moment.end < text.length && !text.startsWith(" BC", moment.end)) {
    moment.end++; // a blank or a T
    const behind = text.slice(moment.end);
    const time = /^\d\d:\d\d(:\d\d(\.\d+)?)?/.exec(behind)?.[0];
    if (time === undefined) {
      return undefined;
    }
    const start = moment.end;
    moment.end = 0;
    units = readUnits(time, moment, perSecond);
    moment.end = start + time.length;
  }
  const zone = zoned ? readZone(text, moment) : 0;
  if (Number.isNaN(units + zone + moment.days) || !readToEnd(text, moment)) {
    return undefined;
  }
  const seconds = (moment.days + 10957) * 86_400 - zone;
  const total = seconds * perSecond + units;
  return Number.isSafeInteger(total)
    ? total
    : asWhole(
        BigInt(seconds) * BigInt(perSecond) + BigInt(units),
        least64,
        most64,
      );
}

/** The units of a value of the driver's, if it is of that precision. */
function unitsOf(value: unknown, perSecond: number, zoned: boolean): unknown {
  if (zoned) {
    return value instanceof DuckDBTimestampTZValue ? value.micros : undefined;
  }
  if (value instanceof DuckDBTimestampValue) {
    return perSecond === 1e6 ? value.micros : undefined;
  }
  if (value instanceof DuckDBTimestampSecondsValue) {
    return perSecond === 1 ? value.seconds : undefined;
  }
  if (value instanceof DuckDBTimestampMillisecondsValue) {
    return perSecond === 1e3 ? value.millis : undefined;
  }
  return value instanceof DuckDBTimestampNanosecondsValue && perSecond === 1e9
    ? value.nanos
    : undefined;
}

/** Text; a surrogate without its other half is no character. */
function asUnicode(value: unknown): string | undefined {
  return typeof value === "string" && !/\p{Surrogate}/u.test(value)
    ? value
    : undefined;
}

function asUuid(value: unknown): DuckDBUUIDValue | undefined {
  if (value instanceof DuckDBUUIDValue) {
    return value;
  }
  const digits = typeof value === "string" ? value.replaceAll("-", "") : "";
  return /^[0-9a-f]{32}$/i.test(digits)
    ? DuckDBUUIDValue.fromUint128(BigInt(`0x${digits}`))
    : undefined;
}

function asBits(value: unknown): DuckDBBitValue | undefined {
  if (typeof value === "string") {
    return /^[01]+$/.test(value) ? DuckDBBitValue.fromString(value) : undefined;
  }
  return value instanceof DuckDBBitValue && value.length > 0
    ? value
    : undefined;
}

function asBlob(value: unknown): DuckDBBlobValue | undefined {
  return value instanceof Uint8Array
    ? new DuckDBBlobValue(value)
    : value instanceof DuckDBBlobValue
      ? value
      : undefined;
}

function asInterval(value: unknown): DuckDBIntervalValue | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { months, days, micros } = value as Partial<Interval>;
  const fits =
    asSmall(months, -0x80000000, 0x7fffffff) !== undefined &&
    asSmall(days, -0x80000000, 0x7fffffff) !== undefined &&
    asWhole(micros, least64, most64) !== undefined;
  return fits
    ? new DuckDBIntervalValue(
        months as number,
        days as number,
        BigInt(micros as Whole),
      )
    : undefined;
}

function refusedValue(value: unknown, type: DuckDBType, what: string): Error {
  let got = value === null ? "null" : typeof value;
  if (typeof value === "string") {
    got = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  } else if (typeof value === "object" && value !== null) {
    got = value.constructor.name;
  } else if (typeof value === "number" || typeof value === "bigint") {
    got = String(value);
  }
  return new TypeError(`${what}: expected ${type.toString()}, got ${got}`);
}

/** A value as the driver takes it for a type; what the type cannot hold is an error. */
function toDuckDB(value: unknown, type: DuckDBType, what: string): DuckDBValue {
  if (value === null) {
    return null;
  }
  const converted = scalarOf(value, type) ?? nestedOf(value, type, what);
  if (converted === undefined) {
    throw refusedValue(value, type, what);
  }
  return converted;
}

/** A value that is made of no others; undefined where it is none of its type. */
function scalarOf(value: unknown, type: DuckDBType): DuckDBValue | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return typeof value === "boolean" ? value : undefined;
    case DuckDBTypeId.TINYINT:
      return asSmall(value, -0x80, 0x7f);
    case DuckDBTypeId.SMALLINT:
      return asSmall(value, -0x8000, 0x7fff);
    case DuckDBTypeId.INTEGER:
      return asSmall(value, -0x80000000, 0x7fffffff);
    case DuckDBTypeId.UTINYINT:
      return asSmall(value, 0, 0xff);
    case DuckDBTypeId.USMALLINT:
      return asSmall(value, 0, 0xffff);
    case DuckDBTypeId.UINTEGER:
      return asSmall(value, 0, 0xffffffff);
    case DuckDBTypeId.FLOAT:
      return asSingle(value);
    case DuckDBTypeId.DOUBLE:
      return typeof value === "number" ? value : undefined;
    case DuckDBTypeId.VARCHAR:
      return asUnicode(value);
    case DuckDBTypeId.ENUM:
      return typeof value === "string" && type.values.includes(value)
        ? value
        : undefined;
    case DuckDBTypeId.BLOB:
      return asBlob(value);
    case DuckDBTypeId.BIT:
      return asBits(value);
    case DuckDBTypeId.UUID:
      return asUuid(value);
    case DuckDBTypeId.INTERVAL:
      return asInterval(value);
    default:
      return wideOf(value, type);
  }
}

function itself(value: bigint): bigint {
  return value;
}

function mapWhole<T>(
  whole: Whole | undefined,
  make: (exact: bigint) => T,
): T | undefined {
  return whole === undefined ? undefined : make(BigInt(whole));
}

/** A value that is stored as a whole number of 64 bits or more, or as a day. */
function wideOf(value: unknown, type: DuckDBType): DuckDBValue | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
      return mapWhole(asWhole(value, least64, most64), itself);
    case DuckDBTypeId.UBIGINT:
      return mapWhole(asWhole(value, 0, (1n << 64n) - 1n), itself);
    case DuckDBTypeId.HUGEINT:
      return mapWhole(asWhole(value, least128, most128), itself);
    case DuckDBTypeId.UHUGEINT:
      return mapWhole(asWhole(value, 0, (1n << 128n) - 1n), itself);
    case DuckDBTypeId.DECIMAL:
      return mapWhole(
        asUnscaled(value, type),
        (digits) => new DuckDBDecimalValue(digits, type.width, type.scale),
      );
    case DuckDBTypeId.DATE:
      return mapWhole(
        asDays(value),
        (days) => new DuckDBDateValue(Number(days)),
      );
    case DuckDBTypeId.TIME:
      return mapWhole(
        asTimeUnits(value, 1e6),
        (micros) => new DuckDBTimeValue(micros),
      );
    case DuckDBTypeId.TIME_NS:
      return mapWhole(
        asTimeUnits(value, 1e9),
        (nanos) => new DuckDBTimeNSValue(nanos),
      );
    case DuckDBTypeId.TIME_TZ:
      return mapWhole(asTimeTZBits(value), (bits) =>
        DuckDBTimeTZValue.fromBits(bits),
      );
    case DuckDBTypeId.TIMESTAMP:
      return mapWhole(
        asUnits(value, 1e6, false),
        (micros) => new DuckDBTimestampValue(micros),
      );
    case DuckDBTypeId.TIMESTAMP_TZ:
      return mapWhole(
        asUnits(value, 1e6, true),
        (micros) => new DuckDBTimestampTZValue(micros),
      );
    case DuckDBTypeId.TIMESTAMP_S:
      return mapWhole(
        asUnits(value, 1, false),
        (seconds) => new DuckDBTimestampSecondsValue(seconds),
      );
    case DuckDBTypeId.TIMESTAMP_MS:
      return mapWhole(
        asUnits(value, 1e3, false),
        (millis) => new DuckDBTimestampMillisecondsValue(millis),
      );
    case DuckDBTypeId.TIMESTAMP_NS:
      return mapWhole(
        asUnits(value, 1e9, false),
        (nanos) => new DuckDBTimestampNanosecondsValue(nanos),
      );
    default:
      return undefined;
  }
}

/** The elements of a list; undefined where a value is none. */
function itemsOf(
  value: unknown,
  type: DuckDBType,
  what: string,
): DuckDBValue[] | undefined {
  const items: unknown =
    value instanceof DuckDBListValue || value instanceof DuckDBArrayValue
      ? value.items
      : value;
  return Array.isArray(items)
    ? Array.from(items, (item) => toDuckDB(item, type, what))
    : undefined;
}

/** A value that is made of others; undefined where it is none of its type. */
function nestedOf(
  value: unknown,
  type: DuckDBType,
  what: string,
): DuckDBValue | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.LIST: {
      const items = itemsOf(value, type.valueType, what);
      return items && new DuckDBListValue(items);
    }
    case DuckDBTypeId.ARRAY: {
      const items = itemsOf(value, type.valueType, what);
      return items?.length === type.length
        ? new DuckDBArrayValue(items)
        : undefined;
    }
    case DuckDBTypeId.STRUCT: {
      if (typeof value !== "object" || value === null) {
        return undefined;
      }
      const fields = (
        value instanceof DuckDBStructValue ? value.entries : value
      ) as Record<string, unknown>;
      const entries = type.entryNames.map((name, i): [string, DuckDBValue] => [
        name,
        toDuckDB(fields[name], type.entryTypes[i] as DuckDBType, what),
      ]);
      return new DuckDBStructValue(Object.fromEntries(entries));
    }
    case DuckDBTypeId.MAP: {
      const pairs =
        value instanceof DuckDBMapValue
          ? value.entries.map((e) => [e.key, e.value] as const)
          : value instanceof Map
            ? [...(value as Map<unknown, unknown>)]
            : undefined;
      return (
        pairs &&
        new DuckDBMapValue(
          pairs.map(([key, item]) => ({
            key: toDuckDB(key, type.keyType, what),
            value: toDuckDB(item, type.valueType, what),
          })),
        )
      );
    }
    case DuckDBTypeId.UNION: {
      const { tag, value: member } = value as Partial<DuckDBUnionValue>;
      const at = type.memberTags.indexOf(tag ?? "");
      const memberType = type.memberTypes[at];
      return (
        memberType &&
        new DuckDBUnionValue(tag ?? "", toDuckDB(member, memberType, what))
      );
    }
    default:
      return undefined;
  }
}

/** The text of a value that has no counterpart. */
function textOf(value: unknown): string {
  return (value as bigint).toString();
}

export { textOf, toDuckDB, refusedValue, type Value };
