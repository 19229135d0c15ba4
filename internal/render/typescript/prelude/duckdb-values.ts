// Helpers of generated code for DuckDB that need no connection: values on their way to the driver. A type takes the
// driver's values and JavaScript's own alike; what it cannot hold is refused.
import {
  BIGINT,
  BIT,
  BLOB,
  BOOLEAN,
  DATE,
  DECIMAL,
  DOUBLE,
  DuckDBBitValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBTimeNSValue,
  DuckDBTimeTZValue,
  DuckDBTimeValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUUIDValue,
  ENUM,
  FLOAT,
  HUGEINT,
  INTEGER,
  INTERVAL,
  SMALLINT,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
  TIMESTAMP_MS,
  TIMESTAMP_NS,
  TIMESTAMP_S,
  TIMETZ,
  TIME_NS,
  TINYINT,
  UBIGINT,
  UHUGEINT,
  UINTEGER,
  USMALLINT,
  UTINYINT,
  UUID,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from "@duckdb/node-api";
import { withoutExponent } from "./copy-numeric.js";
import {
  dayNumber,
  digitPair,
  readDay,
  readTime,
  readZone,
} from "./copy-time.js";

/** What a program passes: the driver's values or JavaScript's own. */
type Value = DuckDBValue | object;

/** How values of a type are written: as the driver takes them, undefined where a value is none of the type. */
interface ValueType {
  readonly type: DuckDBType;
  readonly write: (value: unknown, what: string) => DuckDBValue | undefined;
}

/** A type whose values DuckDB stores as whole numbers: days, microseconds, digits without their point. */
interface WholeType extends ValueType {
  readonly whole: (value: unknown) => Whole | undefined;
}

/** A whole number: a number where that holds it exactly. */
type Whole = number | bigint;

/** Months, days and microseconds, each by itself. */
interface Interval {
  months: number;
  days: number;
  micros: bigint;
}

function refusedValue(value: unknown, type: DuckDBType, what: string): Error {
  let got = value === null ? "null" : typeof value;
  if (typeof value === "string") {
    got = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  } else if (typeof value === "number" || typeof value === "bigint") {
    got = String(value);
  } else if (typeof value === "object" && value !== null) {
    got = value.constructor.name;
  }
  return new TypeError(`${what}: expected ${type.toString()}, got ${got}`);
}

/** A value as the driver takes it. */
function written(value: unknown, to: ValueType, what: string): DuckDBValue {
  if (value === null) {
    return null;
  }
  const result = to.write(value, what);
  if (result === undefined) {
    throw refusedValue(value, to.type, what);
  }
  return result;
}

/** The text of a value that has no counterpart. */
function textOf(value: unknown): string {
  return (value as bigint).toString();
}

/** Takes whole numbers of a range. */
function within(low: bigint, high: bigint) {
  const least = Number(low); // which numbers are compared with: that is faster, and exact as far as they are
  const most = Number(high);
  return (value: unknown): Whole | undefined => {
    if (typeof value === "number") {
      return Number.isSafeInteger(value) && value >= least && value <= most
        ? value
        : undefined;
    }
    return typeof value === "bigint" && value >= low && value <= high
      ? value
      : undefined;
  };
}

const booleanType: ValueType = {
  type: BOOLEAN,
  write: (value) => (typeof value === "boolean" ? value : undefined),
};

/** Integers of up to 32 bits. */
function smallType(type: DuckDBType, low: number, high: number) {
  const write = (value: unknown) =>
    Number.isInteger(value) &&
    (value as number) >= low &&
    (value as number) <= high
      ? (value as number)
      : undefined;
  return { type, write };
}

const tinyintType = smallType(TINYINT, -0x80, 0x7f);

const smallintType = smallType(SMALLINT, -0x8000, 0x7fff);

const integerType = smallType(INTEGER, -0x80000000, 0x7fffffff);

const utinyintType = smallType(UTINYINT, 0, 0xff);

const usmallintType = smallType(USMALLINT, 0, 0xffff);

const uintegerType = smallType(UINTEGER, 0, 0xffffffff);

function wholeType(
  type: DuckDBType,
  whole: (value: unknown) => Whole | undefined,
  make: (whole: bigint) => DuckDBValue,
): WholeType {
  const write = (value: unknown) => {
    const found = whole(value);
    return found === undefined ? undefined : make(BigInt(found));
  };
  return { type, whole, write };
}

/** Integers of 64 bits and more. */
function bigType(type: DuckDBType, low: bigint, high: bigint): WholeType {
  return wholeType(type, within(low, high), (value) => value);
}

const least64 = -0x8000000000000000n;

const most64 = 0x7fffffffffffffffn;

const within64 = within(least64, most64);

const bigintType = bigType(BIGINT, least64, most64);

const ubigintType = bigType(UBIGINT, 0n, (1n << 64n) - 1n);

const hugeintType = bigType(HUGEINT, -(1n << 127n), (1n << 127n) - 1n);

const uhugeintType = bigType(UHUGEINT, 0n, (1n << 128n) - 1n);

/** A number is rounded to single precision, but may neither be too large for it nor lost in it. */
const floatType: ValueType = {
  type: FLOAT,
  write: (value) => {
    if (typeof value !== "number") {
      return undefined;
    }
    const single = Math.fround(value);
    const lost = Number.isFinite(value) && !Number.isFinite(single);
    return lost || (single === 0 && value !== 0) ? undefined : value;
  },
};

const doubleType: ValueType = {
  type: DOUBLE,
  write: (value) => (typeof value === "number" ? value : undefined),
};

function decimalType(width: number, scale: number): WholeType {
  const most = 10n ** BigInt(width) - 1n;
  const fits = within(-most, most);
  return wholeType(
    DECIMAL(width, scale),
    (value) => fits(digitsOf(value, scale)),
    (digits) => new DuckDBDecimalValue(digits, width, scale),
  );
}

/** Those that numbers hold exactly. */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** The digits of a decimal number with so many behind the point, without that. */
function digitsOf(value: unknown, scale: number): Whole | undefined {
  if (value instanceof DuckDBDecimalValue) {
    return value.scale === scale
      ? value.value
      : rescaled(value.value, value.scale, scale);
  }
  if (typeof value === "number") {
    const power = powersOfTen[scale] ?? NaN;
    const digits = Math.round(value * power);
    if (Math.abs(digits) < 1e15 && digits / power === value) {
      return digits; // no other decimal of 15 digits is this number
    }
  } else if (typeof value !== "string") {
    return undefined;
  }
  const text = String(value);
  return text.length < 16
    ? (fewDigits(text, scale) ?? manyDigits(text, scale))
    : manyDigits(text, scale);
}

/** The same of a text that a number can hold, in one pass; undefined where it needs a second look. */
function fewDigits(text: string, scale: number): number | undefined {
  let digits = 0;
  let behind = -1;
  const start = text.charCodeAt(0) === 45 ? 1 : 0;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) {
      digits = digits * 10 + code - 48;
      behind += behind < 0 ? 0 : 1;
    } else if (code === 46 && behind < 0 && i > start) {
      behind = 0;
    } else {
      return undefined;
    }
  }
  for (behind = Math.max(behind, 0); behind < scale; behind++) {
    digits *= 10;
  }
  const whole = behind === scale && text.length > start;
  return whole && Number.isSafeInteger(digits)
    ? start * -2 * digits + digits
    : undefined;
}

