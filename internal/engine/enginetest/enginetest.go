// Package enginetest is what the tests of all engines share.
package enginetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Open opens a scratch database that holds a schema and is gone after the test.
func Open(t testing.TB, open func(context.Context) (engine.Session, error), schema string) engine.Session {
	t.Helper()
	s, err := open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Apply(context.Background(), schema); err != nil {
		t.Fatal(err)
	}
	return s
}

// Answers fails unless applying a script gave this error: none for an empty message, else one with the message, the
// hint and the place of at in it.
func Answers(t testing.TB, err error, script, msg, hint, at string) {
	t.Helper()
	var e *engine.Error
	switch {
	case msg == "" && err != nil:
		t.Errorf("%q gives %v", script, err)
	case msg != "" && (!errors.As(err, &e) || !strings.Contains(e.Msg, msg) || !strings.Contains(e.Hint, hint) ||
		at != "" && e.Offset != strings.Index(script, at)):
		t.Errorf("%q gives %+v", script, err)
	}
}

// Flags are what a table says of a column beside its type.
func Flags(c ir.TableColumn) (s string) {
	for _, f := range []struct {
		is   bool
		text string
	}{
		{c.Nullable, "?"}, {c.IdentityAlways, " always"}, {c.Identity && !c.IdentityAlways, " identity"},
		{c.Generated, " generated"}, {c.HasDefault, " default"},
	} {
		if f.is {
			s += f.text
		}
	}
	return s + ","
}

// File is the text of a file.
func File(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// States are the contents of testdata/states.sql, each behind a line with its name: what the schema's tables may hold.
func States(t testing.TB) (list []string) {
	t.Helper()
	for _, part := range strings.Split(File(t, "testdata/states.sql"), "-- STATE ")[1:] {
		_, sql, _ := strings.Cut(part, "\n")
		list = append(list, sql)
	}
	return list
}

// Counts tests which statements count rows: those that every engine has, and more of one engine over the same table k.
func Counts(t *testing.T, open func(context.Context) (engine.Session, error), schema string, more map[string]bool) {
	t.Helper()
	s := Open(t, open, "CREATE TABLE k (a int PRIMARY KEY, b text);"+schema)
	statements := map[string]bool{
		"INSERT INTO k VALUES (1, 'x')": true, "INSERT INTO k SELECT a + 1, b FROM k": true,
		"UPDATE k SET b = 'x'": true,
		"DELETE FROM k":        true, "DELETE FROM k WHERE a > 1": true, "DELETE FROM k RETURNING a": true,
		"INSERT INTO k VALUES (1, 'x') ON CONFLICT (a) DO UPDATE SET b = 'y'":              true,
		"WITH m AS (SELECT max(a) AS a FROM k) DELETE FROM k WHERE a IN (SELECT a FROM m)": true,
		"WITH m AS (SELECT max(a) + 1 AS a FROM k) INSERT INTO k SELECT a, 'x' FROM m":     true,

		"SELECT a FROM k": false, "WITH m AS (SELECT a FROM k) SELECT a FROM m": false,
		"CREATE TABLE l AS SELECT * FROM k": false,
		"CREATE TABLE l (a int)":            false, "CREATE INDEX i ON k (b)": false, "DROP TABLE k": false,
		"ALTER TABLE k ADD COLUMN c int": false,
	}
	maps.Copy(statements, more)
	for sql, want := range statements {
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
		if err != nil || d.Counts != want {
			t.Errorf("%s: %+v, %v; want counts %v", sql, d, err, want)
		}
	}
}

// Plan tests the plan of a statement that finds a row by its key: it names what the engine does, and nothing is
// changed.
func Plan(t *testing.T, open func(context.Context) (engine.Session, error), mark, names string) {
	t.Helper()
	s := Open(t, open, "CREATE TABLE k (a int PRIMARY KEY, b text); INSERT INTO k VALUES (1, 'x')")
	stmt := engine.Stmt{SQL: "UPDATE k SET b = " + mark + "1 WHERE a = " + mark + "2",
		Params: make([]engine.ParamHint, 2)}
	d, err := s.Describe(context.Background(), stmt)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		plan, err := s.Plan(context.Background(), stmt, d.Params)
		if err != nil || !strings.Contains(plan, names) {
			t.Errorf("%v\n%s\nhas no %q", err, plan, names)
		}
	}
	if plan, err := s.Plan(context.Background(), engine.Stmt{SQL: "CREATE TABLE k2 (a int)"}, nil); err != nil {
		t.Error(plan, err)
	}
	if err := s.Apply(context.Background(), "CREATE TABLE k2 (a int)"); err != nil {
		t.Error("it was made by the plan: ", err)
	}
}

