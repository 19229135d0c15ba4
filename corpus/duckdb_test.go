package corpus

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// sourceFiles makes the files that sources/duckdb.sql reads.
// ledger is the PostgreSQL that statements of attached/duckdb.sql change.
var ledger = config.Source{Name: "ledger", Type: "postgres", Mode: "read-write"}

func sourceFiles(t *testing.T) []config.Source {
	t.Helper()
	dir := filepath.ToSlash(t.TempDir())
	db := database(t)
	for _, sql := range []string{
		"COPY (SELECT i::INTEGER AS id, (i % 3)::INTEGER AS user_id, 'kind ' || i AS kind, TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR AS at, [i, NULL] AS tags FROM range(1, 11) AS r(i)) TO '" + dir + "/events.parquet'",
		"COPY (SELECT 1 AS id, 'Ada' AS name UNION ALL SELECT 2, NULL) TO '" + dir + "/users.csv'",
	} {
		run(t, db, sql)
	}
	return []config.Source{{Name: "prod", Type: "postgres"}, ledger,
		{Name: "events", Type: "file", Path: dir + "/events.parquet"},
		{Name: "users", Type: "file", Path: dir + "/users.csv"}}
}

func database(t *testing.T) *libduckdb.Conn {
	t.Helper()
	library, err := libduckdb.Open(t.Context(), "", os.Getenv, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	db, err := library.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	run(t, db, "SET threads = 1")
	run(t, db, "SET TimeZone = 'UTC'")
	if db.Second() {
		run(t, db, "SET error_on_division_by_zero = false") // as 1.5 does
	}
	return db
}

func run(t *testing.T, db *libduckdb.Conn, sql string) {
	t.Helper()
	if _, err := db.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
}

// duck analyses one file of the corpus.
func duck(t *testing.T, file string, sources []config.Source) *ir.Model {
	t.Helper()
	cfg := &config.Config{Dir: ".", Name: "corpus", Sources: sources,
		Units: []config.Unit{{Name: "corpus", Project: "corpus", Files: []config.InputFile{{Path: file, Name: file}}}}}
	r := compile.Models(context.Background(), cfg, "duckdb", compile.Options{})
	if r.Diags.Failed() {
		var text strings.Builder
		_ = diag.WriteText(&text, r.Diags.All(), false)
		t.Fatalf("%s", text.String())
	}
	return r.Models[0]
}

// madeByPrograms are the tables that an EXEC makes, which no script has made.
func madeByPrograms(m *ir.Model) (tables []string) {
	for _, q := range m.Queries {
		if q.Row == nil && len(q.SQL) > 0 {
			if c := engine.CreationOf(engine.DuckDB.Dialect, engine.Stmt{SQL: q.SQL[0].Text}); c != nil {
				tables = append(tables, c.Table)
			}
		}
	}
	return tables
}

// TestDuckDB analyses every file, and runs every query without parameters over TESTDATA: a column that is said not to
// be NULL is not. In those of nullability, a column named *_v must be NOT NULL, one named *_n must not, and is NULL in
// a row.
func TestDuckDB(t *testing.T) {
	files, err := filepath.Glob("*/duckdb.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			m := duck(t, file, sourceFiles(t))
			db := database(t)
			if len(m.Attached) > 0 {
				attach(t, db, file)
			}
			for _, script := range scripts(t, file, "") {
				run(t, db, script)
			}
			made := madeByPrograms(m)
			claims := strings.HasPrefix(file, "nullability")
			for _, q := range m.Queries {
				if q.Row == nil {
					continue
				}
				if q.Fallback != "" && !strings.Contains(q.Fallback, "CSVReaderSerialize") {
					t.Errorf("%s fell back: %s", q.Name.SQL, q.Fallback)
				}
				var null []bool
				if len(q.Params) == 0 && !strings.HasPrefix(q.Name.SQL, "fails_") {
					text := statement(nil, q, nil)
					reads := func(table string) bool { return strings.Contains(text, "FROM "+table+" ") }
					if !slices.ContainsFunc(made, reads) {
						null = nulls(t, db, text, len(q.Row.Fields))
					}
				}
				for i, c := range q.Row.Fields {
					name := c.Column
					switch {
					case null != nil && null[i] && !c.Nullable:
						t.Errorf("%s: %s is said not to be NULL, and is: %s", q.Name.SQL, name, c.Why)
					case claims && strings.HasSuffix(name, "_v") && c.Nullable, claims &&
						strings.HasSuffix(name, "_n") && !c.Nullable:
						t.Errorf("%s: %s has nullable %v: %s", q.Name.SQL, name, c.Nullable, c.Why)
					case q.Name.SQL == "first_by_number" && db.Second(): // which makes no row of NULLs
					case claims && strings.HasSuffix(name, "_n") && null != nil && !null[i]:
						t.Errorf("%s: %s is NULL in no row", q.Name.SQL, name)
					}
				}
			}
		})
	}
}

