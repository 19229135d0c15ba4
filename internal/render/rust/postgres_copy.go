package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// copied inserts by COPY where it has a representation of all values, else as :bulk or by a batch.
func copied(f *file, a *plan.Appender) inserter {
	row, name, constant := f.tableRecord(a.Row), called(surface.BulkInsert, tableWords(a.Name)),
		f.scope.Claim(tableName(a.Name))
	switch load := a.Load.(type) {
	case *plan.Values:
		f.statement(constant, name, load.Row)
		return inserter{row, "batch", constant}
	case *plan.Listed:
		one := f.scope.Claim(constant + "_ONE")
		sql, _ := load.Literal()
		f.statement(one, name, sql)
		s := &method{Method: load.Method, f: f, name: name, group: row, sql: "&" + one}
		return inserter{row, s.listed(constant, load.Bulk.Way.(*plan.Lists)), constant}
	}
	copy := a.Load.(*plan.Copy)
	f.add("static %s: sqg::Table<%s> = sqg::Table {\n    name: %s,\n    ask: %s,\n    copy: %s,\n    insert: %s,\n"+
		"    of: std::marker::PhantomData,\n};", constant, row, quote(tableText(a)),
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
