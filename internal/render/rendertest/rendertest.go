// Package rendertest has what the tests of renderers share: parts of programs that no engine has described.
package rendertest

import (
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

// Field is a column or a parameter.
func Field(name string, kind ir.Kind, nullable bool) ir.Field {
	return ir.Field{Name: ir.NewName(name), Column: name, Type: ir.Type{Kind: kind, SQL: kind.String()},
		Nullable: nullable}
}

// Statement is a method that binds its parameters in their order.
func Statement(name string, row *ir.Row, params ...ir.Field) *plan.Method {
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

// Tasks is a small program for a generator, with a method of each kind.
func Tasks(generator string) *plan.Program {
	row := &ir.Row{Name: ir.NewName("tasks"), Role: ir.TableRow, Doc: []string{"A task."}, Fields: []ir.Field{
		Field("id", ir.Int64, false), Field("title", ir.Text, false), Field("done", ir.Bool, false),
		Field("due", ir.Date, true),
	}}
	row.Fields[3].Doc = "The day, if there is one."
	all := Statement("all_tasks", row)
	all.Doc = []string{"Every task."}
	one := Statement("get_task", row, Field("id", ir.Int64, false))
	one.Result = ir.One
	one.Params[0].Doc = "of the task"
	count := Statement("count_tasks", &ir.Row{Name: ir.NewName("count_tasks"),
		Fields: []ir.Field{Field("count", ir.Int64, false)}})
	count.Result, count.Pluck = ir.One, true
	set := Statement("set_done", nil, Field("done", ir.Bool, false), Field("id", ir.Int64, false))
	set.Batch = true
	set.Text[0].SQL = "UPDATE tasks\nSET done = $1\nWHERE id = $2"
	p := &plan.Program{Target: target.Find(generator), Name: ir.NewName("to-do"), Project: "to-do", Version: "1.0.0",
		Files: []string{"to-do.sql"}, Options: plan.Options{Migrations: true},
		Methods: []*plan.Method{all, one, count, set},
		Rows:    []*ir.Row{row, count.Row},
		Migrations: []ir.Migration{{ID: "1", SQL: "CREATE TABLE tasks (id bigint PRIMARY KEY);"},
			{ID: "2", SQL: "ALTER TABLE tasks ADD COLUMN title text;"}}}
	p.Tracking = plan.TrackingOf(p.Target)
	return p
}

// Transactions are the texts of what the data of each engine's transactions becomes.
func Transactions(of func(engine string) []core.Definition) string {
	all := ""
	for _, engine := range []string{"sqlite", "postgres", "duckdb"} {
		all += "== " + engine + "\n"
		for _, d := range of(engine) {
			all += d.Text + "\n\n"
		}
	}
	return all
}
