// What `tests: true` generates: a database for each test, with the schema and TESTDATA.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import pg from "pg";
import * as better from "../gen/scratch/better-sqlite3/notes-testing.js";
import { Notes as BetterNotes } from "../gen/scratch/better-sqlite3/notes.js";
import * as duckdb from "../gen/scratch/duckdb/notes-testing.js";
import { Notes as DuckdbNotes } from "../gen/scratch/duckdb/notes.js";
import * as libsql from "../gen/scratch/libsql/notes-testing.js";
import { Notes as LibsqlNotes } from "../gen/scratch/libsql/notes.js";
import * as node from "../gen/scratch/node/notes-testing.js";
import { Notes as NodeNotes } from "../gen/scratch/node/notes.js";
import * as pool from "../gen/scratch/pg/notes-testing.js";
import {
  Notes as PgNotes,
  type NotesQuerier,
  type NotesReader,
} from "../gen/scratch/pg/notes.js";
import * as pglite from "../gen/scratch/pglite/notes-testing.js";
import { Notes as PgliteNotes } from "../gen/scratch/pglite/notes.js";
import * as postgres from "../gen/scratch/postgres/notes-testing.js";
import { Notes as PostgresNotes } from "../gen/scratch/postgres/notes.js";
import * as turso from "../gen/scratch/turso/notes-testing.js";
import { Notes as TursoNotes } from "../gen/scratch/turso/notes.js";

/** The statements of any driver. */
interface Statements {
  people(): unknown[] | Promise<unknown[]>;
  addNote(id: number, author: number, body: string): unknown;
  countNotes(): unknown;
  oldNotes(): string[] | Promise<string[]>;
}

/** A test database of any driver. */
interface Scratch {
  statements: Statements;
  pending: string[];
  close(): Promise<void>;
}

const drivers: Record<string, () => Promise<Scratch>> = {
  "better-sqlite3": async () => {
    const { db, close } = await better.newTestDatabase();
    return {
      statements: new BetterNotes(db),
      pending: BetterNotes.applyMigrations(db),
      close,
    };
  },
  node: async () => {
    const { db, close } = await node.newTestDatabase();
    return {
      statements: new NodeNotes(db),
      pending: NodeNotes.applyMigrations(db),
      close,
    };
  },
  libsql: async () => {
    const { db, close } = await libsql.newTestDatabase();
    return {
      statements: new LibsqlNotes(db),
      pending: await LibsqlNotes.applyMigrations(db),
      close,
    };
  },
  turso: async () => {
    const { db, close } = await turso.newTestDatabase();
    return {
      statements: new TursoNotes(db),
      pending: await TursoNotes.applyMigrations(db),
      close,
    };
  },
  pglite: async () => {
    const { db, close } = await pglite.newTestDatabase();
    return {
      statements: new PgliteNotes(db),
      pending: await PgliteNotes.applyMigrations(db),
      close,
    };
  },
  duckdb: async () => {
    const { db, close } = await duckdb.newTestDatabase();
    return {
      statements: new DuckdbNotes(db),
      pending: await DuckdbNotes.applyMigrations(db),
      close,
    };
  },
  pg: async () => {
    const { db, close } = await pool.newTestDatabase();
    return {
      statements: new PgNotes(db),
      pending: await PgNotes.applyMigrations(db),
      close,
    };
  },
  postgres: async () => {
    const { db, close } = await postgres.newTestDatabase();
    return {
      statements: new PostgresNotes(db),
      pending: await PostgresNotes.applyMigrations(db),
      close,
    };
  },
};

for (const [name, open] of Object.entries(drivers)) {
  void test(`${name}: test databases are alone, beside each other`, async () => {
    const all = await Promise.all([open(), open(), open()]);
    try {
      for (const { statements, pending } of all) {
        assert.deepEqual(pending, []);
        assert.equal((await statements.people()).length, 2);
        assert.equal(Number(await statements.countNotes()), 0);
        await statements.addNote(1, 1, "mine");
        assert.equal(Number(await statements.countNotes()), 1);
        assert.deepEqual(await statements.oldNotes(), ["from a migration"]);
      }
    } finally {
      await Promise.all(all.map((scratch) => scratch.close()));
    }
  });
}

/** What has the statements: the database, or a fake. */
async function greet(notes: NotesReader): Promise<string> {
  const names: string[] = [];
  for await (const person of notes.iteratePeople()) {
    names.push(person.name);
  }
  return `Hello, ${names.at(-1)}`;
}

/** A fake names the class nowhere. */
class Fake implements NotesQuerier {
  people(): ReturnType<NotesQuerier["people"]> {
    return Promise.resolve([{ id: 1, name: "nobody" }]);
  }
  async *iteratePeople(): ReturnType<NotesQuerier["iteratePeople"]> {
    yield* await this.people();
  }
  addNote(): Promise<number> {
    return Promise.resolve(1);
  }
  countNotes(): Promise<bigint> {
    return Promise.resolve(0n);
  }
  oldNotes(): Promise<string[]> {
    return Promise.resolve([]);
  }
  async *iterateOldNotes(): ReturnType<NotesQuerier["iterateOldNotes"]> {
    yield* await this.oldNotes();
  }
}

void test("a function takes the class or a fake", async () => {
  assert.equal(await greet(new Fake()), "Hello, nobody");
  await using database = await pool.newTestDatabase();
  assert.match(await greet(new PgNotes(database.db)), /^Hello, Grace/);
});

void test("the file of a test database is deleted", async () => {
  const { path, close } = await node.newTestDatabase();
  assert(existsSync(path));
  await close();
  assert(!existsSync(path));
});

void test("a database on a server is dropped, also under a transaction", async () => {
  const names: string[] = [];
  {
    await using scratch = await pool.newTestDatabase();
    names.push(scratch.name);
    const client = await scratch.db.connect();
    client.on("error", () => undefined);
    await client.query("BEGIN");
  }
  {
    await using scratch = await postgres.newTestDatabase();
    names.push(scratch.name);
    const sql = await scratch.db.reserve();
    await sql`SELECT 1`;
  }
  const client = new pg.Client(process.env["DATABASE_URL"]);
  await client.connect();
  const { rows } = await client.query(
    "SELECT datname FROM pg_database WHERE datname = ANY($1)",
    [names],
  );
  await client.end();
  assert.deepEqual(rows, []);
});
