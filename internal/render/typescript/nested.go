package typescript

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// nests are the functions of rows with a list: their key, and rows put together. A row as it is read has a list of one
// object, or of none.
type nests struct{ key, nest string }

func (g *generator) nester(r *ir.Row) nests {
	if done, there := g.nests[r]; there {
		return done
	}
	if g.shared != nil && !slices.Contains(g.Rows, r) {
		n := g.shared.nester(r)
		g.nests[r] = nests{g.borrow(n.key, true), g.borrow(n.nest, true)}
		return g.nests[r]
	}
	typ := g.types[r]
	n := nests{g.module.Claim("keyOf" + typ), g.module.Claim("nest" + typ)}
	g.nests[r] = n
	shown := r.Shown()
	row := []emit.Doc{emit.Text("row: " + typ)}
	key, result := g.keyOf(shown, r.Keys())
	g.after = append(g.after, function(g.exporting()+"function "+n.key, row, result, emit.Concat("return ", key, ";")))

	list := member("row", shown[r.ListAt()].Name.SQL)
	gather := call(g.use("gather"), emit.Text("rows"), emit.Text(n.key), emit.Text("(row) => "+list))
	lines := []emit.Doc{emit.Concat("return ", gather, ";")}
	if inner := r.List().Row; inner.List() != nil {
		put := emit.Concat(list+" = ", call(g.nester(inner).nest, emit.Text(list)), ";")
		lines = []emit.Doc{emit.Concat("const nested = ", gather, ";"),
			loop("(const row of ", emit.Text("nested"), put), emit.Text("return nested;")}
	}
	g.after = append(g.after, function(g.exporting()+"function "+n.nest, []emit.Doc{emit.Text("rows: " + typ + "[]")},
		typ+"[]", lines...))
	return n
}

// keyOf is an expression that is the same for rows of one key only, and its type.
func (g *generator) keyOf(shown []ir.Field, keys []int) (key emit.Doc, typ string) {
	parts := make([]emit.Doc, len(keys))
	for i, at := range keys {
		field := shown[at]
		value := member("row", field.Name.SQL)
		switch typ = strings.Join(g.rowType(field), " | "); {
		case typ == "bigint" && len(keys) == 1, typ == "number", typ == "string", typ == "boolean",
			field.Type.Kind == ir.Enum:
		default: // not the same object, or nothing that JSON has
			value, typ = "String("+value+")", "string"
		}
		parts[i] = emit.Text(value)
	}
	if len(parts) == 1 {
		return parts[0], typ
	}
	return call("JSON.stringify", array(parts)), "string"
}

// gathered are the lines for all rows as they are read, and the expression of them put together.
func (g *generator) gathered(op *operation) (body []emit.Doc, rows emit.Doc) {
	body, rows = g.rows(op)
	return body, call(g.nester(op.Row).nest, rows)
}

// nested reports whether several rows that the engine returns make one row.
func nested(op *operation) bool { return op.Row.List() != nil }
