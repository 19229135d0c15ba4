// Helpers of generated code for DuckDB: rows as the columns of its chunks, in the memory layout of DuckDB's vectors.
import { DuckDBUUIDValue } from "@duckdb/node-api";
import bindings from "@duckdb/node-bindings";
import { fieldsOf, itemsOf, pairsOf } from "./duckdb-nested.js";
import {
  asText,
  refusedValue,
  utinyintType,
  type ValueType,
  type Whole,
  type WholeType,
} from "./duckdb-values.js";

type Vector = ReturnType<typeof bindings.data_chunk_get_vector>;

/** How many rows a chunk holds. */
const chunkRows = 2048;

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

  /** Copies the values to a vector of DuckDB's, and starts anew. */
  write(vector: Vector, count: number): void {
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
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Numbers as they are, in arrays of their own kind. */
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
    if (this.valueType.write(value, this.name) === undefined) {
      throw this.refuse(value);
    }
    this.start(at);
    this.#values[at] = value as number;
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

class UuidColumn extends Column {
  #bytes = new Uint8Array(0);
  #longs = new BigInt64Array(0);

  constructor(valueType: ValueType, name: string, nullable: boolean) {
    super(valueType, name, nullable, 16);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#bytes = new Uint8Array(buffer);
    this.#longs = new BigInt64Array(buffer);
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    this.start(at);
    if (value instanceof DuckDBUUIDValue) {
      this.#longs[2 * at] = value.hugeint;
      this.#longs[2 * at + 1] = value.hugeint >> 64n;
    } else if (typeof value !== "string" || !this.#parse(16 * at, value)) {
      throw this.refuse(value);
    }
  }

  /** Stores 32 digits as 16 bytes, the last first and the topmost bit turned: DuckDB compares them as numbers. */
  #parse(start: number, text: string): boolean {
    const bytes = this.#bytes;
    let next = start + 15;
    for (let i = 0; i < text.length; i += 2) {
      if (text.charCodeAt(i) === 45) {
        i++;
      }
      const high = hexValues[text.charCodeAt(i)] ?? -1;
      const low = hexValues[text.charCodeAt(i + 1)] ?? -1;
      if ((high | low) < 0 || next < start) {
        return false;
      }
      bytes[next--] = (high << 4) | low;
    }
    bytes[start + 15] = (bytes[start + 15] ?? 0) ^ 0x80;
    return next === start - 1;
  }
}

const encoder = new TextEncoder();

/** Text or bytes: short ones stand in the buffer, DuckDB makes copies of longer ones. */
abstract class StringColumn extends Column {
  protected bytes = new Uint8Array(0);
  protected words = new Int32Array(0);
  readonly #long: { at: number; value: string | Uint8Array }[] = [];

  constructor(valueType: ValueType, name: string, nullable: boolean) {
    super(valueType, name, nullable, 16);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.bytes = new Uint8Array(buffer);
    this.words = new Int32Array(buffer);
  }

  /** Empties a place: DuckDB compares short values by all of their bytes. */
  protected clear(at: number): void {
    this.start(at);
    this.words.fill(0, 4 * at, 4 * at + 4);
  }

  protected putLong(at: number, value: string | Uint8Array): void {
    this.#long.push({ at, value });
  }

  override undo(at: number): void {
    while ((this.#long.at(-1)?.at ?? -1) >= at) {
      this.#long.pop();
    }
  }

  protected override fill(vector: Vector): void {
    for (const { at, value } of this.#long) {
      if (typeof value === "string") {
        bindings.vector_assign_string_element(vector, at, value);
      } else {
        bindings.vector_assign_string_element_len(vector, at, value);
      }
    }
    this.#long.length = 0;
  }
}

class TextColumn extends StringColumn {
  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    if (typeof value !== "string") {
      throw this.refuse(value);
    }
    this.clear(at);
    const length = value.length;
    if (length <= 12) {
      const { bytes } = this;
      const start = 16 * at + 4;
      let i = 0;
      for (; i < length; i++) {
        const code = value.charCodeAt(i);
        if (code > 0x7f) {
          break;
        }
        bytes[start + i] = code;
      }
      if (i === length) {
        this.words[4 * at] = length;
        return;
      }
    }
    this.#putUnicode(at, value);
  }

