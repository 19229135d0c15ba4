// Helpers of generated code for PostgreSQL that need no driver: days, times and intervals in the binary format of COPY.
import { type CopyBuffer, refused, needText, setInt8 } from "./copy.js";

/** The number that two digits stand for; far below zero where there are none. */
function digitPair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9
    ? tens * 10 + ones
    : -10000;
}

/** Days from 2000-01-01 to a day of the Gregorian calendar; NaN where it has no such day. */
function dayNumber(year: number, month: number, day: number): number {
  const leap = (year & 3) === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length =
    month === 2 ? (leap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= length)) {
    return NaN;
  }
  // Years that start in March, from 4800 BC on, which is before the first day that the server knows.
  const y = year + (month > 2 ? 4800 : 4799);
  const m = month > 2 ? month - 3 : month + 9;
  const leaps = (y >> 2) - ((y / 100) | 0) + ((y / 400) | 0);
  return 365 * y + leaps + (((153 * m + 2) / 5) | 0) + day - 2483590;
}

/** What has been read of a text: its day, its time of day in microseconds, and where it goes on. */
interface Moment {
  days: number;
  micros: number;
  end: number;
}

/** Reads the day that a text starts with, and "BC" where it ends so. */
function readDay(text: string): Moment {
  let dash = 4;
  let year = digitPair(text, 0) * 100 + digitPair(text, 2);
  if (text.charCodeAt(4) !== 45) {
    dash = text.indexOf("-", 5);
    year = /^\d{5,7}-/.test(text) ? Number(text.slice(0, dash)) : -1;
  }
  let valid = year >= 0 && text.charCodeAt(dash + 3) === 45;
  if (text.charCodeAt(text.length - 1) === 67) {
    valid = valid && text.endsWith(" BC");
    year = 1 - year;
  }
  const days = valid
    ? dayNumber(year, digitPair(text, dash + 1), digitPair(text, dash + 4))
    : NaN;
  return { days, micros: 0, end: dash + 6 };
}

/** Reads a time of day from a place of a text. */
function readTime(text: string, moment: Moment): void {
  let at = moment.end;
  const hours = digitPair(text, at);
  const minutes = digitPair(text, at + 3);
  let seconds = 0;
  let micros = 0;
  let valid =
    hours >= 0 &&
    minutes >= 0 &&
    minutes < 60 &&
    text.charCodeAt(at + 2) === 58;
  at += 5;
  if (text.charCodeAt(at) === 58) {
    seconds = digitPair(text, at + 1);
    valid = valid && seconds >= 0 && seconds <= 60;
    at += 3;
    if (text.charCodeAt(at) === 46) {
      let unit = 100_000;
      for (;;) {
        const digit = text.charCodeAt(++at) - 48;
        if (!(digit >= 0 && digit <= 9)) {
          break;
        }
        valid = valid && (unit > 0 || digit === 0);
        micros += digit * unit;
        unit = (unit / 10) | 0;
      }
    }
  }
  const total = (hours * 3600 + minutes * 60 + seconds) * 1e6 + micros;
  moment.micros = valid && total <= 86_400_000_000 ? total : NaN;
  moment.end = at;
}

/** Reads a zone, ±hh, ±hh:mm or ±hh:mm:ss: its seconds east of Greenwich; NaN where there is none. */
function readZone(text: string, moment: Moment): number {
  const at = moment.end;
  const code = text.charCodeAt(at);
  if (code === 90 || code === 122) {
    moment.end = at + 1;
    return 0;
  }
  const sign = code === 43 ? 1 : code === 45 ? -1 : NaN;
  const hours = digitPair(text, at + 1);
  let seconds = hours < 0 ? NaN : hours * 3600;
  moment.end = at + 3;
  for (const unit of [60, 1]) {
    const colon = text.charCodeAt(moment.end) === 58 ? 1 : 0;
    const more = digitPair(text, moment.end + colon);
    if (!(more >= 0 && more < 60)) {
      break;
    }
    seconds += more * unit;
    moment.end += 2 + colon;
  }
  return sign * seconds;
}

/** Tells whether a text ends where it has been read to, but for an era. */
function readToEnd(text: string, { end }: Moment): boolean {
  return end === text.length || text.slice(end) === " BC";
}

