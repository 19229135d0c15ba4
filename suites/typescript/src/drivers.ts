import { createClient, type Client } from "@libsql/client";
import {
  connect,
  type Database as TursoDatabase,
} from "@tursodatabase/database";
import BetterSqlite3 from "better-sqlite3";
import { DatabaseSync } from "node:sqlite";
import * as betterSqlite3 from "./better-sqlite3.js";
import * as bun from "./bun.js";
import * as libsql from "./libsql.js";
import * as node from "./node.js";
import * as turso from "./turso.js";

/**
 * The modules of one driver. The types are turso's: its methods are asynchronous and its connection is the driver's
 * own, so code that awaits what they return is right for every driver.
 */
export type Units = typeof turso;

/** A connection as generated code takes it, with what tests need beside it. */
export interface Connection {
  /** Typed as turso's; each driver's modules get what that driver opened. */
  db: TursoDatabase;
  /** Runs a script of several statements. */
  exec(script: string): Promise<void>;
  /** Runs a query and gives its rows as text, cast by the engine. */
  text(sql: string): Promise<(string | null)[]>;
  /** Runs work in a transaction of the caller's; `tx` is what generated code takes there. */
  transaction(
    end: "COMMIT" | "ROLLBACK",
    work: (tx: TursoDatabase) => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

export interface Driver {
  name: string;
  units: Units;
  /** safe: the connection gives every INTEGER as bigint where that is a matter of the connection. */
  open(file: string, options?: { safe?: boolean }): Promise<Connection>;
  /** Its methods return when they have done their work. */
  synchronous: boolean;
  /** What this driver cannot do, by the test that shows it, and why. */
  gaps: Record<string, string>;
}

interface SyncDatabase {
  exec(script: string): unknown;
  prepare(sql: string): { all(): unknown[] };
  close(): unknown;
}

function synchronous(db: SyncDatabase): Connection {
  const own = db as unknown as TursoDatabase;
  return {
    db: own,
    exec: async (script) => void db.exec(script),
    text: async (sql) =>
      db
        .prepare(sql)
        .all()
        .map((row) => firstText(row)),
    async transaction(end, work) {
      db.exec("BEGIN");
      try {
        await work(own);
      } finally {
        db.exec(end);
      }
    },
    close: async () => void db.close(),
  };
}

function firstText(row: unknown): string | null {
  const [value] = Object.values(row as Record<string, unknown>);
  if (value !== null && typeof value !== "string") {
    throw new Error(`the oracle must cast to text, got ${typeof value}`);
  }
  return value;
}

async function openBun(file: string): Promise<Connection> {
  const { Database } = await import("bun:sqlite"); // which Node does not have
  return synchronous(new Database(file));
}

async function openLibsql(file: string, safe: boolean): Promise<Connection> {
  const client: Client = createClient({
    url: file === ":memory:" ? file : `file:${file}`,
    intMode: safe ? "bigint" : "number",
  });
  return {
    db: client as unknown as TursoDatabase,
    exec: (script) => client.executeMultiple(script),
    text: async (sql) => (await client.execute(sql)).rows.map(firstText),
    async transaction(end, work) {
      const tx = await client.transaction("write");
      try {
        await work(tx as unknown as TursoDatabase);
        await (end === "COMMIT" ? tx.commit() : tx.rollback());
      } finally {
        tx.close();
      }
    },
    close: async () => {
      client.close();
    },
  };
}

async function openTurso(file: string): Promise<Connection> {
  const db = await connect(file, {
    experimental: ["generated_columns", "without_rowid", "views", "triggers"],
  });
  return {
    db,
    exec: (script) => db.exec(tursoSchema(script)),
    text: async (sql) => (await db.all(sql)).map(firstText),
    async transaction(end, work) {
      await db.exec("BEGIN");
      try {
        await work(db);
      } finally {
        await db.exec(end);
      }
    },
    close: () => db.close(),
  };
}

/** The engine of Turso is not SQLite's: what the corpus has and it does not know is put in other words. */
function tursoSchema(sql: string): string {
  return sql.replace("(width * height) STORED", "(width * height) VIRTUAL");
}

const buffered =
  "the driver gives all rows of a query at once, or lets nothing else run on the connection while rows are read";
const rounded = "the driver gives the rowid as a number";
const immediate =
  "a transaction locks the database at once, so that no other can write";
const finite = "the driver refuses to bind it";

// typescript/sqlite/bun
const bunDriver: Driver = {
  name: "bun",
  units: bun as unknown as Units,
  open: openBun,
  synchronous: true,
  gaps: {},
};

const nodeDrivers: Driver[] = [
  // typescript/sqlite/better-sqlite3
  {
    name: "better-sqlite3",
    units: betterSqlite3 as unknown as Units,
    open: async (file) => synchronous(new BetterSqlite3(file)),
    synchronous: true,
    gaps: {},
  },
  // typescript/sqlite/node
  {
    name: "node",
    units: node as unknown as Units,
    open: async (file) => synchronous(new DatabaseSync(file)),
    synchronous: true,
    gaps: {},
  },
  // typescript/sqlite/libsql
  {
    name: "libsql",
    units: libsql as unknown as Units,
    open: (file, options) => openLibsql(file, options?.safe ?? false),
    synchronous: false,
    gaps: {
      "results: the rowid of the last row beyond 2^53": rounded,
      "results: an iterator reads no further than it is asked": buffered,
      "float64 Infinity: is stored and read as it was sent": finite,
      "float64 -Infinity: is stored and read as it was sent": finite,
      "text: nul reaches the engine byte for byte":
        "the driver ends text at a NUL",
      "transactions: no more than retry says": immediate,
      "migrations: not within a transaction of the caller":
        "applyMigrations takes no Transaction, which the compiler says",
    },
  },
  // typescript/sqlite/turso
  {
    name: "turso",
    units: turso,
    open: (file) => openTurso(file),
    synchronous: false,
    gaps: {
      "results: the rowid of the last row beyond 2^53": rounded,
      "results: an iterator reads no further than it is asked": buffered,
      "migrations: several processes start at once":
        "a database file belongs to one process",
      "nullability: what is claimed of NULL holds":
        "the engine has no function lag",
      "appender: stored generated columns": "the engine has virtual ones only",
      "histories: full text, triggers and views": "the engine has no FTS5",
    },
  },
];

/** The drivers of the runtime: Bun has its own, and runs the same tests. */
export const drivers =
  process.versions["bun"] === undefined ? nodeDrivers : [bunDriver];
