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
		SQL: []ir.Part{{Text: "SELECT ", Param: -1}, {Param: 1}, {Text: ", ", Param: -1}, {Param: 0}, {Text: ", ", Param: -1}, {Param: 2},
			{Text: ", ", Param: -1}, {Param: 1}},
		Params: []ir.Param{{Field: text("a", ir.ColumnRef{})}, {Field: text("b", ir.ColumnRef{})}, {Field: text("sources_f", ir.ColumnRef{}), FileSource: true}},
	}
	p, _ := build(t, &ir.Model{Queries: []*ir.Query{q}})
	m := p.Methods[0]
	if want := []int{1, 0, 1}; !reflect.DeepEqual(m.Binds, want) {
		t.Errorf("binds %v, want %v", m.Binds, want)
	}
	want := []Piece{{"SELECT ?, ?, ", -1}, {"", 2}, {", ?", -1}}
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
	m := &ir.Model{Queries: []*ir.Query{{Name: ir.NewName("q"), Row: row}, {Name: ir.NewName("r"), Row: &ir.Row{Fields: []ir.Field{text("name", ref)}}}}}
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

func TestAppenderStatements(t *testing.T) {
	row := &ir.Row{Fields: []ir.Field{text(`a"b`, ir.ColumnRef{}), text("c", ir.ColumnRef{})}}
	wide := &ir.Row{}
	for range 3000 { // wider than any rule
		wide.Fields = append(wide.Fields, text("c", ir.ColumnRef{}))
	}
	table := &ir.Table{Schema: "main", Name: ir.NewName("t")}
	p, _ := build(t, &ir.Model{Appenders: []*ir.Appender{{Name: ir.NewName("main.t"), Table: table, Row: row}, {Name: ir.NewName("t"), Table: table, Row: wide}}})
	a := p.Appenders[0]
	if want := `INSERT INTO "main"."t" ("a""b", "c") VALUES (?, ?)`; a.RowSQL != want {
		t.Errorf("row %s, want %s", a.RowSQL, want)
	}
	if a.NextRow != ", (?, ?)" || a.ChunkRows < 2 || a.ChunkRows*2 > p.Target.MaxParams {
		t.Errorf("next %q, chunk of %d", a.NextRow, a.ChunkRows)
	}
	if w := p.Appenders[1]; !strings.HasPrefix(w.RowSQL, `INSERT INTO "t" (`) || w.ChunkRows != 1 || w.Why == "" {
		t.Errorf("wide table: chunk of %d, why %q", w.ChunkRows, w.Why)
	}
}
