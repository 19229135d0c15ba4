// Helpers of generated code for PostgreSQL that need no driver: rows in the binary format of COPY.

/** How many bytes of rows are sent at a time. */
const chunkBytes = 65536;

/** Rows on their way to the server. A row larger than the buffer makes it grow. */
class CopyBuffer {
  bytes = Buffer.allocUnsafeSlow(chunkBytes + 8192);
  view = new DataView(this.bytes.buffer);
  at = 0;
  /** How many digits the server's money has behind the point. */
  readonly moneyDigits: number;
  readonly #head: number;

  /** head: how many bytes to leave free in front of each chunk. */
  constructor(head: number, moneyDigits: number) {
    this.moneyDigits = moneyDigits;
    this.#head = head;
    this.at = head;
    const signature = "PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
    this.at += this.bytes.write(signature, head, "latin1");
  }

  /** Makes room, and returns where it starts. */
  reserve(count: number): number {
    const at = this.at;
    this.at += count;
    if (this.at > this.bytes.length) {
      const bytes = Buffer.allocUnsafeSlow(2 * this.at);
      this.bytes.copy(bytes, 0, 0, at);
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer);
    }
    return at;
  }

  /** What has been written, for good. */
  take(): Buffer {
    const chunk = this.bytes.subarray(0, this.at);
    this.bytes = Buffer.allocUnsafeSlow(chunkBytes + 8192);
    this.view = new DataView(this.bytes.buffer);
    this.at = this.#head;
    return chunk;
  }

  /** Ends the rows. */
  end(): void {
    const at = this.reserve(2);
    this.view.setInt16(at, -1);
  }
}

function refused(value: unknown, expected: string, column: string): TypeError {
  let got = value === null ? "null" : typeof value;
  if (typeof value === "string") {
    got = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  } else if (typeof value === "number" || typeof value === "bigint") {
    got = String(value);
  }
  return new TypeError(`column "${column}": expected ${expected}, got ${got}`);
}

function needText(value: unknown, column: string): void {
  if (typeof value !== "string") {
    throw refused(value, "text", column);
  }
}

function putRow(out: CopyBuffer, columns: number): void {
  const at = out.reserve(2);
  out.view.setInt16(at, columns);
}

function putNull(out: CopyBuffer): void {
  const at = out.reserve(4);
  out.view.setInt32(at, -1);
}

function putBool(out: CopyBuffer, value: boolean, column: string): void {
  if (typeof value !== "boolean") {
    throw refused(value, "a boolean", column);
  }
  const at = out.reserve(5);
  out.view.setInt32(at, 1);
  out.bytes[at + 4] = value ? 1 : 0;
}

function putInt2(out: CopyBuffer, value: number, column: string): void {
  if ((value << 16) >> 16 !== value) {
    throw refused(value, "an integer of 16 bits", column);
  }
  const at = out.reserve(6);
  out.view.setInt32(at, 2);
  out.view.setInt16(at + 4, value);
}

function putInt4(out: CopyBuffer, value: number, column: string): void {
  if ((value | 0) !== value) {
    throw refused(value, "an integer of 32 bits", column);
  }
  const at = out.reserve(8);
  out.view.setInt32(at, 4);
  out.view.setInt32(at + 4, value);
}

function putOid(out: CopyBuffer, value: number, column: string): void {
  if (value >>> 0 !== value) {
    throw refused(value, "an unsigned integer of 32 bits", column);
  }
  const at = out.reserve(8);
  out.view.setInt32(at, 4);
  out.view.setUint32(at + 4, value);
}

/** Writes a whole number of 64 bits that a double holds. */
function setInt8(view: DataView, at: number, value: number): void {
  const high = Math.floor(value / 0x1_0000_0000);
  view.setInt32(at, high);
  view.setUint32(at + 4, value - high * 0x1_0000_0000);
}

function putInt8(
  out: CopyBuffer,
  value: number | bigint,
  column: string,
): void {
  const at = out.reserve(12);
  out.view.setInt32(at, 8);
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) {
    out.view.setBigInt64(at + 4, value);
  } else if (Number.isSafeInteger(value)) {
    setInt8(out.view, at + 4, value as number);
  } else {
    throw refused(value, "an integer of 64 bits", column);
  }
}

