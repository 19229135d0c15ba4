// Package corpus checks that the corpus itself is right: its SQL compiles, what its names claim is what the analysis
// finds, and PostgreSQL says of its values what the data promises.
package corpus

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// model analyses one file of the corpus.
func model(t *testing.T, file string) *ir.Model {
	t.Helper()
	r := compile.Analyze(context.Background(), "postgres", "corpus", []config.InputFile{{Path: file, Name: file}},
		compile.Options{Getenv: withExtensions})
	if r.Diags.Failed() {
		var text strings.Builder
		_ = diag.WriteText(&text, r.Diags.All(), false)
		t.Fatalf("%s", text.String())
	}
	return r.Models[0]
}

// TestPostgres analyses every file. In those of nullability, a column named *_v must be NOT NULL, one named *_n must
// not.
func TestPostgres(t *testing.T) {
	files, err := filepath.Glob("*/postgres*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		if strings.HasPrefix(file, "sources") {
			continue // its sources are in the suites' configs
		}
		t.Run(file, func(t *testing.T) {
			for _, q := range model(t, file).Queries {
				if q.Row == nil {
					continue
				}
				if q.Fallback != "" {
					t.Errorf("%s fell back: %s", q.Name.SQL, q.Fallback)
				}
				if !strings.HasPrefix(file, "nullability") {
					continue
				}
				for _, c := range q.Row.Fields {
					name := c.Name.SQL
					if strings.HasSuffix(name, "_v") && c.Nullable || strings.HasSuffix(name, "_n") && !c.Nullable {
						t.Errorf("%s: %s has nullable %v: %s", q.Name.SQL, name, c.Nullable, c.Why)
					}
				}
			}
		})
	}
}

// values is types/postgres.json.
type values struct {
	Settings map[string]string
	Types    []struct {
		Table, Column, Type string
		Values              []struct {
			Value string
			Text  *string
			Since int
		}
	}
}

// TestValues: every column of the tables has values, and the server says of each the text that the data promises.
func TestValues(t *testing.T) {
	raw, err := os.ReadFile("types/postgres.json")
	if err != nil {
		t.Fatal(err)
	}
	var data values
	if err := json.Unmarshal(raw, &data); err != nil {
		t.Fatal(err)
	}
	conn := scratch(t, model(t, "types/postgres.sql"))
	for name, value := range data.Settings {
		ask(t, conn, "SELECT set_config($1, $2, false)", name, value)
	}
	version, err := strconv.Atoi(ask(t, conn, "SELECT current_setting('server_version_num')::int / 10000"))
	if err != nil {
		t.Fatal(err)
	}
	missing := ask(t, conn, `SELECT string_agg(table_name || '.' || column_name, ', ') FROM information_schema.columns
		WHERE table_schema = 'public' AND column_name <> 'id' AND column_name NOT LIKE '%\_null'
		AND table_name || '.' || column_name <> ALL ($1)`, columns(&data))
	if missing != "" {
		t.Errorf("columns without values: %s", missing)
	}
	for _, c := range data.Types {
		for _, v := range c.Values {
			want := v.Value
			if v.Text != nil {
				want = *v.Text
			}
			if v.Since > version {
				continue
			}
			if got := ask(t, conn, "SELECT CAST($1::text AS "+c.Type+")::text", v.Value); got != want {
				t.Errorf("%s.%s: of %.80q the server says %.80q, want %.80q", c.Table, c.Column, v.Value, got, want)
			}
		}
	}
}

// columns lists the columns that have values, as an array of the server's.
func columns(data *values) string {
	var names []string
	for _, c := range data.Types {
		if len(c.Values) > 0 {
			names = append(names, c.Table+"."+c.Column)
		}
	}
	return "{" + strings.Join(names, ",") + "}"
}

// scratch is a connection to a database with the model's schema.
func scratch(t *testing.T, m *ir.Model) *pgconn.PgConn {
	t.Helper()
	ctx := context.Background()
	host := pgserver.New(pgserver.FromEnvironment(os.Getenv, nil))
	t.Cleanup(func() { _ = host.Close() })
	d, err := host.Scratch(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Drop(ctx) })
	conn, err := pgconn.ConnectConfig(ctx, d.Config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(ctx) })
	for _, migration := range m.Migrations {
		if _, err := conn.Exec(ctx, migration.SQL).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	return conn
}

// ask returns a statement's only value, as text.
func ask(t *testing.T, conn *pgconn.PgConn, sql string, args ...string) string {
	t.Helper()
	params := make([][]byte, len(args))
	for i, arg := range args {
		params[i] = []byte(arg)
	}
	r := conn.ExecParams(context.Background(), sql, params, nil, nil, nil).Read()
	if r.Err != nil {
		return r.Err.Error()
	}
	return string(r.Rows[0][0])
}
