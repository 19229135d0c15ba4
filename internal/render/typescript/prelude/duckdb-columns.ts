// Helpers of generated code for DuckDB: rows as the columns of its chunks, in the memory layout of DuckDB's vectors.
import { DuckDBUUIDValue } from "@duckdb/node-api";
import bindings from "@duckdb/node-bindings";
import {
  refusedValue,
  type ValueType,
  type Whole,
  type WholeType,
} from "./duckdb-values.js";

type Vector = ReturnType<typeof bindings.data_chunk_get_vector>;

/** How many rows a chunk holds. */
const chunkRows = 2048;

/** How many bytes of values a column keeps for the next ones: lists may have had very many elements once. */
const mostKept = 1 << 24;

/** The values of a column. Those of the rows in a chunk come first; lists have more elements than rows. */
abstract class Column<T extends ValueType = ValueType> {
  readonly valueType: T;
  readonly name: string;
  readonly #nullable: boolean;
  readonly #width: number;
  #bytes = new Uint8Array(0);
  #valid = new Uint8Array(0);
  #nulls = false;
  #room = 0;

  /** width: how many bytes a value takes. */
  constructor(valueType: T, name: string, nullable: boolean, width: number) {
    this.valueType = valueType;
    this.name = name;
    this.#nullable = nullable;
    this.#width = width;
  }

  /** Stores a value; one that the type cannot hold is an error. */
  abstract put(at: number, value: unknown): void;

  /** Called when values have got another buffer. */
  protected view?(buffer: ArrayBuffer): void;

  /** Gives the vector what its values refer to, before it gets them. */
  protected settle?(vector: Vector, count: number): void;

  /** Writes what is no part of the buffer into the vector. */
  protected fill?(vector: Vector, count: number): void;

  /** Forgets what a row that failed has left. */
  undo?(at: number): void;

  protected what(): string {
    return `column "${this.name}"`;
  }

  protected refuse(value: unknown): Error {
    return refusedValue(value, this.valueType.type, this.what());
  }

  /** Makes room for a value and notes that there is one. */
  protected start(at: number): void {
    if (at >= this.#room) {
      this.#grow(at);
    }
    if (this.#nulls) {
      this.#valid[at >> 3] = (this.#valid[at >> 3] ?? 0) | (1 << (at & 7));
    }
  }

  protected putNull(at: number): void {
    if (!this.#nullable) {
      throw this.refuse(null);
    }
    this.start(at);
    this.#nulls = true;
    this.#valid[at >> 3] = (this.#valid[at >> 3] ?? 0) & ~(1 << (at & 7));
    this.#bytes.fill(0, at * this.#width, (at + 1) * this.#width);
  }

