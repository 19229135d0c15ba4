package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestApply: scripts run as psql runs them, and errors point at what is wrong.
func TestApply(t *testing.T) {
	s := open(t, "")
	for _, c := range []struct{ name, script, at, msg, hint string }{
		{"many", "CREATE TABLE a (x int); -- c;\n INSERT INTO a VALUES (1);;\n/* end; */", "", "", ""},
		{"syntax", "CREATE TABLE a (x int);\n-- ü\nCREATE TABL b (y int)", "TABL b", `syntax error at or near "TABL"`,
			""},
		{"constraint", "CREATE TABLE a (x int NOT NULL); INSERT INTO a VALUES (NULL); SELECT 1", "INSERT",
			`null value in column "x" of relation "a"`, ""},
		{"concurrently",
			"CREATE TABLE a (x int); CREATE INDEX CONCURRENTLY i ON a (x); VACUUM a; REINDEX TABLE CONCURRENTLY a", "",
			"", ""},
		{"transactions",
			"BEGIN; CREATE TABLE a (x int); COMMIT; START TRANSACTION; DROP TABLE a; ROLLBACK; INSERT INTO a VALUES (1)", "", "", ""},
		{"new label", "CREATE TYPE m AS ENUM ('a'); ALTER TYPE m ADD VALUE 'b'; CREATE TABLE t (m m DEFAULT 'b')", "",
			"", ""},
		{"open", "BEGIN; CREATE TABLE a (x int)", "", "does not end", "COMMIT"},
		{"failed open", "BEGIN; CREATE TABLE a (x int); SELECT 1/0", "SELECT", "division by zero", ""},
		{"functions",
			"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $f$ BEGIN RETURN 1; END; $f$; DO $$ BEGIN PERFORM f(); END $$;" +
				"CREATE PROCEDURE p() LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 2 END; END; CALL p()",
			"", "", ""},
		{"commits", "CREATE PROCEDURE c() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$; CALL c()", "", "", ""},
		{"body", "SELECT 1;\nDO $$\nBEGIN\n  PERFORM nothing_here();\nEND $$", "nothing_here",
			"function nothing_here() does not exist", ""},
		{"raise", "SELECT 1;\nDO $$ BEGIN RAISE EXCEPTION 'no' USING HINT = 'Say yes.'; END $$", "DO",
			"no, in PL/pgSQL function inline_code_block line 1 at RAISE", "say yes"},
		{"plpgsql syntax", "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURNN 1; END $$", "RETURNN",
			"syntax error", ""},
		{"psql", "\\connect other\nSELECT 1;", "\\connect", `\connect is a command of psql`, "leave it out"},
		{"extension", "CREATE EXTENSION no_such_thing", "no_such_thing", `extension "no_such_thing" is not available`,
			"SQG_POSTGRES_URL"},
		{"extension there", `CREATE EXTENSION IF NOT EXISTS "uuid-ossp"; SELECT uuid_generate_v4()`, "", "", ""},
		{"roles",
			"CREATE ROLE sqg_test_reader; DO $$ BEGIN CREATE ROLE sqg_test_writer; END $$; CREATE TABLE a (); GRANT SELECT ON a TO sqg_test_reader; SET ROLE sqg_test_reader; SELECT * FROM a", "", "", ""},
		{"no role", "CREATE TABLE a (); ALTER TABLE a OWNER TO sqg_test_nobody", "sqg_test_nobody",
			`role "sqg_test_nobody" does not exist`, "--no-owner"},
		{"dump", "SET statement_timeout = 0; SET client_encoding = 'UTF8'; SELECT pg_catalog.set_config('search_path', '', false); SET check_function_bodies = false; SET xmloption = content;" +
			"SET client_min_messages = warning; SET row_security = off; SET default_tablespace = ''; SET default_table_access_method = heap; CREATE TABLE public.a (id integer NOT NULL);" +
			"CREATE SEQUENCE public.a_id_seq AS integer START WITH 1; ALTER SEQUENCE public.a_id_seq OWNED BY public.a.id; ALTER TABLE ONLY public.a ALTER COLUMN id SET DEFAULT nextval('public.a_id_seq'::regclass);" +
			"ALTER TABLE ONLY public.a ADD CONSTRAINT a_pkey PRIMARY KEY (id)", "", "", ""},
		{"read only", "SET default_transaction_read_only = on", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if s.database.Shared && c.name == "roles" {
				return // refused there: see TestSharedServer
			}
			empty(t, s)
			enginetest.Answers(t, s.Apply(ctx, c.script), c.script, c.msg, c.hint, c.at)
			// Whatever happened, the session can be used, and what the script set is gone.
			if err := s.Apply(ctx, "CREATE TABLE after (); DROP TABLE after"); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// empty takes away what a test's scripts have made.
func empty(t *testing.T, s *session) {
	t.Helper()
	if err := s.Apply(ctx,
		"DROP SCHEMA IF EXISTS app CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT ALL ON SCHEMA public TO PUBLIC; SET search_path = \"$user\", public"); err != nil {
		t.Fatal(err)
	}
}

// TestApplyEndsWithItsContext: a script that never ends is stopped.
func TestApplyEndsWithItsContext(t *testing.T) {
	s := open(t, "")
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if err := s.Apply(short, "SELECT pg_sleep(1000)"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Apply gives %v", err)
	}
}

// TestTransactional: what a migration cannot hold that a program applies in a transaction.
func TestTransactional(t *testing.T) {
	for _, sql := range []string{"BEGIN; SELECT 1; COMMIT", "SELECT 1; COMMIT", "end", "ROLLBACK", "ABORT",
		"START TRANSACTION", "CREATE UNIQUE INDEX CONCURRENTLY i ON t (x)", "CREATE INDEX CONCURRENTLY ON t (x)",
		"DROP INDEX CONCURRENTLY i", "REINDEX TABLE CONCURRENTLY t", "VACUUM t"} {
		var e *engine.Error
		if err := notInTransaction.Script(dialect, sql); !errors.As(err, &e) || !e.Forbidden || e.Hint == "" {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if err := notInTransaction.Script(dialect,
		"CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END; DO $$ BEGIN COMMIT; END $$; SAVEPOINT a; ROLLBACK TO a; REFRESH MATERIALIZED VIEW CONCURRENTLY m; -- COMMIT;"); err != nil {
		t.Error(err)
	}
}

// TestAlone: a migration without a transaction holds what does nothing where it has been done.
func TestAlone(t *testing.T) {
	for _, sql := range []string{"CREATE INDEX CONCURRENTLY i ON t (x)", "CREATE INDEX CONCURRENTLY ON t (x)",
		"CREATE INDEX i ON t (x)",
		"VACUUM t; DROP INDEX CONCURRENTLY i", "ALTER TYPE k ADD VALUE 'a'", "INSERT INTO t VALUES (1)", "BEGIN"} {
		var e *engine.Error
		if err := outsideTransaction.Script(dialect, sql); !errors.As(err, &e) || !e.Forbidden || e.Hint == "" {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if err := outsideTransaction.Script(dialect,
		"SET maintenance_work_mem = '1GB'; CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON t (x); VACUUM ANALYZE t; ALTER TYPE s.k ADD VALUE IF NOT EXISTS 'a'"); err != nil {
		t.Error(err)
	}
}

// TestLostConnection: that the server went is no error of the SQL.
func TestLostConnection(t *testing.T) {
	s := open(t, "")
	other, err := pgconn.ConnectConfig(ctx, s.database.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(ctx)
	if _, err := other.Exec(ctx, fmt.Sprintf("SELECT pg_terminate_backend(%d, 10000)",
		s.conn.PID())).ReadAll(); err != nil {
		t.Fatal(err)
	}
	var e *engine.Error
	for range 2 {
		if _, err := s.Describe(ctx, engine.Stmt{SQL: "SELECT 1"}); err == nil || errors.As(err, &e) {
			t.Errorf("Describe gives %v", err)
		}
		if err := s.Apply(ctx, "SELECT 1"); err == nil || errors.As(err, &e) {
			t.Errorf("Apply gives %v", err)
		}
	}
}

// TestPathOfScripts: a search path holds for what follows, as in psql; but not the empty one that pg_dump sets.
func TestPathOfScripts(t *testing.T) {
	s := open(t, "")
	const schemas = "CREATE SCHEMA app; CREATE TABLE app.t (x int); CREATE TABLE public.p (x int); "
	for script, want := range map[string]string{
		"":                               `"$user", public`,
		"SET search_path = app":          "app",
		"SET search_path TO app, public": "app, public",
		"SELECT pg_catalog.set_config('search_path', '', false)":                                                    `"$user", public`,
		"BEGIN; SET LOCAL search_path = app; COMMIT":                                                                `"$user", public`,
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = app, public', current_database()); END $$": "app, public",
		"SET work_mem = '1MB'; SET search_path = app; SET client_min_messages = error":                              "app",
	} {
		empty(t, s)
		if err := s.Apply(ctx, schemas+script); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		if err := s.Apply(ctx, "SELECT 1"); err != nil {
			t.Errorf("%s: %v", script, err)
		}
		got, err := s.value(ctx, "SELECT current_setting('search_path')")
		if err != nil || got != want {
			t.Errorf("%s: %s, %v", script, got, err)
		}
		if _, err := s.Describe(ctx, engine.Stmt{SQL: "SELECT * FROM t"}); (err == nil) != strings.Contains(want,
			"app") {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// TestSettings: what a script sets is undone, but not what it gives the database.
func TestSettings(t *testing.T) {
	s := open(t, "CREATE SCHEMA app")
	const database = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = app', current_database()); END $$"
	for _, c := range [][2]string{
		{"SET search_path = app; SET ROLE pg_database_owner; SET work_mem = '1MB'", `"$user", public`},
		{"RESET search_path", `"$user", public`},
		{database, "app"},
		{"SET search_path = public", "app"},
	} {
		restore, err := s.Settings(ctx)
		if err != nil {
			t.Fatal(err)
		}
		before, err := s.value(ctx, "SELECT concat(current_user, current_setting('work_mem'))")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(ctx, c[0]); err != nil {
			t.Errorf("%s: %v", c[0], err)
		}
		if err := restore(ctx); err != nil {
			t.Errorf("%s: %v", c[0], err)
		}
		if err := s.Apply(ctx, "SELECT 1"); err != nil { // as the next script finds them
			t.Errorf("%s: %v", c[0], err)
		}
		got, err := s.value(ctx, "SELECT current_setting('search_path')")
		if err != nil || got != c[1] {
			t.Errorf("%s: %s, %v; want %s", c[0], got, err, c[1])
		}
		after, err := s.value(ctx, "SELECT concat(current_user, current_setting('work_mem'))")
		if err != nil || after != before {
			t.Errorf("%s: %s, %v; want %s", c[0], after, err, before)
		}
	}
}

func TestTables(t *testing.T) {
	s := open(t, kindsOfTypes+`
		CREATE DOMAIN with_default AS text DEFAULT 'x';
		CREATE TABLE app.t (a int GENERATED ALWAYS AS IDENTITY, b int GENERATED BY DEFAULT AS IDENTITY, c serial, d int NOT NULL, e int DEFAULT 3,
			f int GENERATED ALWAYS AS (d * 2) STORED, g with_default, h mood[], i varchar(3), PRIMARY KEY (i, d));
		CREATE TABLE parted (x int NOT NULL, y text) PARTITION BY LIST (x);
		CREATE TABLE part PARTITION OF parted FOR VALUES IN (1);
		CREATE SEQUENCE free; CREATE TABLE child (z int DEFAULT nextval('free')) INHERITS (plain);
		CREATE VIEW v AS SELECT 1; CREATE MATERIALIZED VIEW mv AS SELECT 1; CREATE TEMP TABLE passing (x int);`)
	if s.database.Version >= 180000 {
		if err := s.Apply(ctx, "ALTER TABLE app.t ADD j int GENERATED ALWAYS AS (d + 1) VIRTUAL"); err != nil {
			t.Fatal(err)
		}
	}
	tables, err := s.Tables(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range tables {
		fmt.Fprintf(&b, "%s.%s %v:", m.Schema, m.Name.SQL, m.Key)
		for _, c := range m.Columns {
			fmt.Fprintf(&b, " %s %s%s", c.Column, c.Type.SQL, enginetest.Flags(c))
		}
		b.WriteString("\n")
	}
	want := `public.child []: id integer, m mood?, z integer? default
public.part []: x integer, y text?
public.parted []: x integer, y text?
pg_temp.passing []: x integer?
public.plain []: id integer, m mood?
app.t [i d]: a integer always, b integer identity, c integer identity default, d integer, e integer? default, f integer? generated, g with_default? default, h mood[]?, i character varying(3)
`
	got := strings.ReplaceAll(b.String(), ",\n", "\n")
	if s.database.Version >= 180000 {
		want = strings.TrimSuffix(want, "\n") + ", j integer? generated\n"
	}
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}
