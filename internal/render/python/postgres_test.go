package python

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

var postgresDrivers = []string{"python/postgres/psycopg", "python/postgres/asyncpg"}

func typed(name string, t ir.Type, nullable bool) ir.Field {
	return ir.Field{Name: ir.NewName(name), Column: name, Type: t, Nullable: nullable}
}

var (
	int4   = ir.Type{Kind: ir.Int32, SQL: "integer", OID: 23}
	text4  = ir.Type{Kind: ir.Text, SQL: "text", OID: 25}
	status = ir.Type{Kind: ir.Enum, SQL: "status",
		Enum: &ir.EnumType{Schema: "public", Name: ir.NewName("status"),
			Labels: []string{"open", "in progress", "OPEN", "2nd", ""}}}
	place = ir.Type{Kind: ir.Struct, SQL: "place",
		Struct: &ir.StructType{Schema: "public", Name: ir.NewName("place"), Fields: []ir.Field{
			typed("x", ir.Type{Kind: ir.Float64, SQL: "double precision", OID: 701}, true), typed("status", status, true),
		}}}
)

func listOf(t ir.Type) ir.Type {
	return ir.Type{Kind: ir.Array, SQL: t.SQL + "[]", Elem: &t, ElemNullable: true,
		OID: map[bool]uint32{true: 1007}[t.OID != 0]}
}

// postgresProgram has a table with values of all sorts, what reads and writes them, and an appender.
func postgresProgram(id string) *plan.Program {
	row := &ir.Row{Name: ir.NewName("tasks"), Role: ir.TableRow, Fields: []ir.Field{
		typed("id", int4, false), typed("title", text4, true), typed("status", status, false),
		typed("tags", listOf(text4), false),
		typed("places", listOf(place), true),
		typed("price", ir.Type{Kind: ir.Decimal, SQL: "numeric(10,2)", OID: 1700, Precision: 10, Scale: 2}, false),
		typed("at", ir.Type{Kind: ir.TimestampTZ, SQL: "timestamp with time zone", OID: 1184}, false),
		typed("span", ir.Type{Kind: ir.Range, SQL: "int4range", OID: 3904, Elem: &int4}, true),
	}}
	all := statement("all_tasks", row)
	all.Cursor = true
	one := statement("get_task", row, typed("id", int4, false))
	one.Result = ir.One
	set := statement("set_places", nil, typed("places", listOf(place), true), typed("status", status, false))
	set.Batch = true
	set.Text[0].SQL = "UPDATE tasks SET places = $1 WHERE status = $2"
	p := program("to-do", all, one, set)
	p.Target = target.Find(id)
	p.Enums, p.Structs = []*ir.EnumType{status.Enum}, []*ir.StructType{place.Struct}
	p.Options = plan.Options{Migrations: true, Observer: true}
	p.Appenders = []*plan.Appender{{
		Appender: &ir.Appender{Name: ir.NewName("tasks"), Row: row,
			Table: &ir.Table{Schema: "public", Name: ir.NewName("tasks")}},
		Load: &plan.Copy{SQL: `COPY "tasks" FROM STDIN (FORMAT binary)`, From: 8,
			Few: plan.Values{Row: `INSERT INTO "tasks" VALUES ($1)`}},
	}}
	return p
}

// TestPostgresGolden is what the generated code looks like; suites/python checks what it does.
func TestPostgresGolden(t *testing.T) {
	for _, id := range postgresDrivers {
		_, text := render(t, postgresProgram(id))
		golden.Check(t, filepath.Join("testdata", target.Find(id).Driver+".py"), text)
	}
}

// TestPostgresKinds renders every kind as column and parameter, by itself and in a list.
func TestPostgresKinds(t *testing.T) {
	oids := map[ir.Kind]uint32{ir.JSON: 3802, ir.Bits: 1560}
	for _, id := range postgresDrivers {
		var methods []*plan.Method
		for _, k := range engine.Postgres.Kinds {
			typ := ir.Type{Kind: k, SQL: k.String(), OID: 25}
			if oid, ok := oids[k]; ok {
				typ.OID = oid
			}
			switch k {
			case ir.Enum:
				typ = status
			case ir.Struct:
				typ = place
			case ir.Array:
				typ = listOf(int4)
			case ir.Range, ir.Multirange:
				typ.OID, typ.Elem = 0, &text4
			case ir.Other: // travels as text
				typ = text4
			}
			for _, typ := range []ir.Type{typ, listOf(typ)} {
				name := "k_" + k.String() + map[bool]string{true: "_list"}[typ.Kind == ir.Array]
				if typ.Kind == ir.Array && k == ir.Array {
					continue
				}
				f := typed("x", typ, true)
				methods = append(methods, statement(name,
					&ir.Row{Name: ir.NewName(name), Fields: []ir.Field{f, typed("y", typ, false)}}, f))
			}
		}
		_, text := render(t, withTarget(id, methods...))
		for _, m := range methods {
			if !strings.Contains(text, "def "+snake(m.Name, "")+"(") {
				t.Errorf("%s: no method %s", id, m.Name.SQL)
			}
		}
	}
}

func withTarget(id string, methods ...*plan.Method) *plan.Program {
	p := program("p", methods...)
	p.Target = target.Find(id)
	return p
}