function manyDigits(given: string, scale: number): bigint | undefined {
  const text = withoutExponent(given);
  if (text === undefined) {
    return undefined;
  }
  const dot = text.indexOf(".");
  const behind = dot < 0 ? 0 : text.length - dot - 1;
  return rescaled(BigInt(text.replace(".", "")), behind, scale);
}

function rescaled(
  digits: bigint,
  from: number,
  to: number,
): bigint | undefined {
  if (from <= to) {
    return digits * 10n ** BigInt(to - from);
  }
  const cut = 10n ** BigInt(from - to);
  return digits % cut === 0n ? digits / cut : undefined;
}

/** Text; a surrogate without its other half is no character. */
function asText(value: unknown): string | undefined {
  return typeof value === "string" && !/\p{Surrogate}/u.test(value)
    ? value
    : undefined;
}

const varcharType: ValueType = { type: VARCHAR, write: asText };

/** An enum, by its labels. */
function labelType(labels: readonly string[]) {
  const numbers = new Map(labels.map((label, i) => [label as unknown, i]));
  const write = (value: unknown) =>
    numbers.has(value) ? (value as string) : undefined;
  return { type: ENUM(labels), write, numbers };
}

const blobType = {
  type: BLOB,
  bytes: (value: unknown) =>
    value instanceof DuckDBBlobValue
      ? value.bytes
      : value instanceof Uint8Array
        ? value
        : undefined,
  write: (value: unknown) => {
    const bytes = blobType.bytes(value);
    return bytes && new DuckDBBlobValue(bytes);
  },
};

const bitType = {
  type: BIT,
  bytes: (value: unknown) => bitType.write(value)?.data,
  write: (value: unknown) => {
    if (value instanceof DuckDBBitValue) {
      return value.length > 0 ? value : undefined;
    }
    return typeof value === "string" && /^[01]+$/.test(value)
      ? DuckDBBitValue.fromString(value)
      : undefined;
  },
};

