package plan

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// Tracking is the SQL with which a program applies migrations, in the order of its use, and what it says of those that
// it cannot apply. Programs in all languages share the table. A statement that the engine does not need is empty.
//
// A program applies each migration in a transaction of its own. In it, the program makes the table where there is none,
// reads what the project has had, runs the first migration that it lacks, gives the session its settings back, and
// records the migration. So a database has had each migration in whole or not at all, whenever the program ends, and
// it makes no difference whether migrations come in one start or in several. SQLite's foreign keys are switched off
// meanwhile, as they are in the analysis: a table that is made again would take the rows with it that refer to it, and
// within a transaction they cannot be switched. Of two programs the second waits: for
// the lock in PostgreSQL, for the transaction in SQLite; in DuckDB its transaction fails, and it tries again.
type Tracking struct {
	// keeps other programs out: until Unlock, through several transactions; where there is none, of the transaction
	Lock     string
	Unlock   string
	Settings string // gives the script that sets the session's settings to what they are now
	Relax    string // switches off what Settings switches on again
	Dangling string // gives the query that says what of the database breaks its rules, which are not enforced then
	Create   string // makes the table where there is none
	// gives the statement that adds the column of checksums where the table of SQG 0.x lacks it; NULL there is any
	// checksum
	Adopt string
	Table string // the table's name, which holds whatever a migration sets: {table} of the other statements
	// gives the query for id and checksum of what a project has had; the table may be missing, or that of SQG 0.x
	Applied string
	Record  string // project, id and checksum of one more
	// gives a text, after a pause, where a migration that has waited too long for a lock may be tried for the nth time
	// again; else NULL
	Again string
	// the error of migration {id} of a {project} that was applied as another text, whose checksum is the {other}
	Changed string
	Late    string // the error of a migration that a database lacks although it has had the {other} one
	Ended   string // the error of a migration that ends its transaction
}

// Each calls f for every text that there is, by its name.
func (t Tracking) Each(f func(name, text string)) {
	for _, s := range [][2]string{{"lock", t.Lock}, {"unlock", t.Unlock}, {"settings", t.Settings}, {"relax", t.Relax},
		{"dangling", t.Dangling}, {"create", t.Create},
		{"adopt", t.Adopt}, {"table", t.Table}, {"applied", t.Applied}, {"record", t.Record}, {"again", t.Again},
		{"changed", t.Changed}, {"late", t.Late}, {"ended", t.Ended}} {
		if s[1] != "" {
			f(s[0], s[1])
		}
	}
}

const (
	changed = `migration "{id}" of project "{project}" has changed since it was applied: restore it and add a new one, ` +
		`or, where the change is meant, annotate it with :was({other})`
	late  = `migration "{id}" of project "{project}" comes before "{other}", which the database has had: move it to the end`
	ended = `it ends the transaction that it is applied in: take its COMMIT or ROLLBACK out`
)

