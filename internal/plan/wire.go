package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// Strategy is how the rows of a Source reach DuckDB.
type Strategy int

// The load strategies of DuckDB.
const (
	Function Strategy = iota // an INSERT from a table function
	Columns                  // an INSERT from columns of Arrow, in foreign memory
	Vectors                  // the same from vectors of Arrow's own library
	Rows                     // the driver's own appender, a row at a time
)

// WireType is how a load strategy brings a column's values to the engine that takes rows from a source of columns c1,
// c2, …
type WireType struct {
	Column string // the type of the source's column, by its name in the driver
	Expr   string // what makes the value of it; # stands for the source's column
}

// wireTypes are those of DuckDB's table functions, whose columns are plain: what they cannot hold goes as the cheapest
// text that DuckDB makes the exact value of. INSERT casts a text to the column's type.
var wireTypes = map[ir.Kind]WireType{
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
	// The driver cannot set -infinity, of TIMESTAMPTZ with DuckDB 2.0, but a moment before the first that DuckDB knows.
	ir.Timestamp: {"TIMESTAMP", "CASE WHEN # < '290309-12-22 (BC) 00:00:00'::TIMESTAMP THEN '-infinity' ELSE # END"},
	ir.TimestampTZ: {"TIMESTAMP_WITH_TIME_ZONE",
		"CASE WHEN # < '290309-12-22 (BC) 00:00:00+00'::TIMESTAMPTZ THEN '-infinity' ELSE # END"},
	// Text to UUID takes 210 ns, hexadecimal 200, the bits of two numbers 180, base64 36.
	ir.UUID: {"VARCHAR", "from_base64(#)::UUID"},
	ir.Blob: {"VARCHAR", "from_base64(#)"},
}

var varchar = WireType{"VARCHAR", "#"}

// splitVarchar brings a list of texts: with a separator, as JSON behind a mark where that would not do.
var splitVarchar = WireType{"VARCHAR",
	"CASE WHEN # = '' THEN [] WHEN starts_with(#, chr(30)) THEN (#[2:])::JSON::VARCHAR[] ELSE string_split(#, " +
		"chr(31)) END"}

// IsTexts reports whether a type is a list of texts, which has a wire type of its own.
func IsTexts(t ir.Type) bool {
	return t.Kind == ir.Array && t.Length == 0 && t.Elem.Kind == ir.Text && t.Elem.Override == nil
}

// jsonWire carries what holds other values as JSON, whose values DuckDB makes first what JSON can say, then what the
// column holds. A key that holds other values is no key of JSON: a map of those goes as its entries, which nothing may
// hold.
func jsonWire(t ir.Type) (WireType, bool) {
	expr := "#::JSON::%s"
	if HasEntries(t) {
		expr = "map_from_entries(#::JSON::%s)"
		t = ir.Type{Kind: ir.Array, Elem: &ir.Type{Kind: ir.Struct, Struct: &ir.StructType{Fields: []ir.Field{
			{Column: "key", Type: *t.Key}, {Column: "value", Type: *t.Elem}}}}}
	}
	names := wireNames{json: true}.of(t) + strings.Join(stepsTo(t), "")
	return WireType{"VARCHAR", fmt.Sprintf(expr, names)}, !t.Holds(HasEntries)
}

// HasEntries reports whether a type is a map whose keys hold other values.
func HasEntries(t ir.Type) bool {
	return t.Kind == ir.Map && (t.Key.Elem != nil || t.Key.Struct != nil)
}

// jsonLeaves are the kinds that DuckDB reads from JSON exactly; others are texts there.
var jsonLeaves = map[ir.Kind]bool{
	ir.Bool: true, ir.Int8: true, ir.Int16: true, ir.Int32: true, ir.Int64: true, ir.UInt8: true, ir.UInt16: true,
	ir.UInt32: true,
	ir.UInt64: true, ir.HugeInt: true, ir.UHugeInt: true, ir.Float32: true, ir.Float64: true, ir.Decimal: true,
	ir.Text: true,
}

// wireType of a type; false where a table function has none.
func wireType(t ir.Type) (WireType, bool) {
	if IsTexts(t) {
		return splitVarchar, true
	}
	if t.Elem != nil || t.Struct != nil {
		return jsonWire(t)
	}
	if t.Kind == ir.Timestamp && t.Precision != 6 {
		return varchar, true // text is rounded as DuckDB does
	}
	c, ok := wireTypes[t.Kind]
	return c, ok
}

// appended are the kinds whose values the driver's appender takes as the table holds them; others go by their wire
// types.
var appended = map[ir.Kind]bool{
	ir.Bool: true, ir.Int8: true, ir.Int16: true, ir.Int32: true, ir.Int64: true, ir.UInt8: true, ir.UInt16: true,
	ir.UInt32: true, ir.UInt64: true,
	ir.HugeInt: true, ir.UHugeInt: true, ir.Float32: true, ir.Float64: true, ir.Decimal: true, ir.Text: true,
	ir.JSON: true, ir.Enum: true,
	ir.Blob: true, ir.Date: true, ir.TimestampTZ: true, ir.UUID: true,
}

func appendedAsIs(t ir.Type) bool {
	return appended[t.Kind] || t.Kind == ir.Timestamp && t.Precision == 6 || IsTexts(t)
}

