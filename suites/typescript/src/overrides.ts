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
