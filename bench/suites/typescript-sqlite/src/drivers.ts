import { createClient } from "@libsql/client";
import { connect } from "@tursodatabase/database";
import BetterSqlite3 from "better-sqlite3";
import { DatabaseSync } from "node:sqlite";
import { Blog as BetterSqlite3Blog } from "../gen/better-sqlite3/blog.js";
import { Blog as LibsqlBlog } from "../gen/libsql/blog.js";
import { Blog as NodeBlog } from "../gen/node/blog.js";
import { Blog as TursoBlog } from "../gen/turso/blog.js";
import { version } from "../../../runner/typescript/turns.js";

export type SyncBlog = BetterSqlite3Blog | NodeBlog;
export type AsyncBlog = LibsqlBlog | TursoBlog;

/** A driver with a database of its own and the code generated for it. */
export type Opened =
  | { sync: true; blog: SyncBlog; version: string }
  | { sync: false; blog: AsyncBlog; version: string };

const pragmas = [
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = NORMAL",
  "PRAGMA cache_size = -64000",
  "PRAGMA temp_store = MEMORY",
  "PRAGMA mmap_size = 268435456",
];

export const drivers: Record<string, (file: string) => Promise<Opened>> = {
  "better-sqlite3": async (file) => {
    const db = new BetterSqlite3(file);
    for (const sql of [...pragmas, ...BetterSqlite3Blog.getMigrations()]) {
      db.exec(sql);
    }
    return {
      sync: true,
      blog: new BetterSqlite3Blog(db),
      version: version("better-sqlite3"),
    };
  },
  node: async (file) => {
    const db = new DatabaseSync(file);
    for (const sql of [...pragmas, ...NodeBlog.getMigrations()]) {
      db.exec(sql);
    }
    return {
      sync: true,
      blog: new NodeBlog(db),
      version: process.versions.node,
    };
  },
  libsql: async (file) => {
    const db = createClient({ url: `file:${file}` });
    for (const sql of pragmas) {
      await db.execute(sql);
    }
    for (const sql of LibsqlBlog.getMigrations()) {
      await db.executeMultiple(sql);
    }
    return {
      sync: false,
      blog: new LibsqlBlog(db),
      version: version("@libsql/client"),
    };
  },
  turso: async (file) => {
    const db = await connect(file);
    for (const sql of [...pragmas, ...TursoBlog.getMigrations()]) {
      await db.exec(sql);
    }
    return {
      sync: false,
      blog: new TursoBlog(db),
      version: version("@tursodatabase/database"),
    };
  },
};