function putFloat4(out: CopyBuffer, value: number, column: string): void {
  const single = Math.fround(value);
  const lost =
    value !== 0 &&
    Number.isFinite(value) &&
    (single === 0 || !Number.isFinite(single));
  if (typeof value !== "number" || lost) {
    throw refused(value, "a number of single precision", column);
  }
  const at = out.reserve(8);
  out.view.setInt32(at, 4);
  out.view.setFloat32(at + 4, value);
}

function putFloat8(out: CopyBuffer, value: number, column: string): void {
  if (typeof value !== "number") {
    throw refused(value, "a number", column);
  }
  const at = out.reserve(12);
  out.view.setInt32(at, 8);
  out.view.setFloat64(at + 4, value);
}

/** Writes the length of what stands behind it, up to here. */
function setLength(out: CopyBuffer, at: number): void {
  out.view.setInt32(at, out.at - at - 4);
}

/** Writes text without a length. */
function putRaw(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  const length = value.length;
  const at = out.reserve(length < 4096 ? 3 * length : Buffer.byteLength(value));
  const bytes = out.bytes;
  if (length < 64) {
    let i = 0;
    for (; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f || code === 0) {
        break;
      }
      bytes[at + i] = code;
    }
    if (i === length) {
      out.at = at + length;
      return;
    }
  }
  if (value.includes("\0")) {
    throw refused(value, "text without NUL characters", column);
  }
  out.at = at + bytes.write(value, at);
}

function putText(out: CopyBuffer, value: string, column: string): void {
  const at = out.reserve(4);
  putRaw(out, value, column);
  setLength(out, at);
}

/** The server's one-byte type "char": "" is a zero, and \\ooo a byte that is no ASCII character. */
function putChar(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  const octal = /^\\([0-3][0-7]{2})$/.exec(value);
  const byte =
    octal?.[1] === undefined ? value.charCodeAt(0) || 0 : parseInt(octal[1], 8);
  if (
    byte > (octal === null ? 127 : 255) ||
    (octal === null && value.length > 1)
  ) {
    throw refused(value, "one ASCII character", column);
  }
  const at = out.reserve(5);
  out.view.setInt32(at, 1);
  out.bytes[at + 4] = byte;
}

function putBytes(out: CopyBuffer, value: Uint8Array, column: string): void {
  if (!(value instanceof Uint8Array)) {
    throw refused(value, "bytes", column);
  }
  const at = out.reserve(4 + value.length);
  out.view.setInt32(at, value.length);
  out.bytes.set(value, at + 4);
}

function jsonText(value: unknown, column: string): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) {
    throw refused(value, "what JSON can hold", column);
  }
  return text;
}

function putJson(out: CopyBuffer, value: unknown, column: string): void {
  putText(out, jsonText(value, column), column);
}

function putJsonb(out: CopyBuffer, value: unknown, column: string): void {
  putJsonbText(out, jsonText(value, column), column);
}

function putJsonbText(out: CopyBuffer, text: string, column: string): void {
  if (/(?:^|[^\\])(?:\\\\)*\\u0000/.test(text)) {
    throw refused(text, "JSON without NUL characters", column);
  }
  const at = out.reserve(5);
  out.bytes[at + 4] = 1;
  putRaw(out, text, column);
  setLength(out, at);
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) {
    return code - 48;
  }
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Writes hexadecimal digits as so many bytes, whatever of "-:." stands between them. */
function putHex(
  out: CopyBuffer,
  value: string,
  count: number,
  expected: string,
  column: string,
): void {
  needText(value, column);
  const at = out.reserve(4 + count);
  out.view.setInt32(at, count);
  const bytes = out.bytes;
  let next = at + 4;
  const end = next + count;
  for (let i = 0; i < value.length; i += 2) {
    let code = value.charCodeAt(i);
    if (code === 45 || code === 58 || code === 46) {
      code = value.charCodeAt(++i);
    }
    const byte = (hexDigit(code) << 4) | hexDigit(value.charCodeAt(i + 1));
    if (byte < 0 || next === end) {
      throw refused(value, expected, column);
    }
    bytes[next++] = byte;
  }
  if (next !== end) {
    throw refused(value, expected, column);
  }
}

function putUuid(out: CopyBuffer, value: string, column: string): void {
  putHex(out, value, 16, "a UUID", column);
}

function putMacaddr(out: CopyBuffer, value: string, column: string): void {
  putHex(out, value, 6, "a MAC address of 6 bytes", column);
}

function putMacaddr8(out: CopyBuffer, value: string, column: string): void {
  putHex(out, value, 8, "a MAC address of 8 bytes", column);
}

