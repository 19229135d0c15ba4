package typescript

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// program is a unit for a driver, with one query of one column.
func program(driver string, field ir.Field) *plan.Program {
	row := &ir.Row{Name: ir.NewName("find"), Fields: []ir.Field{field}}
	name, plain := strings.CutSuffix(driver, "-plain")
	at := slices.IndexFunc(target.All, func(t target.Target) bool {
		return t.Language == "typescript" && (t.Driver == name || t.Driver == "" && t.Engine == name)
	})
	q := &ir.Query{Name: ir.NewName("find"), Result: ir.All, Row: row, Params: []ir.Param{{Field: field}}}
	return &plan.Program{
		Target: &target.All[at], Options: plan.Options{Plain: plain}, Name: ir.NewName("unit"), Files: []string{"q.sql"}, Version: "1",
		Rows:    []*ir.Row{row},
		Methods: []*plan.Method{{Query: q, Text: []plan.Piece{{SQL: "SELECT ?", Source: -1}}, Binds: []int{0}}},
	}
}

func render(p *plan.Program) ([]emit.File, []diag.Diagnostic) {
	r := Render(&plan.Output{Program: p, Classes: []*plan.Program{p}})
	return r.Files, r.Diags
}

func field(kind ir.Kind) ir.Field {
	t := ir.Type{Kind: kind, SQL: kind.String()}
	switch kind {
	case ir.Enum:
		t.Enum = &ir.EnumType{Name: ir.NewName("mood"), Labels: []string{"happy"}}
	case ir.Struct, ir.Union:
		t.Struct = &ir.StructType{Name: ir.NewName("place"), Fields: []ir.Field{field(ir.Int32)}}
	case ir.Map:
		t.Key, t.Elem = &ir.Type{Kind: ir.Text, SQL: "VARCHAR"}, &ir.Type{Kind: ir.Int32, SQL: "INTEGER"}
	case ir.Time, ir.Timestamp:
		t.Precision = 6
	case ir.Array, ir.Range, ir.Multirange:
		t.Elem = &ir.Type{Kind: ir.Int32, SQL: "integer"}
	}
	return ir.Field{Name: ir.NewName("x"), Column: "x", Type: t}
}

func TestEveryKindForEveryDriver(t *testing.T) {
	for driver := range drivers {
		for _, kind := range program(driver, ir.Field{}).Engine().Kinds {
			for _, safe := range []bool{false, true} {
				p := program(driver, field(kind))
				p.Options.SafeIntegers = safe
				files, diags := render(p)
				if len(diags) > 0 {
					t.Errorf("%s, %s: %s", driver, kind, diags[0].Msg)
					continue
				}
				want := "x: " + strings.Join(newGenerator(p, nil).values.row(field(kind).Type), " | ") + ";"
				if !strings.Contains(files[0].Text, want) {
					t.Errorf("%s, %s: no %q in\n%s", driver, kind, want, files[0].Text)
				}
			}
		}
	}
}

func TestUnsupportedType(t *testing.T) {
	f := field(ir.Unknown)
	f.Type.SQL = "geometry"
	_, diags := render(program("node", f))
	if len(diags) != 2 || diags[0].Code != diag.UnsupportedType || !strings.Contains(diags[0].Msg, "geometry") {
		t.Errorf("got %+v", diags)
	}
}

func TestNameClash(t *testing.T) {
	span := func(n int) source.Span { return source.Span{Start: n} }
	for _, c := range []struct {
		first, second ir.Query
		method        string
	}{
		{ir.Query{Name: ir.NewName("get_user")}, ir.Query{Name: ir.NewName("getUser")}, "getUser()"},
		{ir.Query{Name: ir.NewName("users"), Result: ir.All, Row: &ir.Row{}}, ir.Query{Name: ir.NewName("iterate_users")}, "iterateUsers()"},
		{ir.Query{Name: ir.NewName("add_batch")}, ir.Query{Name: ir.NewName("add"), Batch: true}, "addBatch()"},
	} {
		p := program("node", field(ir.Text))
		c.first.Span, c.second.Span = span(1), span(2)
		p.Methods = []*plan.Method{{Query: &c.first}, {Query: &c.second}}
		_, diags := render(p)
		if len(diags) != 1 || diags[0].Code != diag.NameClash || diags[0].Span != span(2) ||
			!strings.Contains(diags[0].Msg, c.method) || len(diags[0].Notes) != 1 || diags[0].Notes[0].Span != span(1) {
			t.Errorf("%s and %s: got %+v", c.first.Name.SQL, c.second.Name.SQL, diags)
		}
	}
}

