package pull

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// made is a schema that all engines take; what queries of it say follows from what was pulled.
const made = `
CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, "an odd name" INTEGER);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (id), cents INTEGER NOT NULL);
CREATE INDEX by_customer ON invoice (customer_id);
CREATE VIEW debt AS SELECT c.name, sum(i.cents) AS cents FROM customer AS c JOIN invoice AS i ON i.customer_id = c.id GROUP BY c.name;
INSERT INTO customer VALUES (1, 'Ada', NULL);
`

const queries = `
-- QUERY debts
SELECT name, cents FROM debt;

-- QUERY odd
SELECT "an odd name", name FROM customer;
`

func pulled(t *testing.T, args ...string) (out, said string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	a := &app.App{Out: &stdout, Err: &stderr, Env: os.Getenv}
	cmd := Command(a)
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err = cmd.ExecuteContext(context.Background())
	return stdout.String(), stderr.String(), err
}

// fits compiles queries against what was pulled.
func fits(t *testing.T, kind, schema string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "schema.sql")
	if err := os.WriteFile(file, []byte(schema+queries), 0o600); err != nil {
		t.Fatal(err)
	}
	r := compile.Analyze(context.Background(), kind, "pulled", []config.InputFile{{Path: file, Name: "schema.sql"}},
		compile.Options{})
	if r.Diags.Failed() {
		var out strings.Builder
		_ = diag.WriteText(&out, r.Diags.All(), false)
		t.Fatalf("%s\n%s", out.String(), schema)
	}
	if got := r.Models[0].Queries[1].Row.Fields; len(got) != 2 || !got[0].Nullable || got[1].Nullable {
		t.Errorf("the columns of odd: %+v", got)
	}
}

func TestSQLite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "it's.db")
	program(t, "python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", file,
		made+"CREATE VIRTUAL TABLE found USING fts5(name);")
	out, said, err := pulled(t, file)
	if err != nil {
		t.Fatal(err, said)
	}
	fits(t, "sqlite", out)
	if strings.Contains(out, "found_data") || strings.Contains(out, "Ada") {
		t.Errorf("shadow tables or rows in\n%s", out)
	}
	// Into a file, and again; a file of the user's own is left alone.
	to := filepath.Join(t.TempDir(), "schema.sql")
	for _, want := range []string{"created", "1 file"} {
		if out, said, err = pulled(t, file, "-o", to); err != nil || said != "" {
			t.Fatal(err, said)
		} else if want == "created" && !strings.HasPrefix(out, want) {
			t.Errorf("it printed %q", out)
		}
	}
	if err := os.WriteFile(to, []byte("-- mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, said, err = pulled(t, file, "-o", to); err == nil || !strings.Contains(said, "SQG404") {
		t.Errorf("a file of the user's is written over: %v %s", err, said)
	}
}

func TestDuckDB(t *testing.T) {
	library, err := libduckdb.Open(context.Background(), "", os.Getenv, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := library.Connect()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "it's.duckdb")
	_, err = conn.Exec(context.Background(),
		"ATTACH '"+strings.ReplaceAll(file, "'", "''")+"' AS made; USE made;"+made+"USE memory; DETACH made")
	conn.Close()
	if err != nil {
		t.Fatal(err)
	}
	out, said, err := pulled(t, file)
	if err != nil {
		t.Fatal(err, said)
	}
	fits(t, "duckdb", out)
	if strings.Contains(out, "Ada") {
		t.Errorf("rows in\n%s", out)
	}
}

// embedded are versions of PostgreSQL that a pg_dump of that major version reads.
var embedded = map[string]string{"15": "15.19.0", "16": "16.15.0", "17": "17.11.0", "18": pgserver.EmbeddedVersion}

func TestPostgres(t *testing.T) {
	ctx := context.Background()
	dump := pgserver.Program(ctx, "pg_dump")
	if dump == "" {
		t.Skip("pg_dump is not on this machine")
	}
	version, err := exec.Command(dump, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	major := regexp.MustCompile(`\) (\d+)`).FindStringSubmatch(string(version))
	if major == nil || embedded[major[1]] == "" {
		t.Skipf("no server for %s", version)
	}
	server, err := pgserver.Start(ctx, pgserver.FromEnvironment(os.Getenv, func(string) {}), embedded[major[1]], true)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	config := server.Config("postgres")
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(ctx, made).ReadAll()
	_ = conn.Close(ctx)
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("postgresql://%s:secret@127.0.0.1:%d/postgres", config.User, server.Port)
	out, said, err := pulled(t, address)
	if err != nil {
		t.Fatal(err, said)
	}
	fits(t, "postgres", out)
	if strings.Contains(out, "Ada") || strings.Contains(out, "secret") {
		t.Errorf("rows or a password in\n%s", out)
	}
	_, said, err = pulled(t, strings.TrimSuffix(address, "postgres")+"missing")
	if err == nil || !strings.Contains(said, `database "missing" does not exist`) {
		t.Errorf("a database that is not there: %v %s", err, said)
	}
}

func TestWrong(t *testing.T) {
	other := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(other, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"pull which database?": nil,
		"neither a SQLite":     {other},
		"no such file":         {other + ".db"},
	} {
		if _, _, err := pulled(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", args, err)
		}
	}
	if _, said, err := pulled(t, "postgresql://me:secret@word@127.0.0.1:1/db"); err == nil ||
		strings.Contains(said, "secret") {
		t.Errorf("a password is shown: %s", said)
	}
}

func program(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
