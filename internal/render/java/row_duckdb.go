package java

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// appendedRows hands rows to the driver's appender, one by one.
func (g *generator) appendedRows(a *appender, load *plan.Source, in *inserter) emit.Doc {
	writer := g.sender(a, load, in)
	if load.Direct {
		in.sql = ""
		return g.direct(a, writer)
	}
	g.need("StagedRows")
	columns := make([]string, len(load.WireTypes))
	for i, c := range load.WireTypes {
		columns[i] = "c" + strconv.Itoa(i+1) + " " + c.Column
	}
	declared, _ := quote(strings.Join(columns, ", "), width-len("                  ,"))
	if a.after != "" {
		return call("new StagedRows<>", declared, emit.Text(a.constant), emit.Text(a.after), writer)
	}
	return call("new StagedRows<>", declared, emit.Text(a.constant), writer)
}

// smallFirst lets the driver's appender have the rows as long as they are few, where it can fill the table itself.
func (g *generator) smallFirst(a *appender, load *plan.Source, in *inserter, many emit.Doc) emit.Doc {
	if !load.Direct {
		return many
	}
	g.need("SmallFirst")
	return call("new SmallFirst<>", g.direct(a, g.sender(a, load, in)), emit.Concat("() -> ", many))
}

// direct is the buffer of the rows that the driver's appender puts into the table itself.
func (g *generator) direct(a *appender, writer emit.Doc) emit.Doc {
	g.need("AppendedRows")
	schema := emit.Text("null")
	if a.Qualified {
		schema = quoted(a.Table.Schema)
	}
	read := "AppendedRows.CHUNK"
	if a.Table.Unread {
		read = "AppendedRows.SAMPLE"
	}
	return call("new AppendedRows<>", schema, quoted(a.Table.Name.SQL), emit.Text(read), writer)
}

// sender adds the method that appends a row's columns.
func (g *generator) sender(a *appender, load *plan.Source, in *inserter) emit.Doc {
	g.use("org.duckdb.DuckDBAppender")
	names := components("column", a.Row.Fields)
	var body []emit.Doc
	e := g.columnEncoder("row", "out")
	lists := lastLists(a, load)
	for i, f := range a.Row.Fields {
		if i == lists {
			body = append(body, emit.Text("// DuckDB estimates nothing of lists."),
				emit.Text("out.setWriteInlinedStrings(true);"))
		}
		e.name = quoted(f.Name.SQL)
		value, nullable := e.given(f, "row."+names[i]+"()")
		body = append(body, e.append(f.Type, value, nullable, names[i])...)
	}
	in.members = append(in.members, signature(2, "private static void", "send",
		[]string{a.row + " row", "DuckDBAppender out"}, body...))
	return emit.Text(a.class + "::send")
}

// lastLists is the first of the lists of texts behind all columns of texts, where DuckDB does not look into the rows
// before it stores them: a call of the driver for each short text then saves nothing.
func lastLists(a *appender, load *plan.Source) int {
	if load.Direct && !a.Table.Unread {
		return -1
	}
	first := -1
	for i, f := range a.Row.Fields {
		switch {
		case plan.IsTexts(f.Type) && first < 0:
			first = i
		case !plan.IsTexts(f.Type) && !fixedWidth(f.Type):
			first = -1
		}
	}
	return first
}

// fixedWidth tells whether the appender is given a type's values as something else than bytes.
func fixedWidth(t ir.Type) bool {
	switch t.Kind {
	case ir.Bool, ir.Int8, ir.Int16, ir.Int32, ir.Int64, ir.HugeInt, ir.UInt8, ir.UInt16, ir.UInt32, ir.UInt64,
		ir.UHugeInt,
		ir.Float32, ir.Float64, ir.Decimal, ir.UUID, ir.Date, ir.TimestampTZ:
		return true
	}
	return t.Kind == ir.Timestamp && t.Precision == 6
}

// append appends a value to the row.
func (e *columnEncoder) append(t ir.Type, value emit.Doc, nullable bool, local string) []emit.Doc {
	use := func(value emit.Doc) []emit.Doc { return []emit.Doc{stmt("out.", e.appended(t, value))} }
	if nullable && !e.takesNull(t) {
		return e.unlessNull(boxed(e.g.held(t).name), value, local, emit.Text("out.appendNull();"), use)
	}
	return use(value)
}

// takesNull tells whether a value that may be null can go to the appender as it is.
func (e *columnEncoder) takesNull(t ir.Type) bool {
	switch t.Kind {
	case ir.Int8, ir.Int16, ir.UInt8, ir.UInt16, ir.UInt32, ir.UInt64, ir.UHugeInt, ir.Date, ir.TimestampTZ:
		return false
	case ir.Timestamp:
		return t.Precision != 6
	}
	return true
}

// appended is the call that appends a value.
func (e *columnEncoder) appended(t ir.Type, value emit.Doc) emit.Doc {
	switch {
	case t.Kind == ir.UHugeInt:
		e.g.need("highBits")
		return call("appendHugeInt", emit.Concat(value, ".longValue()"), call("highBits", e.stored(t, value)))
	case t.Kind == ir.Date:
		return call("appendEpochDays", e.stored(t, value))
	case t.Kind == ir.TimestampTZ, t.Kind == ir.Timestamp && t.Precision == 6:
		return call("appendEpochMicros", e.stored(t, value))
	case t.Kind == ir.Blob, fixedWidth(t):
		return call("append", e.stored(t, value))
	case plan.IsTexts(t):
		return call("append", e.checked("checkedTexts", value))
	}
	return call("append", e.checked("checkedText", e.text(t, value)))
}