const uuidType = {
  type: UUID,
  write: (value: unknown) => {
    if (value instanceof DuckDBUUIDValue) {
      return value;
    }
    const digits = typeof value === "string" ? value.replaceAll("-", "") : "";
    return /^[\da-f]{32}$/i.test(digits)
      ? DuckDBUUIDValue.fromUint128(BigInt(`0x${digits}`))
      : undefined;
  },
};

const intervalType = {
  type: INTERVAL,
  write: (value: unknown) => {
    const { months, days, micros } = Object(value) as Partial<Interval>;
    return integerType.write(months) === undefined ||
      integerType.write(days) === undefined ||
      bigintType.write(micros, "") === undefined
      ? undefined
      : new DuckDBIntervalValue(
          months as number,
          days as number,
          BigInt(micros as Whole),
        );
  },
};

const dateType = wholeType(
  DATE,
  (value) => {
    if (value instanceof DuckDBDateValue) {
      return integerType.write(value.days);
    }
    if (typeof value !== "string") {
      return undefined;
    }
    if (value.endsWith("infinity")) {
      return infinityOf(value, 0x7fffffff);
    }
    const { days, end } = dayOf(value);
    return end === value.length ? integerType.write(days) : undefined;
  },
  (days) => new DuckDBDateValue(Number(days)),
);

function infinityOf<T extends Whole>(text: string, most: T): T | undefined {
  return text === "infinity"
    ? most
    : text === "-infinity"
      ? (-most as T)
      : undefined;
}

/** Reads the day that a text starts with, as days since 1970; NaN where there is none. */
function dayOf(text: string) {
  if (text.charCodeAt(4) === 45 && text.charCodeAt(11) !== 40) {
    const moment = readDay(text);
    moment.days += 10957;
    return moment;
  }
  const match = /^(\d{4,7})-(\d\d)-(\d\d)( \(BC\))?/.exec(text);
  const [all = "", y, month, day, era] = match ?? [];
  const year = era === undefined ? Number(y) : 1 - Number(y);
  const cycle = Math.floor(year / 400); // of 146,097 days
  const days = dayNumber(year - cycle * 400 + 2000, Number(month), Number(day));
  return {
    days: days + 10957 + (cycle - 5) * 146_097,
    micros: 0,
    end: all.length,
  };
}

/** Reads a time of day, in units of which a second has so many; NaN where there is none, or more digits than those. */
function unitsOf(
  text: string,
  moment: { days: number; micros: number; end: number },
  perSecond: number,
): number {
  let nanos = 0;
  if (perSecond === 1e9) {
    const cut = /^.{8}\.\d{6}(\d{1,3})/.exec(text.slice(moment.end));
    if (cut?.[1] !== undefined) {
      const end = moment.end + cut[0].length;
      nanos = Number(cut[1].padEnd(3, "0"));
      readTime(text.slice(0, end - cut[1].length), moment);
      moment.end = end;
      return moment.micros * 1000 + nanos;
    }
  }
  readTime(text, moment);
  const units = moment.micros * (perSecond / 1e6);
  return Number.isInteger(units) ? units : NaN;
}

/** A time of day, in units of which a second has so many. */
function timeUnits(value: unknown, perSecond: number): unknown {
  let units: unknown;
  if (value instanceof DuckDBTimeValue && perSecond === 1e6) {
    units = value.micros;
  } else if (value instanceof DuckDBTimeNSValue && perSecond === 1e9) {
    units = value.nanos;
  } else if (typeof value === "string") {
    const moment = { days: 0, micros: NaN, end: 0 };
    units = unitsOf(value, moment, perSecond);
    if (moment.end !== value.length) {
      return undefined;
    }
  }
  return units;
}

const dayMicros = within(0n, 86_400_000_000n);

const dayNanos = within(0n, 86_400_000_000_000n);

const zoneSeconds = within(-57599n, 57599n);

const timeType = wholeType(
  TIME,
  (value) => dayMicros(timeUnits(value, 1e6)),
  (micros) => new DuckDBTimeValue(micros),
);

const timeNsType = wholeType(
  TIME_NS,
  (value) => dayNanos(timeUnits(value, 1e9)),
  (nanos) => new DuckDBTimeNSValue(nanos),
);

const timetzType = wholeType(
  TIMETZ,
  (value) => {
    let micros: unknown;
    let offset: unknown;
    if (value instanceof DuckDBTimeTZValue) {
      ({ micros, offset } = value);
    } else if (typeof value === "string") {
      const moment = { days: 0, micros: NaN, end: 0 };
      micros = unitsOf(value, moment, 1e6);
      offset = readZone(value, moment);
      if (moment.end !== value.length) {
        return undefined;
      }
    }
    const time = dayMicros(micros);
    const zone = zoneSeconds(offset);
    return time === undefined || zone === undefined
      ? undefined
      : (BigInt(time) << 24n) | BigInt(57599 - Number(zone));
  },
  (bits) => DuckDBTimeTZValue.fromBits(bits),
);

