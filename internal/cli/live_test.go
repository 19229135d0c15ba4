package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/cli/ask"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

const liveSchema = "CREATE TABLE person (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL);\n"

const liveQueries = `
-- QUERY named :one
SELECT name FROM person WHERE id = ${id};

-- QUERY added :one
INSERT INTO person VALUES (${id}, 'added') RETURNING id;

-- EXEC clear
DELETE FROM person;
`

// liveCall is a statement on the database of programs, and what it returns, or says is wrong.
type liveCall struct {
	name   string
	values map[string]any
	want   string
}

// TestLive: a statement reads the database that it is pointed to, and nothing that it may do changes that.
func TestLive(t *testing.T) {
	id := map[string]any{"id": 1.0}
	t.Run("sqlite", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "it's.db")
		run := func(sql string) string {
			out, err := exec.Command("python3", "-c",
				"import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); print(d.executescript(sys.argv[2]) and d.execute('SELECT group_concat(name) FROM person').fetchone()[0])",
				file, sql).CombinedOutput()
			if err != nil {
				t.Fatal(err, string(out))
			}
			return strings.TrimSpace(string(out))
		}
		run(liveSchema + "INSERT INTO person VALUES (1, 'Ada');")
		live(t, "go/sqlite", "", ask.Database{Engine: "sqlite", Address: file}, liveCall{"named", id, "Ada"},
			liveCall{"added", id, "attempt to write a readonly database"},
			liveCall{"clear", nil, "attempt to write a readonly database"})
		if got := run(""); got != "Ada" {
			t.Errorf("the database has %s", got)
		}
	})
	t.Run("duckdb", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "it's.duckdb")
		run := func(sql string, visit func([]any)) {
			library, err := libduckdb.Open(t.Context(), "", os.Getenv, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			conn, err := library.Connect()
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err = conn.Exec(t.Context(), "ATTACH '"+strings.ReplaceAll(file, "'", "''")+"' AS made; USE made;"+
				sql); err != nil {
				t.Fatal(err)
			}
			if err := conn.Query(t.Context(), "SELECT name FROM person", visit); err != nil {
				t.Fatal(err)
			}
		}
		run(liveSchema+"INSERT INTO person VALUES (1, 'Ada');", func([]any) {})
		live(t, "java/duckdb", "", ask.Database{Engine: "duckdb", Address: file}, liveCall{"named", id, "Ada"},
			liveCall{"added", id, "read-only"}, liveCall{"clear", nil, "read-only"})
		run("", func(row []any) {
			if row[0] != "Ada" {
				t.Errorf("the database has %v", row)
			}
		})
	})
	t.Run("postgres", func(t *testing.T) {
		server, err := pgserver.Start(t.Context(), pgserver.FromEnvironment(os.Getenv, func(string) {}),
			pgserver.EmbeddedVersion, true)
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		cfg := server.Config("postgres")
		conn, err := pgconn.ConnectConfig(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		// Types of the two databases have other numbers.
		const more = "CREATE TYPE mood AS ENUM ('sad', 'ok');\n" +
			"CREATE FUNCTION add() RETURNS integer LANGUAGE sql VOLATILE AS $$ INSERT INTO person VALUES (7, 'called') RETURNING id $$;\n"
		if _, err := conn.Exec(t.Context(), "CREATE TYPE other AS ENUM ('x');"+liveSchema+more+
			"INSERT INTO person VALUES (1, 'Ada')").ReadAll(); err != nil {
			t.Fatal(err)
		}
		address := fmt.Sprintf("postgresql://%s:secret@127.0.0.1:%d/postgres", cfg.User, server.Port)
		live(t, "go/postgres", more+`
-- QUERY feeling :one
SELECT ${m}::mood AS m;

-- QUERY locked
SELECT id FROM person FOR UPDATE;

-- QUERY turned :one
SELECT set_config('transaction_read_only', 'off', false) AS s;

-- QUERY sampled :one
@set s = set_config('transaction_read_only', 'off', false)
SELECT ${s}::text AS s, add() AS n;

-- QUERY called :one
SELECT add() AS n;

-- QUERY patience :one
SELECT current_setting('statement_timeout') AS s;
`, ask.Database{Engine: "postgres", Address: address}, liveCall{"named", id, "Ada"},
			liveCall{"feeling", map[string]any{"m": "ok"}, "ok"}, liveCall{"patience", nil, "5s"},
			liveCall{"added", id, "changes or locks rows"}, liveCall{"clear", nil, "changes or locks rows"},
			liveCall{"locked", nil, "changes or locks rows"},
			liveCall{"turned", nil, "read-write mode must be set before any query"},
			liveCall{"sampled", nil, "read-write mode must be set before any query"},
			liveCall{"called", nil, "cannot execute INSERT in a read-only transaction"})
		rows := conn.ExecParams(t.Context(), "SELECT string_agg(name, ',') FROM person", nil, nil, nil, nil).Read()
		if rows.Err != nil || string(rows.Rows[0][0]) != "Ada" {
			t.Errorf("the database has %s, %v", rows.Rows, rows.Err)
		}
	})
}

// live makes calls of statements that are written for a schema, on a database that has it.
func live(t *testing.T, generator, more string, d ask.Database, calls ...liveCall) {
	t.Helper()
	dir := t.TempDir()
	schema, queries, _ := strings.Cut(more, "\n\n")
	for name, text := range map[string]string{
		"sqg.yaml": "version: 1\nname: app\nsql:\n  - files: [q.sql]\n    gen: [{generator: " + generator +
			", output: gen/}]\n",
		"q.sql": "-- MIGRATE 1\n" + liveSchema + schema + "\n" + liveQueries + "\n" + queries,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
	if cfg == nil {
		t.Fatal(diags)
	}
	d.Name, d.Getenv = "the shop", os.Getenv
	cache := compile.NewCache()
	defer cache.Close()
	for _, call := range calls {
		out, err := d.Run(t.Context(), ask.Project{Config: cfg, Options: compile.Options{Cache: cache}},
			ask.Trial{Name: call.name, Values: call.values})
		if err != nil {
			if !strings.Contains(err.Error(), call.want) {
				t.Errorf("%s: %v", call.name, err)
			}
			continue
		}
		if len(out.Runs) != 1 || len(out.Runs[0].Rows) != 1 || *out.Runs[0].Rows[0][0] != call.want {
			t.Errorf("%s: %+v instead of %s", call.name, out.Runs, call.want)
		}
	}
}
