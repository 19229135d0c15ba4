package typescript

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// duckdbValues are the values of DuckDB: the driver's own or, with the option plain, JavaScript's. Either are written as
// a statement's or a table's types say, which the driver has objects for.
type duckdbValues struct {
	*generator
	enums map[*ir.EnumType]string
	rows  map[*ir.StructType]string // names of the types of structs and unions
	types map[*ir.StructType]string // names of the driver's types for them
}

func newDuckdbValues(g *generator) codec {
	return duckdbValues{g, map[*ir.EnumType]string{}, map[*ir.StructType]string{}, map[*ir.StructType]string{}}
}

// duckdbKind is what a kind of value is called by the driver, and what it is in a program.
type duckdbKind struct {
	sql   string // the driver's type
	value string // what the driver gives
	plain string // the same with the option plain; "" where it is the same
	param string // what is taken beside it; alternatives are separated by " | "
}

var duckdbKinds = map[ir.Kind]duckdbKind{
	ir.Bool:        {sql: "BOOLEAN", value: "boolean"},
	ir.Int8:        {sql: "TINYINT", value: "number"},
	ir.Int16:       {sql: "SMALLINT", value: "number"},
	ir.Int32:       {sql: "INTEGER", value: "number"},
	ir.Int64:       {sql: "BIGINT", value: "bigint", param: "number"},
	ir.HugeInt:     {sql: "HUGEINT", value: "bigint", param: "number"},
	ir.UInt8:       {sql: "UTINYINT", value: "number"},
	ir.UInt16:      {sql: "USMALLINT", value: "number"},
	ir.UInt32:      {sql: "UINTEGER", value: "number"},
	ir.UInt64:      {sql: "UBIGINT", value: "bigint", param: "number"},
	ir.UHugeInt:    {sql: "UHUGEINT", value: "bigint", param: "number"},
	ir.Float32:     {sql: "FLOAT", value: "number"},
	ir.Float64:     {sql: "DOUBLE", value: "number"},
	ir.Decimal:     {value: "DuckDBDecimalValue", plain: "string", param: "number"},
	ir.Text:        {sql: "VARCHAR", value: "string"},
	ir.JSON:        {sql: "VARCHAR", value: "string"},
	ir.Blob:        {sql: "BLOB", value: "DuckDBBlobValue", plain: "Uint8Array"},
	ir.Bits:        {sql: "BIT", value: "DuckDBBitValue", plain: "string"},
	ir.Date:        {sql: "DATE", value: "DuckDBDateValue", plain: "string"},
	ir.TimeTZ:      {sql: "TIMETZ", value: "DuckDBTimeTZValue", plain: "string"},
	ir.TimestampTZ: {sql: "TIMESTAMPTZ", value: "DuckDBTimestampTZValue", plain: "string", param: "Date"},
	ir.Interval:    {sql: "INTERVAL", value: "DuckDBIntervalValue", plain: "Interval"},
	ir.UUID:        {sql: "UUID", value: "DuckDBUUIDValue", plain: "string"},
	ir.Other:       {sql: "VARCHAR", value: "string"},
	ir.Map:         {value: "DuckDBMapValue"},
	ir.Struct:      {value: "DuckDBStructValue"},
	ir.Union:       {value: "DuckDBUnionValue"},
	ir.Array:       {value: "DuckDBListValue"},
	ir.Enum:        {},
	ir.Time:        {},
	ir.Timestamp:   {},
}

// Times of day and timestamps, by their digits of a second.
var (
	duckdbTimes = map[int]duckdbKind{
		6: {sql: "TIME", value: "DuckDBTimeValue", plain: "string"},
		9: {sql: "TIME_NS", value: "DuckDBTimeNSValue", plain: "string"},
	}
	duckdbTimestamps = map[int]duckdbKind{
		0: {sql: "TIMESTAMP_S", value: "DuckDBTimestampSecondsValue", plain: "string"},
		3: {sql: "TIMESTAMP_MS", value: "DuckDBTimestampMillisecondsValue", plain: "string"},
		6: {sql: "TIMESTAMP", value: "DuckDBTimestampValue", plain: "string"},
		9: {sql: "TIMESTAMP_NS", value: "DuckDBTimestampNanosecondsValue", plain: "string"},
	}
)

// duckdbNames are the names of the driver's module that generated code and its helpers know.
const duckdbNames = `ARRAY BIGINT BIT BLOB BOOLEAN DATE DECIMAL DOUBLE ENUM FLOAT HUGEINT INTEGER INTERVAL LIST MAP SMALLINT TIME
	TIMESTAMP TIMESTAMPTZ TIMESTAMP_MS TIMESTAMP_NS TIMESTAMP_S TIMETZ TIME_NS TINYINT UBIGINT UHUGEINT UINTEGER USMALLINT
	UTINYINT UUID VARCHAR DuckDBAppender DuckDBArrayValue DuckDBBitValue DuckDBBlobValue DuckDBConnection DuckDBDataChunk
	DuckDBDateValue DuckDBDecimalType DuckDBDecimalValue DuckDBIntervalValue DuckDBListValue DuckDBMapValue DuckDBPreparedStatement
	DuckDBStructType DuckDBStructValue DuckDBTimeNSValue DuckDBTimeTZValue DuckDBTimeValue
	DuckDBTimestampMillisecondsValue DuckDBTimestampNanosecondsValue DuckDBTimestampSecondsValue DuckDBTimestampTZValue
	DuckDBTimestampValue DuckDBType DuckDBTypeId DuckDBUUIDValue DuckDBUnionType DuckDBUnionValue DuckDBValue
	ResultReturnType`

