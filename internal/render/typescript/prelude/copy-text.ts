// Helpers of generated code for PostgreSQL that need no driver: what else is given as text, in the binary format of
// COPY.
import {
  type CopyBuffer,
  refused,
  needText,
  putInt4,
  putInt8,
  setLength,
  putRaw,
  type Put,
} from "./copy.js";

/** The hexadecimal digits by their codes; -1 where there is none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, code) => {
  const digit = parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? -1 : digit;
});

/** Writes hexadecimal digits as so many bytes, whatever of "-:." stands between them. */
function putHex(
  out: CopyBuffer,
  value: string,
  count: number,
  expected: string,
  column: string,
): void {
  needText(value, column);
  const length = value.length;
  const at = out.reserve(4 + 4 * count);
  const bytes = out.bytes;
  let next = at + 4;
  const end = next + count;
  // The text itself goes behind its place: bytes are read faster than characters. As many bytes as characters are
  // ASCII.
  let from = end;
  const to = end + length;
  if (length > 3 * count || bytes.write(value, from) !== length) {
    throw refused(value, expected, column);
  }
  while (from < to) {
    let code = bytes[from++] ?? 0;
    if (code === 45 || code === 58 || code === 46) {
      code = bytes[from++] ?? 0;
    }
    const low = from < to ? (bytes[from++] ?? 0) : 0;
    const byte = ((hexDigits[code] ?? -1) << 4) | (hexDigits[low] ?? -1);
    if (byte < 0 || next === end) {
      throw refused(value, expected, column);
    }
    bytes[next++] = byte;
  }
  if (next !== end) {
    throw refused(value, expected, column);
  }
  out.at = end;
  out.view.setInt32(at, count);
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
