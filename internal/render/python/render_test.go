package python

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/render/rendertest"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

func TestMain(m *testing.M) { golden.Main(m, "testdata/*.py", "testdata/*.txt") }

var field = rendertest.Field

// statement makes a method whose SQL binds its parameters in order.
func statement(name string, row *ir.Row, params ...ir.Field) *plan.Method {
	q := &ir.Query{Name: ir.NewName(name), Row: row, Counts: row == nil}
	if row != nil {
		q.Result = ir.All
	}
	sql := "SELECT " + name
	m := &plan.Method{Query: q}
	for i, p := range params {
		q.Params = append(q.Params, ir.Param{Field: p})
		m.Binds = append(m.Binds, i)
		sql += " ?"
	}
	m.Text = []plan.Piece{{SQL: sql, Source: -1}}
	return m
}

func program(name string, methods ...*plan.Method) *plan.Program {
	p := &plan.Program{
		Target: target.Find("python/sqlite"), Name: ir.NewName(name), Project: name,
		Files: []string{"sql/queries.sql"}, Version: "1.2.3", Methods: methods,
		Tracking: plan.Tracking{Create: "CREATE TABLE IF NOT EXISTS\n_sqg_migrations ()", Applied: "SELECT", Record: "INSERT"},
	}
	seen := map[*ir.Row]bool{}
	for _, m := range methods {
		if m.Row != nil && !seen[m.Row] {
			seen[m.Row] = true
			p.Rows = append(p.Rows, m.Row)
		}
	}
	return p
}

func output(p *plan.Program) ([]emit.File, []diag.Diagnostic) {
	out, ds := plan.Lay(p)
	r := Render(out)
	return r.Files, append(ds, r.Diags...)
}

func render(t *testing.T, p *plan.Program) (name, text string) {
	t.Helper()
	files, ds := output(p)
	if diag.Failed(ds) || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), ds)
	}
	again, _ := output(p)
	if again[0] != files[0] {
		t.Error("rendered twice, it differs")
	}
	return files[0].Name, files[0].Text
}

// TestGolden is what the generated code looks like; suites/python checks what it does.
func TestGolden(t *testing.T) {
	row := &ir.Row{Name: ir.NewName("tasks"), Role: ir.TableRow, Doc: []string{"A task."}, Fields: []ir.Field{
		field("id", ir.Int64, false), field("title", ir.Text, false), field("done", ir.Bool, false), field("due", ir.Date, true),
	}}
	row.Fields[3].Doc = "The day, if there is one."
	all := statement("all_tasks", row)
	all.Doc = []string{"Every task."}
	one := statement("get_task", row, field("id", ir.Int64, false))
	one.Result = ir.One
	one.Params[0].Doc = "of the task"
	count := statement("count_tasks", &ir.Row{Name: ir.NewName("count_tasks"), Fields: []ir.Field{field("count(*)", ir.Int64, false)}})
	count.Result, count.Pluck = ir.One, true
	set := statement("set_done", nil, field("done", ir.Bool, false), field("id", ir.Int64, false))
	set.Batch = true
	set.Text[0].SQL = "UPDATE tasks\nSET done = ?\nWHERE id = ?"
	p := program("to-do", all, one, count, set)
	p.Options = plan.Options{Migrations: true}
	p.Migrations = []ir.Migration{{ID: "1", SQL: "CREATE TABLE tasks (id INTEGER PRIMARY KEY);"}}
	p.Appenders = []*plan.Appender{{
		Appender: &ir.Appender{Name: ir.NewName("tasks"), Row: row},
		Load:     &plan.Values{Row: `INSERT INTO "tasks" VALUES (?, ?, ?, ?)`, Next: ", (?, ?, ?, ?)", Chunk: 64},
	}}
	name, text := render(t, p)
	golden.Check(t, filepath.Join("testdata", name), text)
	p.Options, p.Migrations, p.Appenders, p.Name = plan.Options{Observer: true}, nil, nil, ir.NewName("observed")
	name, text = render(t, p)
	golden.Check(t, filepath.Join("testdata", name), text)
}

// TestKinds renders every kind as column, value and parameter, nullable and not, and has Python read the result.
func TestKinds(t *testing.T) {
	var methods []*plan.Method
	for _, k := range append(engine.SQLite.Kinds, ir.Unknown) {
		for _, nullable := range []bool{false, true} {
			f := field("x", k, nullable)
			name := k.String() + map[bool]string{true: "_null"}[nullable]
			rows := statement(name, &ir.Row{Name: ir.NewName(name), Fields: []ir.Field{f}}, f)
			value := statement(name+"_value", &ir.Row{Name: ir.NewName(name + "_value"), Fields: []ir.Field{f}})
			value.Result, value.Pluck = ir.One, true
			if k == ir.Unknown {
				if _, ds := output(program("p", rows)); len(ds) == 0 || ds[0].Code != diag.UnsupportedType {
					t.Errorf("a type that is not known: %v", ds)
				}
				continue
			}
			methods = append(methods, rows, value)
		}
	}
	_, text := render(t, program("p", methods...))
	if got := python(t, text, `[k for k, v in vars(module.P).items() if inspect.isfunction(v)]`); len(got) != 1+4*2*len(engine.SQLite.Kinds) {
		t.Errorf("%d methods: %v", len(got), got)
	}
}

