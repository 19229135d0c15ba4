package java

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/rendertest"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

func TestMain(m *testing.M) {
	golden.Main(m, "testdata/*.java", "testdata/support/*.java", "testdata/divided/*.java", "testdata/*.txt")
}

var field = rendertest.Field

// Types that a schema makes.
var (
	mood  = &ir.EnumType{Schema: "public", Name: ir.NewName("mood"), Labels: []string{"happy", "so-so", "", "2nd"}}
	place = &ir.StructType{Schema: "public", Name: ir.NewName("place"), Fields: []ir.Field{
		field("street", ir.Text, true), field("number", ir.Int32, false), field("since", ir.Date, true)}}
)

// typeOf a kind, with what that kind holds.
func typeOf(k ir.Kind) ir.Type {
	t := ir.Type{Kind: k, SQL: k.String()}
	switch k {
	case ir.Enum:
		t.Enum = mood
	case ir.Struct, ir.Union:
		t.Struct = place
	case ir.Map:
		t.Key, t.Elem = &ir.Type{Kind: ir.Text, SQL: "VARCHAR"}, &ir.Type{Kind: ir.Int32, SQL: "INTEGER"}
	case ir.Array:
		t.Elem, t.ElemNullable = &ir.Type{Kind: ir.Enum, SQL: "mood", Enum: mood}, true
	case ir.Range, ir.Multirange:
		t.Elem = &ir.Type{Kind: ir.Date, SQL: "date"}
	}
	return t
}

func rowOf(name string, fields ...ir.Field) *ir.Row {
	return &ir.Row{Name: ir.NewName(name), Fields: fields}
}

// statement makes a method whose SQL binds its parameters in order.
func statement(name string, row *ir.Row, params ...ir.Field) *plan.Method {
	q := &ir.Query{Name: ir.NewName(name), Row: row, Counts: row == nil}
	sql := "UPDATE " + name
	if row != nil {
		q.Result, sql = ir.All, "SELECT "+name
	}
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
		Target: target.Find("java/sqlite"), Name: ir.NewName(name), Project: name,
		Files: []string{"sql/queries.sql"}, Version: "1.2.3", Methods: methods,
	}
	for _, m := range methods {
		for row := range m.Row.Objects {
			p.Rows = append(p.Rows, row)
		}
	}
	return p
}

// rendered renders a class that has its helpers itself.
func rendered(p *plan.Program) ([]emit.File, []diag.Diagnostic) {
	p.Options.Support = "inline"
	r := Render(&plan.Output{Program: p, Classes: []*plan.Program{p}})
	return r.Files, r.Diags
}

func render(t *testing.T, p *plan.Program) string {
	t.Helper()
	files, ds := rendered(p)
	if diag.Failed(ds) || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), ds)
	}
	if again, _ := rendered(p); again[0] != files[0] {
		t.Error("rendered twice, it differs")
	}
	return files[0].Text
}

func refused(t *testing.T, p *plan.Program, code diag.Code) diag.Diagnostic {
	t.Helper()
	files, ds := rendered(p)
	if len(files) > 0 || len(ds) == 0 || ds[0].Code != code {
		t.Fatalf("%d files, %v, want %s", len(files), ds, code)
	}
	return ds[0]
}

// TestGolden is what the generated code looks like; suites/java checks what it does.
func TestGolden(t *testing.T) {
	row := rowOf("task", field("id", ir.Int64, false), field("title", ir.Text, false), field("due", ir.Date, true))
	row.Role = ir.TableRow
	row.Doc = []string{"A task."}
	row.Fields[2].Doc, row.Fields[2].Declared = "the day, if there is one", true
	all := statement("all_tasks", row)
	all.Doc = []string{"Every task."}
	one := statement("get_task", row, field("id", ir.Int64, false))
	one.Result = ir.One
	one.Params[0].Doc = "of the task"
	count := statement("count_tasks", rowOf("count_tasks", field("count(*)", ir.Int64, false)))
	count.Result, count.Pluck = ir.One, true
	rename := statement("rename_task", nil, field("title", ir.Text, false), field("id", ir.Int64, false))
	rename.Batch = true
	due := statement("due_tasks", rowOf("due_tasks", field("day", ir.Date, false),
		field("task.title", ir.Text, true), field("task.id", ir.Int64, true), field("task.due", ir.Date, true)))
	due.Row.Members = []ir.Member{{Name: ir.NewName("day")},
		{Name: ir.NewName("task"), Column: 1, Object: &ir.Object{Row: row, Columns: []int{2, 1, 3}, Witness: 2}}}
	p := program("my-app", all, one, count, rename, due)
	p.Rows = []*ir.Row{row, due.Row}
	p.Migrations = []ir.Migration{{ID: "1",
		SQL: "CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL, due DATE);"}}
	p.Appenders = []*plan.Appender{{
		Appender: &ir.Appender{Name: ir.NewName("task"), Row: row},
		Load:     &plan.Values{Row: "INSERT INTO task VALUES (?, ?, ?)", Next: ", (?, ?, ?)", Chunk: 64},
	}}
	golden.Check(t, "testdata/MyApp.java", render(t, p))
}

