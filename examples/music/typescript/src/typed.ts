// What PostgreSQL and DuckDB take in their own way: lists are arrays, a status is one of an enum's labels.

import { InvoiceStatus } from "../gen/postgres/pg/music.js";

export const flag = (value: boolean): boolean => value;
export const composers = (name: string | null) => ({
  composers: name === null ? [] : [name],
});
export const ids = (values: number[]): number[] => values;

export function status(text: string): InvoiceStatus {
  const found = InvoiceStatus.find((label) => label === text);
  if (found === undefined) throw new Error(`no status ${text}`);
  return found;
}

/** The engine's own ids go on behind those that were loaded. */
export async function loaded(shop: {
  continueIds(): Promise<unknown>;
}): Promise<void> {
  await shop.continueIds();
}