// DuckDB's driver gives an ARRAY as a tuple and a LIST as a list: what they hold is not read by one function.
func TestArraysAndLists(t *testing.T) {
	mood := ir.Type{Kind: ir.Enum, SQL: "mood", Enum: &ir.EnumType{Name: ir.NewName("mood"), Labels: []string{"sad", "ok"}}}
	list := ir.Type{Kind: ir.Array, SQL: "mood[]", Elem: &mood, ElemNullable: true}
	array := list
	array.SQL, array.Length = "mood[3]", 3
	p := program("p", statement("all", &ir.Row{Name: ir.NewName("all"), Fields: []ir.Field{
		{Name: ir.NewName("a"), Column: "a", Type: array}, {Name: ir.NewName("b"), Column: "b", Type: list}}}))
	p.Target, p.Enums = target.Find("python/duckdb"), []*ir.EnumType{mood.Enum}
	_, text := render(t, p)
	for _, stored := range []string{"(values: tuple[str | None, ...], ", "(values: list[str | None], "} {
		if !strings.Contains(text, stored) {
			t.Errorf("no function of %s…", stored)
		}
	}
}

func TestClashes(t *testing.T) {
	file := source.New("queries.sql", "get_user getUser")
	spans := []source.Span{{File: file, Start: 0, End: 8}, {File: file, Start: 9, End: 16}}
	row := func(name string, role ir.Role) *ir.Row {
		return &ir.Row{Name: ir.NewName(name), Role: role, Fields: []ir.Field{field("a", ir.Int64, false)}}
	}
	exec := func(name string, batch bool) *plan.Method {
		m := statement(name, nil)
		m.Batch = batch
		return m
	}
	for _, c := range []struct {
		a, b *plan.Method
		want string
	}{
		{exec("get_user", false), exec("getUser", false), "would both be the method get_user()"},
		{statement("users", row("users", ir.QueryRow)), exec("users_iter", false), "would both be the method users_iter()"},
		{statement("users", row("users", ir.QueryRow)), exec("usersRaw", false), "would both be the method users_raw()"},
		{exec("x_batch", false), exec("x", true), "would both be the method x_batch()"},
		{statement("a", row("x", ir.QueryRow)), statement("b", row("x", ir.TableRow)), "would both be the type XRow"},
		{statement("a", row("x", ir.QueryRow)), statement("b", row("XRow", ir.NamedRow)), "would both be the type XRow"},
	} {
		c.a.Span, c.b.Span = spans[0], spans[1]
		if c.a.Row != nil && c.b.Row != nil {
			c.a.Row.Span, c.b.Row.Span = spans[0], spans[1]
		}
		files, ds := output(program("p", c.a, c.b))
		if len(files) > 0 || len(ds) != 1 || ds[0].Code != diag.NameClash || !strings.Contains(ds[0].Msg, c.want) {
			t.Errorf("want %q, got %d files, %v", c.want, len(files), ds)
			continue
		}
		if ds[0].Span != spans[1] || len(ds[0].Notes) != 1 || ds[0].Notes[0].Span != spans[0] {
			t.Errorf("%s: at %v, notes %v", c.want, ds[0].Span.Text(), ds[0].Notes)
		}
	}
}

func TestFileAndClassNames(t *testing.T) {
	for _, c := range []struct{ name, file, class string }{
		{"my-app", "my_app.py", "MyApp"},
		{"myHTTPApp", "my_http_app.py", "MyHttpApp"},
		{"2fast", "n2fast.py", "N2fast"},
		{"it's \"quoted\"", "it_s_quoted.py", "ItSQuoted"},
		{"class", "class_.py", "Class"},
		{"sqlite3", "sqlite3_.py", "Sqlite3"},
		{"types", "types_.py", "Types"},
		{"iterable", "iterable.py", "Iterable_"},
		{"größe", "größe.py", "Größe"},
		{"ﬁle", "file.py", "File"},
		{"名前", "名前.py", "名前"},
		{"../..", "queries.py", "Queries"},
		{"", "queries.py", "Queries"},
	} {
		name, text := render(t, program(c.name))
		if name != c.file || !strings.Contains(text, "\nclass "+c.class+":\n") {
			t.Errorf("%q: %s\n%s", c.name, name, text)
		}
	}
}