func duckdbKindOf(t ir.Type) duckdbKind {
	switch t.Kind {
	case ir.Time:
		return duckdbTimes[t.Precision]
	case ir.Timestamp:
		return duckdbTimestamps[t.Precision]
	}
	k := duckdbKinds[t.Kind]
	if t.Kind == ir.Array && t.Length > 0 {
		k.value = "DuckDBArrayValue"
	}
	return k
}

func (g duckdbValues) supports(f ir.Field) bool { return f.Override != nil || g.holds(f.Type) }

// holds tells whether a type and all that it is made of have a counterpart.
func (g duckdbValues) holds(t ir.Type) bool {
	_, known := duckdbKinds[t.Kind]
	return known && !t.Opaque()
}

func (g duckdbValues) text() string { return "string" }

func (g duckdbValues) row(t ir.Type) []string {
	switch k := duckdbKindOf(t); {
	case t.Kind == ir.Enum:
		return []string{g.enum(t.Enum)}
	case !g.Options.Plain:
		return []string{g.use(k.value)}
	case t.Kind == ir.Array:
		return []string{list(orNull(g.row(*t.Elem)))}
	case t.Kind == ir.Map:
		return []string{"Map<" + strings.Join(g.row(*t.Key), " | ") + ", " + orNull(g.row(*t.Elem)) + ">"}
	case t.Kind == ir.Struct, t.Kind == ir.Union:
		return []string{g.composite(t)}
	case k.plain != "":
		return []string{g.use(k.plain)}
	default:
		return []string{k.value}
	}
}

func orNull(types []string) string { return strings.Join(types, " | ") + " | null" }

func (g duckdbValues) param(t ir.Type) []string {
	k := duckdbKindOf(t)
	types := g.row(t)
	switch {
	case g.Options.Plain && t.Kind == ir.Array:
		return []string{"readonly " + list(orNull(g.param(*t.Elem)))}
	case g.Options.Plain && t.Kind == ir.Map:
		return []string{"ReadonlyMap<" + strings.Join(g.param(*t.Key), " | ") + ", " + orNull(g.param(*t.Elem)) + ">"}
	case k.param != "" && (k.plain == "" || g.Options.Plain):
		return append(types, k.param)
	}
	return types
}

// enum is the name of an enum's type, which is declared on first use.
func (g duckdbValues) enum(e *ir.EnumType) string {
	if g.enums[e] == "" {
		g.enums[e] = g.module.Claim(pascal(e.Name))
		g.declareEnum(g.enums[e], e)
	}
	return g.enums[e]
}

// composite is the name of the plain type of a struct or a union, which is declared on first use.
func (g duckdbValues) composite(t ir.Type) string {
	s := t.Struct
	if g.rows[s] != "" {
		return g.rows[s]
	}
	name := g.module.Claim(pascal(s.Name))
	g.rows[s] = name
	if t.Kind == ir.Struct {
		d := g.declareType(name, []string{"A value of the struct " + s.Name.SQL + "."}, s.Fields, g.rowType)
		g.declared = append(g.declared, d) // behind what it is made of
		return name
	}
	members := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		members[i] = "{ tag: " + str(f.Name.SQL) + "; value: " + orNull(g.row(f.Type)) + " }"
	}
	g.declared = append(g.declared, emit.Concat(docs([]string{"A value of the union " + s.Name.SQL + "."}),
		typed("export type "+name+" =", members), ";"))
	return name
}

// driverType is the expression of the driver's type.
func (g duckdbValues) driverType(t ir.Type) emit.Doc {
	switch t.Kind {
	case ir.Decimal:
		return emit.Text(fmt.Sprintf("%s(%d, %d)", g.use("DECIMAL"), t.Precision, t.Scale))
	case ir.Enum:
		return call(g.use("ENUM"), emit.Text(g.enum(t.Enum)))
	case ir.Array:
		if t.Length > 0 {
			return call(g.use("ARRAY"), g.driverType(*t.Elem), emit.Text(fmt.Sprint(t.Length)))
		}
		return call(g.use("LIST"), g.driverType(*t.Elem))
	case ir.Map:
		return call(g.use("MAP"), g.driverType(*t.Key), g.driverType(*t.Elem))
	case ir.Struct, ir.Union:
		return emit.Text(g.structType(t))
	}
	return emit.Text(g.use(duckdbKindOf(t).sql))
}

