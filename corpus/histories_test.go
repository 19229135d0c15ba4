package corpus

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
	"github.com/sqg-dev/sqg/internal/target"
)

// history is what a database goes through. Each migration may begin with :no_transaction.
type history struct {
	Name       string
	Migrations []string
	Fails      int    // the number of the migration that fails, in sqg and in each program
	Refused    int    // the number of the migration that sqg refuses, whatever it does in a program
	Error      string // a part of what sqg says
}

// TestHistories: what sqg says of migrations is what a program finds that applies them, all at once and from each state
// between: those that applied some before have ended.
func TestHistories(t *testing.T) {
	server := newServer(t)
	for _, name := range []string{"sqlite", "duckdb", "postgres"} {
		text, err := os.ReadFile(filepath.Join("histories", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var list []history
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		x := newHistorian(t, name, server)
		for _, h := range list {
			t.Run(name+"/"+h.Name, func(t *testing.T) {
				v := x.verdict(t, h.Migrations)
				if v.stops != max(h.Fails, h.Refused) || !strings.Contains(fmt.Sprint(v.err), h.Error) {
					t.Fatalf("sqg says of migration %d: %v", v.stops, v.err)
				}
				if h.Refused == 0 {
					x.compare(t, h.Migrations, v)
				}
			})
		}
	}
}

// historian asks sqg and programs about migrations.
type historian struct {
	target *target.Target
	host   engine.Host
	empty  func(t *testing.T) func(t *testing.T) oracle // makes a database: what it returns connects to it
}

func newHistorian(t *testing.T, name string, server *server) *historian {
	env := engine.Environment{Getenv: os.Getenv, Log: func(string) {}}
	x := &historian{}
	switch name {
	case "sqlite":
		x.target = target.Find("go/sqlite/modernc")
		x.empty = func(t *testing.T) func(t *testing.T) oracle {
			path := filepath.Join(t.TempDir(), "h.db")
			return func(t *testing.T) oracle {
				db, err := sql.Open("sqlite", path)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { db.Close() })
				db.SetMaxOpenConns(1)
				return &sqliteOracle{db}
			}
		}
	case "duckdb":
		x.target = target.Find("go/duckdb")
		x.empty = func(t *testing.T) func(t *testing.T) oracle {
			db := &duckOracle{database(t)}
			return func(*testing.T) oracle { return db }
		}
	default:
		x.target = target.Find("go/postgres/pgx")
		env.Getenv = server.environment
		x.empty = func(t *testing.T) func(t *testing.T) oracle {
			db := openPostgres(t, server.host)
			return func(t *testing.T) oracle { return db.again(t) }
		}
	}
	x.host = compile.Engines[name].Host(env)
	t.Cleanup(func() { _ = x.host.Close() })
	return x
}

// verdict is what sqg says of migrations: at which it stops and why, or which tables there are in the end.
type verdict struct {
	stops   int // 0 for none
	err     error
	refused bool // it is good SQL for other programs
	tables  []string
}

func (x *historian) verdict(t *testing.T, migrations []string) (v verdict) {
	blocks := x.blocks(migrations)
	s, err := x.host.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if ds := analyze.Schema(t.Context(), s, blocks, analyze.Databases{Migrated: true}); len(ds) > 0 {
		line, _ := ds[0].Span.File.Position(ds[0].Span.Start)
		for i, b := range blocks {
			if first, _ := b.Span.File.Position(b.Span.Start); first <= line {
				v.stops = i + 1
			}
		}
		v.err, v.refused = errors.New(ds[0].Msg), ds[0].Code == diag.ForbiddenSQL
		return v
	}
	list, err := s.Tables(t.Context())
	if err != nil { // a view that does not resolve
		return verdict{stops: len(blocks), err: err, refused: true}
	}
	for _, table := range list {
		v.tables = append(v.tables, table.Schema+"."+table.Name.SQL)
	}
	slices.Sort(v.tables)
	return v
}

func (x *historian) blocks(migrations []string) []*syntax.Block {
	var text strings.Builder
	for i, m := range migrations {
		mode := ""
		if rest, ok := strings.CutPrefix(m, ":no_transaction "); ok {
			m, mode = rest, " :no_transaction"
		}
		fmt.Fprintf(&text, "-- MIGRATE %d%s\n%s;\n\n", i+1, mode, m)
	}
	blocks, _ := syntax.Parse(source.New("history.sql", text.String()), engine.Find(x.target.Engine).Dialect)
	return blocks
}

// compare applies migrations as programs do, from each state that a database can have.
func (x *historian) compare(t *testing.T, migrations []string, v verdict) {
	var model []ir.Migration
	for _, b := range x.blocks(migrations) {
		model = append(model, analyze.Migration(b, engine.Find(x.target.Engine).Dialect))
	}
	stops := v.stops == 0
	for before := range max(v.stops, len(migrations)) {
		connect := x.empty(t)
		if failed, _ := x.program(connect(t), model[:before]); failed != 0 {
			break // as the states before have shown
		}
		db := connect(t)
		failed, err := x.program(db, model)
		switch stops = stops || failed == v.stops; {
		case failed != 0 && failed != v.stops:
			t.Errorf("after %d migrations, a program fails at migration %d: %v; sqg says of %d: %v", before, failed,
				err, v.stops, v.err)
		case v.stops == 0:
			if got := x.tables(t, db); !slices.Equal(got, v.tables) {
				t.Errorf("after %d migrations, a program has %q; sqg says %q", before, got, v.tables)
			}
		}
	}
	if !stops {
		t.Errorf("no program fails; sqg says of migration %d: %v", v.stops, v.err)
	}
}

// program applies migrations as generated code does, and returns the number of the one that fails.
func (x *historian) program(db oracle, migrations []ir.Migration) (failed int, err error) {
	sql := plan.TrackingOf(x.target)
	if sql.Unlock != "" {
		if err := db.script(sql.Lock); err != nil {
			return -1, err
		}
		defer func() { _, _ = one(db, sql.Unlock) }()
	}
	settings := ""
	if sql.Settings != "" {
		if settings, err = one(db, sql.Settings); err != nil {
			return -1, err
		}
	}
	for i, m := range migrations {
		table, err := x.tracking(db, sql)
		if err != nil {
			return -1, err
		}
		known, err := one(db, "SELECT CAST(count(*) AS TEXT) FROM "+table+" WHERE migration_id = "+quoted(m.ID))
		if err != nil {
			return -1, err
		}
		if known == "1" {
			if err := db.script("COMMIT"); err != nil {
				return -1, err
			}
			continue
		}
		record := fmt.Sprintf("; INSERT INTO %s (project, migration_id, checksum) VALUES ('p', %s, 'c')", table,
			quoted(m.ID))
		if err := x.apply(db, m, strings.ReplaceAll(sql.Lock, "{table}", table), settings, record); err != nil {
			_ = db.script("ROLLBACK")
			_ = db.script(settings)
			return i + 1, err
		}
	}
	return 0, nil
}

// tracking begins a transaction, in which it makes the table of migrations where there is none.
func (x *historian) tracking(db oracle, sql plan.Tracking) (table string, err error) {
	if err := db.script("BEGIN"); err != nil {
		return "", err
	}
	switch x.target.Engine {
	case "sqlite":
		return engine.Tracking, db.script(sql.Create)
	case "duckdb":
		if table, err = one(db, sql.Table); err != nil {
			return "", err
		}
		return table, db.script(strings.ReplaceAll(sql.Create, "{table}", table))
	}
	if err := db.script(sql.Create); err != nil {
		return "", err
	}
	return one(db, sql.Table)
}

func (x *historian) apply(db oracle, m ir.Migration, lock, settings, record string) error {
	steps := (&plan.Program{Target: x.target}).Steps(m)
	if len(steps) == 0 {
		if x.target.Engine != "duckdb" { // which sets its settings back behind the transaction
			record = "; " + settings + record
			lock, settings = "", ""
		}
		return inOrder(db, lock, m.SQL, strings.TrimPrefix(record, "; ")+"; COMMIT", settings)
	}
	if err := db.script("COMMIT"); err != nil {
		return err
	}
	for _, s := range steps {
		if s.Undo != "" {
			if undo, err := one(db, s.Undo); err == nil && undo != "" {
				return fmt.Errorf("something is left: %s", undo)
			}
		}
		if err := db.script(s.SQL); err != nil {
			return err
		}
	}
	return inOrder(db, settings, strings.TrimPrefix(record, "; "))
}

func inOrder(db oracle, scripts ...string) error {
	for _, s := range scripts {
		if err := db.script(s); err != nil {
			return err
		}
	}
	return nil
}

// one is the text that a query gives in its first row; "" where it has none.
func one(db oracle, query string) (string, error) {
	rows, err := db.query(query, []ir.Field{{Type: ir.Type{Kind: ir.Text}}})
	if err != nil || len(rows) == 0 || rows[0][0] == nil {
		return "", err
	}
	return fmt.Sprint(rows[0][0]), nil
}

// catalogues list the tables that a database has, as sqg names them.
var catalogues = map[string]string{
	"sqlite":   "SELECT 'main.' || name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'",
	"duckdb":   "SELECT schema_name || '.' || table_name FROM duckdb_tables()",
	"postgres": "SELECT relnamespace::regnamespace || '.' || relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)",
}

func (x *historian) tables(t *testing.T, db oracle) (list []string) {
	rows, err := db.query(catalogues[x.target.Engine], []ir.Field{{Type: ir.Type{Kind: ir.Text}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if name := fmt.Sprint(r[0]); !strings.HasSuffix(name, engine.Tracking) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// TestReviewed: an annotation ends the warnings of its migration and those before.
func TestReviewed(t *testing.T) {
	x := newHistorian(t, "postgres", newServer(t))
	const text = "-- MIGRATE 1\nCREATE TABLE t (id integer);\n\n-- MIGRATE 2\nCREATE INDEX ON t (id);\n\n" +
		"-- MIGRATE 3%s\nCREATE INDEX ON t (id);\n\n-- MIGRATE 4\nCREATE INDEX ON t (id);\n"
	for mode, want := range map[string]string{"": "5 8 11", " :reviewed": "11"} {
		blocks, ds := syntax.Parse(source.New("reviewed.sql", fmt.Sprintf(text, mode)), engine.Postgres.Dialect)
		s, err := x.host.Open(t.Context())
		if err != nil || len(ds) > 0 {
			t.Fatal(err, ds)
		}
		var lines []string
		warn := func(d diag.Diagnostic) {
			line, _ := d.Span.File.Position(d.Span.Start)
			lines = append(lines, fmt.Sprint(line))
		}
		if ds := analyze.Schema(t.Context(), s, blocks, analyze.Databases{Migrated: true, Warn: warn}); len(ds) > 0 {
			t.Error(ds)
		}
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("%q: warnings on lines %s, want %s", mode, got, want)
		}
		_ = s.Close()
	}
}
