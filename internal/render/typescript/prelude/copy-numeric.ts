// Helpers of generated code for PostgreSQL that need no driver: decimal numbers in the binary format of COPY.
import { refused, type CopyBuffer } from "./copy.js";

/** integers: how many digits the type has in front of the point. */
function putNumeric(
  out: CopyBuffer,
  value: string | number,
  column: string,
  integers = 131072,
): void {
  const text = String(value);
  const length = text.length;
  const negative = text.charCodeAt(0) === 45;
  const start = negative ? 1 : 0;
  let first = start; // the first digit that counts
  let point = length;
  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === 46 && point === length) {
      point = i;
    } else if (code < 48 || code > 57) {
      putOtherNumeric(out, value, column, integers);
      return;
    } else if (code === 48 && i === first) {
      first++;
    }
  }
  const scale = Math.max(length - point - 1, 0);
  if (length - start - (point < length ? 1 : 0) === 0) {
    throw refused(value, "a number", column);
  }
  if (point - first > integers || scale > 16383) {
    throw refused(value, "a number in the range of its type", column);
  }
  // Groups of four digits: the point stands between two of them.
  const whole = (point - first + 3) >> 2;
  const groups = whole + ((scale + 3) >> 2);
  const at = out.reserve(12 + 2 * groups);
  const view = out.view;
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
      digits *= 10;
      if (i >= first && i < length) {
        digits += text.charCodeAt(i) - 48;
      }
    }
    if (digits !== 0) {
      view.setInt16(next, digits);
      next += 2;
      kept = next;
    } else if (next === at + 12) {
      weight--;
    } else {
      view.setInt16(next, 0);
      next += 2;
    }
  }
  const zero = kept === at + 12;
  out.at = kept;
  view.setInt32(at, kept - at - 4);
  view.setInt16(at + 4, (kept - at - 12) >> 1);
  view.setInt16(at + 6, zero ? 0 : weight);
  view.setInt16(at + 8, negative && !zero ? 0x4000 : 0);
  view.setInt16(at + 10, scale);
}

/** What is not made of digits and a point: none of the numbers, or one with an exponent. */
function putOtherNumeric(
  out: CopyBuffer,
  value: string | number,
  column: string,
  integers: number,
): void {
  const text = String(value);
  const special = numericSpecials[text.toLowerCase()];
  if (special !== undefined) {
    const at = out.reserve(12);
    out.view.setInt32(at, 8);
    out.view.setInt32(at + 4, 0);
    out.view.setUint16(at + 8, special);
    out.view.setUint16(at + 10, 0);
    return;
  }
  const digits = withoutExponent(text);
  if (digits === undefined) {
    throw refused(value, "a number", column);
  }
  putNumeric(out, digits, column, integers);
}

const numericSpecials: Record<string, number | undefined> = {
  nan: 0xc000,
  infinity: 0xd000,
  "+infinity": 0xd000,
  "-infinity": 0xf000,
};

/** 1.5e3 as 1500. */
function withoutExponent(text: string): string | undefined {
  const match =
    /^\s*([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,6}))?\s*$/i.exec(text);
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

export { withoutExponent };
