// Test databases by PGlite: the template is made once, and each test has a copy of it in memory.
import { PGlite } from "@electric-sql/pglite";
import { schema } from "./testing-data.js";

/** A database of a test. */
export interface TestDatabase {
  readonly db: PGlite;

  /** Closes the database, which is gone then. */
  readonly close: () => Promise<void>;

  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

async function testDatabase(): Promise<TestDatabase> {
  const db = await PGlite.create({ loadDataDir: await (template ??= build()) });
  const close = (): Promise<void> => db.close();
  return { db, close, [Symbol.asyncDispose]: close };
}

let template: Promise<Blob> | undefined;

/** Makes the template, an archive of its files. */
async function build(): Promise<Blob> {
  const db = await PGlite.create();
  try {
    for (const sql of schema) {
      await db.exec(sql).catch((error: unknown) => {
        throw new Error(`${String(error)}, in ${sql}`, { cause: error });
      });
    }
    return await db.dumpDataDir("none");
  } finally {
    await db.close();
  }
}

export { testDatabase };
