package compile

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestSize: what is not the user's own stays small where helpers have a file of their own. For a table with an
// appender, five statements and a migration the file has at most 164 lines, whatever the driver.
func TestSize(t *testing.T) {
	for i := range target.All {
		tgt := &target.All[i]
		if !tgt.Takes("support") {
			continue
		}
		p, diags := plan.Build(tasks(tgt), tgt, plan.Options{Migrations: true, Support: "file", Package: "app"}, "app",
			"1.0.0")
		out, more := plan.Lay(p)
		r := Languages[tgt.Language].Render(out)
		if diags = slices.Concat(diags, more, r.Diags); diag.Failed(diags) || len(r.Need.Names) == 0 {
			t.Errorf("%s: %v, needs %v", tgt.ID(), diags, r.Need.Names)
			continue
		}
		limit := 164
		switch tgt.ID() {
		case "typescript/duckdb":
			limit = 171 // what each query returns, for a schema that changes, and the helper that reads rows
		case "java/duckdb":
			limit = 169 // the table function of a bulk insert is told how its rows are sorted
		case "java/duckdb/arrow":
			limit = 199 // with its imports, a method for vectors beside each query, and two beside the appender
		}
		if n := strings.Count(r.Files[0].Text, "\n"); n > limit {
			t.Errorf("%s: %s has %d lines", tgt.ID(), r.Files[0].Name, n)
		}
	}
}

// TestMemory: four times as many statements take some four times as much memory to render.
func TestMemory(t *testing.T) {
	for i := range target.All {
		tgt := &target.All[i]
		allocated := func(times int) uint64 {
			m := tasks(tgt)
			for _, q := range m.Queries {
				for n := range times {
					more := *q
					more.Name = ir.NewName(fmt.Sprintf("%s_%d", q.Name.SQL, n))
					if q.Row != nil {
						row := *q.Row
						row.Name, row.Role = more.Name, ir.QueryRow
						more.Row, m.Rows = &row, append(m.Rows, &row)
					}
					m.Queries = append(m.Queries, &more)
				}
			}
			p, _ := plan.Build(m, tgt, plan.Options{Package: "app"}, "app", "1.0.0")
			out, _ := plan.Lay(p)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Languages[tgt.Language].Render(out)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		few, many := allocated(100), allocated(400)
		if ratio := float64(many) / float64(few); ratio > 6 {
			t.Errorf("%s: %d MB for 2,000 statements, %.1f times as much as for 500", tgt.ID(), many>>20, ratio)
		}
	}
}

// tasks is a unit as an application has them.
func tasks(tgt *target.Target) *ir.Model {
	info := engine.Find(tgt.Engine)
	kinds := map[string]ir.Type{
		"id": {Kind: ir.Int32, SQL: "integer", OID: 23}, "title": {Kind: ir.Text, SQL: "text", OID: 25},
		"done": {Kind: ir.Bool, SQL: "boolean", OID: 16}, "note": {Kind: ir.Text, SQL: "text", OID: 25},
	}
	if !slices.Contains(info.Kinds, ir.Int32) {
		kinds["id"] = ir.Type{Kind: ir.Int64, SQL: "INTEGER"}
	}
	field := func(name string) ir.Field {
		return ir.Field{Name: ir.NewName(name), Column: name, Type: kinds[name], Nullable: name == "note",
			Source: ir.ColumnRef{Schema: info.Schema, Table: "tasks", Column: name}}
	}
	table := &ir.Table{Schema: info.Schema, Name: ir.NewName("tasks"), Key: []string{"id"}}
	row := &ir.Row{Name: ir.NewName("tasks"), Role: ir.TableRow}
	for _, name := range []string{"id", "title", "done", "note"} {
		table.Columns = append(table.Columns, ir.TableColumn{Field: field(name)})
		row.Fields = append(row.Fields, field(name))
	}
	count := &ir.Row{Name: ir.NewName("count_tasks"),
		Fields: []ir.Field{{Name: ir.NewName("count"), Column: "count", Type: kinds["id"]}}}
	statement := func(name, sql string, row *ir.Row, result ir.Result, params ...string) *ir.Query {
		q := &ir.Query{Name: ir.NewName(name), Row: row, Result: result, Pluck: row == count, Cursor: row != nil,
			Counts: row == nil}
		for sql != "" {
			text, rest, found := strings.Cut(sql, "?")
			q.SQL = append(q.SQL, ir.Part{Text: text, Param: -1})
			if found {
				q.SQL = append(q.SQL, ir.Part{Param: len(q.Params)})
				q.Params = append(q.Params, ir.Param{Field: field(params[len(q.Params)])})
			}
			sql = rest
		}
		return q
	}
	return &ir.Model{
		Name: ir.NewName("app"), Engine: tgt.Engine, Files: []string{"queries.sql"}, Tables: []*ir.Table{table},
		Rows: []*ir.Row{row},
		Migrations: []ir.Migration{{ID: "1",
			SQL: "CREATE TABLE tasks (\n  id    INTEGER PRIMARY KEY,\n  title TEXT    NOT NULL,\n  done  BOOLEAN NOT NULL,\n  note  TEXT\n);"}},
		Appenders: []*ir.Appender{{Name: ir.NewName("tasks"), Table: table, Row: row, File: "queries.sql"}},
		Queries: []*ir.Query{
			statement("all_tasks", "SELECT id, title, done, note FROM tasks ORDER BY id", row, ir.All),
			statement("get_task", "SELECT id, title, done, note FROM tasks WHERE id = ?", row, ir.One, "id"),
			statement("count_tasks", "SELECT count(*) FROM tasks", count, ir.One),
			statement("add_task", "INSERT INTO tasks (id, title, done) VALUES (?, ?, false)", nil, ir.None, "id",
				"title"),
			statement("set_done", "UPDATE tasks SET done = ? WHERE id = ?", nil, ir.None, "done", "id"),
		},
	}
}
