package plan

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/target"
)

// Tracking is the SQL with which a program finds out which migrations a database has had, in the order of its use.
// Programs in all languages share the table. A statement that the engine does not need is empty. SQG 0.x kept no
// checksums: its table gets the column, and NULL says that the text of a migration is unknown.
type Tracking struct {
	Create  string // makes the table where there is none; PostgreSQL: once whoever came first is done
	Adopt   string // gives the statement that adds the column where it lacks; the others do so in Create
	Table   string // the table's name, which holds whatever a migration sets: {table} of the other statements
	Path    string // the search path
	Restore string // sets the search path to {path}, a string literal
	Applied string // id and checksum of what a project has had
	Record  string // project, id and checksum of one more
}

// Each calls f for every statement that there is, by its name.
func (t Tracking) Each(f func(name, sql string)) {
	for _, s := range [][2]string{{"create", t.Create}, {"adopt", t.Adopt}, {"table", t.Table}, {"path", t.Path},
		{"restore", t.Restore}, {"applied", t.Applied}, {"record", t.Record}} {
		if s[1] != "" {
			f(s[0], s[1])
		}
	}
}

// tracking of each engine, with # for the placeholders.
var tracking = map[string]Tracking{
	"sqlite": {
		Create: `CREATE TABLE IF NOT EXISTS _sqg_migrations (
  project TEXT NOT NULL,
  migration_id TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (project, migration_id)
)`,
		Adopt: `SELECT 'ALTER TABLE _sqg_migrations ADD COLUMN checksum TEXT' AS statement
FROM sqlite_schema WHERE name = '_sqg_migrations' AND sql NOT LIKE '%checksum%'`,
		Applied: `SELECT migration_id, checksum FROM _sqg_migrations WHERE project = #`,
		Record: `INSERT INTO _sqg_migrations (project, migration_id, checksum)
VALUES (#, #, #)`,
	},
	// A migration may USE another database, whose schema main is not the one with the table.
	"duckdb": {
		Create: `CREATE TABLE IF NOT EXISTS {table} (
  project VARCHAR NOT NULL,
  migration_id VARCHAR NOT NULL,
  checksum VARCHAR NOT NULL,
  applied_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (project, migration_id)
);
ALTER TABLE {table} ADD COLUMN IF NOT EXISTS checksum VARCHAR`,
		Table:   `SELECT format('"{}".main._sqg_migrations', replace(current_database(), '"', '""'))`,
		Path:    `SELECT current_setting('search_path')`,
		Restore: `SET search_path = {path}`,
		Applied: `SELECT migration_id, checksum FROM {table} WHERE project = #`,
		Record: `INSERT INTO {table} (project, migration_id, checksum)
VALUES (#, #, #)`,
	},
	// The table is in the first schema of the search path when there is none yet, and wherever that finds it from then
	// on. CREATE TABLE IF NOT EXISTS would want the right to make tables of a program that finds everything applied.
	"postgres": {
		Create: `DO $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('_sqg_migrations', 0));
  IF to_regclass('_sqg_migrations') IS NULL THEN
    CREATE TABLE _sqg_migrations (
      project text NOT NULL,
      migration_id text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (project, migration_id)
    );
  ELSIF NOT EXISTS (
    SELECT FROM pg_catalog.pg_attribute
    WHERE attrelid = '_sqg_migrations'::regclass AND attname = 'checksum' AND NOT attisdropped
  ) THEN
    ALTER TABLE _sqg_migrations ADD COLUMN checksum text;
  END IF;
END
$$`,
		Table: `SELECT relnamespace::regnamespace || '._sqg_migrations'
FROM pg_catalog.pg_class WHERE oid = '_sqg_migrations'::regclass`,
		Path:    `SELECT current_setting('search_path')`,
		Restore: `SELECT set_config('search_path', {path}, false)`,
		Applied: `SELECT migration_id, checksum FROM {table} WHERE project = #`,
		Record: `INSERT INTO {table} (project, migration_id, checksum)
VALUES (#, #, #)`,
	},
}

// TrackingOf is the SQL for a target, with its driver's placeholders.
func TrackingOf(target *target.Target) Tracking {
	t, b := tracking[target.Engine], builder{target: target}
	for _, sql := range []*string{&t.Applied, &t.Record} {
		for n := 1; strings.Contains(*sql, "#"); n++ {
			*sql = strings.Replace(*sql, "#", b.mark(n), 1)
		}
	}
	return t
}
