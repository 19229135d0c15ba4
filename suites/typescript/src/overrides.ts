/** Language types that sqg.yaml asks for in place of the driver's. */
export interface Meta {
  readonly tags: readonly string[];
}

export type State = "draft" | "published";

export function decodeMeta(text: string): Meta {
  return JSON.parse(text) as Meta;
}

export function encodeMeta(meta: Meta): string {
  return JSON.stringify(meta);
}

/** The same where the driver gives JSON parsed, and takes it so. */
export function readMeta(value: unknown): Meta {
  return value as Meta;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function decodePoint(text: string): Point {
  const [x, y] = text.slice(1, -1).split(",").map(Number);
  return { x: x ?? NaN, y: y ?? NaN };
}

export function encodePoint({ x, y }: Point): string {
  return `(${x},${y})`;
}

/** An enum of the application's own. */
export enum Colour {
  Red = 1,
  Green = 2,
}

export function decodeColour(label: "red" | "green"): Colour {
  return label === "red" ? Colour.Red : Colour.Green;
}

export function encodeColour(colour: Colour): "red" | "green" {
  return colour === Colour.Red ? "red" : "green";
}

/** Hundredths. */
export interface Price {
  readonly cents: bigint;
}

export function decodePrice(text: string): Price {
  return { cents: BigInt(text.replace(".", "")) };
}

export function encodePrice({ cents }: Price): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

export function decodeNames(text: string): string[] {
  return text.split(" ");
}

/** A UUID in words of its own. */
export interface GraphKey {
  readonly key: string;
}

export function decodeKey(stored: string): GraphKey {
  return { key: stored };
}

export function encodeKey(value: GraphKey): string {
  if (value.key === "bad") {
    throw new Error("bad is no key");
  }
  return value.key;
}