// TestEmptyClass: a class of nothing is what Prettier makes of it.
func TestEmptyClass(t *testing.T) {
	p := program("node", field(ir.Text))
	p.Rows, p.Methods = nil, nil
	if files, _ := render(p); !strings.HasSuffix(files[0].Text, "/** The statements of q.sql. */\nexport class Unit {}\n") {
		t.Error(files[0].Text)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ sql, class, method, file string }{
		{"my-app", "MyApp", "myApp", "my-app"},
		{"2nd try", "_2ndTry", "_2ndTry", "2nd-try"},
		{"it's \"quoted\"", "ItSQuoted", "itSQuoted", "it-s-quoted"},
		{"größe", "Größe", "größe", "größe"},
		{"'", "_", "_", "queries"},
		{"users_2024", "Users2024", "users2024", "users-2024"},
	} {
		n := ir.NewName(c.sql)
		if pascal(n) != c.class || camel(n) != c.method || kebab(n) != c.file {
			t.Errorf("%s: got %s, %s, %s", c.sql, pascal(n), camel(n), kebab(n))
		}
	}
}

// What a user writes in comments and file names must not leave the comment that it ends up in.
func TestHostileComments(t *testing.T) {
	p := program("node", field(ir.Text))
	p.Files = []string{"a\nb\u2028c.sql"}
	p.Methods[0].Doc = []string{"ends */ here", "a\rb"}
	p.Rows[0].Fields[0].Doc = "*/ }"
	files, _ := render(p)
	text := files[0].Text
	if first, _, _ := strings.Cut(text, "\n"); first != "// Code generated by sqg 1 from a?b?c.sql; DO NOT EDIT." {
		t.Errorf("first line: %s", first)
	}
	if strings.Contains(text, "ends */") || strings.Contains(text, "*/ }") {
		t.Errorf("a comment ends too early:\n%s", text)
	}
}

// Whatever a file carries of the prelude must be there, and nothing else of it.
func TestPrelude(t *testing.T) {
	for name, d := range drivers {
		seen := map[string]bool{}
		for _, helper := range d.prelude.All() {
			if helper.Text == "" || strings.HasPrefix(helper.Text, " ") || seen[helper.Name] {
				t.Errorf("%s: %s is no declaration, or there are two", name, helper.Name)
			}
			seen[helper.Name] = true
		}
		helper, needs := "asTextOrNull", 3 // and asText, and unexpected
		switch {
		case strings.HasPrefix(name, "duckdb"):
			helper, needs = "refuseStreaming", 2
		case program(name, ir.Field{}).Target.Engine == "postgres":
			helper = "asMoment" // and asText, and unreadable
		}
		if got := d.prelude.Closure(map[string]bool{helper: true}); len(got) != needs {
			t.Errorf("%s: %s needs %d declarations", name, helper, len(got))
		}
	}
}

func TestOverrides(t *testing.T) {
	f := field(ir.JSON)
	f.Override = &ir.Override{Type: "Meta[]", Import: "./meta.js", Decode: "Meta.parse", Encode: "encodeMeta"}
	p := program("node", f)
	p.Methods[0].Params, p.Methods[0].Binds = nil, nil
	files, diags := render(p)
	if len(diags) > 0 {
		t.Fatal(diags[0].Msg)
	}
	// Nothing is written, so encodeMeta would be an import that nobody uses.
	if want := "\nimport { Meta } from \"./meta.js\";\n"; !strings.Contains(files[0].Text, want) {
		t.Errorf("no %q in\n%s", want, files[0].Text)
	}
	f.Override.Type = "Value"
	if _, diags := render(program("node", f)); len(diags) == 0 || diags[0].Code != diag.BadOverride {
		t.Errorf("a type that generated code has itself: got %+v", diags)
	}
}

// The elements of an array may be all that there is of a composite type: the function that copies them is there, too.
func TestCopyOfComposites(t *testing.T) {
	place := field(ir.Struct).Type
	list := field(ir.Array)
	list.Type.Elem = &place
	for _, driver := range []string{"pg", "postgres"} {
		p := program(driver, list)
		p.Structs = []*ir.StructType{place.Struct}
		p.Appenders = []*plan.Appender{{Appender: &ir.Appender{Name: ir.NewName("places"), Table: &ir.Table{}, Row: p.Rows[0]},
			Load: &plan.Copy{From: 1}}}
		files, diags := render(p)
		if len(diags) > 0 {
			t.Fatal(diags[0].Msg)
		}
		if !strings.Contains(files[0].Text, "\nfunction putPlace(") {
			t.Errorf("%s: nothing writes a place", driver)
		}
	}
}

// TestSources: the function that makes a statement's text takes each source once, however often the text has it.
func TestSources(t *testing.T) {
	p := program("duckdb", field(ir.Text))
	m := p.Methods[0]
	path := ir.Param{Field: field(ir.Text)}
	path.Name = ir.NewName("path")
	m.Query.Params = append(m.Query.Params, path)
	m.Binds = nil
	m.Text = nil
	for _, source := range []int{1, 0, 1} {
		m.Text = append(m.Text, plan.Piece{SQL: " FROM ", Source: -1}, plan.Piece{Source: source})
	}
	files, diags := render(p)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, want := range []string{
		"function findSql(source1: string, source2: string): Statement {",
		"` FROM ${sqlString(source1)} FROM ${sqlString(source2)} FROM ${sqlString(source1)}`",
		"findSql(path, x)",
	} {
		if !strings.Contains(files[0].Text, want) {
			t.Errorf("no %q in\n%s", want, files[0].Text)
		}
	}
}