// TestLocals has parameters and columns of the names that the code around them uses.
func TestLocals(t *testing.T) {
	names := strings.Fields("self cls conn cursor row rows sql operation value dt json int str list len tuple sqlite3 Decimal None x2 x appender")
	var params []ir.Field
	for _, n := range names {
		f := field(n, ir.Date, true)
		f.Override = &ir.Override{Type: "json.Value", Import: "json", Decode: "json.loads", Encode: "json.dumps"}
		params = append(params, f)
	}
	all := statement("all", &ir.Row{Name: ir.NewName("all"), Fields: params}, params...)
	one := statement("one", all.Row, params...)
	one.Result = ir.One
	exec := statement("exec", nil, params...)
	exec.Batch = true
	p := program("p", all, one, exec)
	p.Options.Observer = true
	_, text := render(t, p)
	got := python(t, strings.ReplaceAll(text, "json.Value", "object"), `[p for m in ("all", "one", "exec") for p in inspect.signature(getattr(module.P, m)).parameters]`)
	want := strings.Fields("self self_ cls conn cursor row rows sql operation value dt_ json_ int_ str_ list_ len tuple_ sqlite3_ decimal none x2 x appender")
	if strings.Join(got, " ") != strings.Join(append(append(append([]string{}, want...), want...), want...), " ") {
		t.Errorf("parameters %v", got)
	}
}

// TestNamesWithoutCapitals has a row type, a method and a parameter of one name, in a script that cannot tell them
// apart.
func TestNamesWithoutCapitals(t *testing.T) {
	row := &ir.Row{Name: ir.NewName("名"), Role: ir.NamedRow, Fields: []ir.Field{field("名", ir.Int64, false)}}
	_, text := render(t, program("p", statement("名", row, field("名", ir.Int64, false)), statement("b", row)))
	got := python(t, text, `[module.名.__name__, *inspect.signature(module.P.名_).parameters, *(f.name for f in __import__("dataclasses").fields(module.名))]`)
	if want := "名 self 名_ 名"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestHead(t *testing.T) {
	p := program("p")
	p.Files = []string{"a\nimport os.sql", "b/coding:latin-1.sql"}
	_, text := render(t, p)
	if got, _, _ := strings.Cut(text, "\n"); got != "# Code generated by sqg 1.2.3 from a?import os.sql, b/coding :latin-1.sql; DO NOT EDIT." {
		t.Error(got)
	}
}

func TestOverrides(t *testing.T) {
	for _, c := range []struct {
		o     ir.Override
		wants []string // import lines; none where the override is refused
	}{
		{ir.Override{Type: "Money", Import: "app.money", Decode: "Money.parse", Encode: "str"}, []string{"from app.money import Money"}},
		{ir.Override{Type: "list[Money] | None", Import: "app.money", Decode: "read_all"}, []string{"from app.money import Money, read_all"}},
		{ir.Override{Type: "app.money.Money", Import: "app.money", Decode: "app.money.read"}, []string{"import app.money"}},
		{ir.Override{Type: "dict[str, object]", Import: "json", Decode: "json.loads"}, []string{"import json"}},
		{ir.Override{Type: "int"}, []string{"import sqlite3"}},
		{ir.Override{Type: "X; import os"}, nil},
		{ir.Override{Type: "X", Decode: "lambda x: x"}, nil},
		{ir.Override{Type: "X", Import: "a b"}, nil},
		{ir.Override{}, nil},
	} {
		f := field("x", ir.Text, false)
		f.Override = &c.o
		p := program("p", statement("q", &ir.Row{Name: ir.NewName("q"), Fields: []ir.Field{f}}))
		if c.wants == nil {
			if _, ds := output(p); len(ds) == 0 || ds[0].Code != diag.BadOverride {
				t.Errorf("%+v: %v", c.o, ds)
			}
			continue
		}
		_, text := render(t, p)
		for _, w := range c.wants {
			if !strings.Contains(text, "\n"+w+"\n") {
				t.Errorf("%+v: no %q in\n%s", c.o, w, text)
			}
		}
	}
}

// TestSupport: what units of a folder need is written once, whatever their order; a module imports what it uses of it.
func TestSupport(t *testing.T) {
	one := program("one", statement("set_a", nil, field("at", ir.Date, false)))
	other := program("other", statement("set_b", nil, field("n", ir.Bool, false)))
	var needs []core.Need
	for _, p := range []*plan.Program{one, other} {
		p.Options.Support = "file"
		out, _ := plan.Lay(p)
		r := Render(out)
		if text := r.Files[0].Text; !strings.Contains(text, "\nfrom .sqg_sqlite import _encode_") || strings.Contains(text, "def _encode") {
			t.Errorf("%s", text)
		}
		needs = append(needs, r.Need)
	}
	files, _ := Support("1.2.3", needs)
	slices.Reverse(needs)
	again, _ := Support("1.2.3", needs)
	if len(files) != 1 || files[0] != again[0] || files[0].Name != "sqg_sqlite.py" {
		t.Fatalf("%v", files)
	}
	if got := python(t, files[0].Text, "module.__all__"); strings.Join(got, " ") != "_encode_bool _encode_date" {
		t.Error(got)
	}
}
