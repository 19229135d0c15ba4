package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestClassPerFile: a class and what it has depend on its file alone; migrations belong to the class of the unit's
// name.
func TestClassPerFile(t *testing.T) {
	table, named := &ir.Row{Name: ir.NewName("orders"), Role: ir.TableRow},
		&ir.Row{Name: ir.NewName("total"), Role: ir.NamedRow}
	method := func(file, name string, row *ir.Row) *Method {
		return &Method{Query: &ir.Query{Name: ir.NewName(name), File: file, Row: row}}
	}
	own := &ir.Row{Name: ir.NewName("open_orders")}
	p := &Program{Name: ir.NewName("shop"), Files: []string{"schema.sql", "sql/orders.sql", "people.sql"},
		Options:    Options{Classes: "file"},
		Migrations: []ir.Migration{{ID: "1"}}, Rows: []*ir.Row{table, named, own}, Enums: []*ir.EnumType{{}},
		Methods: []*Method{method("sql/orders.sql", "open_orders", own), method("people.sql", "total", named),
			method("sql/orders.sql", "total2", named)},
		Appenders: []*Appender{{Appender: &ir.Appender{File: "people.sql", Row: table}}},
	}
	describe := func() string {
		out, ds := Lay(p)
		var lines []string
		for _, c := range out.Classes {
			line := c.Name.SQL + ": " + c.Sources()
			for _, m := range c.Methods {
				line += " " + m.Name.SQL
			}
			for _, r := range c.Rows {
				line += " row " + r.Name.SQL
			}
			if len(c.Appenders) > 0 {
				line += " appender"
			}
			if len(c.Migrations) > 0 {
				line += " migrations"
			}
			lines = append(lines, line)
		}
		for _, r := range out.Shared.Rows {
			lines = append(lines, "shared "+r.Name.SQL)
		}
		for _, d := range ds {
			lines = append(lines, string(d.Code)+" "+d.Msg)
		}
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	check := func(want string) {
		t.Helper()
		if got := describe(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	want := "orders: sql/orders.sql open_orders total2 row open_orders\npeople: people.sql total appender\n" +
		"shared orders\nshared total\nshop: schema.sql, sql/orders.sql, people.sql migrations"
	check(want)
	slices.Reverse(p.Methods)
	slices.Reverse(p.Rows)
	check(strings.Replace(want, "open_orders total2", "total2 open_orders", 1))
	p.Name = ir.NewName("People")
	check("orders: sql/orders.sql total2 open_orders row open_orders\npeople: people.sql total appender migrations\nshared orders\nshared total")
	p.Files = append(p.Files, "more/Orders.sql")
	p.Methods = append(p.Methods, method("more/Orders.sql", "again", nil))
	if got := describe(); !strings.Contains(got,
		"SQG302 the files sql/orders.sql and more/Orders.sql become classes of one name") {
		t.Error(got)
	}
	if out, _ := Lay(&Program{Name: ir.NewName("shop"), Files: []string{"a.sql", "b.sql"}}); len(out.Classes) != 1 ||
		out.Classes[0] != out.Program {
		t.Error("a class per unit is the program itself")
	}
}