function putDate(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  let days: number;
  if (value === "infinity" || value === "-infinity") {
    days = value === "infinity" ? 0x7fffffff : -0x80000000;
  } else {
    const moment = readDay(value);
    days = readToEnd(value, moment) ? moment.days : NaN;
  }
  if ((days | 0) !== days) {
    throw refused(value, "a date such as 2024-02-29", column);
  }
  const at = out.reserve(8);
  out.view.setInt32(at, 4);
  out.view.setInt32(at + 4, days);
}

function putTime(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  const moment = { days: 0, micros: NaN, end: 0 };
  readTime(value, moment);
  if (Number.isNaN(moment.micros) || moment.end !== value.length) {
    throw refused(value, "a time such as 12:34:56.789", column);
  }
  const at = out.reserve(12);
  out.view.setInt32(at, 8);
  setInt8(out.view, at + 4, moment.micros);
}

function putTimetz(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  const moment = { days: 0, micros: NaN, end: 0 };
  readTime(value, moment);
  const zone = readZone(value, moment);
  if (Number.isNaN(moment.micros + zone) || moment.end !== value.length) {
    throw refused(value, "a time with a zone such as 12:34:56+02:00", column);
  }
  const at = out.reserve(16);
  out.view.setInt32(at, 12);
  setInt8(out.view, at + 4, moment.micros);
  out.view.setInt32(at + 12, -zone);
}

/** Writes microseconds since 2000, which a double may not hold. */
function putMicros(out: CopyBuffer, days: number, micros: number): void {
  const at = out.reserve(12);
  out.view.setInt32(at, 8);
  const total = days * 86_400_000_000 + micros;
  if (Number.isSafeInteger(total)) {
    setInt8(out.view, at + 4, total);
  } else {
    const exact = BigInt(days) * 86_400_000_000n + BigInt(micros);
    out.view.setBigInt64(at + 4, exact);
  }
}

/** Writes the moments that are none; tells whether it was one. */
function putInfinity(out: CopyBuffer, value: unknown): boolean {
  if (value !== "infinity" && value !== "-infinity") {
    return false;
  }
  const at = out.reserve(12);
  out.view.setInt32(at, 8);
  out.view.setBigInt64(
    at + 4,
    value === "infinity" ? 0x7fffffffffffffffn : -0x8000000000000000n,
  );
  return true;
}

/** The days that a timestamp can be of: 4714-11-24 BC to 294276-12-31. */
function isTimestampDay(days: number): boolean {
  return days >= -2451545 && days <= 106751982;
}

function putTimestamp(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  const moment = readDay(value);
  if (moment.end !== value.length && value.slice(moment.end) !== " BC") {
    moment.end++;
    readTime(value, moment);
    if (!readToEnd(value, moment)) {
      readZone(value, moment); // means nothing here, as on the server
    }
  }
  const { days, micros } = moment;
  if (
    isTimestampDay(days) &&
    !Number.isNaN(micros) &&
    readToEnd(value, moment)
  ) {
    putMicros(out, days, micros);
  } else if (!putInfinity(out, value)) {
    throw refused(value, "a timestamp such as 2024-02-29 12:34:56.789", column);
  }
}

function putTimestamptz(
  out: CopyBuffer,
  value: string | Date,
  column: string,
): void {
  if (value instanceof Date) {
    const days = Math.floor(value.getTime() / 86_400_000);
    if (!isTimestampDay(days - 10957)) {
      throw refused(value, "a valid Date", column);
    }
    const rest = value.getTime() - days * 86_400_000;
    putMicros(out, days - 10957, rest * 1000);
    return;
  }
  needText(value, column);
  const moment = readDay(value);
  moment.end++;
  readTime(value, moment);
  const zone = readZone(value, moment);
  const micros = moment.micros - zone * 1e6;
  if (
    isTimestampDay(moment.days) &&
    !Number.isNaN(micros) &&
    readToEnd(value, moment)
  ) {
    putMicros(out, moment.days, micros);
  } else if (!putInfinity(out, value)) {
    throw refused(value, "an instant such as 2024-02-29T12:34:56.789Z", column);
  }
}

