package java

import "github.com/sqg-dev/sqg/internal/emit"

// rowInserter hands rows to an INSERT of one row.
func (g *generator) rowInserter(a *appender) inserter {
	g.need("RowInserter")
	return inserter{class: "RowInserter", sql: a.RowSQL,
		args: []emit.Doc{emit.Text("connection"), emit.Text(a.constant), emit.Text(a.class + "::bind")}}
}
