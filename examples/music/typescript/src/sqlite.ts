// SQLite: opens a fresh database with each driver. The generated classes have the same methods, so the rest of the
// program does not care which one it got: it awaits what may be a promise.

/// <reference path="../node_modules/bun-types/sqlite.d.ts" />

import { createClient } from "@libsql/client";
import { connect } from "@tursodatabase/database";
import Database from "better-sqlite3";

import { Music as BetterSqlite3 } from "../gen/better-sqlite3/music.js";
import { Music as Bun } from "../gen/bun/music.js";
import { Music as LibSql } from "../gen/libsql/music.js";
import { Music as Node } from "../gen/node/music.js";
import { Music as Turso } from "../gen/turso/music.js";

export type Shop = BetterSqlite3 | Bun | LibSql | Node | Turso;

export interface Opened {
  shop: Shop;
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

export const drivers: Record<string, (file: string) => Promise<Opened>> = {
  async "better-sqlite3"(file) {
    const db = new Database(file);
    return {
      shop: new BetterSqlite3(db),
      migrate: async () => BetterSqlite3.applyMigrations(db),
      close: async () => void db.close(),
    };
  },
  async node(file) {
    // Imported here, because only newer versions of Node have it.
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(file);
    return {
      shop: new Node(db),
      migrate: async () => Node.applyMigrations(db),
      close: async () => db.close(),
    };
  },
  async bun(file) {
    // Imported here, because only Bun has it.
    const { Database } = await import("bun:sqlite");
    const db = new Database(file);
    return {
      shop: new Bun(db),
      migrate: async () => Bun.applyMigrations(db),
      close: async () => db.close(),
    };
  },
  async libsql(file) {
    const db = createClient({ url: `file:${file}` });
    return {
      shop: new LibSql(db),
      migrate: () => LibSql.applyMigrations(db),
      close: async () => db.close(),
    };
  },
  async turso(file) {
    const db = await connect(file);
    return {
      shop: new Turso(db),
      migrate: () => Turso.applyMigrations(db),
      close: () => db.close(),
    };
  },
};

// What SQLite takes in its own way: a flag is 0 or 1; a document, a list and a status are text.
export const flag = (value: boolean): number => (value ? 1 : 0);
export const composers = (composer: string | null) => ({ composer });
export const status = (text: string): string => text;
export const document = (text: string): string => text;
export const ids = (values: number[]): string => JSON.stringify(values);

/** Ids go on behind the largest one. */
export async function loaded(_shop: Shop): Promise<void> {}
