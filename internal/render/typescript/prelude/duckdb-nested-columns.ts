// Helpers of generated code for DuckDB: values made of others, as the columns of its chunks.
import bindings from "@duckdb/node-bindings";
import { Column, NumberColumn, type Vector } from "./duckdb-columns.js";
import { fieldsOf, itemsOf, pairsOf } from "./duckdb-nested.js";
import { utinyintType, type ValueType } from "./duckdb-values.js";

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
      this.#halves[4 * at] = this.#count;
      return;
    }
    this.start(at);
    const halves = this.#halves;
    const { length } = items;
    halves[4 * at] = this.#count;
    halves[4 * at + 1] = 0;
    halves[4 * at + 2] = length;
    halves[4 * at + 3] = 0;
    for (let i = 0; i < length; i++) {
      this.putItem(this.#count++, items[i]);
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
