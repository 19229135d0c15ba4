// PGlite for tests of typescript/postgres/pglite. Starting it takes seconds, so one serves all of them: each has a new
// schema in it.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { PGlite } from "@electric-sql/pglite";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { cube } from "@electric-sql/pglite/contrib/cube";
import { hstore } from "@electric-sql/pglite/contrib/hstore";
import { intarray } from "@electric-sql/pglite/contrib/intarray";
import { isn } from "@electric-sql/pglite/contrib/isn";
import { ltree } from "@electric-sql/pglite/contrib/ltree";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { seg } from "@electric-sql/pglite/contrib/seg";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { uuid_ossp } from "@electric-sql/pglite/contrib/uuid_ossp";
import { vector } from "@electric-sql/pglite-pgvector";

/** The stand-in for PostGIS, as PGlite takes an extension: its files in an archive. */
const postgis = {
  name: "postgis",
  setup: () => {
    const archive = join(
      mkdtempSync(join(tmpdir(), "sqg-postgis-")),
      "postgis.tar.gz",
    );
    const files = ["postgis.control", "postgis--3.6.0.sql"];
    const from = join(
      String(process.env["SQG_POSTGRES_EXTENSIONS"]),
      "extension",
    );
    execFileSync("tar", [
      "-czf",
      archive,
      "--transform",
      "s,^,share/postgresql/extension/,",
      "-C",
      from,
      ...files,
    ]);
    return Promise.resolve({ bundlePath: pathToFileURL(archive) });
  },
};

const extensions = {
  citext,
  cube,
  hstore,
  intarray,
  isn,
  ltree,
  pg_trgm,
  pgcrypto,
  postgis,
  seg,
  unaccent,
  uuid_ossp,
  vector,
};

let started: Promise<PGlite> | undefined;

/** PGlite with an empty database. */
export async function open(): Promise<PGlite> {
  started ??= PGlite.create({ extensions });
  const db = await started;
  await db.exec(empty);
  await db.exec("DISCARD ALL");
  return db;
}

/** Makes the settings of the database those of the session, as they are of a new one. */
export async function applySettings(db: PGlite): Promise<void> {
  await db.exec(`
    DO $$
    DECLARE
      setting text;
    BEGIN
      FOR setting IN
        SELECT unnest(setconfig) FROM pg_db_role_setting WHERE setdatabase <> 0
      LOOP
        PERFORM set_config(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1), false);
      END LOOP;
    END $$`);
}

const empty = `
  RESET ROLE;
  DO $$
  DECLARE
    name text;
  BEGIN
    EXECUTE format('ALTER DATABASE %I RESET ALL', current_database());
    FOR name IN SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' LOOP
      EXECUTE format('DROP EXTENSION IF EXISTS %I CASCADE', name);
    END LOOP;
    FOR name IN
      SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)'
    LOOP
      EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
  END $$;
  CREATE SCHEMA public;
`;