  #grow(at: number): void {
    this.#room = Math.max(
      chunkRows,
      2 * this.#room,
      1 << (32 - Math.clz32(at)),
    );
    const bytes = new Uint8Array(this.#room * this.#width);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.view?.(bytes.buffer);
    const valid = new Uint8Array(this.#room >> 3).fill(0xff);
    valid.set(this.#valid);
    this.#valid = valid;
  }

  /** Copies the values to a vector of DuckDB's, and starts again. */
  write(vector: Vector, count: number): void {
    this.settle?.(vector, count);
    const bytes = count * this.#width;
    if (bytes > 0) {
      const { buffer } = this.#bytes;
      bindings.copy_data_to_vector(vector, 0, buffer, 0, bytes);
    }
    if (this.#nulls) {
      const { buffer } = this.#valid;
      const words = 8 * Math.ceil(count / 64);
      bindings.vector_ensure_validity_writable(vector);
      bindings.copy_data_to_vector_validity(vector, 0, buffer, 0, words);
      this.#valid.fill(0xff);
      this.#nulls = false;
    }
    this.fill?.(vector, count);
    if (this.#bytes.length > mostKept) {
      this.#room = 0;
      this.#bytes = new Uint8Array(0);
      this.#valid = new Uint8Array(0);
      this.view?.(this.#bytes.buffer);
    }
  }
}

class BooleanColumn extends Column {
  #values = new Uint8Array(0);

  constructor(valueType: ValueType, name: string, nullable: boolean) {
    super(valueType, name, nullable, 1);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#values = new Uint8Array(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    if (typeof value !== "boolean") {
      throw this.refuse(value);
    }
    this.start(at);
    this.#values[at] = value ? 1 : 0;
  }
}

type Numbers =
  Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Whole numbers of up to 32 bits, in arrays of their own kind. */
class NumberColumn extends Column {
  readonly #make: (buffer: ArrayBuffer) => Numbers;
  #values: Numbers = new Uint8Array(0);

  constructor(
    valueType: ValueType,
    name: string,
    nullable: boolean,
    array: { BYTES_PER_ELEMENT: number; new (buffer: ArrayBuffer): Numbers },
  ) {
    super(valueType, name, nullable, array.BYTES_PER_ELEMENT);
    this.#make = (buffer) => new array(buffer);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#values = this.#make(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    this.start(at);
    const values = this.#values;
    if (typeof value === "number") {
      values[at] = value;
    }
    if (values[at] !== value) {
      throw this.refuse(value); // another number is there now
    }
  }
}

class FloatColumn extends Column {
  readonly #single: boolean;
  #values: Float32Array | Float64Array = new Float64Array(0);

  constructor(
    valueType: ValueType,
    name: string,
    nullable: boolean,
    array: typeof Float32Array | typeof Float64Array,
  ) {
    super(valueType, name, nullable, array.BYTES_PER_ELEMENT);
    this.#single = array === Float32Array;
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#values = this.#single
      ? new Float32Array(buffer)
      : new Float64Array(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    if (
      typeof value !== "number" ||
      (this.#single && this.valueType.write(value, this.name) === undefined)
    ) {
      throw this.refuse(value);
    }
    this.start(at);
    this.#values[at] = value;
  }
}

/** Whole numbers of up to 64 bits, whatever they count. */
class WholeColumn extends Column<WholeType> {
  readonly #words: number;
  #halves = new Int32Array(0);
  #longs = new BigInt64Array(0);
  #shorts = new Int16Array(0);

  /** width: how many bytes DuckDB has for them. */
  constructor(type: WholeType, name: string, nullable: boolean, width = 8) {
    super(type, name, nullable, width);
    this.#words = width >> 2;
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#halves = new Int32Array(buffer);
    this.#longs = new BigInt64Array(buffer);
    this.#shorts = new Int16Array(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    const whole = this.valueType.whole(value);
    if (whole === undefined) {
      throw this.refuse(value);
    }
    this.start(at);
    if (this.#words < 2) {
      (this.#words === 1 ? this.#halves : this.#shorts)[at] = Number(whole);
    } else if (typeof whole === "bigint") {
      this.#longs[at] = whole;
    } else {
      const high = Math.floor(whole / 0x1_0000_0000);
      this.#halves[2 * at] = whole - high * 0x1_0000_0000;
      this.#halves[2 * at + 1] = high;
    }
  }
}

/** Whole numbers of 128 bits. */
class HugeColumn extends Column<WholeType> {
  #longs = new BigInt64Array(0);

  constructor(valueType: WholeType, name: string, nullable: boolean) {
    super(valueType, name, nullable, 16);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#longs = new BigInt64Array(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    const whole = this.valueType.whole(value);
    if (whole === undefined) {
      throw this.refuse(value);
    }
    this.start(at);
    const huge = BigInt(whole);
    this.#longs[2 * at] = huge;
    this.#longs[2 * at + 1] = huge >> 64n;
  }
}

/** The value of a hexadecimal digit by its character's code, -1 of others. */
const hexValues = Int8Array.from({ length: 128 }, (_, code) => {
  return "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase());
});

/** The number that four hexadecimal digits stand for; negative where one is none. */
function fourDigits(text: string, at: number): number {
  const a = hexValues[text.charCodeAt(at)] ?? -1;
  const b = hexValues[text.charCodeAt(at + 1)] ?? -1;
  const c = hexValues[text.charCodeAt(at + 2)] ?? -1;
  const d = hexValues[text.charCodeAt(at + 3)] ?? -1;
  return (a << 12) | (b << 8) | (c << 4) | d;
}

class UuidColumn extends Column {
  #words = new Int32Array(0);
  #longs = new BigInt64Array(0);

  constructor(valueType: ValueType, name: string, nullable: boolean) {
    super(valueType, name, nullable, 16);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#words = new Int32Array(buffer);
    this.#longs = new BigInt64Array(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    this.start(at);
    if (typeof value === "string" && this.#parse(4 * at, value)) {
      return;
    }
    const uuid = this.valueType.write(value, this.name);
    if (!(uuid instanceof DuckDBUUIDValue)) {
      throw this.refuse(value);
    }
    const { hugeint } = uuid;
    this.#longs[2 * at] = hugeint;
    this.#longs[2 * at + 1] = hugeint >> 64n;
  }

  /**
   * Stores the usual text as four words, the last first and the topmost bit turned: DuckDB compares them as numbers.
   */
  #parse(start: number, text: string): boolean {
    const words = this.#words;
    const a = fourDigits(text, 0);
    const b = fourDigits(text, 4);
    const c = fourDigits(text, 9);
    const d = fourDigits(text, 14);
    const e = fourDigits(text, 19);
    const f = fourDigits(text, 24);
    const g = fourDigits(text, 28);
    const h = fourDigits(text, 32);
    words[start + 3] = ((a << 16) | b) ^ 0x80000000;
    words[start + 2] = (c << 16) | d;
    words[start + 1] = (e << 16) | f;
    words[start] = (g << 16) | h;
    return (
      (a | b | c | d | e | f | g | h) >= 0 &&
      text.length === 36 &&
      text.charCodeAt(8) === 45 &&
      text.charCodeAt(13) === 45 &&
      text.charCodeAt(18) === 45 &&
      text.charCodeAt(23) === 45
    );
  }
}

/** Labels of an enum, as their numbers. */
class LabelColumn extends Column {
  readonly #numbers: ReadonlyMap<unknown, number>;
  readonly #width: 1 | 2 | 4;
  #values: Numbers = new Uint8Array(0);

  constructor(
    valueType: ValueType & { numbers: ReadonlyMap<unknown, number> },
    name: string,
    nullable: boolean,
  ) {
    const { size } = valueType.numbers;
    const width = size <= 0xff ? 1 : size <= 0xffff ? 2 : 4;
    super(valueType, name, nullable, width);
    this.#numbers = valueType.numbers;
    this.#width = width;
  }

  protected override view(buffer: ArrayBuffer): void {
    const arrays = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
    this.#values = new arrays[this.#width](buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    const number = this.#numbers.get(value);
    if (number === undefined) {
      throw this.refuse(value);
    }
    this.start(at);
    this.#values[at] = number;
  }
}

class IntervalColumn extends Column {
  #halves = new Int32Array(0);
  #longs = new BigInt64Array(0);

  constructor(valueType: ValueType, name: string, nullable: boolean) {
    super(valueType, name, nullable, 16);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#halves = new Int32Array(buffer);
    this.#longs = new BigInt64Array(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    if (this.valueType.write(value, this.name) === undefined) {
      throw this.refuse(value);
    }
    const { months, days, micros } = value as {
      months: number;
      days: number;
      micros: Whole;
    };
    this.start(at);
    this.#halves[4 * at] = months;
    this.#halves[4 * at + 1] = days;
    this.#longs[2 * at + 1] = BigInt(micros);
  }
}

export { chunkRows, Column, NumberColumn, WholeColumn, type Vector };