// tracking of each engine, with # for the placeholders.
var tracking = map[string]Tracking{
	"sqlite": {
		Settings: `SELECT 'PRAGMA foreign_keys = ' || foreign_keys AS script FROM pragma_foreign_keys`,
		Relax:    `PRAGMA foreign_keys = OFF`,
		Dangling: `SELECT 'SELECT ''FOREIGN KEY constraint failed: '' || "table" || '' refers to rows of '' || parent || '' that are not there'' AS problem
FROM pragma_foreign_key_check WHERE ' || foreign_keys || ' LIMIT 1' AS query FROM pragma_foreign_keys`,
		Create: `CREATE TABLE IF NOT EXISTS _sqg_migrations (
  project TEXT NOT NULL,
  migration_id TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (project, migration_id)
)`,
		Adopt: `SELECT 'ALTER TABLE _sqg_migrations ADD COLUMN checksum TEXT' AS statement
FROM sqlite_schema WHERE name = '_sqg_migrations' AND sql NOT LIKE '%checksum%'`,
		Applied: `SELECT 'SELECT migration_id, checksum FROM ' || CASE
  WHEN count(*) = 0 THEN '(SELECT NULL AS project, NULL AS migration_id, NULL AS checksum)'
  WHEN max(sql LIKE '%checksum%') THEN '_sqg_migrations'
  ELSE '(SELECT *, NULL AS checksum FROM _sqg_migrations)' END || ' WHERE project = #' AS query
FROM sqlite_schema WHERE name = '_sqg_migrations'`,
		Record: `INSERT INTO _sqg_migrations (project, migration_id, checksum)
VALUES (#, #, #)`,
	},
	// A migration may USE another database, whose schema main is not the one with the table. Two changes of one table
	// are a conflict, which tells a program that another has applied the migration since its transaction began. The
	// table has no key: a DuckLake takes none.
	"duckdb": {
		Lock: `COMMENT ON TABLE {table} IS 'migrations'`,
		Create: `CREATE TABLE IF NOT EXISTS {table} (
  project VARCHAR NOT NULL,
  migration_id VARCHAR NOT NULL,
  checksum VARCHAR NOT NULL,
  applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
ALTER TABLE {table} ADD COLUMN IF NOT EXISTS checksum VARCHAR`,
		Table: `SELECT format('"{}".main._sqg_migrations', replace(current_database(), '"', '""'))`,
		// What a migration of a schema may set, of the settings whose text is exact.
		Settings: `SELECT string_agg(format('SET {} = ''{}'';', name, replace(value, '''', '''''')), ' ')
FROM duckdb_settings() WHERE name IN ('default_null_order', 'default_order', 'ieee_floating_point_ops', 'integer_division',
  'old_implicit_casting', 'preserve_insertion_order', 'search_path')`,
		Applied: `SELECT format('SELECT migration_id, checksum FROM {} WHERE project = #', CASE
  WHEN count(table_name) = 0 THEN '(SELECT NULL::VARCHAR AS project, NULL::VARCHAR AS migration_id, NULL::VARCHAR AS checksum)'
  WHEN bool_or(column_name = 'checksum') THEN main
  ELSE format('(SELECT *, NULL::VARCHAR AS checksum FROM {})', main) END)
FROM (SELECT format('"{}".main._sqg_migrations', replace(current_database(), '"', '""')) AS main)
LEFT JOIN duckdb_columns() ON database_name = current_database() AND schema_name = 'main' AND table_name = '_sqg_migrations'
GROUP BY main`,
		Record: `INSERT INTO {table} (project, migration_id, checksum)
VALUES (#, #, #)`,
	},
	// Who waits for the lock holds no snapshot for long: CREATE INDEX CONCURRENTLY, which runs behind the lock,
	// waits for those. The table is in the first schema of the search path when there is none yet, and wherever
	// that finds it from then on. CREATE TABLE IF NOT EXISTS would want the right to make tables of a program that
	// finds everything applied.
	"postgres": {
		Create: `DO $$
BEGIN
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
		Settings: postgresSettings,
		Lock: `DO $$
BEGIN
  WHILE NOT pg_try_advisory_lock(hashtextextended('_sqg_migrations', 0)) LOOP
    COMMIT;
    PERFORM pg_sleep(0.05);
  END LOOP;
END
$$`,
		Unlock: `SELECT pg_advisory_unlock(hashtextextended('_sqg_migrations', 0))`,
		Applied: `SELECT 'SELECT migration_id, checksum FROM ' || CASE
  WHEN to_regclass('_sqg_migrations') IS NULL
    THEN '(SELECT NULL::text AS project, NULL::text AS migration_id, NULL::text AS checksum) AS none'
  WHEN EXISTS (
    SELECT FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass('_sqg_migrations') AND attname = 'checksum' AND NOT attisdropped
  ) THEN '_sqg_migrations'
  ELSE '(SELECT *, NULL::text AS checksum FROM _sqg_migrations) AS old' END || ' WHERE project = #'`,
		Record: `INSERT INTO {table} (project, migration_id, checksum)
VALUES (#, #, #)`,
		Again: `SELECT CASE WHEN tries < 10 THEN pg_sleep(least(0.1 * 2 ^ tries, 5) * (0.5 + random()))::text END
FROM (SELECT #::bigint) AS t (tries)`,
	},
}

// postgresSettings gives a script that undoes SET, SET ROLE and SET SESSION AUTHORIZATION: a setting that the session
// has not made is reset, any other gets its value. The role comes first, as it decides what may be set. Settings of the
// transaction end with it.
const postgresSettings = `SELECT format('SELECT set_config(name, value, false) FROM (
  SELECT coalesce(a.name, b.key) AS name, b.value
  FROM (
    SELECT name FROM pg_catalog.pg_settings WHERE source = ''session'' AND name !~ ''^transaction_''
    UNION ALL VALUES (''role''), (''session_authorization'')
  ) AS a FULL JOIN json_each_text(%L) AS b ON b.key = a.name
  WHERE current_setting(coalesce(a.name, b.key)) IS DISTINCT FROM b.value
  ORDER BY coalesce(a.name, b.key) NOT IN (''role'', ''session_authorization''), 1 DESC OFFSET 0
) AS changed', (
  SELECT json_object_agg(name, current_setting(name))
  FROM (
    SELECT name FROM pg_catalog.pg_settings WHERE source = 'session' AND name !~ '^transaction_'
    UNION ALL VALUES ('role'), ('session_authorization')
  ) AS settings
))`

// TrackingOf is the SQL for a target, with its driver's placeholders.
func TrackingOf(target *target.Target) Tracking {
	t, b := tracking[target.Engine], builder{target: target}
	t.Changed, t.Late, t.Ended = changed, late, ended
	for _, sql := range []*string{&t.Applied, &t.Record, &t.Again} {
		for n := 1; strings.Contains(*sql, "#"); n++ {
			*sql = strings.Replace(*sql, "#", b.mark(n), 1)
		}
	}
	return t
}

// Script is the SQL of a migration for a program that applies it, with the limits of its transaction. What runs outside
// of one has none: it keeps nobody waiting, and takes its time.
func (p *Program) Script(m ir.Migration) string {
	if !p.Options.Migrations || len(m.Statements) > 0 {
		return m.SQL
	}
	var limits string
	if ms := p.Options.LockTimeout; ms > 0 {
		limits += "SET LOCAL lock_timeout = " + strconv.Itoa(ms) + ";\n"
	}
	if ms := p.Options.StatementTimeout; ms > 0 {
		limits += "SET LOCAL statement_timeout = " + strconv.Itoa(ms) + ";\n"
	}
	return limits + m.SQL
}

// Step is a statement that runs by itself, outside of a transaction. What it does may have been done already, in part
// or in whole, by a program that ended then.
type Step struct {
	Undo string // a query for statements that remove a partial result; "" for none
	SQL  string
}

// index finds the name of an index that is made without a transaction, and its table, in a canonical statement.
var index = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)^CREATE\n(?:UNIQUE\n)?INDEX\nCONCURRENTLY\nIF\nNOT\nEXISTS\n(` + sqlName +
		`)\nON\n(?:ONLY\n)?(` + sqlName + `(?:\n\.\n` + sqlName + `)*)\n`)
})

const sqlName = `(?:"(?:[^"]|"")+"|[\pL_][\pL\pN_$]*)`

// Steps are those of a migration that does not run in a transaction. An index that PostgreSQL could not complete is
// there, and invalid.
func (p *Program) Steps(m ir.Migration) []Step {
	steps := make([]Step, len(m.Statements))
	for i, sql := range m.Statements {
		steps[i].SQL = sql
		if made := index().FindStringSubmatch(p.Engine().Dialect.Canonical(sql)); made != nil {
			steps[i].Undo = `SELECT format('DROP INDEX CONCURRENTLY %s', i.indexrelid::regclass)
FROM pg_catalog.pg_index AS i JOIN pg_catalog.pg_class AS c ON c.oid = i.indexrelid
WHERE NOT i.indisvalid AND i.indrelid = to_regclass(` + quoteText(strings.ReplaceAll(made[2], "\n.\n", ".")) + `)
  AND c.relname = (parse_ident(` + quoteText(made[1]) + `))[1]`
		}
	}
	return steps
}
