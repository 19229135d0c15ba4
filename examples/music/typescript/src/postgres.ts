// PostgreSQL: connects to an empty database with each driver.

import { Client } from "pg";
import postgres from "postgres";

import {
  InvoiceStatus,
  Music as NodePostgres,
} from "../gen/postgres/pg/music.js";
import { Music as PostgresJs } from "../gen/postgres/postgres/music.js";

export type Shop = NodePostgres | PostgresJs;

export interface Opened {
  shop: Shop;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

export const drivers: Record<string, (url: string) => Promise<Opened>> = {
  async pg(url) {
    const db = new Client(url);
    await db.connect();
    return {
      shop: new NodePostgres(db),
      migrate: () => NodePostgres.applyMigrations(db),
      close: () => db.end(),
    };
  },
  async postgres(url) {
    const db = postgres(url, { onnotice: () => {} });
    return {
      shop: new PostgresJs(db),
      migrate: () => PostgresJs.applyMigrations(db),
      close: () => db.end(),
    };
  },
};

// What PostgreSQL takes in its own way: lists are arrays, a status is one of an enum's labels, a document is a value.
export const flag = (value: boolean): boolean => value;
export const composers = (name: string | null) => ({
  composers: name === null ? [] : [name],
});
export const document = (text: string): unknown => JSON.parse(text);
export const ids = (values: number[]): number[] => values;
export const changes = (count: number): number => count;

export function status(text: string): InvoiceStatus {
  const found = InvoiceStatus.find((label) => label === text);
  if (found === undefined) throw new Error(`no status ${text}`);
  return found;
}

/** The server's ids go on behind those that were loaded. */
export async function loaded(shop: Shop): Promise<void> {
  await shop.continueIds();
}
