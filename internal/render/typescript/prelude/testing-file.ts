// Test databases that are files: the template is made once, and each test has a copy of it.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schema } from "./testing-data.js";
import { open, run, shut, type Connection } from "./testing-node.js";

/** A database of a test. */
export interface TestDatabase {
  readonly db: Connection;
  readonly path: string;

  /** Closes the connection and deletes the database. */
  readonly close: () => Promise<void>;

  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

async function testDatabase(): Promise<TestDatabase> {
  const folder = await newFolder();
  const remove = (): Promise<void> => rm(folder, { recursive: true });
  try {
    const path = join(folder, "test.db");
    await writeFile(path, await (template ??= build()));
    const db = await open(path);
    const close = async (): Promise<void> => {
      await shut(db);
      await remove();
    };
    return { db, path, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await remove();
    throw error;
  }
}

let template: Promise<Uint8Array> | undefined;

/** Makes the template, a file's bytes. */
async function build(): Promise<Uint8Array> {
  const folder = await newFolder();
  try {
    const path = join(folder, "template.db");
    const db = await open(path);
    try {
      for (const sql of schema) {
        await run(db, sql).catch((error: unknown) => {
          throw new Error(`${String(error)}, in ${sql}`, { cause: error });
        });
      }
    } finally {
      await shut(db);
    }
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "sqg-test-"));
}

export { testDatabase };