/** Tells whether a text is made of digits, points and signs. */
function isPlainNumber(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 45 || code > 57 || code === 47) {
      return false;
    }
  }
  return true;
}

/** integers: how many digits the type has in front of the point. */
function putNumeric(
  out: CopyBuffer,
  value: string | number,
  column: string,
  integers = 131072,
): void {
  let text = String(value);
  if (!isPlainNumber(text)) {
    const special = numericSpecials[text.toLowerCase()];
    if (special !== undefined) {
      const at = out.reserve(12);
      out.view.setInt32(at, 8);
      out.view.setInt32(at + 4, 0);
      out.view.setUint16(at + 8, special);
      out.view.setUint16(at + 10, 0);
      return;
    }
    text = withoutExponent(text) ?? text;
  }
  const negative = text.startsWith("-");
  const start = negative ? 1 : 0;
  const dot = text.indexOf(".");
  const point = dot < 0 ? text.length : dot;
  const scale = dot < 0 ? 0 : text.length - dot - 1;
  let first = start; // the first digit that counts
  while (first < point && text.charCodeAt(first) === 48) {
    first++;
  }
  if (point - first > integers || scale > 16383) {
    throw refused(value, "a number in the range of its type", column);
  }
  // Groups of four digits: the point stands between two of them.
  const whole = (point - first + 3) >> 2;
  const groups = whole + ((scale + 3) >> 2);
  const at = out.reserve(12 + 2 * groups);
  let next = at + 12;
  let weight = whole - 1;
  let kept = next; // behind the last group that is not zero
  let i = point - 4 * whole;
  for (let group = 0; group < groups; group++) {
    if (group === whole) {
      i = point + 1;
    }
    let digits = 0;
    for (const end = i + 4; i < end; i++) {
      const digit = i < first || i >= text.length ? 0 : text.charCodeAt(i) - 48;
      if (digit < 0 || digit > 9) {
        throw refused(value, "a number", column);
      }
      digits = digits * 10 + digit;
    }
    if (digits === 0 && next === at + 12) {
      weight--;
      continue;
    }
    out.view.setInt16(next, digits);
    next += 2;
    if (digits !== 0) {
      kept = next;
    }
  }
  if (text.length === start || (dot >= 0 && text.length === start + 1)) {
    throw refused(value, "a number", column);
  }
  const zero = kept === at + 12;
  out.at = kept;
  out.view.setInt32(at, kept - at - 4);
  out.view.setInt16(at + 4, (kept - at - 12) >> 1);
  out.view.setInt16(at + 6, zero ? 0 : weight);
  out.view.setUint16(at + 8, negative && !zero ? 0x4000 : 0);
  out.view.setUint16(at + 10, scale);
}

const numericSpecials: Record<string, number | undefined> = {
  nan: 0xc000,
  infinity: 0xd000,
  "+infinity": 0xd000,
  "-infinity": 0xf000,
};

/** 1.5e3 as 1500. */
function withoutExponent(text: string): string | undefined {
  const match = /^\s*([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,6}))?\s*$/i.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction)
    .padStart(whole.length + fraction.length - Math.min(point, 0), "0")
    .padEnd(point, "0");
  const front = digits.slice(0, Math.max(point, 0));
  const back = digits.slice(Math.max(point, 0));
  return `${sign === "-" ? sign : ""}${front}${back === "" ? "" : "."}${back}`;
}

function putMoney(out: CopyBuffer, value: string, column: string): void {
  const digits = out.moneyDigits;
  const match = /^(-?)[^\d.,+-]?(\d[\d,]*)(?:\.(\d+))?$/.exec(value);
  const fraction = (match?.[3] ?? "").padEnd(digits, "0");
  if (match === null || fraction.length !== digits) {
    throw refused(
      value,
      `money with ${digits} digits behind the point`,
      column,
    );
  }
  const [, sign = "", whole = ""] = match;
  putInt8(out, BigInt(sign + whole.replaceAll(",", "") + fraction), column);
}

function putBits(out: CopyBuffer, value: string, column: string): void {
  if (!/^[01]*$/.test(value)) {
    throw refused(value, "a string of bits", column);
  }
  const count = (value.length + 7) >> 3;
  const at = out.reserve(8 + count);
  out.view.setInt32(at, 4 + count);
  out.view.setInt32(at + 4, value.length);
  for (let i = 0; i < count; i++) {
    const bits = value.slice(8 * i, 8 * i + 8).padEnd(8, "0");
    out.bytes[at + 8 + i] = parseInt(bits, 2);
  }
}

