package postgres

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/refusal"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// dialect finds statements and their words.
var dialect = engine.Postgres.Dialect

const (
	cursorMsg       = "cursors live as long as their transaction, which is the program's"
	cursorHint      = "write the query itself: :all generates a method that streams its rows"
	listenMsg       = "notifications come to the connection that listens, not to a method that ran"
	listenHint      = "listen through the driver, on a connection of its own"
	maintenanceHint = "run it from psql or a scheduler"
)

// notDescribed are the statements that cannot be a QUERY or EXEC.
var notDescribed = slices.Concat(
	refusal.Transaction("SAVEPOINT", "RELEASE", "PREPARE TRANSACTION", "SET TRANSACTION"), refusal.Program,
	refusal.Allow("SET LOCAL", "SET CONSTRAINTS"), refusal.List{
		{"DECLARE", cursorMsg, cursorHint},
		{"FETCH", cursorMsg, cursorHint},
		{"MOVE", cursorMsg, cursorHint},
		{"CLOSE", cursorMsg, cursorHint},
		{"SET", "SET would change the connection for whoever uses it next",
			"use SET LOCAL within a transaction, SELECT set_config('name', ${value}, true), or the driver's connection options"},
		{"RESET", "RESET would change the connection for whoever uses it next", "use the driver's connection options"},
		{"DISCARD", "DISCARD takes away what the driver keeps on its connection", "leave it to the connection pool"},
		{"COPY", "COPY speaks a protocol of its own, which methods of statements do not",
			"use TABLE … :appender to load rows, and a QUERY to read them"},
		{"LISTEN", listenMsg, listenHint},
		{"UNLISTEN", listenMsg, listenHint},
		{"VACUUM", "VACUUM is not supported: it cannot run inside a transaction", maintenanceHint},
		{"CLUSTER", "CLUSTER is not supported: it locks the table until it is done", maintenanceHint},
		{"CHECKPOINT", "CHECKPOINT is not supported", maintenanceHint},
		{"LOAD", "LOAD is for the server's administrator", maintenanceHint},
		{"ALTER SYSTEM", "ALTER SYSTEM is for the server's administrator", maintenanceHint},
	})

// tellings are the statements that the server does not analyse further than their text.
var tellings = engine.Tellings{
	{Words: "EXPLAIN", Head: explainHead, Full: []string{"*"}},
	{Words: "SHOW ALL", Full: []string{"name"}},
	{Words: "SHOW", Full: []string{"*"}, One: true},
}

const explainHead = `(?is)^EXPLAIN\b(?:\s+(?:ANALYZE|VERBOSE)\b)*(?:\s*\(\s*(?:ANALYZE|VERBOSE|COSTS|SETTINGS|GENERIC_PLAN|` +
	`BUFFERS|SERIALIZE|WAL|TIMING|SUMMARY|MEMORY|FORMAT)\b[^)]*\))?`

// describable refuses what cannot be a QUERY or EXEC.
func describable(sql string) error { return notDescribed.Statement(dialect, sql, plain) }

// notAnalysed are the statements whose Query trees show that they cannot be a QUERY or EXEC, and where that is written.
var notAnalysed = []struct {
	word      string // that is in such a tree, and is found faster than the expression
	tree, sql *regexp.Regexp
	msg, hint string
}{
	{"{CURRENTOFEXPR", regexp.MustCompile(`[^\\]\{CURRENTOFEXPR`), regexp.MustCompile(`(?i)\bCURRENT\s+OF\b`),
		cursorMsg, "name the row by its key"},
	{":is_select_into", regexp.MustCompile(`:is_select_into\s+true`), regexp.MustCompile(`(?i)\bINTO\b`),
		"SELECT INTO makes a table each time it runs",
		"make the table in a MIGRATE block, and write INSERT INTO … SELECT, or CREATE TEMP TABLE … AS in an EXEC"},
}

// analysed refuses what cannot be a QUERY or EXEC, as the server understands it.
func analysed(sql, tree string) error {
	for _, r := range notAnalysed {
		if strings.Contains(tree, r.word) && r.tree.MatchString(tree) {
			e := &engine.Error{Msg: r.msg, Hint: r.hint, Forbidden: true}
			if at := r.sql.FindStringIndex(sql); at != nil {
				e.Offset = at[0]
			}
			return e
		}
	}
	return nil
}

const (
	clusterHint = "a scratch database stands alone: create it where the program runs"
	rolesHint   = "create roles outside of migrations; unset SQG_POSTGRES_URL to analyse with a server that sqg starts for itself, where scripts may make them"
	sharedMsg   = " would change the server that SQG_POSTGRES_URL names beyond the scratch database"
)

