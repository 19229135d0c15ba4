import { Client, Pool } from "pg";
import postgres, { type Sql } from "postgres";
import { after, describe, it } from "node:test";
import * as pgUnits from "./postgres-pg.js";
import * as postgresUnits from "./postgres-postgres.js";

/** The types are pg's: code that awaits what its modules return is right for both drivers. */
export type Units = typeof pgUnits;

/** A connection as generated code takes it, with what tests need beside it. */
export interface Connection {
  /** Typed as pg's; each driver's modules get what that driver opened. */
  db: Pool;
  /** Runs a script of several statements. */
  exec(script: string): Promise<void>;
  /** Runs a query and gives its first column, cast to text by the server. */
  text(sql: string, ...values: unknown[]): Promise<(string | null)[]>;
  /** Runs work in a transaction of the caller's; `tx` is what generated code takes there. */
  transaction(
    end: "COMMIT" | "ROLLBACK",
    work: (tx: Pool) => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

export interface Driver {
  name: string;
  units: Units;
  open(url: string): Promise<Connection>;
}

const serverUrl =
  process.env["SQG_TEST_POSTGRES_URL"] ??
  "postgresql://postgres@127.0.0.1:5432/postgres";

/** The server's address with another database in it. */
function urlOf(database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function first(rows: unknown[][]): (string | null)[] {
  return rows.map(([value]) => {
    if (value !== null && typeof value !== "string") {
      throw new Error(`the oracle must cast to text, got ${typeof value}`);
    }
    return value;
  });
}

/** What tests throw in a transaction whose connection has broken. */
export class Broken extends Error {}

class Rolledback extends Error {}

/** A pool whose clients may still be leaving, once it has ended, when their database is dropped. */
export function poolOf(url: string, max: number): Pool {
  const pool = new Pool({ connectionString: url, max });
  pool.on("error", () => undefined);
  return pool;
}

async function openPool(url: string): Promise<Connection> {
  const pool = poolOf(url, 4);
  return {
    db: pool,
    exec: async (script) => {
      await pool.query(script);
    },
    text: async (text, ...values) =>
      first((await pool.query({ text, values, rowMode: "array" })).rows),
    async transaction(end, work) {
      const client = await pool.connect();
      const ignore = () => undefined; // what is running fails with the connection
      client.on("error", ignore);
      try {
        await client.query("BEGIN");
        try {
          await work(client as unknown as Pool);
        } finally {
          await client.query(end);
        }
      } finally {
        client.off("error", ignore);
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

async function openClient(url: string): Promise<Connection> {
  const client = new Client(url);
  client.on("error", () => undefined);
  await client.connect();
  return {
    db: client as unknown as Pool,
    exec: async (script) => {
      await client.query(script);
    },
    text: async (text, ...values) =>
      first((await client.query({ text, values, rowMode: "array" })).rows),
    async transaction(end, work) {
      await client.query("BEGIN");
      try {
        await work(client as unknown as Pool);
      } finally {
        await client.query(end);
      }
    },
    close: () => client.end(),
  };
}

async function openSql(url: string): Promise<Connection> {
  const sql: Sql = postgres(url, { max: 4, onnotice: () => undefined });
  return {
    db: sql as unknown as Pool,
    exec: async (script) => {
      await sql.unsafe(script);
    },
    text: async (text, ...values) =>
      first(await sql.unsafe(text, values as string[]).values()),
    async transaction(end, work) {
      await new Promise<void>((resolve, reject) => {
        const whole = async (tx: unknown) => {
          try {
            await work(tx as Pool);
          } catch (error) {
            if (!(error instanceof Broken)) {
              throw error;
            }
            reject(error);
            await new Promise(() => undefined); // the driver would send on, which can end the process
          }
          if (end === "ROLLBACK") {
            throw new Rolledback();
          }
        };
        sql.begin(whole).then(
          () => {
            resolve();
          },
          (error: unknown) => {
            if (error instanceof Rolledback) {
              resolve();
            } else {
              reject(
                error instanceof Error ? error : new Error("not an error"),
              );
            }
          },
        );
      });
    },
    // The driver waits without end for a connection that has broken in the middle of something.
    close: () => sql.end({ timeout: 1 }),
  };
}

export const drivers: Driver[] = [
  // typescript/postgres/pg
  { name: "pg", units: pgUnits, open: openPool },
  { name: "pg with a client", units: pgUnits, open: openClient },
  // typescript/postgres/postgres
  {
    name: "postgres",
    units: postgresUnits as unknown as Units,
    open: openSql,
  },
];

/** What a test gets: the driver's modules, and connections that are closed behind it. */
export interface Context {
  driver: Driver;
  units: Units;
  /** A database of the test's own with a unit's schema. */
  open: (unit?: { getMigrations(): string[] }) => Promise<Connection>;
  connect: (url: string) => Promise<Connection>;
  /** An empty database: its address. */
  database: () => Promise<string>;
}

let databases = 0;
const admin = new Pool({ connectionString: serverUrl, max: 1 });
after(() => admin.end());

export async function run(
  driver: Driver,
  body: (context: Context) => Promise<void>,
): Promise<void> {
  const connections: Connection[] = [];
  const names: string[] = [];
  const database = async () => {
    const name = `sqg_ts_${process.pid}_${++databases}`;
    await admin.query(
      `CREATE DATABASE ${name} TEMPLATE template0 STRATEGY FILE_COPY`,
    );
    names.push(name);
    return urlOf(name);
  };
  const connect = async (url: string) => {
    const connection = await driver.open(url);
    connections.push(connection);
    return connection;
  };
  try {
    await body({
      driver,
      units: driver.units,
      database,
      connect,
      async open(unit) {
        const connection = await connect(await database());
        for (const sql of unit?.getMigrations() ?? []) {
          await connection.exec(sql);
        }
        return connection;
      },
    });
  } finally {
    for (const connection of connections) {
      await connection.close();
    }
    for (const name of names) {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  }
}

/** Runs a test for every driver, or for some. */
export function test(
  name: string,
  body: (context: Context) => Promise<void>,
  of = drivers,
): void {
  void describe(name, () => {
    for (const driver of of) {
      void it(driver.name, () => run(driver, body));
    }
  });
}
