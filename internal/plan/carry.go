package plan

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
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
	if t.Kind == ir.Array && t.Length == 0 && t.Elem.Kind == ir.Text {
		return splitVarchar, true
	}
	if t.Kind == ir.Timestamp && t.Precision != 6 {
		return varchar, true // text is rounded as DuckDB does
	}
	c, ok := carriers[t.Kind]
	return c, ok
}

// fromSource plans how an appender's rows go by one INSERT from a source that the driver provides.
func (b *builder) fromSource(out *Appender) {
	switch b.opts.Appender {
	case "arrow":
		out.SourceSQL = out.Into + " SELECT * FROM "
		out.Why = "one statement for many rows, which DuckDB scans as columns of Arrow"
		return
	case "insert":
		out.Why = "one row a statement, as the config asks for"
		return
	}
	exprs := make([]string, len(out.Row.Fields))
	for i, f := range out.Row.Fields {
		c, ok := carrier(f.Type)
		if !ok {
			out.Carriers = nil
			out.Why = "one row a statement: the driver's table functions cannot carry " + f.Type.SQL + " (" + f.Column + "); `appender: arrow` can"
			return
		}
		out.Carriers = append(out.Carriers, c)
		exprs[i] = strings.ReplaceAll(c.Expr, "#", "c"+strconv.Itoa(i+1))
	}
	out.SourceSQL = out.Into + " SELECT " + strings.Join(exprs, ", ") + " FROM "
	out.Why = "one statement for many rows, which DuckDB takes from a table function"
}
