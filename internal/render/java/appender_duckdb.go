package java

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// bufferInserter collects rows and writes them together, by the load that the plan has chosen.
func (g *generator) bufferInserter(a *appender) inserter {
	in := inserter{class: "BufferInserter"}
	var made emit.Doc
	switch load := a.Load.(type) {
	case *plan.Values:
		g.need("SingleRows")
		in.sql = load.Row
		made = call("new SingleRows<>", emit.Text(a.constant), emit.Text(a.class+"::bind"))
		in.members = []emit.Doc{g.binder(a)}
	case *plan.Source:
		in.sql = load.SQL
		switch load.Strategy {
		case plan.Columns, plan.Vectors:
			made = g.smallFirst(a, load, &in, g.arrowRows(a, load, &in))
		case plan.Rows:
			made = g.appendedRows(a, load, &in)
		case plan.Function:
			made = g.smallFirst(a, load, &in, g.functionRows(a, load, &in))
		}
	}
	in.args = []emit.Doc{emit.Text("connection"), made}
	return in
}

// bufferTarget declares how a table takes rows, and is the buffer of those.
func (g *generator) bufferTarget(a *appender, in *inserter, buffer, class string, more ...emit.Doc) emit.Doc {
	target := g.consts.Claim(constant(a.Name) + "_TARGET")
	args := []emit.Doc{emit.Text(a.constant)}
	if a.after != "" {
		args = append(args, emit.Text(a.after))
	}
	args = append(args, more...)
	in.constants = append(in.constants,
		assign("private static final "+class+"Target<"+a.row+"> "+target, call("new "+class+"Target<>", args...)))
	return call("new "+buffer+"<>", emit.Text(target))
}

// member calls a method of a column, which is an element of something: a chain, broken at each of its dots but one that
// stands no further to the right than the next.
func member(column, method string, args ...emit.Doc) []emit.Doc {
	of, index, _ := strings.Cut(column, ".")
	if len(of) <= len(indentUnit)*2 {
		return []emit.Doc{emit.Group(column, continued(emit.SoftLine(), call("."+method, args...)), ";")}
	}
	return []emit.Doc{emit.Group(of, continued(emit.SoftLine(), "."+index, emit.SoftLine(), call("."+method, args...)),
		";")}
}

// columnEncoder prints what puts the values of a row into columns.
type columnEncoder struct {
	*rowEncoder
}

func (g *generator) columnEncoder(taken ...string) *columnEncoder {
	return &columnEncoder{newRowEncoder(g, taken...)}
}

// unlessNull puts a value that may be null: a variable holds it.
func (e *columnEncoder) unlessNull(class string, value emit.Doc, local string, null emit.Doc,
	use func(emit.Doc) []emit.Doc) []emit.Doc {
	name := e.scope.Claim(local)
	return []emit.Doc{assign(class+" "+name, value), emit.Concat(
		block(emit.Text("if ("+name+" == null)"), null), block(emit.Text(" else"), use(emit.Text(name))...))}
}

func (e *columnEncoder) limitedInteger(value emit.Doc, signed string, bits int) emit.Doc {
	e.g.need("limitedInteger")
	return call("limitedInteger", value, emit.Text(signed), emit.Text(strconv.Itoa(bits)), e.name)
}

// bounds are those of the numbers that Java holds in a wider type.
var bounds = map[ir.Kind][2]string{
	ir.Int8: {"-128", "127"}, ir.Int16: {"-32768", "32767"}, ir.UInt8: {"0", "255"}, ir.UInt16: {"0", "65535"},
	ir.UInt32: {"0", "4294967295L"},
}

// narrow casts a number to the Java type that a column's values have; "" where it has that.
func (e *columnEncoder) narrow(k ir.Kind, class string, value emit.Doc) emit.Doc {
	if b, ok := bounds[k]; ok {
		e.g.need("limited")
		value = call("limited", value, emit.Text(b[0]), emit.Text(b[1]), e.name)
	}
	if class == "" {
		return value
	}
	return emit.Concat("("+class+") ", value)
}

// checked is a value by a function that refuses what the column cannot hold.
func (e *columnEncoder) checked(helper string, value emit.Doc, more ...emit.Doc) emit.Doc {
	e.g.need(helper)
	return call(helper, append(append([]emit.Doc{value}, more...), e.name)...)
}

var narrowed = map[ir.Kind]string{ir.Int8: "byte", ir.UInt8: "byte", ir.Int16: "short", ir.UInt16: "short",
	ir.UInt32: "int"}

// stored is what a column of Arrow and the driver's appender take for a value of a type that does not go as text.
func (e *columnEncoder) stored(t ir.Type, value emit.Doc) emit.Doc {
	switch t.Kind {
	case ir.UInt64:
		return emit.Concat(e.limitedInteger(value, "false", 64), ".longValue()")
	case ir.HugeInt:
		return e.limitedInteger(value, "true", 127)
	case ir.UHugeInt:
		return e.limitedInteger(value, "false", 128)
	case ir.Decimal:
		return e.checked("rounded", value, emit.Text(strconv.Itoa(t.Precision)), emit.Text(strconv.Itoa(t.Scale)))
	case ir.Date:
		return e.checked("epochDay", value)
	case ir.Timestamp, ir.TimestampTZ:
		return e.checked("microseconds", value)
	}
	return e.narrow(t.Kind, narrowed[t.Kind], value)
}
