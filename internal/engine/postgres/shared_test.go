package postgres

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// serverState is what a server holds beside scratch databases, its sequences included.
const serverState = `SELECT concat_ws(E'\n', (SELECT string_agg(a::text, ' ' ORDER BY rolname) FROM pg_authid a WHERE rolname !~ '^sqg_'), (SELECT string_agg(m::text, ' ' ORDER BY m::text) FROM pg_auth_members m),
	(SELECT string_agg(datname, ' ' ORDER BY datname) FROM pg_database WHERE datname !~ '^sqg_'), (SELECT string_agg(s::text, ' ' ORDER BY s::text) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase AND datname !~ '^sqg_'),
	(SELECT string_agg(setconfig::text, ' ') FROM pg_db_role_setting WHERE setdatabase = 0), (SELECT s.last_value::text || is_called FROM mine s), (SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE oid >= 16384))`

// TestSharedServer: on a server that others use, nothing outside of the scratch database changes; a role that may make
// databases is enough.
func TestSharedServer(t *testing.T) {
	server, err := pgserver.Start(ctx, pgserver.FromEnvironment(os.Getenv, nil), pgserver.EmbeddedVersion, false)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	admin, err := pgconn.ConnectConfig(ctx, server.Config("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(ctx)
	if _, err := admin.Exec(ctx,
		"CREATE ROLE plain LOGIN CREATEDB CREATEROLE; CREATE ROLE theirs; CREATE SEQUENCE mine").ReadAll(); err != nil {
		t.Fatal(err)
	}
	for _, user := range []string{"postgres", "plain"} {
		t.Run(user, func(t *testing.T) {
			before := state(t, admin)
			url := fmt.Sprintf("postgresql://%s@/postgres?host=%s&port=%d", user, server.Host, server.Port)
			host := NewHost(engine.Environment{Log: func(string) {}, Getenv: func(name string) string {
				return map[string]string{"SQG_POSTGRES_URL": url}[name]
			}})
			opened, err := host.Open(ctx)
			if err != nil {
				t.Fatal(err)
			}
			s := opened.(*session)
			sharedScripts(t, s)
			d, err := s.Describe(ctx,
				engine.Stmt{SQL: "SELECT a.id, b.id, nextval('counter') FROM users a LEFT JOIN users b ON b.id = a.id"})
			if err != nil || d.Fallback != "" || d.Columns[0].Nullable || !d.Columns[1].Nullable {
				t.Errorf("%+v, %v", d, err)
			}
			if err := errors.Join(opened.Close(), host.Close()); err != nil {
				t.Error(err)
			}
			if after := state(t, admin); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
			rs, err := admin.Exec(ctx, "SELECT datname FROM pg_database WHERE datname ~ '^sqg_'").ReadAll()
			if err != nil || len(rs[0].Rows) > 0 {
				t.Errorf("left: %s, %v", rs[0].Rows, err)
			}
		})
	}
}

func state(t *testing.T, c *pgconn.PgConn) string {
	t.Helper()
	rs, err := c.Exec(ctx, serverState).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return string(rs[0].Rows[0][0])
}

// sharedScripts applies what is allowed, and what is not.
func sharedScripts(t *testing.T, s *session) {
	if err := s.Apply(ctx,
		shop+"DO $$ BEGIN PERFORM nextval('counter'); END $$; SELECT setval('counter', 5); ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC"); err != nil {
		t.Error(err)
	}
	for _, sql := range []string{"CREATE ROLE x", "create user x", "CREATE GROUP x",
		"ALTER ROLE postgres SET work_mem = '1MB'", "DROP ROLE plain", "DROP OWNED BY plain",
		"REASSIGN OWNED BY plain TO postgres",
		"COMMENT ON DATABASE postgres IS 'x'", "GRANT plain TO postgres", "GRANT CONNECT ON DATABASE postgres TO plain",
		"DO $$ BEGIN CREATE ROLE x; END $$", "DO $$ BEGIN EXECUTE 'ALTER ROLE plain SET work_mem = ''1MB'''; END $$",
		"DO $$ BEGIN EXECUTE 'COMMENT ON DATABASE postgres IS ''x'''; END $$",
		"CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN CREATE ROLE x; RETURN 1; END $$; SELECT f()",
		"CREATE TABLE made AS SELECT 1; INSERT INTO made SELECT f()", "BEGIN; CREATE TABLE more (); SELECT f(); COMMIT",
		"BEGIN; SELECT f(); CREATE TABLE more (); END",
		"(SELECT f())", "SELECT f() AS concurrently", "GRANT SET ON PARAMETER work_mem TO plain",
		"GRANT CREATE ON TABLESPACE pg_default TO plain",
		"CREATE EXTENSION dblink; SELECT dblink_exec('dbname=postgres', 'DROP SEQUENCE mine')",
		"CREATE EXTENSION postgres_fdw", "GRANT pg_execute_server_program TO CURRENT_USER",
		"DO $$ BEGIN EXECUTE 'ALTER ROLE plain PASSWORD ''x'''; END $$",
		"DO $$ BEGIN EXECUTE 'ALTER ROLE CURRENT_USER CREATEROLE'; END $$", "SET ROLE plain",
		"SET SESSION AUTHORIZATION postgres",
		"CREATE FUNCTION g() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN CREATE ROLE x; RETURN NULL; END $$; CREATE TABLE late (a int);" +
			"CREATE CONSTRAINT TRIGGER c AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION g(); INSERT INTO late VALUES (1)",
		"DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO PROGRAM ''true'''; END $$", "SELECT pg_read_file('PG_VERSION')",
		"SELECT lo_export(lo_create(0), '/nowhere/x')",
		"CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN COMMIT; CREATE ROLE x; END $$; CALL p()"} {
		err := s.Apply(ctx, sql)
		var e *engine.Error
		if !errors.As(err, &e) || !e.Forbidden && !strings.Contains(e.Msg, "permission denied") &&
			!strings.Contains(e.Msg, "must be") {
			t.Errorf("%s gives %+v", sql, err)
		}
	}
}