// TestEveryKindHasAType loops over kinds and targets, so that no engine forgets one.
func TestEveryKindHasAType(t *testing.T) {
	for i := range target.All {
		tgt := &target.All[i]
		if tgt.Language != "java" {
			continue
		}
		for _, declared := range []bool{tgt.Engine == "sqlite", false} {
			var fields []ir.Field
			for j, k := range engine.Find(tgt.Engine).Kinds {
				for n, nullable := range []bool{true, false} {
					f := field(fmt.Sprintf("f%d_%d", j, n), k, nullable)
					f.Type, f.Declared = typeOf(k), declared
					if k == ir.Other {
						f.Override = &ir.Override{Type: "String"}
					}
					fields = append(fields, f)
				}
			}
			p := program("kinds", statement("everything", rowOf("everything", fields...), fields...))
			p.Target = tgt
			if slices.Contains(engine.Find(tgt.Engine).Kinds, ir.Enum) {
				p.Enums, p.Structs = []*ir.EnumType{mood}, []*ir.StructType{place}
			}
			render(t, p)
		}
	}
}

func postgres(name string, methods ...*plan.Method) *plan.Program {
	p := program(name, methods...)
	p.Target, p.Enums, p.Structs = target.Find("java/postgres"), []*ir.EnumType{mood}, []*ir.StructType{place}
	return p
}

func ofType(name string, t ir.Type, nullable bool) ir.Field {
	f := field(name, t.Kind, nullable)
	f.Type = t
	return f
}