/** The number that two digits stand for; NaN where there are none. */
function digitPair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9
    ? tens * 10 + ones
    : NaN;
}

/** Days from 2000-01-01 to a day of the Gregorian calendar; NaN where it has no such day. */
function dayNumber(year: number, month: number, day: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length =
    month === 2 ? (leap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= length)) {
    return NaN;
  }
  const y = month > 2 ? year : year - 1; // years from March to February
  const m = (month + 9) % 12;
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day - 730426;
}

/** A day and time as it was read: its seconds since 2000 without the zone, and where the text goes on. */
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
    year = /^\d{5,7}-/.test(text) ? Number(text.slice(0, dash)) : NaN;
  }
  if (text.charCodeAt(text.length - 1) === 67) {
    year = text.endsWith(" BC") ? 1 - year : NaN;
  }
  const days =
    text.charCodeAt(dash + 3) === 45
      ? dayNumber(year, digitPair(text, dash + 1), digitPair(text, dash + 4))
      : NaN;
  return { days, micros: 0, end: dash + 6 };
}

/** Reads a time of day from a place of a text: its microseconds. */
function readTime(text: string, moment: Moment): void {
  let at = moment.end;
  const hours = digitPair(text, at);
  const minutes = digitPair(text, at + 3);
  let seconds = 0;
  let micros = 0;
  let valid = hours <= 24 && minutes < 60 && text.charCodeAt(at + 2) === 58;
  at += 5;
  if (text.charCodeAt(at) === 58) {
    seconds = digitPair(text, at + 1);
    valid = valid && seconds <= 60;
    at += 3;
    if (text.charCodeAt(at) === 46) {
      let unit = 100_000;
      for (;;) {
        const digit = text.charCodeAt(++at) - 48;
        if (!(digit >= 0 && digit <= 9)) {
          break;
        }
        valid = valid && (unit >= 1 || digit === 0);
        micros += digit * unit;
        unit = unit === 1 ? 0 : unit / 10;
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
  let seconds = digitPair(text, at + 1) * 3600;
  moment.end = at + 3;
  for (const unit of [60, 1]) {
    const colon = text.charCodeAt(moment.end) === 58 ? 1 : 0;
    const more = digitPair(text, moment.end + colon);
    if (!(more < 60)) {
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
  if (putInfinity(out, value)) {
    return;
  }
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
    !isTimestampDay(days) ||
    Number.isNaN(micros) ||
    !readToEnd(value, moment)
  ) {
    throw refused(value, "a timestamp such as 2024-02-29 12:34:56.789", column);
  }
  putMicros(out, days, micros);
}

function putTimestamptz(
  out: CopyBuffer,
  value: string | Date,
  column: string,
): void {
  if (putInfinity(out, value)) {
    return;
  }
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
    !isTimestampDay(moment.days) ||
    Number.isNaN(micros) ||
    !readToEnd(value, moment)
  ) {
    throw refused(value, "an instant such as 2024-02-29T12:34:56.789Z", column);
  }
  putMicros(out, moment.days, micros);
}

function needArray(value: unknown, column: string): void {
  if (!Array.isArray(value)) {
    throw refused(value, "an array", column);
  }
}

type Put<T> = (out: CopyBuffer, value: T, column: string) => void;

/** type: the number of the elements' type; 0 for one of the schema's own, which the server knows. */
function putArray<T>(
  out: CopyBuffer,
  items: readonly (T | null)[],
  column: string,
  type: number,
  put: Put<T>,
): void {
  needArray(items, column);
  const at = out.reserve(items.length === 0 ? 16 : 24);
  out.view.setInt32(at + 4, items.length === 0 ? 0 : 1);
  out.view.setInt32(at + 8, items.includes(null) ? 1 : 0);
  out.view.setInt32(at + 12, type);
  if (items.length > 0) {
    out.view.setInt32(at + 16, items.length);
    out.view.setInt32(at + 20, 1);
    for (const item of items) {
      if (item === null) {
        putNull(out);
      } else {
        put(out, item, column);
      }
    }
  }
  setLength(out, at);
}

/** Starts a composite value; its length is written when it ends. */
function putFields(out: CopyBuffer, count: number): number {
  const at = out.reserve(8);
  out.view.setInt32(at + 4, count);
  return at;
}

/** Writes the type of the field that follows. */
function putType(out: CopyBuffer, type: number): void {
  const at = out.reserve(4);
  out.view.setUint32(at, type);
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

interface Interval {
  months: number;
  days: number;
  micros: bigint;
}

/** Adds so many of a unit. Tells whether it is one that can be counted so. */
function addUnits(
  interval: Interval,
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
function readInterval(text: string): Interval | undefined {
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
function readIsoInterval(text: string): Interval | undefined {
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

/** The bytes of an IPv4 or IPv6 address. */
function addressBytes(text: string): number[] | undefined {
  const dotted = /(^|:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const low = dotted === null ? [] : dotted.slice(2).map(Number);
  if (low.some((byte) => byte > 255)) {
    return undefined;
  }
  if (dotted !== null && dotted[1] === "" && dotted.index === 0) {
    return low;
  }
  const words = (part: string): number[] =>
    part === ""
      ? []
      : part.split(":").flatMap((word) => {
          const value = /^[0-9a-f]{1,4}$/i.test(word)
            ? parseInt(word, 16)
            : NaN;
          return [value >> 8, Number.isNaN(value) ? NaN : value & 255];
        });
  const hex = dotted === null ? text : text.slice(0, dotted.index);
  const halves = (dotted !== null && hex.endsWith(":") ? `${hex}:` : hex).split(
    "::",
  );
  const front = words(halves[0] ?? "");
  const back = [...words(halves[1] ?? ""), ...low];
  const gap = 16 - front.length - back.length;
  const valid =
    halves.length === 2 ? gap >= 2 : halves.length === 1 && gap === 0;
  const bytes = [...front, ...Array<number>(Math.max(gap, 0)).fill(0), ...back];
  return valid && !bytes.includes(NaN) ? bytes : undefined;
}

function putAddress(
  out: CopyBuffer,
  value: string,
  column: string,
  network: boolean,
): void {
  needText(value, column);
  const slash = value.indexOf("/");
  const text = slash < 0 ? value : value.slice(0, slash);
  const bytes = addressBytes(text) ?? [];
  const most = 8 * bytes.length;
  const length = slash < 0 ? String(most) : value.slice(slash + 1);
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : NaN;
  if (most === 0 || !(bits <= most)) {
    throw refused(
      value,
      network
        ? "a network such as 10.0.0.0/8"
        : "an address such as 192.168.0.1",
      column,
    );
  }
  const at = out.reserve(8 + bytes.length);
  out.view.setInt32(at, 4 + bytes.length);
  out.bytes[at + 4] = bytes.length === 4 ? 2 : 3;
  out.bytes[at + 5] = bits;
  out.bytes[at + 6] = network ? 1 : 0;
  out.bytes[at + 7] = bytes.length;
  out.bytes.set(bytes, at + 8);
}

function putInet(out: CopyBuffer, value: string, column: string): void {
  putAddress(out, value, column, false);
}

function putCidr(out: CopyBuffer, value: string, column: string): void {
  putAddress(out, value, column, true);
}

/** Lexemes with their positions: 'cat':3A,5 'dog'. */
function putTsvector(out: CopyBuffer, value: string, column: string): void {
  needText(value, column);
  const lexemes = new Map<string, number[]>();
  const item =
    /\s*(?:'((?:[^'\\]|''|\\.)*)'|((?:[^\s':\\]|\\.)+))(?::((?:\d+[A-D]?,?)+))?/gisy;
  let end = 0;
  for (let match = item.exec(value); match !== null; match = item.exec(value)) {
    end = item.lastIndex;
    const [, quotedText = match[2] ?? "", , positions = ""] = match;
    const lexeme = quotedText.replace(/\\(.)|''/gs, (two) => two.charAt(1));
    const list = lexemes.get(lexeme) ?? [];
    for (const position of positions.split(",").filter(Boolean)) {
      const weight = "DCBA".indexOf(position.slice(-1).toUpperCase());
      list.push(
        (Math.max(weight, 0) << 14) | Math.min(parseInt(position), 16383),
      );
    }
    lexemes.set(lexeme, list);
  }
  if (value.slice(end).trim() !== "") {
    throw refused(value, "lexemes such as 'cat':3 'dog'", column);
  }
  const at = out.reserve(8);
  out.view.setInt32(at + 4, lexemes.size);
  for (const [lexeme, positions] of lexemes) {
    putRaw(out, lexeme, column);
    positions.sort((a, b) => (a & 16383) - (b & 16383));
    let next = out.reserve(3 + 2 * positions.length);
    out.bytes[next] = 0;
    out.view.setUint16(next + 1, positions.length);
    for (const position of positions) {
      out.view.setUint16((next += 2) + 1, position);
    }
  }
  setLength(out, at);
}

/** The bounds of ranges, where they are infinite or excluded, by what stands around them. */
function readRange(
  text: string,
  from: number,
): { flags: number; low: string; high: string; end: number } | undefined {
  const range =
    /\s*(?:(empty)|([[(])\s*((?:"(?:[^"\\]|\\.|"")*"|\\.|[^",()[\]\\])*),((?:"(?:[^"\\]|\\.|"")*"|\\.|[^",()[\]\\])*)([\])]))\s*/gisy;
  range.lastIndex = from;
  const match = range.exec(text);
  if (match === null) {
    return undefined;
  }
  const end = range.lastIndex;
  if (match[1] !== undefined) {
    return { flags: 1, low: "", high: "", end };
  }
  const [, , open, low = "", high = "", close] = match;
  const plain = (bound: string) =>
    bound.replace(
      /"((?:[^"\\]|\\.|"")*)"|\\(.)/gs,
      (part, inner?: string, escaped?: string) =>
        escaped ??
        (inner ?? part).replace(/\\(.)|""/gs, (two) => two.charAt(1)),
    );
  const lowFlag = low === "" ? 8 : open === "[" ? 2 : 0;
  const highFlag = high === "" ? 16 : close === "]" ? 4 : 0;
  return { flags: lowFlag | highFlag, low: plain(low), high: plain(high), end };
}