  #putUnicode(at: number, value: string): void {
    if (asText(value) === undefined) {
      throw this.refuse(value);
    }
    const start = 16 * at + 4;
    const place = this.bytes.subarray(start, start + 12);
    const { read, written } = encoder.encodeInto(value, place);
    if (read === value.length) {
      this.words[4 * at] = written;
    } else {
      this.putLong(at, value);
    }
  }
}

class BytesColumn extends StringColumn {
  readonly #bytesOf: (value: unknown) => Uint8Array | undefined;

  constructor(
    valueType: ValueType & {
      bytes: (value: unknown) => Uint8Array | undefined;
    },
    name: string,
    nullable: boolean,
  ) {
    super(valueType, name, nullable);
    this.#bytesOf = valueType.bytes;
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNull(at);
      return;
    }
    const bytes = this.#bytesOf(value);
    if (bytes === undefined) {
      throw this.refuse(value);
    }
    this.clear(at);
    if (bytes.length <= 12) {
      this.bytes.set(bytes, 16 * at + 4);
      this.words[4 * at] = bytes.length;
    } else {
      this.putLong(at, bytes);
    }
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

/** What is stored as a list: a piece of columns of elements for each. */
abstract class PiecesColumn extends Column {
  #halves = new Int32Array(0);
  #count = 0;

  constructor(valueType: ValueType, name: string, nullable: boolean) {
    super(valueType, name, nullable, 16);
  }

  protected override view(buffer: ArrayBuffer): void {
    this.#halves = new Int32Array(buffer);
  }

  protected abstract putItem(at: number, item: unknown): void;

  protected abstract undoItems(at: number): void;

  protected abstract writeItems(vector: Vector, count: number): void;

