package rust

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

func field(name string, kind ir.Kind, nullable bool) ir.Field {
	return ir.Field{Name: ir.NewName(name), Column: name, Type: ir.Type{Kind: kind, SQL: kind.String()}, Nullable: nullable}
}

func statement(name string, row *ir.Row, params ...ir.Field) *plan.Method {
	q := &ir.Query{Name: ir.NewName(name), Row: row, Result: ir.All, Counts: row == nil}
	if row == nil {
		q.Result = ir.None
	}
	m := &plan.Method{Query: q, Text: []plan.Piece{{SQL: "SELECT 1", Source: -1}}}
	for i, p := range params {
		q.Params = append(q.Params, ir.Param{Field: p})
		m.Binds = append(m.Binds, i)
	}
	return m
}

// TestGolden is what the generated code looks like; suites/rust checks what it does.
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
	count := statement("count_tasks", &ir.Row{Name: ir.NewName("count_tasks"), Fields: []ir.Field{field("count", ir.Int64, false)}})
	count.Result, count.Pluck = ir.One, true
	set := statement("set_done", nil, field("done", ir.Bool, false), field("id", ir.Int64, false))
	set.Batch = true
	set.Text[0].SQL = "UPDATE tasks\nSET done = $1\nWHERE id = $2"
	p := &plan.Program{Target: target.Find("rust/postgres/tokio-postgres"), Name: ir.NewName("to-do"), Project: "to-do", Version: "1.0.0",
		Files: []string{"to-do.sql"}, Options: plan.Options{Migrations: true}, Methods: []*plan.Method{all, one, count, set},
		Rows:       []*ir.Row{row, count.Row},
		Migrations: []ir.Migration{{ID: "1", SQL: "CREATE TABLE tasks (id bigint PRIMARY KEY);"}}}
	p.Tracking = plan.TrackingOf(p.Target)
	out, _ := plan.Lay(p)
	r := Render(out)
	if diag.Failed(r.Diags) || len(r.Files) != 1 {
		t.Fatal(r.Diags)
	}
	golden.Check(t, filepath.Join("testdata", r.Files[0].Name), r.Files[0].Text)
	files, _ := Language.Support("1.0.0", []core.Need{r.Need})
	if len(files) != 1 || !strings.Contains(files[0].Text, "pub async fn apply_migrations") {
		t.Error("the support file lacks what the unit needs")
	}
}

// TestSupport: a unit that needs no part of its own has the helpers that every statement calls.
func TestSupport(t *testing.T) {
	for part := range drivers {
		count := statement("count", &ir.Row{Name: ir.NewName("count"), Fields: []ir.Field{field("n", ir.Int64, false)}})
		p := &plan.Program{Target: target.Find("rust/" + part), Name: ir.NewName("small"), Version: "1.0.0", Files: []string{"small.sql"},
			Methods: []*plan.Method{count}, Rows: []*ir.Row{count.Row}}
		out, _ := plan.Lay(p)
		if r := Render(out); len(r.Need.Names) == 0 {
			t.Errorf("%s: nothing is needed of the support file by\n%s", part, r.Files[0].Text)
		}
	}
}
