package plan

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// Road is how the rows of an appender reach an engine whose driver has several ways.
type Road int

// The roads to DuckDB.
const (
	Single   Road = iota // a statement for each row
	Function             // an INSERT from a table function
	Columns              // an INSERT from columns of Arrow, in foreign memory
	Vectors              // the same from vectors of Arrow's own library
	Rows                 // the driver's own appender, a row at a time
)

// Carrier is how a road brings a column's values to the engine that takes rows from a source of columns c1, c2, …
type Carrier struct {
	Column string // the type of the source's column, by its name in the driver
	Expr   string // what makes the value of it; # stands for the source's column
}

// carriers are those of DuckDB's table functions, whose columns are plain: what they cannot hold goes as the cheapest text
// that DuckDB makes the exact value of. INSERT casts a text to the column's type.
var carriers = map[ir.Kind]Carrier{
	ir.Bool:     {"BOOLEAN", "#"},
	ir.Int8:     {"TINYINT", "#"},
	ir.Int16:    {"SMALLINT", "#"},
	ir.Int32:    {"INTEGER", "#"},
	ir.Int64:    {"BIGINT", "#"},
	ir.UInt8:    {"UTINYINT", "#"},
	ir.UInt16:   {"USMALLINT", "#"},
	ir.UInt32:   {"UINTEGER", "#"},
	ir.UInt64:   {"UBIGINT", "#"},
	ir.HugeInt:  {"HUGEINT", "#"},
	ir.UHugeInt: {"UHUGEINT", "#"},
	ir.Float32:  {"FLOAT", "#"},
	ir.Float64:  {"DOUBLE", "#"},
	ir.Decimal:  {"DECIMAL", "#"},
	ir.Text:     varchar,
	ir.Bits:     varchar,
	ir.JSON:     varchar,
	ir.Enum:     varchar,
	ir.Time:     varchar,
	ir.TimeTZ:   varchar,
	ir.Interval: varchar,
	ir.Other:    varchar,
	ir.Date:     {"DATE", "#"},
	// The driver cannot set -infinity, but a moment before the first that DuckDB knows.
	ir.Timestamp:   {"TIMESTAMP", "CASE WHEN # < '290309-12-22 (BC) 00:00:00'::TIMESTAMP THEN '-infinity' ELSE # END"},
	ir.TimestampTZ: {"TIMESTAMP_WITH_TIME_ZONE", "#"},
	// Text to UUID takes 210 ns, hexadecimal 200, the bits of two numbers 180, base64 36.
	ir.UUID: {"VARCHAR", "from_base64(#)::UUID"},
	ir.Blob: {"VARCHAR", "from_base64(#)"},
}

var varchar = Carrier{"VARCHAR", "#"}

// splitVarchar carries a list of texts: with a separator, as JSON behind a mark where that would not do.
var splitVarchar = Carrier{"VARCHAR", "CASE WHEN # = '' THEN [] WHEN starts_with(#, chr(30)) THEN (#[2:])::JSON::VARCHAR[] ELSE string_split(#, chr(31)) END"}

// carrier of a type; false where a table function has none.
func carrier(t ir.Type) (Carrier, bool) {
	if isTexts(t) {
		return splitVarchar, true
	}
	if t.Kind == ir.Timestamp && t.Precision != 6 {
		return varchar, true // text is rounded as DuckDB does
	}
	c, ok := carriers[t.Kind]
	return c, ok
}

// appended are the kinds whose values the driver's appender takes as the table holds them; others go as carriers have them.
var appended = map[ir.Kind]bool{
	ir.Bool: true, ir.Int8: true, ir.Int16: true, ir.Int32: true, ir.Int64: true, ir.UInt8: true, ir.UInt16: true, ir.UInt32: true, ir.UInt64: true,
	ir.HugeInt: true, ir.UHugeInt: true, ir.Float32: true, ir.Float64: true, ir.Decimal: true, ir.Text: true, ir.JSON: true, ir.Enum: true,
	ir.Blob: true, ir.Date: true, ir.TimestampTZ: true, ir.UUID: true,
}

// appendedAs is how the driver's appender takes a type; exactly is whether that is the type itself.
func appendedAs(t ir.Type) (c Carrier, exactly, ok bool) {
	if appended[t.Kind] || t.Kind == ir.Timestamp && t.Precision == 6 || isTexts(t) {
		return Carrier{t.Ref, "#"}, true, true
	}
	c, ok = carrier(t)
	return c, false, ok
}

func isTexts(t ir.Type) bool {
	return t.Kind == ir.Array && t.Length == 0 && t.Elem.Kind == ir.Text
}

// fromSource plans how an appender's rows go from what the driver provides, mostly by one INSERT.
func (b *builder) fromSource(out *Appender) {
	switch b.opts.Appender {
	case "arrow", "vectors":
		out.Road = Columns
		if b.opts.Appender == "vectors" {
			out.Road = Vectors
		}
		out.SourceSQL = out.Into + " SELECT * FROM "
		out.Why = "one statement for many rows, which DuckDB scans as columns of Arrow"
		return
	case "insert":
		out.Why = "one row a statement, as the config asks for"
		return
	case "row":
		out.Road, out.Why = Rows, "row by row through the driver's appender, as the config asks for"
		out.Direct = out.Whole
	default:
		out.Road, out.Why = Function, "one statement for many rows, which DuckDB takes from a table function"
	}
	exprs := make([]string, len(out.Row.Fields))
	for i, f := range out.Row.Fields {
		c, ok := carrier(f.Type)
		if out.Road == Rows {
			var exactly bool
			c, exactly, ok = appendedAs(f.Type)
			out.Direct = out.Direct && exactly
		}
		if !ok {
			out.Road, out.Carriers = Single, nil
			out.Why = "one row a statement: the driver's table functions cannot carry " + f.Type.SQL + " (" + f.Column + "); `appender: arrow` can"
			return
		}
		out.Carriers = append(out.Carriers, c)
		exprs[i] = strings.ReplaceAll(c.Expr, "#", "c"+strconv.Itoa(i+1))
	}
	out.SourceSQL = out.Into + " SELECT " + strings.Join(exprs, ", ") + " FROM "
}