/** Writes the range that stands at a place of the text. Returns where it ends. */
function putRangeAt(
  out: CopyBuffer,
  value: string,
  from: number,
  column: string,
  put: Put<string>,
): number {
  const range = readRange(value, from);
  if (range === undefined) {
    throw refused(value, "a range such as [1,10)", column);
  }
  const at = out.reserve(5);
  out.bytes[at + 4] = range.flags;
  if ((range.flags & 9) === 0) {
    put(out, range.low, column);
  }
  if ((range.flags & 17) === 0) {
    put(out, range.high, column);
  }
  setLength(out, at);
  return range.end;
}

function putRange(
  out: CopyBuffer,
  value: string,
  column: string,
  put: Put<string>,
): void {
  needText(value, column);
  if (putRangeAt(out, value, 0, column, put) !== value.length) {
    throw refused(value, "a range such as [1,10)", column);
  }
}

function putMultirange(
  out: CopyBuffer,
  value: string,
  column: string,
  put: Put<string>,
): void {
  needText(value, column);
  const at = out.reserve(8);
  const text = value.trim();
  let count = 0;
  let next = 1;
  while (text[next] !== "}" && text.startsWith("{")) {
    next = putRangeAt(out, text, next, column, put);
    count++;
    if (text[next] !== ",") {
      break;
    }
    next++;
  }
  if (text[next] !== "}" || next !== text.length - 1) {
    throw refused(value, "ranges such as {[1,3),[5,9)}", column);
  }
  out.view.setInt32(at + 4, count);
  setLength(out, at);
}

function putInt4Text(out: CopyBuffer, value: string, column: string): void {
  putInt4(out, /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : NaN, column);
}

function putInt8Text(out: CopyBuffer, value: string, column: string): void {
  if (!/^\s*[+-]?\d+\s*$/.test(value)) {
    throw refused(value, "an integer of 64 bits", column);
  }
  putInt8(out, BigInt(value.replace("+", "")), column);
}

export {
  chunkBytes,
  CopyBuffer,
  putRow,
  putNull,
  putBool,
  putInt2,
  putInt4,
  putOid,
  putInt8,
  putFloat4,
  putFloat8,
  putText,
  putChar,
  putJsonbText,
  putBytes,
  putJson,
  putJsonb,
  putUuid,
  putMacaddr,
  putMacaddr8,
  putNumeric,
  putMoney,
  putBits,
  putDate,
  putTime,
  putTimetz,
  putTimestamp,
  putTimestamptz,
  putInterval,
  putInet,
  putCidr,
  putTsvector,
  putArray,
  putFields,
  putType,
  putRange,
  putMultirange,
  putInt4Text,
  putInt8Text,
  setLength,
};
