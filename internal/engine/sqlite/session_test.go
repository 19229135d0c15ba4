package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

// TestErrors: every error says where it is and what to do.
func TestErrors(t *testing.T) {
	s := openTruth(t)
	for _, c := range []struct{ sql, at, msg, hint string }{
		{"SELECT naem FROM users", "naem", "no such column: naem", "did you mean name?"},
		{"SELECT u.naem FROM users u", "naem FROM", "no such column: u.naem", "did you mean name?"},
		{"SELECT 'naem', naem -- naem\nFROM users", "naem -- ", "no such column: naem", "did you mean name?"},
		{`SELECT "naem" FROM users`, `"naem"`, "no such column", "did you mean name?"},
		{`SELECT id FROM users WHERE name = "completely else"`, `"completely`, "no such column", "single quotes"},
		{"SELECT * FROM user", "user", "no such table: user", "did you mean users?"},
		{"SELECT * FROM nowhere_at_all", "nowhere", "no such table: nowhere_at_all", "prepared, never run"},
		{"SELECT lenght(name) FROM users", "lenght", "no such function: lenght", "did you mean length?"},
		{"SELECT name nick frm users", "frm", `near "frm": syntax error`, ""},
		{"SELECT id FROM users, org", "id", "ambiguous column name: id", "alias"},
		{"SELECT 1; SELECT 2", "SELECT 2", "second statement", "one statement"},
		{"  /* x */ pragma foreign_keys", "pragma", "PRAGMA", "pragma_table_info"},
		{"PRAGMA user_version(5)", "PRAGMA", "PRAGMA", "pragma_table_info"},
		{"PRAGMA user_version = 5", "PRAGMA", "PRAGMA", "pragma_table_info"},
		{"PRAGMA table_info(users); PRAGMA user_version(5)", "PRAGMA", "PRAGMA", "pragma_table_info"},
		{"EXPLAIN SELECT 1", "EXPLAIN", "internals", "EXPLAIN QUERY PLAN"},
		{"EXPLAIN QUERY PLAN SELECT naem FROM users", "naem", "no such column: naem", "did you mean name?"},
		{"-- only a comment", "", "no statement", ""},
		{"", "", "no statement", ""},
		{"SELECT (1", "", "incomplete input", "too early"},
		{"INSERT INTO users (nmae) VALUES (1)", "nmae", "no column named nmae", "did you mean name?"},
		{"SELECT length(1, 2)", "length", "wrong number of arguments", ""},
		{"SELECT 'abc", "'abc", "unrecognized token", ""},
		{"SELECT \x00 1", "", "", ""},
	} {
		_, err := s.Describe(context.Background(), engine.Stmt{SQL: c.sql})
		var e *engine.Error
		if !errors.As(err, &e) {
			t.Errorf("%q gives %v", c.sql, err)
			continue
		}
		if !strings.Contains(e.Msg, c.msg) || !strings.Contains(e.Hint, c.hint) || c.hint == "" && c.msg != "" &&
			e.Hint != "" {
			t.Errorf("%q gives %q, hint %q", c.sql, e.Msg, e.Hint)
		}
		if want := strings.Index(c.sql, c.at); c.at != "" && e.Offset != want {
			t.Errorf("%q: %s at %d, want %d", c.sql, e.Msg, e.Offset, want)
		}
	}
}

func TestApply(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ script, msg, at string }{
		{"CREATE TABLE a (x); -- c\n INSERT INTO a VALUES (1);;\n/* end */", "", ""},
		{"CREATE TABLE a (x); CREATE TABL b (y)", `near "TABL": syntax error`, "TABL b"},
		{"CREATE TABLE a (x NOT NULL); INSERT INTO a VALUES (NULL); SELECT 1", "NOT NULL constraint failed: a.x",
			"INSERT"},
		{"ATTACH 'file.db' AS b", "ATTACH", "ATTACH"},
		{"VACUUM INTO 'file.db'", "VACUUM", "VACUUM"},
		{"BEGIN; CREATE TABLE a (x); COMMIT; CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END; SELECT 1", "", ""},
		{"BEGIN; CREATE TABLE a (x)", "does not end", ""},
	} {
		s, err := Open(ctx)
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Answers(t, s.Apply(ctx, c.script), c.script, c.msg, "", c.at)
		s.Close()
	}
}

