package java

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// functionRows hands rows to DuckDB by a table function.
func (g *generator) functionRows(a *appender, load *plan.Source, in *inserter) emit.Doc {
	g.need("FunctionRows")
	g.need("columns")
	g.use("org.duckdb.DuckDBDataChunkWriter")
	names := components("column", a.Row.Fields)
	types := make([]string, len(names))
	var body []emit.Doc
	var sizes []string
	e := g.columnEncoder("row", "at", "out")
	for i, f := range a.Row.Fields {
		column := load.WireTypes[i].Column
		if f.Type.Kind == ir.Decimal {
			column += "(" + strconv.Itoa(f.Type.Precision) + "," + strconv.Itoa(f.Type.Scale) + ")"
		}
		types[i] = `"` + column + `"`
		e.name = quoted(f.Name.SQL)
		value, nullable := e.given(f, "row."+names[i]+"()")
		body = append(body, e.set(f.Type, "out.vector("+strconv.Itoa(i)+")", value, nullable, names[i])...)
		if f.Override == nil && (plan.IsTexts(f.Type) || g.held(f.Type).name == "String" ||
			g.held(f.Type).name == "byte[]") {
			g.need("sizeOf")
			sizes = append(sizes, "sizeOf(row."+names[i]+"())")
		}
	}
	size := emit.Text("row -> 0")
	in.members = []emit.Doc{signature(2, "private static void", "write",
		[]string{a.row + " row", "long at", "DuckDBDataChunkWriter out"}, body...)}
	switch sum := "row -> " + strings.Join(sizes, " + "); {
	case len(sizes) > 0 && columns(sum) <= width-len("          );"):
		size = emit.Text(sum)
	case len(sizes) > 0:
		size = emit.Text(a.class + "::size")
		sum := emit.Group("return ", continued(emit.Join(emit.Concat(emit.Line(), "+ "), texts(sizes...))), ";")
		in.members = append(in.members, block(emit.Text("private static long size("+a.row+" row)"), sum))
	}
	args := []emit.Doc{emit.Text(strconv.FormatBool(load.Sorts)), callShort("columns", types),
		emit.Text(a.class + "::write"), size}
	if a.after == "" {
		args = slices.Insert(args, 0, quoted(load.After))
	}
	return g.bufferTarget(a, in, "FunctionRows", "Function", args...)
}

// set sets a value in a vector of DuckDB's.
func (e *columnEncoder) set(t ir.Type, vector string, value emit.Doc, nullable bool, local string) []emit.Doc {
	setter := func(method string, value emit.Doc) []emit.Doc {
		return member(vector, method, emit.Text("at"), value)
	}
	put := func(helper string, value emit.Doc, more ...emit.Doc) []emit.Doc {
		e.g.need(helper)
		return []emit.Doc{stmt(call(helper, append([]emit.Doc{emit.Text(vector), emit.Text("at"), value}, more...)...))}
	}
	if s, ok := vectorSetters[t.Kind]; ok {
		use := func(value emit.Doc) []emit.Doc { return setter(s.method, e.narrow(t.Kind, s.class, value)) }
		if nullable {
			return e.unlessNull(e.g.held(t).boxed, value, local, emit.Text(vector+".setNull(at);"), use)
		}
		return use(value)
	}
	switch t.Kind {
	case ir.UInt64:
		return setter("setUint64", e.limitedInteger(value, "false", 64))
	case ir.HugeInt:
		return setter("setHugeInt", e.stored(t, value))
	case ir.UHugeInt:
		return setter("setUHugeInt", e.stored(t, value))
	case ir.Decimal:
		return put("setDecimal", value, emit.Text(strconv.Itoa(t.Precision)), emit.Text(strconv.Itoa(t.Scale)), e.name)
	case ir.Date:
		return put("setDate", value, e.name)
	case ir.TimestampTZ:
		return put("setInstant", value, e.name)
	case ir.UUID:
		return put("setUuid", value)
	case ir.Blob:
		return put("setBase64", value)
	case ir.Array:
		if plan.IsTexts(t) {
			return put("setTexts", value, e.name)
		}
	case ir.Timestamp:
		if t.Precision == 6 {
			return put("setTimestamp", value, e.name)
		}
	}
	return put("setText", e.text(t, value), e.name)
}

// text is a value's text, which DuckDB makes the value of.
func (e *columnEncoder) text(t ir.Type, value emit.Doc) emit.Doc {
	switch {
	case t.Overridden():
		return e.checked("encoded", value, e.g.jsonPrinter(t))
	case t.Elem != nil || t.Struct != nil:
		e.g.need("mapped")
		return call("mapped", value, e.g.jsonPrinter(t))
	case e.g.held(t).print == "":
		return value
	}
	e.g.need("mapped")
	return call("mapped", value, e.g.printer(t))
}

// vectorSetters are the setters of a vector that take primitive values, and which those are cast to.
var vectorSetters = map[ir.Kind]struct{ method, class string }{
	ir.Bool: {"setBoolean", ""}, ir.Int8: {"setByte", "byte"}, ir.Int16: {"setShort", "short"},
	ir.Int32: {"setInt", ""}, ir.Int64: {"setLong", ""},
	ir.UInt8: {"setUint8", "int"}, ir.UInt16: {"setUint16", "int"}, ir.UInt32: {"setUint32", ""},
	ir.Float32: {"setFloat", ""}, ir.Float64: {"setDouble", ""},
}