  protected putItems(at: number, items: readonly unknown[] | undefined): void {
    if (items === undefined) {
      this.putNull(at);
    } else {
      this.start(at);
    }
    const length = items?.length ?? 0;
    this.#halves[4 * at] = this.#count;
    this.#halves[4 * at + 1] = 0;
    this.#halves[4 * at + 2] = length;
    this.#halves[4 * at + 3] = 0;
    for (let i = 0; i < length; i++) {
      this.putItem(this.#count++, items?.[i]);
    }
  }

  override undo(at: number): void {
    const first = this.#halves[4 * at - 4] ?? 0;
    this.#count = first + (this.#halves[4 * at - 2] ?? 0);
    this.undoItems(this.#count);
  }

  protected override fill(vector: Vector): void {
    bindings.list_vector_reserve(vector, this.#count);
    bindings.list_vector_set_size(vector, this.#count);
    this.writeItems(bindings.list_vector_get_child(vector), this.#count);
    this.#count = 0;
  }
}

class ListColumn extends PiecesColumn {
  readonly #items: Column;

  constructor(
    valueType: ValueType,
    name: string,
    nullable: boolean,
    items: Column,
  ) {
    super(valueType, name, nullable);
    this.#items = items;
  }

  put(at: number, value: unknown): void {
    const items = itemsOf(value);
    if (items === undefined && value !== null) {
      throw this.refuse(value);
    }
    this.putItems(at, items);
  }

  protected putItem(at: number, item: unknown): void {
    this.#items.put(at, item);
  }

  protected undoItems(at: number): void {
    this.#items.undo?.(at);
  }

  protected writeItems(vector: Vector, count: number): void {
    this.#items.write(vector, count);
  }
}

class MapColumn extends PiecesColumn {
  readonly #keys: Column;
  readonly #items: Column;

  constructor(
    valueType: ValueType,
    name: string,
    nullable: boolean,
    keys: Column,
    items: Column,
  ) {
    super(valueType, name, nullable);
    this.#keys = keys;
    this.#items = items;
  }

  put(at: number, value: unknown): void {
    const pairs = pairsOf(value);
    if (pairs === undefined && value !== null) {
      throw this.refuse(value);
    }
    this.putItems(at, pairs);
  }

  protected putItem(at: number, pair: unknown): void {
    const [key, item] = pair as [unknown, unknown];
    this.#keys.put(at, key);
    this.#items.put(at, item);
  }

  protected undoItems(at: number): void {
    this.#keys.undo?.(at);
    this.#items.undo?.(at);
  }

  protected writeItems(vector: Vector, count: number): void {
    const child = (index: number) =>
      bindings.struct_vector_get_child(vector, index);
    this.#keys.write(child(0), count);
    this.#items.write(child(1), count);
  }
}

/** Arrays of a length: so many elements for each. */
class ArrayColumn extends Column {
  readonly #length: number;
  readonly #items: Column;

  constructor(
    valueType: ValueType & { length: number },
    name: string,
    nullable: boolean,
    items: Column,
  ) {
    super(valueType, name, nullable, 0);
    this.#length = valueType.length;
    this.#items = items;
  }

  put(at: number, value: unknown): void {
    const items = itemsOf(value);
    if (value === null) {
      this.putNull(at);
    } else if (items?.length === this.#length) {
      this.start(at);
    } else {
      throw this.refuse(value);
    }
    for (let i = 0; i < this.#length; i++) {
      this.#items.put(
        at * this.#length + i,
        items === undefined ? null : items[i],
      );
    }
  }

  override undo(at: number): void {
    this.#items.undo?.(at * this.#length);
  }

  protected override fill(vector: Vector, count: number): void {
    const child = bindings.array_vector_get_child(vector);
    this.#items.write(child, count * this.#length);
  }
}

/** What is stored as a column for each of its parts. */
abstract class PartsColumn extends Column {
  protected readonly parts: readonly Column[];

  constructor(
    valueType: ValueType,
    name: string,
    nullable: boolean,
    parts: readonly Column[],
  ) {
    super(valueType, name, nullable, 0);
    this.parts = parts;
  }

  protected putNulls(at: number): void {
    this.putNull(at);
    for (const part of this.parts) {
      part.put(at, null);
    }
  }

  override undo(at: number): void {
    for (const part of this.parts) {
      part.undo?.(at);
    }
  }

  protected override fill(vector: Vector, count: number): void {
    this.parts.forEach((part, index) => {
      part.write(bindings.struct_vector_get_child(vector, index), count);
    });
  }
}

class StructColumn extends PartsColumn {
  readonly #names: readonly string[];

  constructor(
    valueType: ValueType & { names: readonly string[] },
    name: string,
    nullable: boolean,
    ...fields: readonly Column[]
  ) {
    super(valueType, name, nullable, fields);
    this.#names = valueType.names;
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNulls(at);
      return;
    }
    const fields = fieldsOf(value);
    if (fields === undefined) {
      throw this.refuse(value);
    }
    this.start(at);
    this.parts.forEach((part, index) => {
      part.put(at, fields[this.#names[index] ?? ""]);
    });
  }
}

/** The first part is the number of the member that a value is. */
class UnionColumn extends PartsColumn {
  readonly #tags: readonly string[];

  constructor(
    valueType: ValueType & { tags: readonly string[] },
    name: string,
    nullable: boolean,
    ...members: readonly Column[]
  ) {
    const tag = new NumberColumn(utinyintType, name, true, Uint8Array);
    super(valueType, name, nullable, [tag, ...members]);
    this.#tags = valueType.tags;
  }

  put(at: number, value: unknown): void {
    if (value === null) {
      this.putNulls(at);
      return;
    }
    const { tag = "", value: member } = Object(value) as {
      tag?: string;
      value?: unknown;
    };
    const chosen = this.#tags.indexOf(tag);
    if (chosen < 0) {
      throw this.refuse(value);
    }
    this.start(at);
    this.parts.forEach((part, index) => {
      part.put(at, index === 0 ? chosen : index === chosen + 1 ? member : null);
    });
  }
}

export {
  ArrayColumn,
  BooleanColumn,
  BytesColumn,
  chunkRows,
  Column,
  HugeColumn,
  IntervalColumn,
  LabelColumn,
  ListColumn,
  MapColumn,
  NumberColumn,
  StructColumn,
  TextColumn,
  UnionColumn,
  UuidColumn,
  WholeColumn,
};