// TestApplyEndsWithItsContext: a script that never ends is stopped, and leaves nothing.
func TestApplyEndsWithItsContext(t *testing.T) {
	s, err := Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	err = s.Apply(ctx,
		"CREATE TABLE t (i); WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x) INSERT INTO t SELECT i FROM x")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Apply gives %v", err)
	}
	if err := s.Apply(context.Background(), "INSERT INTO t VALUES (1)"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestNothingRuns: describing a statement leaves the database as it was.
func TestNothingRuns(t *testing.T) {
	s := openTruth(t)
	ctx := context.Background()
	if err := s.Apply(ctx, "INSERT INTO org (name) VALUES ('x')"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"DELETE FROM org", "DROP TABLE users", "CREATE TABLE made (x)",
		"UPDATE org SET name = 'y' RETURNING id", "INSERT INTO org (name) VALUES ('z') RETURNING id",
		"VACUUM", "ANALYZE", "REINDEX", "ATTACH 'never.db' AS never"} {
		if _, err := s.Describe(ctx, engine.Stmt{SQL: sql}); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	rows := 0
	err := s.conn.query("SELECT name, (SELECT count(*) FROM sqlite_schema WHERE name IN ('users', 'made')), (SELECT count(*) FROM pragma_database_list) FROM org", func(r *stmt) {
		if rows++; r.text(0) != "x" || r.int(1) != 1 || r.int(2) > 2 {
			t.Errorf("%s %d %d", r.text(0), r.int(1), r.int(2))
		}
	})
	if err != nil || rows != 1 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// TestParameterTypes: a declared type wins, a sample comes last.
func TestParameterTypes(t *testing.T) {
	s := openTruth(t)
	for _, c := range []struct {
		sql  string
		hint engine.ParamHint
		want string
	}{
		{"SELECT id FROM users WHERE name = ?1", engine.ParamHint{Type: "UUID"}, "uuid UUID"},
		{"SELECT id FROM users WHERE name = ?1", engine.ParamHint{Sample: "1"}, "text VARCHAR(40)"},
		{"SELECT ?1", engine.ParamHint{Sample: "-12"}, "int64 INTEGER"},
		{"SELECT ?1", engine.ParamHint{Sample: "1.5e3"}, "float64 REAL"},
		{"SELECT ?1", engine.ParamHint{Sample: "'it''s'"}, "text TEXT"},
		{"SELECT ?1", engine.ParamHint{Sample: "x'00ff'"}, "blob BLOB"},
		{"SELECT ?1", engine.ParamHint{Sample: "true"}, "bool BOOLEAN"},
		{"SELECT ?1", engine.ParamHint{Sample: "null"}, "unknown "},
		{"SELECT ?1", engine.ParamHint{Sample: "'a' || 'b'"}, "unknown "},
		{"SELECT ?1", engine.ParamHint{Sample: "date('now')"}, "unknown "},
		{"SELECT ?1", engine.ParamHint{}, "unknown "},
		{"SELECT balance + ?1 FROM users WHERE balance > ?1", engine.ParamHint{}, "decimal DECIMAL(10,2)"},
		{"UPDATE users SET balance = ?1 WHERE name = ?1", engine.ParamHint{}, "decimal DECIMAL(10,2)"},
		{"INSERT INTO users (name) SELECT ?1 WHERE ?1 > 5", engine.ParamHint{}, "text VARCHAR(40)"},
		{"SELECT CASE WHEN ?1 THEN name END FROM users", engine.ParamHint{}, "bool BOOLEAN"},
		{"SELECT id FROM users WHERE ?1 OR age > 3", engine.ParamHint{}, "bool BOOLEAN"},
		{"SELECT id FROM users WHERE NOT ?1", engine.ParamHint{}, "bool BOOLEAN"},
		{"SELECT id FROM org WHERE settings ->> '$.k' = ?1", engine.ParamHint{}, "any ANY"},
		{"SELECT id FROM org WHERE settings ->> '$.k' = ?1", engine.ParamHint{Sample: "1"}, "int64 INTEGER"},
		{"SELECT id FROM users WHERE extra = ?1", engine.ParamHint{Sample: "1"}, "any ANY"},
		{"SELECT json_set(settings, '$.k', ?1) FROM org", engine.ParamHint{}, "unknown "},
		{"SELECT json_set(settings, ?1, 1) FROM org", engine.ParamHint{}, "text TEXT"},
		{"SELECT datetime(?1, 'unixepoch')", engine.ParamHint{}, "int64 INTEGER"},
		{"SELECT printf('%d', ?1)", engine.ParamHint{Sample: "7"}, "int64 INTEGER"},
		{"WITH p(x) AS (VALUES (?1)) SELECT name FROM users JOIN p ON p.x = users.born", engine.ParamHint{},
			"date DATE"},
		{"SELECT substr(name, ?1) FROM users", engine.ParamHint{}, "int64 INTEGER"},
	} {
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: c.sql, Params: []engine.ParamHint{c.hint}})
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		p := d.Params[0].Type
		if got := p.Kind.String() + " " + p.SQL; got != c.want {
			t.Errorf("%s with %+v is %s, want %s", c.sql, c.hint, got, c.want)
		}
	}
}

func TestTables(t *testing.T) {
	s := openTruth(t)
	tables, err := s.Tables(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range tables {
		fmt.Fprintf(&b, "%s key=%v strict=%v:", m.Name.SQL, m.Key, m.Strict)
		for _, c := range m.Columns {
			fmt.Fprintf(&b, " %s %v%s", c.Column, c.Type.Kind, enginetest.Flags(c))
		}
		b.WriteString("\n")
	}
	want := `audit key=[id] strict=false: id int64 default, what text, at timestamp
backwards key=[id] strict=false: id int64?, x text?
book key=[id] strict=false: id int64 default, title text?, year int64?, made date?
box key=[] strict=false: id int64, x0 float64, x1 float64, label text?, any any?
cell key=[] strict=false: id int64, x0 int64, x1 int64
docs key=[] strict=false: title text?, body text?
gen key=[id] strict=false: id int64 default, v int64 generated, a int64, s text? generated, t text?
loose key=[code] strict=false: code text?, val decimal?, amount float64, n int64
moved key=[id] strict=false: id int64 default, parent int64?, was int64?
notes key=[] strict=false: title text?, owner any?
orders key=[id] strict=true: id int64 default, user_id int64, total float64, qty int64, placed text?, note text?, any any?
org key=[id] strict=false: id int64 identity default, name text, note text?, settings json?
pairs key=[a b] strict=false: a int64, b text, c text?
places key=[] strict=false: term text, doc int64?, col text?, offset int64?
titles key=[] strict=false: title text?, year int64?, made date?
tree key=[id] strict=false: id int64 default, parent int64?, label text
users key=[id] strict=false: id int64 default, org_id int64?, name text, nick text?, age int64?, admin bool default, balance decimal default, score float64?, token uuid?, born date?, created timestamp default, avatar blob?, extra any?
words key=[] strict=false: term text, doc int64?, cnt int64?
`
	if got := strings.ReplaceAll(b.String(), ",\n", "\n"); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func TestType(t *testing.T) {
	for name, want := range map[string]ir.Type{
		"boolean":                  {Kind: ir.Bool},
		"Decimal( 10 , 2 )":        {Kind: ir.Decimal, Precision: 10, Scale: 2},
		"NUMERIC(8)":               {Kind: ir.Decimal, Precision: 8},
		"timestamp with time zone": {Kind: ir.TimestampTZ},
		"timestamp(3)":             {Kind: ir.Timestamp},
		"unsigned big int":         {Kind: ir.Int64},
		"NATIVE CHARACTER(70)":     {Kind: ir.Text},
		"double precision":         {Kind: ir.Float64},
		"jsonb":                    {Kind: ir.JSON},
		"":                         {Kind: ir.Any},
	} {
		want.SQL = name
		if got, ok := Type(name); !ok || got != want {
			t.Errorf("%q is %+v %v", name, got, ok)
		}
	}
	if _, ok := Type("money"); ok {
		t.Error("money has NUMERIC affinity, which is no one kind")
	}
}

// TestWideTable: more columns and parameters than one interpretation can track.
func TestWideTable(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	kinds := []string{"INTEGER NOT NULL", "TEXT", "DATE NOT NULL", "DECIMAL(10,2)", "BOOLEAN NOT NULL", "TIMESTAMP"}
	var columns, values []string
	for i := range 90 {
		columns = append(columns, fmt.Sprintf("c%d %s", i, kinds[i%len(kinds)]))
		values = append(values, fmt.Sprintf("?%d", i+1))
	}
	if err := s.Apply(ctx, "CREATE TABLE wide ("+strings.Join(columns, ", ")+")"); err != nil {
		t.Fatal(err)
	}
	d, err := s.Describe(ctx, engine.Stmt{SQL: "INSERT INTO wide VALUES (" + strings.Join(values, ", ") +
		") RETURNING *", Params: make([]engine.ParamHint, 90)})
	if err != nil {
		t.Fatal(err)
	}
	want := []ir.Kind{ir.Int64, ir.Text, ir.Date, ir.Decimal, ir.Bool, ir.Timestamp}
	for i := range 90 {
		p, c := d.Params[i], d.Columns[i]
		if p.Type.Kind != want[i%6] || p.Nullable != (i%2 == 1) || p.Source.Column != c.Name ||
			c.Type.Kind != want[i%6] || c.Nullable != (i%2 == 1) {
			t.Errorf("%d: %+v %+v", i, p, c)
		}
	}
	d, err = s.Describe(ctx, engine.Stmt{SQL: "SELECT coalesce(c1, ?60), ?50, ?1 + c0 FROM wide WHERE c1 IN (" +
		strings.Join(values, ", ") + ")", Params: make([]engine.ParamHint, 90)})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []ir.Kind{ir.Text, ir.Text, ir.Float64} {
		if c := d.Columns[i]; c.Type.Kind != want || c.Nullable {
			t.Errorf("%+v", c)
		}
	}
}

// TestEndless: what has no end is stopped.
func TestEndless(t *testing.T) { enginetest.Endless(t, NewHost, "SQLite") }

func TestForeign(t *testing.T) {
	s := enginetest.Open(t, Open, enginetest.ForeignSchema+`
		CREATE TABLE venue (Id INTEGER PRIMARY KEY, x INTEGER REFERENCES gone (id), y INTEGER REFERENCES "VENUE" ("ID"));
		CREATE TEMP TABLE zoo (a INTEGER PRIMARY KEY, b INTEGER REFERENCES zoo)`)
	enginetest.Foreign(t, s, "venue (y) to venue (Id)\nzoo (b) to zoo (a)\n")
}