/** A date and time in text, in units since 1970 of which a second has so many. */
function momentUnits(
  text: string,
  perSecond: number,
  zoned: boolean,
): Whole | undefined {
  if (text.charCodeAt(text.length - 1) === 121) {
    return infinityOf(text, most64);
  }
  const moment = dayOf(text);
  let units = 0;
  if (moment.end < text.length) {
    moment.end++; // a blank or a T
    units = unitsOf(text, moment, perSecond);
  }
  const zone = zoned ? readZone(text, moment) : 0;
  const seconds = moment.days * 86_400 - zone;
  const total = seconds * perSecond + units;
  if (Number.isNaN(total) || moment.end !== text.length) {
    return undefined;
  }
  return Number.isSafeInteger(total)
    ? total
    : BigInt(seconds) * BigInt(perSecond) + BigInt(units);
}

/** Dates and times without a zone; unwrap takes the units out of the driver's value. */
function timestampOf(
  type: DuckDBType,
  perSecond: number,
  unwrap: (value: unknown) => bigint | undefined,
  make: (units: bigint) => DuckDBValue,
): WholeType {
  const whole = (value: unknown) => {
    const units =
      typeof value === "string"
        ? momentUnits(value, perSecond, false)
        : unwrap(value);
    return within64(units);
  };
  return wholeType(type, whole, make);
}

const timestampType = timestampOf(
  TIMESTAMP,
  1e6,
  (value) => (value instanceof DuckDBTimestampValue ? value.micros : undefined),
  (micros) => new DuckDBTimestampValue(micros),
);

const timestampSType = timestampOf(
  TIMESTAMP_S,
  1,
  (value) =>
    value instanceof DuckDBTimestampSecondsValue ? value.seconds : undefined,
  (seconds) => new DuckDBTimestampSecondsValue(seconds),
);

const timestampMsType = timestampOf(
  TIMESTAMP_MS,
  1e3,
  (value) =>
    value instanceof DuckDBTimestampMillisecondsValue
      ? value.millis
      : undefined,
  (millis) => new DuckDBTimestampMillisecondsValue(millis),
);

const timestampNsType = timestampOf(
  TIMESTAMP_NS,
  1e9,
  (value) =>
    value instanceof DuckDBTimestampNanosecondsValue ? value.nanos : undefined,
  (nanos) => new DuckDBTimestampNanosecondsValue(nanos),
);

/** Reads an instant as JSON has it, 2024-02-29T12:34:56.789Z, in microseconds since 1970; NaN where it takes more. */
function instantMicros(text: string): number {
  const end = text.length - 1;
  const hours = digitPair(text, 11);
  const minutes = digitPair(text, 14);
  const seconds = digitPair(text, 17);
  if (
    text.charCodeAt(end) !== 90 ||
    text.charCodeAt(4) !== 45 ||
    text.charCodeAt(7) !== 45 ||
    text.charCodeAt(13) !== 58 ||
    text.charCodeAt(16) !== 58 ||
    !(hours >= 0 && hours < 24) ||
    !(minutes >= 0 && minutes < 60) ||
    !(seconds >= 0 && seconds < 60) ||
    (end > 19 && text.charCodeAt(19) !== 46)
  ) {
    return NaN;
  }
  let micros = 0;
  let unit = 100_000;
  for (let i = 20; i < end; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) {
      return NaN;
    }
    micros += digit * unit;
    unit /= 10;
  }
  const year = digitPair(text, 0) * 100 + digitPair(text, 2);
  const month = digitPair(text, 5);
  const day = year < 0 ? NaN : dayNumber(year, month, digitPair(text, 8));
  const minute = ((day + 10957) * 24 + hours) * 60 + minutes;
  return (minute * 60 + seconds) * 1e6 + micros;
}

const timestamptzType = wholeType(
  TIMESTAMPTZ,
  (value) => {
    let micros: unknown;
    if (typeof value === "string") {
      micros = instantMicros(value);
      if (!Number.isSafeInteger(micros)) {
        micros = momentUnits(value, 1e6, true);
      }
    } else if (value instanceof DuckDBTimestampTZValue) {
      micros = value.micros;
    } else if (value instanceof Date) {
      micros = value.getTime() * 1000;
    }
    return within64(micros);
  },
  (micros) => new DuckDBTimestampTZValue(micros),
);

export {
  bigintType,
  momentUnits,
  most64,
  refusedValue,
  utinyintType,
  written,
  type Value,
  type ValueType,
  type Whole,
  type WholeType,
};
