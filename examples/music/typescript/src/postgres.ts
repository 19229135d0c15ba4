// PostgreSQL: connects to an empty database with each driver.

import { Client } from "pg";
import postgres from "postgres";

import { Music as NodePostgres } from "../gen/postgres/pg/music.js";
import { Music as PostgresJs } from "../gen/postgres/postgres/music.js";

export type Shop = NodePostgres | PostgresJs;

export interface Opened {
  shop: Shop;
  migrate(): Promise<string[]>;
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

/** A document is a value. */
export const document = (text: string): unknown => JSON.parse(text);

export { composers, flag, ids, loaded, status } from "./typed.js";