// structType is the name of the driver's type of a struct or union, which is declared on first use.
func (g duckdbValues) structType(t ir.Type) string {
	s := t.Struct
	if g.types[s] != "" {
		return g.types[s]
	}
	class := "DuckDBStructType"
	if t.Kind == ir.Union {
		class = "DuckDBUnionType"
	}
	names, types := make([]emit.Doc, len(s.Fields)), make([]emit.Doc, len(s.Fields))
	for i, f := range s.Fields {
		names[i], types[i] = emit.Text(str(f.Name.SQL)), g.driverType(f.Type)
	}
	g.types[s] = g.module.Claim(camel(s.Name) + "Type")
	g.before = append(g.before, emit.Concat("const "+g.types[s]+" = ", call("new "+g.use(class), array(names), array(types)), ";"))
	return g.types[s]
}

func (g duckdbValues) checked(ir.Field) bool  { return true }
func (g duckdbValues) converts(ir.Field) bool { return true }
func (g duckdbValues) foreign(ir.Field) bool  { return false }

func (g duckdbValues) conditional(f ir.Field) bool {
	return f.Nullable && (g.decoded(f) || f.Type.Kind == ir.Other)
}

func (g duckdbValues) decoded(f ir.Field) bool { return f.Override != nil && f.Override.Decode != "" }

func (g duckdbValues) read(f ir.Field, value string) emit.Doc {
	switch {
	case g.decoded(f):
		plain := f
		plain.Override, plain.Nullable = nil, false
		return unlessNull(f, value, call(g.foreignCall(f.Override, f.Override.Decode), g.given(plain, value)))
	default:
		return g.given(f, value)
	}
}

// given is the expression of a value as the driver gave it. What has no counterpart is read as its text.
func (g duckdbValues) given(f ir.Field, value string) emit.Doc {
	if f.Type.Kind != ir.Other {
		return typed(value+" as", g.rowType(f))
	}
	text := call(g.use("textOf"), emit.Text(value))
	if f.Override != nil && f.Override.Type != "string" {
		text = emit.Concat(text, " as "+g.foreignType(f.Override))
	}
	return unlessNull(f, value, text)
}

func (g duckdbValues) bind(p ir.Param, name string, _ int) emit.Doc  { return g.write(p.Field, name) }
func (g duckdbValues) item(p ir.Param, value string, _ int) emit.Doc { return g.write(p.Field, value) }

// write is a value as it is: what it becomes for the driver is a matter of its type.
func (g duckdbValues) write(f ir.Field, value string) emit.Doc {
	if o := f.Override; o != nil && o.Encode != "" {
		return unlessNull(f, value, call(g.foreignCall(o, o.Encode), emit.Text(value)))
	}
	return emit.Text(value)
}

// typedStatement is a statement with the types of its parameters.
func typedStatement(g *generator, m *plan.Method, text emit.Doc) emit.Doc {
	values := g.values.(duckdbValues)
	params := make([]emit.Doc, len(m.Binds))
	for i, at := range m.Binds {
		p := m.Params[at]
		params[i] = emit.Group(key(p.Name.SQL)+":", emit.Indent(emit.Line(), values.driverType(p.Type), ","))
	}
	if len(params) == 0 {
		return object(text, emit.Text("params: {},"))
	}
	return object(text, emit.Concat("params: ", object(params...), ","))
}

func typedSource(g *generator, m *plan.Method, text emit.Doc) emit.Doc {
	return typedStatement(g, m, emit.Concat("text: ", text, ","))
}

// columnLines are the properties of an appender's plan, and declares how its rows become columns.
func columnLines(g *generator, a *plan.Appender) []emit.Doc {
	values := g.values.(duckdbValues)
	name := g.module.Claim(camel(a.Name) + "Columns")
	scope := emit.NewScope(union(g.reserved, words("at row columns put")), underscore)
	var declared, columns, puts []emit.Doc
	for _, f := range a.Row.Fields {
		column := scope.Claim(camel(f.Name))
		declared = append(declared, emit.Concat("const "+column+" =", emit.Fluid(call("new "+g.use("Column"), emit.Text(str(f.Name.SQL)),
			values.driverType(f.Type), emit.Text(fmt.Sprint(f.Nullable))), ";")))
		columns = append(columns, emit.Text(column))
		puts = append(puts, emit.Concat(call(column+".put", emit.Text("at"), values.write(f, member("row", f.Name.SQL))), ";"))
	}
	put := emit.Concat(function("put", []emit.Doc{emit.Text("at"), emit.Text("row")}, "", puts...), ",")
	lines := append(declared, emit.Concat("return ", object(emit.Group("columns: ", array(columns), ","), put), ";"))
	g.after = append(g.after, function("function "+name, nil, g.use("Columns")+"<"+g.types[a.Row]+">", lines...))
	table := []emit.Doc{assigned("table:", a.Table.Name.SQL, ","), emit.Text("columns: " + name + ",")}
	if a.Qualified {
		table = append([]emit.Doc{assigned("schema:", a.Table.Schema, ",")}, table...)
	}
	if !a.Whole {
		table = append(table, emit.Concat("part: ", object(assigned("into:", a.Into, ","), assigned("shape:", a.Shape, ",")), ","))
	}
	return table
}