// TestPostgresValues: how values are read and bound that the driver has no type for.
func TestPostgresValues(t *testing.T) {
	numbers := ir.Type{Kind: ir.Array, SQL: "integer[]", Elem: &ir.Type{Kind: ir.Int32, SQL: "integer"},
		ElemNullable: true}
	fields := []ir.Field{ofType("mood", typeOf(ir.Enum), true), ofType("numbers", numbers, false),
		ofType("places", ir.Type{Kind: ir.Array, Elem: &ir.Type{Kind: ir.Struct, Struct: place}}, false),
		ofType("days", typeOf(ir.Multirange), false), ofType("small", ir.Type{Kind: ir.Int16}, true),
		ofType("name", ir.Type{Kind: ir.Text, OID: ir.OIDText}, false), ofType("code", ir.Type{Kind: ir.Text}, false)}
	p := postgres("x", statement("q", rowOf("q", fields...), fields...))
	p.Options.Nullability = "jspecify"
	text := render(t, p)
	for _, want := range []string{
		"@Nullable Mood mood", "List<@Nullable Integer> numbers,", "List<Place> places", "List<Range<LocalDate>> days",
		"List<? extends @Nullable Integer> numbers", // a parameter
		"parsed(rs, 1, Mood::fromValue)", "readList(rs, 2, Integer::valueOf, Integer[].class)",
		"parsed(rs, 3, listOf(X::placeFromText))",
		"parsed(rs, 4, rangesOf(X::parseDate))", "rs.getObject(5, Integer.class)",
		"setObject(1, mapped(mood, Mood::getValue), Types.OTHER)",
		"setObject(4, mapped(days, rangesText(X::dateText)), Types.OTHER)",
		`setObject(5, smallint(small, "small"), Types.SMALLINT)`, "setString(6, name)",
		"setObject(7, code, Types.OTHER)",
		"public record Place(@Nullable String street, int number, @Nullable LocalDate since)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestTypesOfTheSchema: names that become one are told apart, by schema or by number, and it is said.
func TestTypesOfTheSchema(t *testing.T) {
	other := &ir.EnumType{Schema: "app", Name: ir.NewName("mood"), Labels: []string{"a b", "a-b", "A_B", "class"}}
	interval := &ir.EnumType{Schema: "app", Name: ir.NewName("interval"), Labels: []string{"x"}}
	row := rowOf("q", field("v", ir.Int32, false))
	row.Name, row.Role = ir.NewName("Place"), ir.NamedRow
	p := postgres("types", statement("q", row, ofType("m", ir.Type{Kind: ir.Enum, Enum: other}, false)))
	p.Enums = append(p.Enums, other, interval)
	files, ds := rendered(p)
	var said []string
	for _, d := range ds {
		said = append(said, d.Msg)
	}
	want := []string{"type interval is called Interval_ in Java", "label a-b of mood is called A_B2 in Java",
		"label A_B of mood is called A_B3 in Java"}
	if len(files) != 1 || !slices.Equal(said, want) {
		t.Fatalf("%d files, %q", len(files), said)
	}
	for _, want := range []string{
		"public enum Mood {", "public enum AppMood {", "public enum Interval_ {", "public record Place(int v)",
		"public record PublicPlace(", `A_B("a b"),`, `A_B2("a-b"),`, `CLASS("class");`, "java.sql.Types.OTHER",
	} {
		if !strings.Contains(files[0].Text, want) {
			t.Errorf("no %q", want)
		}
	}
}

// TestMethodsOfThePrelude: a statement may be called as a method of the prelude, but not take the same types.
func TestMethodsOfThePrelude(t *testing.T) {
	p := postgres("x", statement("parse_date", nil, field("text", ir.Text, false)),
		statement("parse_date", nil, field("day", ir.Date, false)))
	p.Methods[1].Name = ir.NewName("date_text")
	p.Methods = append(p.Methods, statement("parse_time", nil, field("n", ir.Int64, false)))
	text := render(t, p)
	for _, want := range []string{"long parseDate_(String text)", "long dateText_(LocalDate day)",
		"long parseTime(long n)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestTypesWithoutACounterpart(t *testing.T) {
	box := ir.Type{Kind: ir.Other, SQL: "box"}
	f := ofType("v", box, false)
	text := render(t, postgres("x", statement("q", rowOf("q", f), f)))
	for _, want := range []string{"record QRow(String v)", "rs.getString(1)", "setObject(1, v, Types.OTHER)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}

// TestAlikeMembers: duckdb_jdbc does not say which member a union in a list holds; their classes must.
func TestAlikeMembers(t *testing.T) {
	program := func(second ir.Kind, inList bool) *plan.Program {
		u := &ir.StructType{Name: ir.NewName("u"),
			Fields: []ir.Field{field("a", ir.Int32, true), field("b", second, true)}}
		typ := ir.Type{Kind: ir.Union, SQL: "u", Struct: u}
		if inList {
			typ = ir.Type{Kind: ir.Array, SQL: "u[]", Elem: &ir.Type{Kind: ir.Union, SQL: "u", Struct: u},
				ElemNullable: true}
		}
		p := program("x", statement("q", rowOf("q", ofType("v", typ, false))))
		p.Target, p.Unions = target.Find("java/duckdb"), []*ir.StructType{u}
		return p
	}
	refused(t, program(ir.Int32, true), diag.UnsupportedType)
	render(t, program(ir.Text, true))
	render(t, program(ir.Int32, false))
}

func TestUnknownKind(t *testing.T) {
	refused(t, program("x", statement("q", rowOf("q", field("v", ir.Unknown, false)))), diag.UnsupportedType)
	refused(t, program("x", statement("q", nil, field("v", ir.Unknown, false))), diag.UnsupportedType)
}

func TestNamesThatBecomeOne(t *testing.T) {
	file := source.New("q.sql", "-- first\n-- second\n")
	value := rowOf("v", field("v", ir.Int64, false))
	batch := statement("add", nil)
	batch.Batch = true
	shared := rowOf("other", field("v", ir.Int64, false))
	shared.Name, shared.Role = ir.NewName("GetUserRow"), ir.NamedRow
	for name, two := range map[string][2]*plan.Method{
		"case":   {statement("get_user", nil), statement("getUser", nil)},
		"stream": {statement("users", value), statement("users_stream", nil)},
		"batch":  {batch, statement("add_batch", nil)},
		"rows": {statement("get_user", rowOf("get_user", field("v", ir.Int64, false))),
			statement("other", shared)},
	} {
		two[0].Span, two[1].Span = source.Span{File: file, Start: 3, End: 8},
			source.Span{File: file, Start: 12, End: 18}
		for _, m := range two {
			if m.Row != nil && name == "rows" {
				m.Row.Span = m.Span
			}
		}
		d := refused(t, program("x", two[0], two[1]), diag.NameClash)
		if d.Span.Start != 12 || len(d.Notes) != 1 || d.Notes[0].Span.Start != 3 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestClassNames(t *testing.T) {
	for name, want := range map[string]string{
		"my-app": "MyApp", "2fast": "_2fast", `say "hi"`: "SayHi", "string": "String_", "größe": "Größe", "!?": "X",
		"list": "List_", "class": "Class_",
	} {
		files, ds := rendered(program(name, statement("q", nil)))
		if diag.Failed(ds) || files[0].Name != want+".java" ||
			!strings.Contains(files[0].Text, "public final class "+want+" ") {
			t.Errorf("%s: %v %v", name, files, ds)
		}
	}
}

func TestNaturalNamesComeFirst(t *testing.T) {
	got := components("column", []ir.Field{field("user_id", ir.Text, false), field("userId", ir.Text, false),
		field("user_id_2", ir.Text, false),
		field("class", ir.Text, false), field("hash_code", ir.Text, false), field("?", ir.Text, false),
		field("2nd", ir.Text, false)})
	if s := strings.Join(got, " "); s != "userId userId3 userId2 class_ hashCode_ column6 _2nd" {
		t.Error(s)
	}
}

func TestPackages(t *testing.T) {
	for pkg, ok := range map[string]bool{"": true, "com.example": true, "com.class": false, "a..b": false, "1a": false,
		"a-b": false, "a.b;": false} {
		p := program("x", statement("q", nil))
		p.Options.Package = pkg
		if _, ds := rendered(p); (len(ds) == 0) != ok {
			t.Errorf("%q: %v", pkg, ds)
		}
	}
}

// TestParameterLimit: Java allows 255, where a long takes two.
func TestParameterLimit(t *testing.T) {
	many := func(n int, k ir.Kind) []ir.Field {
		var fs []ir.Field
		for i := range n {
			fs = append(fs, field(fmt.Sprintf("c%d", i), k, false))
		}
		return fs
	}
	render(t, program("x", statement("q", rowOf("q", many(254, ir.Text)...))))
	refused(t, program("x", statement("q", rowOf("q", many(255, ir.Text)...))), diag.NotSupported)
	render(t, program("x", statement("q", nil, many(127, ir.Int64)...)))
	refused(t, program("x", statement("q", nil, many(128, ir.Int64)...)), diag.NotSupported)
	object := func(n int) *plan.Program { // beside another member
		row := rowOf("q", many(n+1, ir.Text)...)
		o := &ir.Object{Row: rowOf("q_o", many(n, ir.Text)...), Columns: make([]int, n), Witness: -1}
		for i := range o.Columns {
			o.Columns[i] = i
		}
		row.Members = []ir.Member{{Name: ir.NewName("o"), Object: o}, {Name: ir.NewName("last"), Column: n}}
		return program("x", statement("q", row))
	}
	render(t, object(254))
	refused(t, object(255), diag.NotSupported)
	boxed := program("x", statement("q", nil, many(200, ir.Int64)...))
	boxed.Options.Boxed = true
	render(t, boxed)
}

// TestClassLimit: a class file holds 65,535 constants, which the compiler would say of its own file, not the user's.
func TestClassLimit(t *testing.T) {
	for n, ok := range map[int]bool{2800: true, 3000: false} {
		var ms []*plan.Method
		for i := range n {
			ms = append(ms, statement(fmt.Sprintf("q%d", i), rowOf(fmt.Sprintf("q%d", i), field("v", ir.Int64, false))))
		}
		if _, ds := rendered(program("x", ms...)); (len(ds) == 0) != ok {
			t.Errorf("%d: %v", n, ds)
		}
	}
}

func TestOverrides(t *testing.T) {
	f := func(o ir.Override, nullable bool) *plan.Program {
		v := field("v", ir.Text, nullable)
		v.Override = &o
		return program("x", statement("q", rowOf("q", v), v))
	}
	for _, c := range []struct {
		o        ir.Override
		nullable bool
		want     []string
	}{
		{ir.Override{Type: "Meta", Import: "a.Meta", Decode: "Meta.parse", Encode: "Meta::text"}, false,
			[]string{"import a.Meta;", "(Meta v)", "Meta.parse(text(rs, 1))", "setString(1, mapped(v, Meta::text))"}},
		{ir.Override{Type: "Meta", Import: "a.Meta", Decode: "new Meta", Encode: "text"}, true,
			[]string{"mapped(text(rs, 1), Meta::new)", "mapped(v, Meta::text)"}},
		{ir.Override{Type: "Map<String, Object>", Import: "java.util.Map", Decode: "a.Json.read"}, false,
			[]string{"import java.util.Map;", "Map<String, Object> v", "a.Json.read(text(rs, 1))"}},
		{ir.Override{Type: "List", Import: "a.List", Decode: "List.of"}, false,
			[]string{"(a.List v)", "a.List.of(text(rs, 1))"}},
		{ir.Override{Type: "Map<String, Long>", Import: "io.vavr.Map"}, false,
			[]string{"(io.vavr.Map<String, Long> v)", "import java.util.Map;"}},
		{ir.Override{Type: "Observer", Import: "a.Observer"}, false, []string{"(a.Observer v)"}},
		{ir.Override{Type: "Mapper", Import: "a.Mapper"}, false, []string{"import a.Mapper;", "(Mapper v)"}},
		{ir.Override{Type: "int", Decode: "Integer.parseInt"}, true,
			[]string{"(Integer v)", "mapped(text(rs, 1), Integer::parseInt)"}},
	} {
		text := render(t, f(c.o, c.nullable))
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%+v: no %q in\n%s", c.o, w, text)
			}
		}
	}
}