// attach makes the PostgreSQL that a file's statements read, with the rows that lie beside it, and attaches it. It
// returns the address.
func attach(t *testing.T, db *libduckdb.Conn, file string) string {
	t.Helper()
	host := pgserver.New(pgserver.FromEnvironment(os.Getenv, nil))
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	scratch, err := host.Scratch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgconn.ConnectConfig(t.Context(), scratch.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := os.ReadFile(filepath.Join(filepath.Dir(file), "rows.sql"))
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range slices.Concat(scripts(t, file, "prod"), scripts(t, file, ledger.Name),
		[]string{string(rows)}) {
		if err := conn.Exec(t.Context(), script).Close(); err != nil {
			t.Fatal(err)
		}
	}
	extension, err := extension.Postgres.Find(t.Context(), libduckdb.Version, os.Getenv, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	run(t, db, "LOAD '"+extension+"'")
	for _, as := range []string{"prod (TYPE postgres, READ_ONLY)", ledger.Name + " (TYPE postgres)"} {
		run(t, db, "ATTACH '"+strings.ReplaceAll(scratch.Address(), "'", "''")+"' AS "+as)
	}
	return scratch.Address()
}

// TestDuckDBSource: a schema that sqg reads from the source itself is the one that SQL makes.
func TestDuckDBSource(t *testing.T) {
	const file = "attached/duckdb.sql"
	address := attach(t, database(t), file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "-- BASELINE ledger")
	path := filepath.Join(t.TempDir(), "duckdb.sql")
	if err := os.WriteFile(path, []byte("-- BASELINE all :source=prod\n\n-- BASELINE ledger"+rest), 0o644); err != nil {
		t.Fatal(err)
	}
	written := duck(t, file, []config.Source{{Name: "prod", Type: "postgres"}, ledger})
	read := duck(t, path, []config.Source{{Name: "prod", Type: "postgres", URL: address}, ledger})
	if len(read.Queries) != len(written.Queries) || len(read.Queries) == 0 {
		t.Fatalf("%d queries, not %d", len(read.Queries), len(written.Queries))
	}
	for i, q := range written.Queries {
		if q.Row != nil && !slices.EqualFunc(q.Row.Fields, read.Queries[i].Row.Fields, func(a, b ir.Field) bool {
			return a.Column == b.Column && a.Type.SQL == b.Type.SQL && a.Nullable == b.Nullable && a.Source == b.Source
		}) {
			t.Errorf("%s has other columns", q.Name.SQL)
		}
	}
}

// scripts are the migrations, baselines and test data of a file, or the baselines of one of its sources.
func scripts(t *testing.T, file, of string) (list []string) {
	t.Helper()
	f, err := source.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks, _ := syntax.Parse(f, engine.DuckDB.Dialect)
	for _, kind := range []syntax.Kind{syntax.Baseline, syntax.Migrate, syntax.Testdata} {
		for _, b := range blocks {
			if b.Kind == kind && b.Mods.Source == of {
				list = append(list, analyze.Migration(b, engine.DuckDB.Dialect).SQL)
			}
		}
	}
	return list
}

// nulls tells which columns of a query were NULL in some row. What the query changes is rolled back.
func nulls(t *testing.T, db *libduckdb.Conn, query string, columns int) []bool {
	t.Helper()
	run(t, db, "BEGIN")
	null := make([]bool, columns)
	err := db.Query(t.Context(), query, func(values []any) {
		for i, v := range values {
			null[i] = null[i] || v == nil
		}
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	run(t, db, "ROLLBACK")
	return null
}

// TestDuckDBValues: every column of the tables has values, and DuckDB says of each the text that the data promises.
func TestDuckDBValues(t *testing.T) {
	raw, err := os.ReadFile("types/duckdb.json")
	if err != nil {
		t.Fatal(err)
	}
	var data values
	if err := json.Unmarshal(raw, &data); err != nil {
		t.Fatal(err)
	}
	m := duck(t, "types/duckdb.sql", nil)
	db := database(t)
	for _, migration := range m.Migrations {
		run(t, db, migration.SQL)
	}
	have := map[string]bool{}
	for _, c := range data.Types {
		have[c.Table+"."+c.Column] = len(c.Values) > 0
		for _, v := range c.Values {
			want := v.Value
			if v.Text != nil {
				want = *v.Text
			}
			var got any
			err := db.Query(t.Context(), "SELECT CAST($1::VARCHAR AS "+c.Type+")::VARCHAR",
				func(r []any) { got = r[0] }, v.Value)
			if err != nil {
				t.Errorf("%s.%s: %.80q: %v", c.Table, c.Column, v.Value, err)
			} else if got != want {
				t.Errorf("%s.%s: of %.80q DuckDB says %.80q, want %.80q", c.Table, c.Column, v.Value, got, want)
			}
		}
	}
	for _, table := range m.Tables {
		for _, c := range table.Columns {
			if c.Column != "id" && !strings.HasSuffix(c.Column, "_null") && !have[table.Name.SQL+"."+c.Column] {
				t.Errorf("%s.%s has no values", table.Name.SQL, c.Column)
			}
		}
	}
}
