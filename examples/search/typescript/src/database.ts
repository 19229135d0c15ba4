import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { Catalog as PostgresCatalog } from "../gen/postgres/catalog.js";
import { Catalog as SqliteCatalog } from "../gen/sqlite/catalog.js";

/** Both have the same methods: those of SQLite return values, those of PostgreSQL promises. `await` takes either. */
export type Catalog = PostgresCatalog | SqliteCatalog;

/** Opens the database at a URL of PostgreSQL or in a file of SQLite, and brings its tables up to date. */
export async function openCatalog(database: string): Promise<Catalog> {
  if (/^postgres(ql)?:/.test(database)) {
    const pool = new pg.Pool({ connectionString: database });
    await PostgresCatalog.applyMigrations(pool);
    return new PostgresCatalog(pool);
  }
  const file = new DatabaseSync(database);
  SqliteCatalog.applyMigrations(file);
  return new SqliteCatalog(file);
}
