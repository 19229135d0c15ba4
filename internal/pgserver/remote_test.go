//go:build unix

package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/environment"
)

// theirs is a server that is not ours: with passwords, an application's database, and a role that may make databases.
type theirs struct {
	*testing.T
	server *Server
	conn   *pgconn.PgConn
}

func newTheirs(t *testing.T) *theirs {
	t.Helper()
	p := newPlace(t, os.Getuid(), os.Getgid())
	in, err := probe(t.Context(), binaries)
	if err != nil {
		t.Fatal(err)
	}
	s, err := openStore(Options{CacheDir: p.cache}, in, whole)
	if err != nil {
		t.Fatal(err)
	}
	server, err := s.start(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	th := &theirs{t, server, nil}
	th.conn = th.connect("postgres")
	for _, sql := range []string{
		"ALTER SYSTEM SET fsync = off", // so that postgresql.auto.conf is there to be compared
		"CREATE ROLE maker LOGIN CREATEDB CREATEROLE PASSWORD 'geheim'",
		"CREATE ROLE half LOGIN CREATEDB PASSWORD 'geheim'",
		"CREATE ROLE rest LOGIN CREATEROLE PASSWORD 'geheim'",
		"CREATE ROLE poor LOGIN PASSWORD 'geheim'",
		"CREATE DATABASE app",
	} {
		th.query(th.conn, sql)
	}
	app := th.connect("app")
	th.query(app, "CREATE SEQUENCE numbers; SELECT nextval('numbers'), nextval('numbers')")
	hba := th.query(th.conn, "SHOW hba_file")
	if err := os.WriteFile(hba,
		[]byte("host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	th.query(th.conn, "SELECT pg_reload_conf()")
	until(t, "the new pg_hba.conf", func() bool {
		return strings.Contains(th.query(th.conn, "SELECT string_agg(auth_method, ' ') FROM pg_hba_file_rules"),
			"scram")
	})
	return th
}

func (th *theirs) connect(database string) *pgconn.PgConn {
	th.Helper()
	conn, err := pgconn.ConnectConfig(th.Context(), th.server.Config(database))
	if err != nil {
		th.Fatal(err)
	}
	th.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// query runs SQL and returns the last statement's rows as text.
func (th *theirs) query(conn *pgconn.PgConn, sql string) string {
	th.Helper()
	results, err := conn.Exec(th.Context(), sql).ReadAll()
	if err != nil {
		th.Fatal(sql, err)
	}
	var lines []string
	for _, row := range results[len(results)-1].Rows {
		var values []string
		for _, v := range row {
			values = append(values, string(v))
		}
		lines = append(lines, strings.Join(values, "|"))
	}
	return strings.Join(lines, "\n")
}

func (th *theirs) url(user, password string) string {
	return fmt.Sprintf("postgresql://%s:%s@127.0.0.1:%d/postgres", user, password, th.server.Port)
}

// state is all that must not change.
func (th *theirs) state() string {
	app := th.connect("app")
	defer app.Close(th.Context())
	return th.query(th.conn,
		"SELECT d.datname, d.datacl, d.datdba, shobj_description(d.oid, 'pg_database') FROM pg_database d ORDER BY 1") +
		"\n" +
		th.query(th.conn, "SELECT * FROM pg_authid ORDER BY oid") + "\n" +
		th.query(th.conn, "SELECT * FROM pg_auth_members ORDER BY 1, 2") + "\n" +
		th.query(th.conn, "SELECT * FROM pg_db_role_setting") + "\n" +
		th.query(th.conn, "SELECT pg_read_file('postgresql.auto.conf')") + "\n" +
		th.query(app, "SELECT last_value, is_called FROM numbers") + "\n" +
		th.query(app, "SELECT oid, relname FROM pg_class WHERE oid >= 16384 ORDER BY 1")
}

// scratches lists the scratch databases.
func (th *theirs) scratches() string {
	return th.query(th.conn,
		"SELECT datname FROM pg_database WHERE datname LIKE 'sqg%' UNION SELECT rolname FROM pg_roles WHERE rolname LIKE 'sqg%' ORDER BY 1")
}

func TestTheirServer(t *testing.T) {
	th := newTheirs(t)
	before := th.state()
	for _, url := range []string{th.url("maker", "geheim"), th.url("postgres", "")} {
		h := New(Options{URL: url})
		for range 2 {
			d, err := h.Scratch(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if d.Version != th.server.Version || !d.Shared {
				t.Errorf("version %d, shared %v", d.Version, d.Shared)
			}
			if err := use(t.Context(), d); err != nil { // its connection stays open
				t.Fatal(err)
			}
			if !strings.Contains(th.scratches(), d.Config().Database) {
				t.Errorf("%s is not among %s", d.Config().Database, th.scratches())
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel() // Ctrl-C
			if err := d.Drop(ctx); err != nil {
				t.Fatal(err)
			}
			if got := th.scratches(); got != "" {
				t.Errorf("left behind: %s", got)
			}
		}
		if _, err := h.Scratch(t.Context()); err != nil { // Close drops it
			t.Fatal(err)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if after := th.state(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

func TestTheirServerKilled(t *testing.T) {
	th := newTheirs(t)
	before := th.state()
	p := newPlace(t, os.Getuid(), os.Getgid())
	for range 5 {
		r := p.start(t, "SQG_POSTGRES_URL="+th.url("maker", "geheim"))
		r.ready()
		if th.scratches() == "" {
			t.Error("there is no scratch database")
		}
		r.kill()
		until(t, "the scratch database is gone", func() bool { return th.scratches() == "" })
	}
	until(t, "no watchdog is left", func() bool { return len(processes(t, p.program)) == 0 })
	if after := th.state(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

// TestSweep drops what runs have left whose watchdog was killed, too; and nothing else.
func TestSweep(t *testing.T) {
	th := newTheirs(t)
	oid := th.query(th.conn, "SELECT oid FROM pg_database WHERE datname = 'postgres'")
	left, used, other := "sqg_scratch_"+oid+"_00000001", "sqg_scratch_"+oid+"_fffffff2", "sqg_scratch_1_00000003"
	for _, name := range []string{left, used, other, "sqg_scratch_mine"} {
		th.query(th.conn, "CREATE DATABASE "+name+" OWNER maker")
	}
	th.query(th.conn, "SELECT pg_advisory_lock("+lockKeys(used)+")")
	h := New(Options{URL: th.url("maker", "geheim")})
	d, err := h.Scratch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Drop(t.Context()), h.Close()); err != nil {
		t.Fatal(err)
	}
	if got, want := th.scratches(), strings.Join([]string{other, used, "sqg_scratch_mine"}, "\n"); got != want {
		t.Errorf("there are\n%s\nwant\n%s", got, want)
	}
}

func TestTheirServerRefuses(t *testing.T) {
	th := newTheirs(t)
	port := th.server.Port
	for _, c := range []struct{ name, url, msg, hint string }{
		{"no right", th.url("poor", "geheim"), "the role poor may not create roles",
			`ALTER ROLE "poor" CREATEDB CREATEROLE`},
		{"no roles", th.url("half", "geheim"), "the role half may not create roles",
			`ALTER ROLE "half" CREATEDB CREATEROLE`},
		{"no database", th.url("rest", "geheim"), "the role rest may not create databases",
			`ALTER ROLE "rest" CREATEDB`},
		{"wrong password", th.url("maker", "geheimer"), `password authentication failed for user "maker"`,
			"check user and password"},
		{"no database", strings.Replace(th.url("maker", "geheim"), "/postgres", "/nope", 1),
			`database "nope" does not exist`, "a database that exists"},
		{"nobody listens", "postgresql://u:geheim@127.0.0.1:1/x", "cannot connect to the server at 127.0.0.1:1: ",
			"unset it"},
		{"no such host", "postgresql://u:geheim@nowhere.invalid/x", "nowhere.invalid", "unset it"},
		{"no such socket", "postgresql:///x?host=/nowhere&password=geheim", "the server in /nowhere", "unset it"},
		{"password not encoded", fmt.Sprintf("postgresql://maker:geh/eim@127.0.0.1:%d/postgres", port),
			"cannot be read", "%XX"},
		{"two @", "postgresql://maker:geh@eim@127.0.0.1:1/postgres", "cannot be read", "%XX"},
		{"slash before @", "postgresql://maker/geh@eim:1/postgres", "cannot be read", "%XX"},
		{"no URL", "geheim", "cannot be read", "postgresql://"},
		{"no certificate", th.url("maker", "geheim") + "?sslmode=verify-full&sslrootcert=/nowhere", "/nowhere",
			"postgresql://"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := New(Options{URL: c.url})
			_, err := h.Scratch(t.Context())
			e := (*environment.Error)(nil)
			if !errors.As(err, &e) {
				t.Fatalf("%T %v", err, err)
			}
			if !strings.Contains(e.Msg, c.msg) || !strings.Contains(e.Hint, c.hint) {
				t.Errorf("%s\n%s", e.Msg, e.Hint)
			}
			if text := e.Msg + e.Hint; strings.Contains(text, "geh") || strings.Contains(text, "eim") {
				t.Errorf("the password is in: %s", text)
			}
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if got := th.scratches(); got != "" {
		t.Errorf("left behind: %s", got)
	}
}

// nothingInstalled hides the PostgreSQL of this machine.
func nothingInstalled(t *testing.T, path string) {
	t.Helper()
	t.Setenv("PATH", path)
	folders := installFolders
	installFolders = nil
	t.Cleanup(func() { installFolders = folders })
}

// TestNothingFound says what was tried.
func TestNothingFound(t *testing.T) {
	p := newPlace(t, os.Getuid(), os.Getgid())
	nothingInstalled(t, filepath.Dir(p.cache)) // no docker either
	_, err := New(Options{CacheDir: p.cache, Repository: "http://maker:geheim@127.0.0.1:1"}).Scratch(t.Context())
	e := (*environment.Error)(nil)
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	for _, want := range []string{"PostgreSQL on this machine: none of version 16",
		"embedded PostgreSQL " + EmbeddedVersion, "127.0.0.1:1", "no docker", "no podman"} {
		if !strings.Contains(e.Msg, want) {
			t.Errorf("%q is not in: %s", want, e.Msg)
		}
	}
	if strings.Contains(e.Msg, "geheim") || strings.Contains(e.Msg, "maker") {
		t.Errorf("who fetches is in: %s", e.Msg)
	}
	if !strings.Contains(e.Hint, "SQG_POSTGRES_URL") {
		t.Error(e.Hint)
	}
}
