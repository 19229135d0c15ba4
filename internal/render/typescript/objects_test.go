package typescript

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// TestObjects: a row and its objects have the names of their members, which may be others than their columns'; a column
// of an object may be NULL as the object's type says, and has the language type of the row's.
func TestObjects(t *testing.T) {
	column := func(name string, kind ir.Kind, nullable bool) ir.Field {
		f := field(kind)
		f.Name, f.Column, f.Nullable = ir.NewName(name), name, nullable
		return f
	}
	p := program("better-sqlite3", field(ir.Int64))
	row, q := p.Rows[0], p.Methods[0]
	row.Fields = []ir.Field{column("aB", ir.Text, false), column("aB.bornOn", ir.Text, true),
		column("aB.id", ir.Int64, true)}
	row.Fields[1].Override = &ir.Override{Type: "Day", Import: "./day.js", Decode: "dayOf"}
	author := &ir.Row{Name: ir.NewName("find_author"), Within: true,
		Fields: []ir.Field{column("bornOn", ir.Text, false), column("id", ir.Int64, false)}}
	author.Fields[0].Override = row.Fields[1].Override
	row.Members = []ir.Member{{Name: ir.NewName("a_b")}, {Name: ir.NewName("aB"), Column: 1,
		Object: &ir.Object{Row: author, Columns: []int{1, 2}, Witness: 2}}}
	p.Rows = []*ir.Row{author, row}
	q.Params, q.Binds = []ir.Param{{Field: column("size", ir.Int64, false)}, {Field: column("after", ir.Text, false)},
		{Field: column("before", ir.Text, false)}, {Field: column("page_key", ir.Text, false)}}, []int{0, 3}
	q.Params[1].Optional, q.Params[2].Optional, q.Params[3].Optional = true, true, true
	q.Conditions = []ir.Condition{{Param: 1}, {Param: 2}}
	q.Page = &ir.Page{Size: 0, After: 1, Before: 2, Sort: -1, Keys: []ir.PageKey{{Column: 0, Param: 3}}}
	q.Grouped, q.Text = true, []plan.Piece{{SQL: "SELECT ?", Source: -1, Bind: 1}}
	files, diags := render(p)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, want := range []string{`import { type Day, dayOf } from "./day.js";`, `
export interface FindAuthorRow {
  bornOn: Day;
  id: number;
}

export interface FindRow {
  a_b: string;
  aB: FindAuthorRow | null;
}
`, `(row) => [row.a_b]`, `
  return {
    a_b: row[0] as string,
    aB:
      row[2] === null
        ? null
        : {
            bornOn: dayOf(asText(row[1], "aB.bornOn")),
            id: asInteger(row[2], "aB.id"),
          },
  };
`} {
		if !strings.Contains(files[0].Text, want) {
			t.Errorf("no %s in\n%s", want, files[0].Text)
		}
	}
}
