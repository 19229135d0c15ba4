// Helpers of generated code for PostgreSQL that need no driver: rows in the binary format of COPY.
import type { Source } from "./common.js";
import { lengthsOf, toJson } from "./wire.js";

/** How many bytes of rows are sent at a time. */
const chunkBytes = 65536;

/** Rows on their way to the server. A row larger than the buffer makes it grow. */
class CopyBuffer {
  bytes = Buffer.allocUnsafeSlow(chunkBytes + 8192);
  view = new DataView(this.bytes.buffer);
  at: number;
  readonly head: number; // not private: what classes share takes that of each

  /** head: how many bytes to leave free in front of each chunk. */
  constructor(head: number) {
    this.head = head;
    const signature = "PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
    this.at = head + this.bytes.write(signature, head, "latin1");
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

  /** What has been written. It has to be sent before more is: that goes to the same memory. */
  take(): Buffer {
    const chunk = this.bytes.subarray(0, this.at);
    this.at = this.head;
    return chunk;
  }

  /** Ends the rows. */
  end(): void {
    const at = this.reserve(2);
    this.view.setInt16(at, -1);
  }
}

/** How rows are copied into a table. */
interface Copy<Row> {
  sql: string;
  /** With fewer rows another way is faster. */
  from: number;
  encode: (out: CopyBuffer, row: Row) => void;
}

/** Writes all rows of a source, which put adds to a buffer. */
async function sendRows<Row>(
  out: CopyBuffer,
  source: Source<Row>,
  put: (row: Row) => void,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const full = () => out.at >= chunkBytes;
  for (;;) {
    await source.read(put, full);
    const { done } = source;
    if (done) {
      out.end();
    }
    await write(out.take());
    if (done) {
      return;
    }
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
  const count = bytes.write(value, at);
  if (count !== length && /\p{Surrogate}/u.test(value)) {
    throw refused(value, "text without lone surrogates", column);
  }
  out.at = at + count;
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
  try {
    return toJson(value);
  } catch (error) {
    const { message } = error as Error;
    throw new TypeError(`column "${column}": ${message}`, { cause: error });
  }
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

function needArray(value: unknown, column: string): void {
  if (!Array.isArray(value)) {
    throw refused(value, "an array", column);
  }
}

/** Starts a vector whose numbers have so many bytes, and returns where they start. */
function putDimension(
  out: CopyBuffer,
  values: readonly number[] | Float32Array,
  size: number,
  column: string,
): number {
  if (!(values instanceof Float32Array)) {
    needArray(values, column);
    const lost: unknown = values.find(
      (value: unknown) => typeof value !== "number",
    );
    if (lost !== undefined) {
      throw refused(lost, "a number", column);
    }
  }
  const count = values.length;
  const at = out.reserve(8 + size * count);
  out.view.setInt32(at, 4 + size * count);
  out.view.setUint16(at + 4, count);
  out.view.setUint16(at + 6, 0);
  return at + 8;
}

function putVector(
  out: CopyBuffer,
  values: readonly number[] | Float32Array,
  column: string,
): void {
  let at = putDimension(out, values, 4, column);
  for (const value of values) {
    out.view.setFloat32(at, value);
    at += 4;
  }
}

function putHalfvec(
  out: CopyBuffer,
  values: readonly number[] | Float32Array,
  column: string,
): void {
  let at = putDimension(out, values, 2, column);
  for (const value of values) {
    out.view.setUint16(at, halfBits(value));
    at += 2;
  }
}

/**
 * A number in 16 bits, rounded to the nearest, of two the even one. What is too large for them is infinite, which the
 * server refuses.
 */
function halfBits(value: number): number {
  const single = Math.fround(value);
  const sign = single < 0 || Object.is(single, -0) ? 0x8000 : 0;
  const size = Math.abs(single);
  if (Number.isNaN(size)) {
    return 0x7e00;
  }
  if (size >= 65520) {
    return sign | 0x7c00;
  }
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const units = size / 2 ** (exponent - 10); // those of a number with this exponent
  const whole = Math.floor(units);
  const rest = units - whole;
  const up = rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? 1 : 0;
  return sign | (((exponent + 14) << 10) + whole + up);
}

function putHstore(
  out: CopyBuffer,
  value: Readonly<Record<string, string | null>>,
  column: string,
): void {
  const entries = Object.entries(value);
  const at = out.reserve(8);
  out.view.setInt32(at + 4, entries.length);
  for (const [key, of] of entries) {
    putText(out, key, column);
    if (of === null) {
      putNull(out);
    } else {
      putText(out, of, column);
    }
  }
  setLength(out, at);
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
  const count = items.length;
  const at = out.reserve(count === 0 ? 16 : 24);
  const view = out.view;
  view.setInt32(at + 4, count === 0 ? 0 : 1);
  view.setInt32(at + 12, type);
  let nulls = 0;
  if (count > 0) {
    view.setInt32(at + 16, count);
    view.setInt32(at + 20, 1);
    for (const item of items) {
      if (item === null) {
        nulls = 1;
        putNull(out);
      } else {
        put(out, item, column);
      }
    }
  }
  out.view.setInt32(at + 8, nulls);
  setLength(out, at);
}

/** An array of several dimensions: on the wire, its elements follow each other. */
function putLists<T>(
  out: CopyBuffer,
  lists: readonly unknown[],
  column: string,
  depth: number,
  type: number,
  put: Put<T>,
): void {
  needArray(lists, column);
  let lengths: number[];
  try {
    lengths = lengthsOf(lists, depth);
  } catch (error) {
    throw new RangeError(`column "${column}": ${(error as Error).message}`);
  }
  const items = lists.flat(depth - 1) as (T | null)[];
  const at = out.reserve(16 + 8 * lengths.length);
  out.view.setInt32(at + 4, lengths.length);
  out.view.setInt32(at + 8, items.includes(null) ? 1 : 0);
  out.view.setInt32(at + 12, type);
  for (const [i, length] of lengths.entries()) {
    out.view.setInt32(at + 16 + 8 * i, length);
    out.view.setInt32(at + 20 + 8 * i, 1);
  }
  for (const item of items) {
    if (item === null) {
      putNull(out);
    } else {
      put(out, item, column);
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

export {
  chunkBytes,
  CopyBuffer,
  sendRows,
  refused,
  needText,
  putInt4,
  setInt8,
  putInt8,
  setLength,
  putRaw,
  type Copy,
  type Put,
};
