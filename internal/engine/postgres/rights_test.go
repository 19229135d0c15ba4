package postgres

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// openOwn opens a scratch database of a server of our own, with extensions.
func openOwn(t *testing.T, extensions ...string) (*session, error) {
	t.Helper()
	env := func(name string) string {
		if name == "SQG_POSTGRES_URL" {
			return ""
		}
		return os.Getenv(name)
	}
	h := NewHost(engine.Environment{Getenv: env, Log: func(string) {}, Extensions: extensions})
	s, err := h.Open(ctx)
	t.Cleanup(func() {
		if s != nil {
			err = s.Close()
		} else {
			err = nil
		}
		if err := errors.Join(err, h.Close()); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		return nil, err
	}
	return s.(*session), nil
}

// TestRights: what scripts may do as the role that they run as, and what to do where they may not.
func TestRights(t *testing.T) {
	s, err := openOwn(t)
	if err != nil {
		t.Fatal(err)
	}
	const unsafe = "`postgres: unsafe:`"
	for _, c := range []struct{ script, at, msg, hint string }{
		{"CREATE ROLE app LOGIN PASSWORD 'x'; CREATE TABLE t (id int); ALTER TABLE t OWNER TO app; ALTER TABLE t ADD name text; GRANT SELECT ON t TO app; SET ROLE app; SELECT * FROM t", "", "", ""},
		{"CREATE SCHEMA own AUTHORIZATION app; CREATE TABLE own.t (id int); ALTER DEFAULT PRIVILEGES FOR ROLE app IN SCHEMA own GRANT SELECT ON TABLES TO PUBLIC; DROP SCHEMA own CASCADE", "", "", ""},
		{"CREATE USER reader IN ROLE app; ALTER ROLE app SET search_path = public; COMMENT ON ROLE app IS 'x'; GRANT app TO reader; REASSIGN OWNED BY app TO postgres; DROP ROLE reader", "", "", ""},
		{"CREATE ROLE watcher; GRANT pg_monitor, pg_read_all_data TO watcher; CREATE ROLE maker CREATEDB CREATEROLE BYPASSRLS", "", "", ""},
		{"COMMENT ON DATABASE postgres IS 'x'; COMMENT ON SCHEMA public IS 'x'; COMMENT ON EXTENSION plpgsql IS 'x'; ALTER SCHEMA public OWNER TO postgres; GRANT ALL ON SCHEMA public TO PUBLIC", "", "", ""},
		{"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''1MB''', current_database()); END $$", "", "",
			""},
		{"SET session_replication_role = replica; SET row_security = off", "", "", ""},
		{"CREATE EXTENSION citext; CREATE EXTENSION hstore WITH SCHEMA public; COMMENT ON EXTENSION hstore IS 'x'; CREATE EXTENSION pgcrypto; CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm", "", "", ""},
		{"CREATE PUBLICATION p FOR TABLE t; CREATE TEXT SEARCH CONFIGURATION c (COPY = english); CREATE STATISTICS st ON id, name FROM t; CREATE COLLATION co (provider = libc, locale = 'C')", "", "", ""},
		{"CREATE EXTENSION pg_stat_statements", "pg_stat_statements", "permission denied to create extension",
			"postgres: {extensions: [pg_stat_statements]}"},
		{"CREATE EXTENSION dblink", "dblink", "permission denied to create extension", unsafe},
		{"SELECT 1; CREATE ROLE boss SUPERUSER", "CREATE ROLE", "permission denied to create role", unsafe},
		{"CREATE FUNCTION f() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$; CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION f()", "", "permission denied to create event trigger", unsafe},
		{"CREATE PUBLICATION q FOR ALL TABLES", "", "must be superuser", unsafe},
		{"SELECT pg_read_file('PG_VERSION')", "", "permission denied for function pg_read_file", unsafe},
	} {
		enginetest.Answers(t, s.Apply(ctx, c.script), c.script, c.msg, c.hint, c.at)
	}
	// A block that the user trusts may do it, and no other after it.
	const trigger = "CREATE OR REPLACE FUNCTION f() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$; CREATE EVENT TRIGGER e ON ddl_command_end EXECUTE FUNCTION f()"
	unsafely := func(script string) error {
		return s.Elevated(ctx, func(ctx context.Context) error { return s.Apply(ctx, script) })
	}
	if err := unsafely(trigger + "; CREATE EXTENSION dblink; CREATE TABLE made (id int)"); err != nil {
		t.Error(err)
	}
	if err := unsafely("SELECT 1/0"); err == nil {
		t.Error("no error")
	}
	enginetest.Answers(t, s.Apply(ctx, "ALTER TABLE made ADD x int; SELECT pg_read_file('PG_VERSION')"), "afterwards",
		"permission denied", unsafe, "")
}

// TestExtensions: sqg installs what the project lists, unless scripts could reach out by it.
func TestExtensions(t *testing.T) {
	s, err := openOwn(t, "earthdistance", "pg_stat_statements")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(ctx,
		"CREATE EXTENSION IF NOT EXISTS pg_stat_statements; CREATE EXTENSION \"earthdistance\" CASCADE; COMMENT ON EXTENSION earthdistance IS 'x'; SELECT earth()"); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"dblink": "reaches out", "file_fdw": "reaches out", "postgres_fdw": "the foreign data wrapper postgres_fdw",
		"no_such_thing": "cannot be installed",
	} {
		_, err := openOwn(t, name)
		var e *engine.Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, want) || e.Hint == "" {
			t.Errorf("%s gives %v", name, err)
		}
	}
}