// Sorted is a statement that reads two tables and sorts.
const Sorted = "SELECT k.b FROM l JOIN k ON k.a < l.a WHERE l.b = 'x' ORDER BY k.b"

// Steps tests the steps of a plan, with what is costly of them.
func Steps(t *testing.T, e *engine.Info, open func(context.Context) (engine.Session, error), sql, want string) {
	t.Helper()
	s := Open(t, open, "CREATE TABLE k (a int PRIMARY KEY, b text); CREATE TABLE l (a int, b text)")
	plan, err := s.Plan(context.Background(), engine.Stmt{SQL: sql}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var write func(depth int, steps []*engine.Step)
	write = func(depth int, steps []*engine.Step) {
		for _, step := range steps {
			line := fmt.Sprintf("%s%s [%s] %s", strings.Repeat("  ", depth), step.Title, strings.Join(step.Details, "; "),
				step.Costs)
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			write(depth+1, step.Steps)
		}
	}
	write(0, e.Steps(plan))
	if b.String() != want {
		t.Errorf("the steps are\n%s\nnot\n%s\nof\n%s", b.String(), want, plan)
	}
}

// Spelling is how an engine writes what benchmarks are made of.
type Spelling struct {
	Table string // a CREATE TABLE of %[1]d with id, parent, name, note, price and made
	Mark  string // before the number of a placeholder
}

// statements makes a schema of 20 tables and statements of the usual sorts over it.
func (sp Spelling) statements(n int) (schema string, list []engine.Stmt) {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, sp.Table+";\nCREATE INDEX t%[1]d_name ON t%[1]d(name, made);\n", i)
	}
	for i := range n {
		form := forms[i%len(forms)]
		sql := strings.NewReplacer("{t}", fmt.Sprint("t", i%20), "{u}", fmt.Sprint("t", (i+7)%20), "$",
			sp.Mark).Replace(form)
		list = append(list, engine.Stmt{SQL: sql, Params: make([]engine.ParamHint, strings.Count(form, "$"))})
	}
	return b.String(), list
}

var forms = []string{
	"SELECT * FROM {t} WHERE id = $1",
	"SELECT a.id, a.name, b.note, b.price FROM {t} a LEFT JOIN {u} b ON b.parent = a.id WHERE a.name = $1 ORDER BY a.made LIMIT $2",
	"INSERT INTO {t} (id, parent, name, note, price, made) VALUES (1, $1, $2, $3, $4, $5) RETURNING *",
	"UPDATE {t} SET note = $1, price = coalesce($2, price) WHERE id = $3",
	"SELECT name, count(*), sum(price), max(made) FROM {t} WHERE made BETWEEN $1 AND $2 GROUP BY name HAVING count(*) > $3",
	"DELETE FROM {t} WHERE parent IN (SELECT id FROM {u} WHERE name LIKE $1)",
	"WITH RECURSIVE up(id, parent, depth) AS (SELECT id, parent, 0 FROM {t} WHERE id = $1 UNION ALL SELECT t.id, t.parent, up.depth + 1 FROM {t} t JOIN up ON t.id = up.parent) SELECT * FROM up",
	"SELECT a.name, (SELECT max(b.made) FROM {u} b WHERE b.parent = a.id) AS latest, CASE WHEN a.price > 10 THEN 'dear' ELSE 'cheap' END FROM {t} a UNION ALL SELECT name, made, note FROM {u}",
}

// Schema is that of 20 tables.
func (sp Spelling) Schema() string {
	schema, _ := sp.statements(0)
	return schema
}

// Describe measures the analysis of a statement.
func (sp Spelling) Describe(b *testing.B, open func(context.Context) (engine.Session, error)) {
	schema, list := sp.statements(1000)
	s := Open(b, open, schema)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		describe(b, s, list[i%len(list)])
	}
}

// Unit measures a whole unit: open, apply a schema of 20 tables, describe 1,000 statements.
func (sp Spelling) Unit(b *testing.B, open func(context.Context) (engine.Session, error)) {
	schema, list := sp.statements(1000)
	for b.Loop() {
		s, err := open(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Apply(context.Background(), schema); err != nil {
			b.Fatal(err)
		}
		for _, st := range list {
			describe(b, s, st)
		}
		s.Close()
	}
}

func describe(b *testing.B, s engine.Session, st engine.Stmt) {
	b.Helper()
	if _, err := s.Describe(context.Background(), st); err != nil {
		b.Fatal(st.SQL, err)
	}
}
