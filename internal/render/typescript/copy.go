package typescript

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// copier writes the functions that encode rows for COPY.
type copier struct{ postgresValues }

// copyLines are the properties of an appender's plan, and declares what encodes its rows.
func copyLines(g *generator, a *plan.Appender) []emit.Doc {
	c := copier{g.values.(postgresValues)}
	few := func(v *plan.Values) []emit.Doc {
		return []emit.Doc{assigned("row:", v.Row, ","), assigned("insert:", v.Insert, ","), g.rowEncoder("values", a)}
	}
	switch load := a.Load.(type) {
	case *plan.Values:
		return few(load)
	case *plan.Listed:
		return g.manyRows(a, load)
	}
	load := a.Load.(*plan.Copy)
	return append(few(&load.Few), c.copying(a.Row, load.SQL,
		min(load.From, g.Engine().MaxParams/max(1, len(a.Row.Fields)))))
}

// manyRows are the properties of an appender whose rows go as those of :bulk do.
func (g *generator) manyRows(a *plan.Appender, load *plan.Listed) []emit.Doc {
	op := &operation{Method: load.Method, name: "insert" + pascal(a.Name)}
	g.records[op.Method], op.sql = g.types[a.Row], g.text(op.Method, op.name)(nil)
	many := g.many(op, func() []emit.Doc { return g.listedLines(op, load.Bulk.Way.(*plan.Lists)) })
	_, encode := g.encoding(op)
	run := call(g.use("runMany"), emit.Text("db"), many, emit.Text("rows"))
	return []emit.Doc{emit.Text("values: " + encode + ","), emit.Concat("run: async (db, rows) => ", run, ",")}
}

// copying is the property that says how rows are copied, from so many on.
func (c copier) copying(r *ir.Row, sql string, from int) emit.Doc {
	lines := []emit.Doc{emit.Text(fmt.Sprintf("%s(out, %d);", c.use("putRow"), len(r.Fields)))}
	for _, f := range r.Fields {
		lines = append(lines, c.column(f))
	}
	return emit.Concat("copy: {", emit.Indent(
		emit.HardLine(), assigned("sql:", sql, ","),
		emit.HardLine(), fmt.Sprintf("from: %d,", from),
		emit.HardLine(), "encode: (out, row) => {", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), lines)),
		emit.HardLine(), "},",
	), emit.HardLine(), "},")
}

// column is the statement that writes a column of a row.
func (c copier) column(f ir.Field) emit.Doc {
	value := member("row", f.Name.SQL)
	arg := emit.Text(value)
	if o := f.Override; o != nil && o.Encode != "" {
		arg = call(c.foreignCall(o, o.Encode), arg)
	}
	return c.unlessNull(f, value, c.put(f.Type, arg, str(f.Name.SQL)))
}

func (c copier) unlessNull(f ir.Field, value string, put emit.Doc) emit.Doc {
	if !f.Nullable {
		return put
	}
	return emit.Concat("if ("+value+" === null) {", emit.Indent(emit.HardLine(), c.use("putNull")+"(out);"),
		emit.HardLine(), "} else {", emit.Indent(emit.HardLine(), put), emit.HardLine(), "}")
}

// put is the statement that writes a value that is not NULL; column is the expression of what an error calls it.
func (c copier) put(t ir.Type, value emit.Doc, column string) emit.Doc {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Encode != "" {
			value = call(c.foreignCall(o, o.Encode), value)
		}
	}
	w := c.wire(t)
	args := []emit.Doc{emit.Text("out"), value, emit.Text(column)}
	if w.more != nil {
		args = append(args, w.more()...)
	}
	return emit.Concat(call(c.declaring(w.put, w.putter), args...), ";")
}

// putter is a function that writes a value: one of its own where it takes more than the value.
func (c copier) putter(t ir.Type) emit.Doc {
	w := c.wire(t)
	if w.more == nil && t.Override == nil {
		return emit.Text(c.declaring(w.put, w.putter))
	}
	for _, p := range c.putters {
		if p.of.Equal(t) {
			return emit.Text(p.name)
		}
	}
	name := c.module.Claim(w.put + "Item")
	c.putters = append(c.putters, putter{t, name})
	c.after = append(c.after, function("function "+name,
		[]emit.Doc{emit.Text("out: " + c.use("CopyBuffer")), typed("value:", c.param(t)), emit.Text("column: string")},
		"void",
		c.put(t, emit.Text("value"), "column")))
	return emit.Text(name)
}

// putter is a function that was declared for the elements of arrays of a type.
type putter struct {
	of   ir.Type
	name string
}

// putComposite declares the function that writes values of a composite type.
func (c copier) putComposite(s *ir.StructType) {
	n := c.named[s]
	lines := []emit.Doc{emit.Text(fmt.Sprintf("const at = %s(out, %d);", c.use("putFields"), len(s.Fields)))}
	for _, f := range s.Fields {
		value := member("value", f.Name.SQL)
		lines = append(lines, emit.Text(fmt.Sprintf("%s(out, %d);", c.use("putType"), f.Type.OID)),
			c.unlessNull(f, value, c.put(f.Type, emit.Text(value), "column")))
	}
	lines = append(lines, emit.Text(c.use("setLength")+"(out, at);"))
	c.after = append(c.after, function(c.exporting()+"function "+n.put,
		[]emit.Doc{emit.Text("out: " + c.use("CopyBuffer")), emit.Text("value: " + n.name),
			emit.Text("column: string")}, "void", lines...))
}
