// DuckDB: makes a database.

import { DuckDBInstance } from "@duckdb/node-api";

import { Music as Shop } from "../gen/duckdb/music.js";

export { Shop };

export interface Opened {
  shop: Shop;
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

export const drivers: Record<string, (file: string) => Promise<Opened>> = {
  async duckdb(file) {
    const instance = await DuckDBInstance.create(file);
    const db = await instance.connect();
    return {
      shop: new Shop(db),
      migrate: () => Shop.applyMigrations(db),
      close: async () => {
        db.closeSync();
        instance.closeSync();
      },
    };
  },
};

/** A document is its text. */
export const document = (text: string): string => text;

export { composers, flag, ids, loaded, status } from "./typed.js";