// notApplied are the statements that would reach beyond a scratch database, on any server.
var notApplied = refusal.List{
	{"COPY", "COPY takes its rows from outside of the script, or writes them there",
		"write INSERT statements; `pg_dump --rows-per-insert=1000` makes them"},
	{"PREPARE TRANSACTION", "a prepared transaction outlives its session, and its database could not be dropped",
		"use COMMIT"},
	{"CREATE DATABASE", "CREATE DATABASE makes another database, which nothing here could use", clusterHint},
	{"DROP DATABASE", "DROP DATABASE reaches beyond the scratch database", clusterHint},
	{"ALTER DATABASE", "ALTER DATABASE names a database, and the scratch database has a name of its own",
		"use SET in the script, or EXECUTE format('ALTER DATABASE %I SET …', current_database()) in a DO block"},
	{"CREATE TABLESPACE", "CREATE TABLESPACE needs a folder on the server", clusterHint},
	{"DROP TABLESPACE", "DROP TABLESPACE reaches beyond the scratch database", clusterHint},
	{"ALTER TABLESPACE", "ALTER TABLESPACE reaches beyond the scratch database", clusterHint},
	{"ALTER SYSTEM", "ALTER SYSTEM changes the server's own configuration", clusterHint},
	{"CREATE SUBSCRIPTION", "CREATE SUBSCRIPTION connects to another server", clusterHint},
	{"LOAD", "LOAD is for the server's administrator", clusterHint},
}

// notShared are the statements that would change a server that others use, too.
var notShared = slices.Concat(refusal.Allow("CREATE USER MAPPING", "ALTER USER MAPPING", "DROP USER MAPPING"),
	refusal.Each(sharedMsg, rolesHint, "CREATE ROLE", "CREATE USER", "CREATE GROUP", "ALTER ROLE", "ALTER USER",
		"ALTER GROUP",
		"GRANT * ON DATABASE", "GRANT ALL PRIVILEGES ON DATABASE", "REVOKE * ON DATABASE",
		"REVOKE ALL PRIVILEGES ON DATABASE",
		"DROP ROLE", "DROP USER", "DROP GROUP", "REASSIGN OWNED", "DROP OWNED", "COMMENT ON ROLE",
		"COMMENT ON DATABASE",
		"COMMENT ON TABLESPACE"))

const (
	noTransactionMsg  = " cannot run in a transaction, in which applyMigrations() applies a migration"
	noTransactionHint = "give it a migration of its own with :no_transaction: -- MIGRATE id :no_transaction"
)

// notInTransaction are the statements that a migration cannot hold that runs in a transaction of the program.
var notInTransaction = slices.Concat(refusal.Allow("ROLLBACK TO"), refusal.Ends,
	refusal.Each(" does nothing inside of the transaction in which applyMigrations() applies a migration",
		"leave it out",
		"BEGIN", "START TRANSACTION"),
	refusal.List{{"SET TRANSACTION",
		"SET TRANSACTION comes too late: in the transaction of a migration, applyMigrations() has read what the database has had", "leave it out"}},
	refusal.Each(noTransactionMsg, noTransactionHint, "CREATE INDEX CONCURRENTLY", "CREATE UNIQUE INDEX CONCURRENTLY",
		"DROP INDEX CONCURRENTLY", "REINDEX * CONCURRENTLY", "REINDEX DATABASE", "REINDEX SCHEMA", "VACUUM"),
	refusal.List{
		{"ALTER TABLE * DETACH PARTITION * CONCURRENTLY", "DETACH PARTITION CONCURRENTLY" + noTransactionMsg,
			noTransactionHint},
	})

const (
	repeatedMsg  = " may have been done when a migration without a transaction runs again, after a program that was killed"
	repeatedHint = "move it to a migration of its own, which runs in a transaction"
)

// outsideTransaction are the statements of a migration without a transaction. Each does nothing where it has been done,
// so that a program that was killed goes on when it starts again.
var outsideTransaction = slices.Concat(
	refusal.Allow("CREATE INDEX CONCURRENTLY IF NOT EXISTS", "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS",
		"DROP INDEX CONCURRENTLY IF EXISTS",
		"ALTER TYPE * ADD VALUE IF NOT EXISTS", "ALTER TYPE * * ADD VALUE IF NOT EXISTS",
		"ALTER TABLE * VALIDATE CONSTRAINT",
		"ALTER TABLE * * VALIDATE CONSTRAINT", "REFRESH MATERIALIZED VIEW", "REINDEX", "VACUUM", "ANALYZE", "CLUSTER",
		"SET", "RESET", "CALL", "DO"),
	refusal.Each(repeatedMsg,
		"write CREATE INDEX CONCURRENTLY IF NOT EXISTS name ON …; what is left of an index that could not be completed is dropped first",
		"CREATE INDEX", "CREATE UNIQUE INDEX"),
	refusal.Each(repeatedMsg, "write DROP INDEX CONCURRENTLY IF EXISTS", "DROP INDEX"),
	refusal.Each(repeatedMsg, "write ADD VALUE IF NOT EXISTS", "ALTER TYPE"),
	refusal.List{{"", "this statement" + repeatedMsg, repeatedHint}})

// plain refuses psql's own commands.
func plain(sql string, c syntax.Command) error {
	if c.Shell < 0 {
		return nil
	}
	end := c.Shell + 1
	for end < len(sql) && (sql[end] >= 'a' && sql[end] <= 'z' || sql[end] == '!' || sql[end] == '.' ||
		sql[end] == '?') {
		end++
	}
	return &engine.Error{Msg: sql[c.Shell:end] + " is a command of psql, which never sends it to the server",
		Offset: c.Shell,
		Hint:   "leave it out, or write SQL that does the same", Forbidden: true}
}