// fromSource plans how an appender's rows go from what the driver provides, mostly by one INSERT.
func (b *builder) fromSource(a *ir.Appender, one Values, head string) (Load, string) {
	if b.opts.Appender == "insert" {
		return &one, "one row a statement, as the config asks for"
	}
	load, why, ok := b.source(a.Row.Fields)
	if !ok {
		return &one, "one row a statement: " + why + "; `appender: arrow` has"
	}
	load.Direct = whole(a) && !slices.ContainsFunc(a.Row.Fields, func(f ir.Field) bool { return !appendedAsIs(f.Type) })
	exprs := make([]string, len(a.Row.Fields))
	for i := range exprs {
		exprs[i] = load.read(i)
	}
	if load.WireTypes == nil {
		exprs = []string{"*"}
	}
	load.SQL, load.After = head+" SELECT "+strings.Join(exprs, ", ")+" FROM ", load.order()
	load.Sorts = load.After != ""
	return load, why
}

// source is what the driver provides as a source of rows, by the config, and why; false where none has a wire type.
func (b *builder) source(fields []ir.Field) (*Source, string, bool) {
	load, why := &Source{Strategy: Function}, "one statement for many rows, which DuckDB takes from a table function"
	switch b.opts.Appender {
	case "arrow":
		load.Strategy, why = Columns, "one statement for many rows, which DuckDB scans as columns of Arrow"
	case "vectors":
		load.Strategy, why = Vectors, "one statement for many rows, which DuckDB scans as vectors of Arrow"
	case "row":
		load.Strategy, why = Rows, "row by row through the driver's appender, as the config asks for"
	}
	if load.Strategy == Columns || load.Strategy == Vectors {
		return load, why, true
	}
	for _, f := range fields {
		w, ok := wireType(f.Type)
		if load.Strategy == Rows && appendedAsIs(f.Type) {
			w, ok = WireType{f.Type.Ref, "#"}, true
		}
		if !ok {
			return nil, "no source of rows has a wire type for " + f.Type.SQL + " (" + f.Column + ")", false
		}
		load.WireTypes = append(load.WireTypes, w)
	}
	return load, why, true
}

// read is the value of a column of the source.
func (s *Source) read(i int) string {
	column := "c" + strconv.Itoa(i+1)
	if s.WireTypes == nil {
		return column
	}
	return strings.ReplaceAll(s.WireTypes[i].Expr, "#", column)
}

// order keeps the rows of a table function in theirs, which several threads call; other sources keep it themselves.
func (s *Source) order() string {
	if s.Strategy == Function {
		return inOrder
	}
	return ""
}

// native are the kinds whose values generated code writes into a data chunk as DuckDB has them.
var native = map[ir.Kind]bool{
	ir.Bool: true, ir.Int8: true, ir.Int16: true, ir.Int32: true, ir.Int64: true, ir.UInt8: true, ir.UInt16: true,
	ir.UInt32: true, ir.UInt64: true,
	ir.Float32: true, ir.Float64: true, ir.Text: true, ir.Blob: true, ir.UUID: true, ir.Date: true,
	ir.TimestampTZ: true,
}

func isNative(t ir.Type) bool {
	if t.Override != nil && !t.Override.Renames() {
		return false
	}
	if t.Kind == ir.Array && t.Length == 0 {
		return isNative(*t.Elem)
	}
	return native[t.Kind] || t.Kind == ir.Timestamp && t.Precision == 6 || t.Kind == ir.Decimal && t.Precision <= 18
}

// isNativeColumn reports whether a column's values are written as DuckDB has them; others are text that is cast.
func isNativeColumn(f ir.Field) bool {
	return f.Type.Kind == ir.Blob || f.Override == nil && isNative(f.Type)
}

// chunks plans an appender whose rows go in data chunks.
func (b *builder) chunks(r *ir.Row, one Values, head string) *Chunks {
	exprs, shape := make([]string, len(r.Fields)), make([]string, len(r.Fields))
	load := &Chunks{Native: make([]bool, len(r.Fields)), Few: one}
	for i, f := range r.Fields {
		load.Native[i] = isNativeColumn(f)
		exprs[i], shape[i] = ir.Quote(f.Column), "NULL::"+f.Type.Ref
		if !load.Native[i] {
			exprs[i], shape[i] = b.cast(exprs[i], ir.Param{Field: f}, 1, ""), "NULL::VARCHAR"
		}
	}
	load.SQL = head + " SELECT " + strings.Join(exprs, ", ") + " FROM " + Appended
	load.Shape = "SELECT " + strings.Join(shape, ", ")
	return load
}

// inOrder keeps the rows of a table function in theirs, which several threads call.
const inOrder = " ORDER BY n"

// scan plans an appender whose rows come from a table function of the program.
func (b *builder) scan(r *ir.Row, head string) Load {
	load := scanOf(r.Fields)
	load.SQL = Around{head + " SELECT " + strings.Join(b.scanned(r.Fields), ", ") + " FROM", inOrder}
	load.Alone = b.target.Bulk.Alone
	return load
}

func scanOf(fields []ir.Field) *Scan {
	load := &Scan{Native: make([]bool, len(fields))}
	for i, f := range fields {
		load.Native[i] = isNativeColumn(f)
	}
	return load
}

// scanned are the values of the columns of a table function.
func (b *builder) scanned(fields []ir.Field) []string {
	out := make([]string, len(fields))
	for i, f := range fields {
		if out[i] = "c" + strconv.Itoa(i+1); !isNativeColumn(f) {
			out[i] = b.cast(out[i], ir.Param{Field: f}, 1, "")
		}
	}
	return out
}
