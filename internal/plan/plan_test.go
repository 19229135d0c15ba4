package plan

import (
	"reflect"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

func text(name string, ref ir.ColumnRef) ir.Field {
	return ir.Field{Name: ir.NewName(name), Column: name, Type: ir.Type{Kind: ir.Text, SQL: "TEXT"}, Source: ref}
}

func build(t *testing.T, m *ir.Model, rules ...OverrideRule) (*Program, []diag.Diagnostic) {
	t.Helper()
	p, ds := Build(m, target.Find("python/sqlite"), Options{Overrides: rules}, "p", "0")
	return p, ds
}

func TestBindsFollowTheTextAndSourcesAreJoined(t *testing.T) {
	q := &ir.Query{
		Name: ir.NewName("q"),
		SQL: []ir.Part{{Text: "SELECT ", Param: -1}, {Param: 1}, {Text: ", ", Param: -1}, {Param: 0},
			{Text: ", ", Param: -1}, {Param: 2},
			{Text: ", ", Param: -1}, {Param: 1}},
		Params: []ir.Param{{Field: text("a", ir.ColumnRef{})}, {Field: text("b", ir.ColumnRef{})},
			{Field: text("sources_f", ir.ColumnRef{}), FileSource: true}},
	}
	p, _ := build(t, &ir.Model{Queries: []*ir.Query{q}})
	m := p.Methods[0]
	if want := []int{1, 0, 1}; !reflect.DeepEqual(m.Binds, want) {
		t.Errorf("binds %v, want %v", m.Binds, want)
	}
	want := []Piece{{SQL: "SELECT ?, ?, ", Source: -1}, {Source: 2}, {SQL: ", ?", Source: -1}}
	if !reflect.DeepEqual(m.Text, want) {
		t.Errorf("text %+v, want %+v", m.Text, want)
	}
	if _, ok := m.Literal(); ok {
		t.Error("a statement with a file source is no literal")
	}
}

func TestTheMostSpecificOverrideWins(t *testing.T) {
	ref := ir.ColumnRef{Table: "users", Column: "name"}
	row := &ir.Row{Name: ir.NewName("q"), Fields: []ir.Field{text("name", ref), text("other", ir.ColumnRef{})}}
	m := &ir.Model{Queries: []*ir.Query{{Name: ir.NewName("q"), Row: row},
		{Name: ir.NewName("r"), Row: &ir.Row{Fields: []ir.Field{text("name", ref)}}}}}
	p, ds := build(t, m,
		OverrideRule{Type: "text", To: ir.Override{Type: "ByType"}},
		OverrideRule{Column: "users.name", To: ir.Override{Type: "ByColumn"}},
		OverrideRule{Query: "q.name", To: ir.Override{Type: "ByQuery"}},
		OverrideRule{Column: "users.nmae", To: ir.Override{Type: "Never"}},
	)
	for _, c := range []struct {
		field ir.Field
		want  string
	}{
		{p.Methods[0].Row.Fields[0], "ByQuery"},
		{p.Methods[0].Row.Fields[1], "ByType"},
		{p.Methods[1].Row.Fields[0], "ByColumn"},
	} {
		if c.field.Override == nil || c.field.Override.Type != c.want {
			t.Errorf("%s has %v, want %s", c.field.Name.SQL, c.field.Override, c.want)
		}
	}
	if row.Fields[0].Override != nil {
		t.Error("the model was changed")
	}
	if len(ds) != 1 || ds[0].Code != diag.BadOverride || !strings.Contains(ds[0].Msg, "users.nmae") {
		t.Errorf("unused override: %v", ds)
	}
}

// TestAnOverrideOfAColumnReachesIntoObjects: a row that a statement makes holds values of columns.
func TestAnOverrideOfAColumnReachesIntoObjects(t *testing.T) {
	made := &ir.StructType{Name: ir.NewName("object"), Anonymous: true, Fields: []ir.Field{
		text("name", ir.ColumnRef{Table: "users", Column: "name"}), text("other", ir.ColumnRef{})}}
	object := ir.Type{Kind: ir.Struct, SQL: "JSON", Struct: made}
	list := ir.Field{Name: ir.NewName("list"), Type: ir.Type{Kind: ir.Array, SQL: "JSON", Elem: &object}}
	m := &ir.Model{Queries: []*ir.Query{{Name: ir.NewName("q"), Row: &ir.Row{Fields: []ir.Field{list}}}}}
	p, ds := build(t, m, OverrideRule{Column: "users.name", To: ir.Override{Type: "ByColumn"}})
	fields := p.Methods[0].Row.Fields[0].Type.Elem.Struct.Fields
	if o := fields[0].Type.Override; o == nil || o.Type != "ByColumn" || fields[1].Type.Override != nil || len(ds) > 0 {
		t.Errorf("%v %v %v", o, fields[1].Type.Override, ds)
	}
}

// TestTrust: declared types are then as good as enforced ones, for this target only.
func TestTrust(t *testing.T) {
	declared := text("a", ir.ColumnRef{})
	declared.Declared = true
	row := &ir.Row{Name: ir.NewName("q"), Fields: []ir.Field{declared}}
	m := &ir.Model{Queries: []*ir.Query{{Name: ir.NewName("q"), Row: row}}, Rows: []*ir.Row{row}}
	for _, trust := range []bool{false, true} {
		p, _ := Build(m, target.Find("java/sqlite"), Options{Trust: trust}, "p", "0")
		if got := p.Methods[0].Row.Fields[0].Declared; got == trust {
			t.Errorf("trust %v: declared %v", trust, got)
		}
	}
	if !row.Fields[0].Declared {
		t.Error("the model was changed")
	}
}

func TestAppenderStatements(t *testing.T) {
	row := &ir.Row{Fields: []ir.Field{text(`a"b`, ir.ColumnRef{}), text("c", ir.ColumnRef{})}}
	wide := &ir.Row{}
	for range 3000 { // wider than any rule
		wide.Fields = append(wide.Fields, text("c", ir.ColumnRef{}))
	}
	table := &ir.Table{Schema: "main", Name: ir.NewName("t")}
	p, _ := build(t, &ir.Model{Appenders: []*ir.Appender{{Name: ir.NewName("main.t"), Qualified: true, Table: table,
		Row: row}, {Name: ir.NewName("t"), Table: table, Row: wide}}})
	a := p.Appenders[0].Load.(*Values)
	if want := `INSERT INTO "main"."t" ("a""b", "c") VALUES (?, ?)`; a.Row != want {
		t.Errorf("row %s, want %s", a.Row, want)
	}
	if a.Next != ", (?, ?)" || a.Chunk < 2 || a.Chunk*2 > p.Engine().MaxParams {
		t.Errorf("next %q, chunk of %d", a.Next, a.Chunk)
	}
	if w := p.Appenders[1].Load.(*Values); !strings.HasPrefix(w.Row, `INSERT INTO "t" (`) || w.Chunk != 1 ||
		p.Appenders[1].Why == "" {
		t.Errorf("wide table: chunk of %d, why %q", w.Chunk, p.Appenders[1].Why)
	}
}

func TestNoticeIsOneLine(t *testing.T) {
	p := &Program{Version: "1", Files: []string{"a\nimport os.sql", `b\u000a.sql`, "c\u2028d ü.sql"}}
	if got, want := p.Notice(), "Code generated by sqg 1 from a?import os.sql, b/u000a.sql, c?d ü.sql; DO NOT EDIT."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCopy: a column that an INSERT may store into only when told to is one that COPY stores into anyway.
func TestCopy(t *testing.T) {
	id, name := text("id", ir.ColumnRef{}), text("name", ir.ColumnRef{})
	table := &ir.Table{Schema: "app", Name: ir.NewName("T"),
		Columns: []ir.TableColumn{{Field: id, Identity: true, IdentityAlways: true}, {Field: name}}}
	m := &ir.Model{Appenders: []*ir.Appender{
		{Name: ir.NewName("app.T"), Qualified: true, Table: table, Row: &ir.Row{Fields: []ir.Field{id, name}}},
		{Name: ir.NewName("T"), Table: table, Row: &ir.Row{Fields: []ir.Field{name}}},
	}}
	p, _ := Build(m, &target.Target{Engine: "postgres", Placeholder: target.Dollar,
		Bulk: target.BulkRule{Copy: 7, Why: "measured"}}, Options{}, "p", "0")
	a, b := p.Appenders[0].Load.(*Copy), p.Appenders[1].Load.(*Copy)
	if want := `INSERT INTO "app"."T" ("id", "name") OVERRIDING SYSTEM VALUE VALUES ($1, $2)`; a.Few.Row != want {
		t.Errorf("row %s, want %s", a.Few.Row, want)
	}
	if want := `COPY "app"."T" ("id", "name") FROM STDIN (FORMAT binary)`; a.SQL != want || a.From != 7 ||
		p.Appenders[0].Why != "measured" {
		t.Errorf("copy %s from %d rows, %s", a.SQL, a.From, p.Appenders[0].Why)
	}
	if want := `INSERT INTO "T" ("name") VALUES `; b.Few.Insert != want || b.Few.Row != want+"($1)" {
		t.Errorf("insert %s, row %s", b.Few.Insert, b.Few.Row)
	}
}

// TestNoCopy: a table for which COPY does not do what INSERT does gets its rows by INSERT.
func TestNoCopy(t *testing.T) {
	row := &ir.Row{Fields: []ir.Field{text("a", ir.ColumnRef{})}}
	table := &ir.Table{Schema: "public", Name: ir.NewName("t"), NoCopy: "it has a rule"}
	m := &ir.Model{Appenders: []*ir.Appender{{Name: table.Name, Table: table, Row: row}}}
	p, _ := Build(m, &target.Target{Engine: "postgres", Placeholder: target.Dollar, Bulk: target.BulkRule{Copy: 7}},
		Options{}, "p", "0")
	a := p.Appenders[0]
	if load, ok := a.Load.(*Values); !ok || load.Chunk != 1 || a.Why != "INSERT … VALUES: it has a rule" {
		t.Errorf("%#v, %s", a.Load, a.Why)
	}
}

// TestLoadedText: of what travels as text, rows are inserted as :bulk runs the INSERT of one, by lists and a table of
// texts, or by the table alone where a list cannot have them; where it runs each row, by INSERT.
func TestLoadedText(t *testing.T) {
	path := ir.Field{Name: ir.NewName("path"), Column: "path", Type: ir.Type{Kind: ir.Other, SQL: "ltree", Ref: "ltree"}}
	paths := ir.Param{Field: path}
	paths.Type = ir.Type{Kind: ir.Array, Elem: &path.Type, SQL: "ltree[]", Ref: "ltree[]"}
	sql := []ir.Part{{Text: "many ", Param: -1}, {Param: 0}}
	staged := &ir.Staged[[]ir.Part]{Create: "CREATE", Into: "rows (path)", SQL: []ir.Part{{Text: "staged", Param: -1}}}
	round := ir.Param{Field: ir.Field{Type: ir.BigInt}}
	for _, c := range []struct {
		many      ir.Many
		overrides []OverrideRule
		method    string
		few       int
		why       string
	}{
		{ir.Many{ManyOf: ir.ManyOf[[]ir.Part]{SQL: sql, Rounds: 16, Staged: staged},
			Params: []ir.Param{paths, round}}, nil, "unnest, copy", 2, "one statement"},
		{ir.Many{ManyOf: ir.ManyOf[[]ir.Part]{Each: "it is a list", Rounds: 16, Staged: staged},
			Params: []ir.Param{{Field: path}, round}}, nil, "each, copy", 25, "it is a list"},
		{ir.Many{ManyOf: ir.ManyOf[[]ir.Part]{SQL: sql, Rounds: 16, Staged: staged},
			Params: []ir.Param{paths, round}},
			[]OverrideRule{{Type: "ltree", To: ir.Override{Type: "Path"}}}, "each, copy", 25, "a type of the program's"},
		{ir.Many{ManyOf: ir.ManyOf[[]ir.Part]{Each: "a trigger"}}, nil, "insert", 0, "no representation of ltree (path); a trigger"},
	} {
		row := &ir.Row{Fields: []ir.Field{path}}
		one := &ir.Query{Name: ir.NewName("t"), Rows: row, Params: []ir.Param{{Field: path}},
			SQL: []ir.Part{{Text: "INSERT", Param: -1}}, Many: &c.many}
		m := &ir.Model{Appenders: []*ir.Appender{{Name: ir.NewName("t"), Table: &ir.Table{Schema: "public", Name: ir.NewName("t")},
			Row: row, One: one}}}
		p, _ := Build(m, target.Find("go/postgres/pgx"), Options{Overrides: c.overrides}, "p", "0")
		a := p.Appenders[0]
		if a.Method() != c.method || !strings.Contains(a.Why, c.why) {
			t.Errorf("%s, %s; want %s, %s", a.Method(), a.Why, c.method, c.why)
		}
		if load, is := a.Load.(*Listed); is && load.Bulk.Few != c.few {
			t.Errorf("from %d rows on, want %d", load.Bulk.Few, c.few)
		}
	}
}

// TestChunks: rows may come from a view only where the table is where unqualified names are.
func TestChunks(t *testing.T) {
	row := &ir.Row{Fields: []ir.Field{text("a", ir.ColumnRef{})}}
	m := &ir.Model{}
	for _, a := range []ir.Appender{{Qualified: true}, {}, {}} {
		a.Table, a.Row = &ir.Table{Schema: "main", Name: ir.NewName(`my "t"`)}, row
		m.Appenders = append(m.Appenders, &a)
	}
	m.Appenders[2].Table.Schema = "app"
	p, _ := Build(m, &target.Target{Engine: "duckdb", Bulk: target.BulkRule{Chunks: true, Rows: 1}}, Options{}, "p",
		"0")
	for i, want := range []string{"", `"my ""t"""`, ""} {
		if load := p.Appenders[i].Load.(*Chunks); load.Table != want {
			t.Errorf("table %d is %s, want %s", i, load.Table, want)
		}
	}
}

// TestNotCopied: what COPY has no representation of goes by INSERT, also inside of other types, and the reason says so.
func TestNotCopied(t *testing.T) {
	point := ir.Type{Kind: ir.Other, SQL: "point"}
	for _, c := range []struct {
		typ ir.Type
		why string
	}{
		{point, "no representation of point (a)"},
		{ir.Type{Kind: ir.Array, SQL: "point[]", Elem: &point}, "no representation of point[] (a)"},
		{ir.Type{Kind: ir.Money, SQL: "money"}, "lc_monetary: money (a)"},
		{ir.Type{Kind: ir.Struct, Struct: &ir.StructType{Fields: []ir.Field{{Type: ir.Type{Kind: ir.Money,
			SQL: "money"}}}}}, "money (a)"},
		{ir.Type{Kind: ir.Text, SQL: "text"}, ""},
	} {
		f := text("a", ir.ColumnRef{})
		f.Type = c.typ
		m := &ir.Model{Appenders: []*ir.Appender{{Name: ir.NewName("t"), Table: &ir.Table{Name: ir.NewName("t")},
			Row: &ir.Row{Fields: []ir.Field{f}}}}}
		p, _ := Build(m, &target.Target{Engine: "postgres", Placeholder: target.Dollar, Bulk: target.BulkRule{Copy: 7}},
			Options{}, "p", "0")
		a := p.Appenders[0]
		_, copied := a.Load.(*Copy)
		if copied != (c.why == "") || !strings.Contains(a.Why, c.why) {
			t.Errorf("%s: %T, %s", c.typ.SQL, a.Load, a.Why)
		}
	}
}

// TestOverrideOfAnyModifier: a type's name stands for it with every modifier, unless the rule has some.
func TestOverrideOfAnyModifier(t *testing.T) {
	o := newOverrides([]OverrideRule{{Type: "numeric(10,2)", To: ir.Override{Type: "Money"}},
		{Type: "character varying", To: ir.Override{Type: "Name"}}})
	for _, c := range []struct {
		sql, ref, want string
	}{{"numeric(10,2)", "numeric", "Money"}, {"numeric(8,3)", "numeric", ""},
		{"character varying(20)", "character varying", "Name"}, {"text", "text", ""}} {
		got := ""
		if f := o.find(ir.Field{Type: ir.Type{SQL: c.sql, Ref: c.ref}}, ""); f != nil {
			got = f.Type
		}
		if got != c.want {
			t.Errorf("%s has %q, want %q", c.sql, got, c.want)
		}
	}
}

// TestCannot: what a driver fails on is warned of.
func TestCannot(t *testing.T) {
	span := ir.Type{Kind: ir.Int32, SQL: "integer", OID: 23}
	for _, c := range []struct {
		typ  ir.Type
		fine bool
	}{
		{ir.Type{Kind: ir.Multirange, SQL: "spans", Elem: &span}, false},
		{ir.Type{Kind: ir.Array, SQL: "spans[]", Elem: &ir.Type{Kind: ir.Multirange, SQL: "spans", Elem: &span}},
			false},
		{ir.Type{Kind: ir.Range, SQL: "span", Elem: &span}, true},
		{ir.Type{Kind: ir.Multirange, SQL: "int4multirange", OID: 4451, Elem: &span}, true},
	} {
		q := &ir.Query{Name: ir.NewName("q"), SQL: []ir.Part{{Param: 0}},
			Params: []ir.Param{{Field: ir.Field{Name: ir.NewName("p"), Type: c.typ}}}}
		for id, fine := range map[string]bool{"rust/postgres/tokio-postgres": c.fine, "go/postgres/pgx": true} {
			_, ds := Build(&ir.Model{Queries: []*ir.Query{q}}, target.Find(id), Options{}, "p", "0")
			if (len(ds) == 0) != fine || !fine && len(ds) > 0 &&
				(ds[0].Code != diag.UnsupportedType || ds[0].Severity != diag.Warning ||
					!strings.Contains(ds[0].Msg, c.typ.SQL)) {
				t.Errorf("%s, %s: %v", id, c.typ.SQL, ds)
			}
		}
	}
}

// TestExactTypes: a type that only its text tells is an error where the config wants that, unless an override says what
// it becomes.
func TestExactTypes(t *testing.T) {
	point := ir.Type{Kind: ir.Other, SQL: "point", Ref: "point"}
	list := ir.Type{Kind: ir.Array, SQL: "point[]", Ref: "point[]", Elem: &point}
	for _, id := range []string{"rust/postgres/tokio-postgres", "go/postgres/pgx"} {
		for _, typ := range []ir.Type{point, list} {
			q := &ir.Query{Name: ir.NewName("q"), SQL: []ir.Part{{Param: 0}},
				Params: []ir.Param{{Field: ir.Field{Name: ir.NewName("p"), Type: typ}}}}
			for _, c := range []struct {
				opts   Options
				failed bool
			}{
				{Options{}, false}, {Options{Types: "exact"}, true},
				{Options{Types: "exact", Overrides: []OverrideRule{{Type: typ.SQL, To: ir.Override{Type: "string"}}}},
					false},
			} {
				_, ds := Build(&ir.Model{Queries: []*ir.Query{q}}, target.Find(id), c.opts, "p", "0")
				if diag.Failed(ds) != c.failed {
					t.Errorf("%s, %s, %+v: %v", id, typ.SQL, c.opts, ds)
				}
			}
		}
	}
}

// TestByText: a statement whose values travel as text returns that, behind all parts of its WITH.
func TestByText(t *testing.T) {
	point, number := ir.Type{Kind: ir.Other, SQL: "point", Ref: "point"},
		ir.Type{Kind: ir.Int32, OID: 23, SQL: "integer", Ref: "integer"}
	row := &ir.Row{Fields: []ir.Field{{Name: ir.NewName("a"), Column: "a", Type: point},
		{Name: ir.NewName("a_2"), Column: "a", Type: number}}}
	for sql, want := range map[string]string{
		"SELECT at, n":                         "SELECT \"a\"::text, \"a_\"\nFROM (\nSELECT at, n\n) AS q(\"a\", \"a_\")",
		"DELETE FROM t RETURNING at, n -- all": "WITH result(\"a\", \"a_\") AS (\nDELETE FROM t RETURNING at, n -- all\n)\nSELECT \"a\"::text, \"a_\" FROM result",
		"WITH update AS (SELECT 1), x (select_) AS (DELETE FROM result RETURNING 1) UPDATE t SET at = '' RETURNING at, n": "WITH update AS (SELECT 1), x (select_) AS (DELETE FROM result RETURNING 1), result_(\"a\", \"a_\") AS ( " +
			"UPDATE t SET at = '' RETURNING at, n\n)\nSELECT \"a\"::text, \"a_\" FROM result_",
		"WITH x AS (DELETE FROM t RETURNING *)\nTABLE x": "WITH x AS (DELETE FROM t RETURNING *), result(\"a\", \"a_\") AS (\nTABLE x\n)\nSELECT \"a\"::text, \"a_\" FROM result",
	} {
		q := &ir.Query{Name: ir.NewName("q"), Result: ir.All, Cursor: strings.HasPrefix(sql, "SELECT"),
			SQL: []ir.Part{{Param: -1, Text: sql}}, Row: row}
		for id, want := range map[string]string{"python/postgres/psycopg": want, "typescript/postgres/pg": sql} {
			p, _ := Build(&ir.Model{Queries: []*ir.Query{q}}, target.Find(id), Options{}, "p", "0")
			if got, _ := p.Methods[0].Literal(); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", id, got, want)
			}
		}
	}
}