/** Months, days and microseconds of the units that the server prints. */
const intervalUnits: Record<string, [number, number, number] | undefined> = {
  year: [12, 0, 0],
  mon: [1, 0, 0],
  month: [1, 0, 0],
  week: [0, 7, 0],
  day: [0, 1, 0],
  hour: [0, 0, 3_600_000_000],
  min: [0, 0, 60_000_000],
  minute: [0, 0, 60_000_000],
  sec: [0, 0, 1_000_000],
  second: [0, 0, 1_000_000],
};

/** The units of ISO 8601: of days before the T, of times behind it. */
const isoUnits: Record<string, string | undefined> = {
  Y: "year",
  M: "month",
  W: "week",
  D: "day",
  TH: "hour",
  TM: "minute",
  TS: "second",
};

interface IntervalParts {
  months: number;
  days: number;
  micros: bigint;
}

/** Adds so many of a unit. Tells whether it is one that can be counted so. */
function addUnits(
  interval: IntervalParts,
  amount: string,
  unit: string | undefined,
): boolean {
  const parts = intervalUnits[unit ?? ""];
  const number = Number(amount);
  if (parts === undefined || (parts[2] === 0 && !Number.isInteger(number))) {
    return false;
  }
  interval.months += number * parts[0];
  interval.days += number * parts[1];
  interval.micros += BigInt(Math.round(number * parts[2]));
  return true;
}

/** Reads "1 year 2 mons -3 days 04:05:06.789", and the same with "ago". */
function readInterval(text: string): IntervalParts | undefined {
  const interval = { months: 0, days: 0, micros: 0n };
  const rest = text
    .replace(/^@ | ago$/g, "")
    .replace(
      /([+-]?\d+(?:\.\d+)?) ([a-z]+?)s?(?: |$)/g,
      (whole: string, amount: string, unit: string) =>
        addUnits(interval, amount, unit) ? "" : whole,
    );
  const clock = /^([+-]?)(\d+):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/.exec(rest);
  if (clock !== null) {
    const [, sign, hours = "", minutes = "", seconds = "0", fraction = ""] =
      clock;
    const whole =
      BigInt(hours) * 3600n + BigInt(Number(minutes) * 60 + Number(seconds));
    const micros = whole * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
    interval.micros += sign === "-" ? -micros : micros;
  } else if (rest !== "" || text === "") {
    return undefined;
  }
  if (text.endsWith(" ago")) {
    const { months, days, micros } = interval;
    return { months: -months, days: -days, micros: -micros };
  }
  return interval;
}

/** Reads "P1Y2M-3DT4H5M6.789S". */
function readIsoInterval(text: string): IntervalParts | undefined {
  const interval = { months: 0, days: 0, micros: 0n };
  let time = "";
  const rest = text
    .slice(1)
    .replace(
      /(T?)([+-]?\d+(?:\.\d+)?)([YMWDHS])/g,
      (whole: string, mark: string, amount: string, unit: string) => {
        time ||= mark;
        return addUnits(interval, amount, isoUnits[time + unit]) ? "" : whole;
      },
    );
  return rest === "" && text.length > 1 ? interval : undefined;
}

function putInterval(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  let interval = value.startsWith("P")
    ? readIsoInterval(value)
    : readInterval(value);
  if (value === "infinity") {
    interval = {
      months: 0x7fffffff,
      days: 0x7fffffff,
      micros: 0x7fffffffffffffffn,
    };
  } else if (value === "-infinity") {
    interval = {
      months: -0x80000000,
      days: -0x80000000,
      micros: -0x8000000000000000n,
    };
  }
  const { months, days, micros } = interval ?? {
    months: NaN,
    days: 0,
    micros: 0n,
  };
  if (
    (months | 0) !== months ||
    (days | 0) !== days ||
    BigInt.asIntN(64, micros) !== micros
  ) {
    throw refused(value, "an interval such as 1 day 02:03:04.5", column);
  }
  const at = out.reserve(20);
  out.view.setInt32(at, 16);
  out.view.setBigInt64(at + 4, micros);
  out.view.setInt32(at + 12, days);
  out.view.setInt32(at + 16, months);
}

export { dayNumber, digitPair, readDay, readTime, readZone };
