// careless.js DRIVER: drops two appenders with rows in them, of which the first is collected.
// careless.js DRIVER "not awaited": closes an appender, and does not wait for that.
import { setTimeout } from "node:timers/promises";
import { DuckdbAppender } from "../gen/duckdb/duckdb-appender.js";
import { drivers } from "./drivers.js";
import { open } from "./duckdb.js";
import { drivers as postgresDrivers } from "./postgres.js";

interface Narrow {
  k: number;
  v: string | null;
}

interface Appender {
  append(row: Narrow): this;
  close(): unknown;
}

interface Opened {
  create: () => Appender;
  close: () => unknown;
}

async function opened(name: string): Promise<Opened> {
  if (name === "duckdb") {
    const db = await open(DuckdbAppender);
    const q = new DuckdbAppender(db);
    return {
      create: () => q.createNarrowAppender(),
      close: () => {
        db.closeSync();
      },
    };
  }
  const server = postgresDrivers.find((d) => d.name === name);
  if (server !== undefined) {
    const db = await server.open(process.env["SQG_TEST_POSTGRES_URL"] ?? "");
    const q = new server.units.appender.PostgresAppender(db.db);
    return { create: () => q.createNarrowAppender(), close: () => db.close() };
  }
  const driver = drivers.find((d) => d.name === name);
  if (driver === undefined) {
    throw new Error(`no driver ${name}`);
  }
  const db = await driver.open(":memory:");
  for (const script of driver.units.appender.Appender_.getMigrations()) {
    await db.exec(script);
  }
  const q = new driver.units.appender.Appender_(db.db);
  return { create: () => q.createNarrowAppender(), close: () => db.close() };
}

/** Leaves nothing behind that refers to the appender. */
function appendRows(create: () => Appender): Appender {
  return create()
    .append({ k: 1, v: "a" })
    .append({ k: 2, v: null })
    .append({ k: 3, v: "c" });
}

const [name = "", how] = process.argv.slice(2);
const { create, close } = await opened(name);
if (how === "not awaited") {
  try {
    void appendRows(create).close();
  } catch {
    console.error("nothing hears an error that is thrown here");
  }
} else {
  const { warn } = console;
  const said: unknown[] = [];
  console.warn = (...args) => {
    said.push(args);
    warn(...args);
  };
  appendRows(create);
  for (
    const end = Date.now() + 60_000;
    said.length === 0 && Date.now() < end;
  ) {
    await setTimeout(5); // the engine may hold it for a while
    (globalThis as { gc?: () => void }).gc?.();
  }
  console.warn = warn;
  appendRows(create);
}
await close();
console.error("success");
