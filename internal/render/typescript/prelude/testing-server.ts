// Test databases on a server: copies of a template that the first test makes.
import {
  copyDatabase,
  dropDatabase,
  lock,
  making,
  missing,
  newName,
  noServer,
  ready,
  schema,
  stale,
} from "./testing-data.js";
import { admin, closed, opened, type Pool } from "./testing-pg.js";

/** A database of a test. */
export interface TestDatabase {
  readonly db: Pool;
  readonly name: string;

  /** Closes the connections and drops the database. */
  readonly close: () => Promise<void>;

  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Runs a statement, and returns the texts in the first column of its rows. */
type Run = (sql: string) => Promise<string[]>;

async function testDatabase(): Promise<TestDatabase> {
  if (!process.env["DATABASE_URL"] && !process.env["PGHOST"]) {
    throw new Error(noServer);
  }
  const name = await admin(undefined, copyTemplate);
  const db = opened(name);
  const close = async (): Promise<void> => {
    const drop = dropDatabase.replace("%s", name);
    await closed(db, () => admin(undefined, (run) => run(drop)));
  };
  return { db, name, close, [Symbol.asyncDispose]: close };
}

/** Makes a database like the template, which it makes where there is none, and returns its name. */
async function copyTemplate(run: Run): Promise<string> {
  await run(lock);
  for (const sql of await run(stale)) {
    await run(sql);
  }
  const make = await run(missing);
  if (make.length > 0) {
    for (const sql of make) {
      await run(sql);
    }
    await admin(making, async (run) => {
      for (const sql of schema) {
        await run(sql).catch((error: unknown) => {
          throw new Error(`${String(error)}, in ${sql}`, { cause: error });
        });
      }
    });
    await run(ready);
  }
  const [name = ""] = await run(newName);
  await run(copyDatabase.replace("%s", name));
  return name;
}

/** The server's address with another database, where it is given as one. */
function address(database: string | undefined): string | undefined {
  const given = process.env["DATABASE_URL"];
  if (!given || database === undefined) {
    return given;
  }
  const url = new URL(given);
  url.pathname = `/${database}`;
  return url.href;
}

export { address, testDatabase, type Run };
