// Helpers of generated code for DuckDB: text and bytes as the columns of its chunks.
import bindings from "@duckdb/node-bindings";
import { Column, type Vector } from "./duckdb-columns.js";
import type { ValueType } from "./duckdb-values.js";

/** How many bytes of long strings are handed over together; one that is longer goes by itself. */
const pieceBytes = 65536;

/**
 * Text or bytes. Up to 12 bytes stand in the buffer. Longer ones stand behind each other in pieces, each of which
 * DuckDB takes for one string: the buffer has their places in a piece, and later their addresses in DuckDB's copy of
 * it.
 */
abstract class StringColumn extends Column {
  protected bytes = new Uint8Array(0);
  protected words = new Int32Array(0);
  readonly #pieces: Buffer[] = [];
  protected piece = Buffer.allocUnsafeSlow(0);
  protected used = 0;

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
    const { words } = this;
    words[4 * at] = 0;
    words[4 * at + 1] = 0;
    words[4 * at + 2] = 0;
    words[4 * at + 3] = 0;
  }

  /** Makes room in the piece for a value of up to so many bytes. */
  protected reserve(count: number): void {
    if (this.used + count > this.piece.length) {
      this.#pieces.push(this.piece.subarray(0, this.used));
      this.piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, count));
      this.used = 0;
    }
  }

  /** The value is the next so many bytes of the piece. */
  protected take(at: number, count: number): void {
    const { bytes, piece, used, words } = this;
    const start = 16 * at + 4;
    const here = count <= 12 ? count : 4;
    words[4 * at] = count;
    for (let i = 0; i < here; i++) {
      bytes[start + i] = piece[used + i] ?? 0;
    }
    if (count > 12) {
      words[4 * at + 2] = used;
      words[4 * at + 3] = this.#pieces.length;
      this.used += count;
    }
  }

  protected override settle(vector: Vector, count: number): void {
    if (this.used === 0 && this.#pieces.length === 0) {
      return;
    }
    this.#pieces.push(this.piece.subarray(0, this.used));
    const places = this.#pieces.map((piece) => {
      bindings.vector_assign_string_element_len(vector, 0, piece);
      const { buffer, byteOffset } = bindings.vector_get_data(vector, 16);
      const place = new DataView(buffer, byteOffset);
      return { low: place.getUint32(8, true), high: place.getInt32(12, true) };
    });
    const { words } = this;
    for (let at = 0; at < count; at++) {
      if ((words[4 * at] ?? 0) > 12) {
        const { low = 0, high = 0 } = places[words[4 * at + 3] ?? 0] ?? {};
        const place = low + (words[4 * at + 2] ?? 0);
        words[4 * at + 2] = place;
        words[4 * at + 3] = high + (place > 0xffffffff ? 1 : 0);
      }
    }
    this.#pieces.length = 0;
    this.used = 0;
    if (this.piece.length > pieceBytes) {
      this.piece = Buffer.allocUnsafeSlow(0);
    }
  }
}

/** Writes text as UTF-8 into so much room. Returns the number of bytes; -1 where they are more, or for surrogates. */
function writeText(
  text: string,
  bytes: Uint8Array,
  start: number,
  room: number,
): number {
  const end = start + room;
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const size = code <= 0x7f ? 1 : code <= 0x7ff ? 2 : 3;
    if (at + size > end || (code & 0xf800) === 0xd800) {
      return -1;
    }
    if (size === 1) {
      bytes[at] = code;
    } else if (size === 2) {
      bytes[at] = 0xc0 | (code >> 6);
      bytes[at + 1] = 0x80 | (code & 0x3f);
    } else {
      bytes[at] = 0xe0 | (code >> 12);
      bytes[at + 1] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at + 2] = 0x80 | (code & 0x3f);
    }
    at += size;
  }
  return at - start;
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
    const count =
      value.length > 12 ? -1 : writeText(value, this.bytes, 16 * at + 4, 12);
    if (count >= 0) {
      this.words[4 * at] = count;
    } else {
      this.#putLong(at, value);
    }
  }

  #putLong(at: number, value: string): void {
    const { length } = value;
    this.reserve(length < 4096 ? 3 * length : Buffer.byteLength(value));
    const { piece, used } = this;
    let count = length > 64 ? -1 : writeText(value, piece, used, 3 * length);
    if (count < 0) {
      count = piece.write(value, used);
      if (count !== length && /\p{Surrogate}/u.test(value)) {
        throw this.refuse(value);
      }
    }
    this.take(at, count);
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
    this.reserve(bytes.length);
    this.piece.set(bytes, this.used);
    this.take(at, bytes.length);
  }
}
