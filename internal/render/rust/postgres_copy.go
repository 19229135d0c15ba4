package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// copied inserts by COPY where it has a representation of all values, else by a batch.
func copied(f *file, a *plan.Appender) inserter {
	row, name, constant := f.tableRecord(a.Row), called(surface.BulkInsert, tableWords(a.Name)), f.scope.Claim(tableName(a.Name))
	copy, ok := a.Load.(*plan.Copy)
	if !ok {
		f.statement(constant, name, a.Load.(*plan.Values).Row)
		return inserter{row, "batch", constant}
	}
	f.add("static %s: sqg::Table<%s> = sqg::Table {\n    name: %s,\n    ask: %s,\n    copy: %s,\n    insert: %s,\n    of: std::marker::PhantomData,\n};", constant, row, quote(tableText(a)),
		quote(a.MayCopy()), f.prepared(name, copy.SQL, 4), f.prepared(name, copy.Few.Row, 4))
	return inserter{row, "bulk_insert", constant}
}

// tableText is a table's name in a line.
func tableText(a *plan.Appender) string { return strings.Join(strings.Fields(a.Name.SQL), " ") }

// tableRecord is the row type of a table, which puts its values.
func (f *file) tableRecord(r *ir.Row) string {
	t := f.rowType(r)
	values := make([]value, len(t.fields))
	for i, field := range r.Fields {
		values[i] = value{field, t.fields[i]}
	}
	t.home.record(t.name, values)
	return f.in(t.home, t.name)
}
