package typescript

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// duckdbValues are the values of DuckDB: the driver's own or, with the option plain, JavaScript's. Either are written
// as the types of parameters and columns say.
type duckdbValues struct {
	*generator
	enums map[*ir.EnumType]string
	rows  map[*ir.StructType]string // names of the types of structs and unions
	types map[*ir.StructType]string // names of how their values are written
	// names of the functions for those that hold values of the program's
	functions map[structFunction]string
}

func newDuckdbValues(g *generator) codec {
	return duckdbValues{g, map[*ir.EnumType]string{}, map[*ir.StructType]string{}, map[*ir.StructType]string{},
		map[structFunction]string{}}
}

// duckdbKind is what a kind of value is called by the driver, and what it is in a program.
type duckdbKind struct {
	id     string // what the driver calls the type of a result's column that is read so; "" where any is
	write  string // how values are written; "" where that takes more than a name
	column string // the class of a column of an appender
	more   string // a last argument for that
	value  string // what the driver gives
	plain  string // the same with the option plain; "" where it is the same
	param  string // what is taken beside it; alternatives are separated by " | "
}

var duckdbKinds = map[ir.Kind]duckdbKind{
	ir.Bool: {id: "BOOLEAN", write: "booleanType", column: "BooleanColumn", value: "boolean"},
	ir.Int8: {id: "TINYINT", write: "tinyintType", column: "NumberColumn", more: "Int8Array", value: "number"},
	ir.Int16: {id: "SMALLINT", write: "smallintType", column: "NumberColumn", more: "Int16Array",
		value: "number"},
	ir.Int32:   {id: "INTEGER", write: "integerType", column: "NumberColumn", more: "Int32Array", value: "number"},
	ir.Int64:   {id: "BIGINT", write: "bigintType", column: "WholeColumn", value: "bigint", param: "number"},
	ir.HugeInt: {id: "HUGEINT", write: "hugeintType", column: "HugeColumn", value: "bigint", param: "number"},
	ir.UInt8: {id: "UTINYINT", write: "utinyintType", column: "NumberColumn", more: "Uint8Array",
		value: "number"},
	ir.UInt16: {id: "USMALLINT", write: "usmallintType", column: "NumberColumn", more: "Uint16Array",
		value: "number"},
	ir.UInt32: {id: "UINTEGER", write: "uintegerType", column: "NumberColumn", more: "Uint32Array",
		value: "number"},
	ir.UInt64:   {id: "UBIGINT", write: "ubigintType", column: "WholeColumn", value: "bigint", param: "number"},
	ir.UHugeInt: {id: "UHUGEINT", write: "uhugeintType", column: "HugeColumn", value: "bigint", param: "number"},
	ir.Float32:  {id: "FLOAT", write: "floatType", column: "FloatColumn", more: "Float32Array", value: "number"},
	ir.Float64:  {id: "DOUBLE", write: "doubleType", column: "FloatColumn", more: "Float64Array", value: "number"},
	ir.Decimal: {id: "DECIMAL", column: "WholeColumn", value: "DuckDBDecimalValue", plain: "string",
		param: "number"},
	ir.Text: {id: "VARCHAR", write: "varcharType", column: "TextColumn", value: "string"},
	ir.JSON: {id: "VARCHAR", write: "varcharType", column: "TextColumn", value: "string"},
	ir.Blob: {id: "BLOB", write: "blobType", column: "BytesColumn", value: "DuckDBBlobValue",
		plain: "Uint8Array"},
	ir.Bits: {id: "BIT", write: "bitType", column: "BytesColumn", value: "DuckDBBitValue", plain: "string"},
	ir.Date: {id: "DATE", write: "dateType", column: "WholeColumn", more: "4", value: "DuckDBDateValue",
		plain: "string"},
	ir.TimeTZ: {id: "TIME_TZ", write: "timetzType", column: "WholeColumn", value: "DuckDBTimeTZValue",
		plain: "string"},
	ir.TimestampTZ: {id: "TIMESTAMP_TZ", write: "timestamptzType", column: "WholeColumn",
		value: "DuckDBTimestampTZValue", plain: "string", param: "Date"},
	ir.Interval: {id: "INTERVAL", write: "intervalType", column: "IntervalColumn", value: "DuckDBIntervalValue",
		plain: "Interval"},
	ir.UUID:      {id: "UUID", write: "uuidType", column: "UuidColumn", value: "DuckDBUUIDValue", plain: "string"},
	ir.Other:     {write: "varcharType", column: "TextColumn", value: "string"},
	ir.Map:       {id: "MAP", column: "MapColumn", value: "DuckDBMapValue"},
	ir.Struct:    {id: "STRUCT", column: "StructColumn", value: "DuckDBStructValue"},
	ir.Union:     {id: "UNION", column: "UnionColumn", value: "DuckDBUnionValue"},
	ir.Array:     {column: "ListColumn", value: "DuckDBListValue"},
	ir.Enum:      {id: "VARCHAR", column: "LabelColumn"},
	ir.Time:      {},
	ir.Timestamp: {},
}

// Times of day and timestamps, by their digits of a second.
var (
	duckdbTimes = map[int]duckdbKind{
		6: {id: "TIME", write: "timeType", column: "WholeColumn", value: "DuckDBTimeValue", plain: "string"},
		9: {id: "TIME_NS", write: "timeNsType", column: "WholeColumn", value: "DuckDBTimeNSValue", plain: "string"},
	}
	duckdbTimestamps = map[int]duckdbKind{
		0: {id: "TIMESTAMP_S", write: "timestampSType", column: "WholeColumn", value: "DuckDBTimestampSecondsValue",
			plain: "string"},
		3: {id: "TIMESTAMP_MS", write: "timestampMsType", column: "WholeColumn",
			value: "DuckDBTimestampMillisecondsValue", plain: "string"},
		6: {id: "TIMESTAMP", write: "timestampType", column: "WholeColumn", value: "DuckDBTimestampValue",
			plain: "string"},
		9: {id: "TIMESTAMP_NS", write: "timestampNsType", column: "WholeColumn",
			value: "DuckDBTimestampNanosecondsValue", plain: "string"},
	}
)

// duckdbNames are the names of the driver's module that generated code and its helpers know.
const duckdbNames = `ARRAY BIGINT BIT BLOB BOOLEAN DATE DECIMAL DOUBLE ENUM FLOAT HUGEINT INTEGER INTERVAL LIST MAP SMALLINT TIME
	TIMESTAMP TIMESTAMPTZ TIMESTAMP_MS TIMESTAMP_NS TIMESTAMP_S TIMETZ TIME_NS TINYINT UBIGINT UHUGEINT UINTEGER
	USMALLINT UTINYINT UUID VARCHAR DuckDBAppender DuckDBArrayType DuckDBArrayValue DuckDBBitValue DuckDBBlobValue
	DuckDBConnection DuckDBDataChunk DuckDBDateValue DuckDBDecimalValue DuckDBIntervalValue DuckDBListType
	DuckDBListValue DuckDBMapValue DuckDBPreparedStatement DuckDBResult DuckDBStructType DuckDBStructValue
	DuckDBTimeNSValue DuckDBTimeTZValue DuckDBTimeValue DuckDBTimestampMillisecondsValue
	DuckDBTimestampNanosecondsValue DuckDBTimestampSecondsValue DuckDBTimestampTZValue DuckDBTimestampValue
	DuckDBType DuckDBTypeId DuckDBUUIDValue DuckDBUnionValue DuckDBValue ResultReturnType`

func duckdbKindOf(t ir.Type) duckdbKind {
	switch t.Kind {
	case ir.Time:
		return duckdbTimes[t.Precision]
	case ir.Timestamp:
		return duckdbTimestamps[t.Precision]
	}
	k := duckdbKinds[t.Kind]
	if t.Kind == ir.Array && t.Length > 0 {
		k.value, k.column = "DuckDBArrayValue", "ArrayColumn"
	}
	if t.Kind == ir.Decimal {
		switch {
		case t.Precision <= 4:
			k.more = "2"
		case t.Precision <= 9:
			k.more = "4"
		case t.Precision > 18:
			k.column = "HugeColumn"
		}
	}
	return k
}

func (g duckdbValues) supports(f ir.Field) bool {
	return f.Override != nil || knows(duckdbKinds, f.Type)
}

func (g duckdbValues) row(t ir.Type) []string   { return duckdbTypes{g: g}.of(t) }
func (g duckdbValues) param(t ir.Type) []string { return duckdbTypes{g: g, param: true}.of(t) }

// duckdbTypes are the alternatives of a type: of what is made of others the driver's class, or a plain type.
type duckdbTypes struct {
	ir.NoRanges[[]string]
	g     duckdbValues
	param bool
}

func (d duckdbTypes) of(t ir.Type) []string {
	if t.Override != nil {
		return []string{d.g.foreignType(t.Override)}
	}
	return ir.Fold(t, d)
}

func (d duckdbTypes) Scalar(t ir.Type) []string {
	k := duckdbKindOf(t)
	types := []string{k.value}
	if d.g.Options.Plain && k.plain != "" {
		types[0] = k.plain
	}
	d.g.use(types[0])
	if d.param && k.param != "" && (k.plain == "" || d.g.Options.Plain) {
		types = append(types, k.param)
	}
	return types
}

func (d duckdbTypes) Enum(t ir.Type) []string { return []string{d.g.enum(t.Enum)} }

func (d duckdbTypes) List(t ir.Type) []string {
	return d.plain(t, func() string {
		elem := list(element(t, d.of(*t.Elem)))
		if d.param {
			return "readonly " + elem
		}
		return elem
	})
}

func (d duckdbTypes) Map(t ir.Type) []string {
	return d.plain(t, func() string {
		name := map[bool]string{true: "ReadonlyMap", false: "Map"}[d.param]
		return name + "<" + strings.Join(d.of(*t.Key), " | ") + ", " + orNull(d.of(*t.Elem)) + ">"
	})
}

func (d duckdbTypes) Record(t ir.Type) []string {
	return d.declared(t, func(name string) emit.Doc {
		doc := []string{"A value of the struct " + t.Struct.Name.SQL + "."}
		return d.g.declareType(name, doc, t.Struct.Fields, d.g.rowType)
	})
}

func (d duckdbTypes) Union(t ir.Type) []string {
	return d.declared(t, func(name string) emit.Doc {
		members := make([]string, len(t.Struct.Fields))
		for i, f := range t.Struct.Fields {
			members[i] = "{ tag: " + str(f.Name.SQL) + "; value: " + orNull(d.g.row(f.Type)) + " }"
		}
		return emit.Concat(docs([]string{"A value of the union " + t.Struct.Name.SQL + "."}),
			typed("export type "+name+" =", members), ";")
	})
}

// plain is the driver's class, but a plain type with that option.
func (d duckdbTypes) plain(t ir.Type, name func() string) []string {
	if d.g.Options.Plain {
		return []string{name()}
	}
	return []string{d.g.use(duckdbKindOf(t).value)}
}

// declared is the plain type of a struct or a union, which is declared on first use.
func (d duckdbTypes) declared(t ir.Type, declaration func(name string) emit.Doc) []string {
	return d.plain(t, func() string {
		name, done := d.g.rows[t.Struct]
		if !done {
			var mine bool
			name, mine = d.g.typeName(t.Struct, false)
			d.g.rows[t.Struct] = name
			if mine {
				declaration := declaration(name)
				d.g.declared = append(d.g.declared, declaration) // behind what it is made of
			}
		}
		return name
	})
}

func orNull(types []string) string { return strings.Join(types, " | ") + " | null" }

func (g duckdbValues) declare(t plan.Types) {
	for _, e := range t.Enums {
		g.enum(e)
	}
	if !g.Options.Plain {
		return // the driver has types for the others
	}
	for _, s := range t.Structs {
		g.row(ir.Type{Kind: ir.Struct, Struct: s})
	}
	for _, u := range t.Unions {
		g.row(ir.Type{Kind: ir.Union, Struct: u})
	}
}

// enum is the name of an enum's type, which is declared on first use.
func (g duckdbValues) enum(e *ir.EnumType) string {
	if g.enums[e] == "" {
		name, mine := g.typeName(e, true)
		g.enums[e] = name
		if mine {
			g.declareEnum(name, e)
		}
	}
	return g.enums[e]
}

// writer is the expression of how values of a type are written.
func (g duckdbValues) writer(t ir.Type) emit.Doc { return ir.Fold(t, duckdbWriters{g: g}) }

type duckdbWriters struct {
	ir.NoRanges[emit.Doc]
	g duckdbValues
}

func (d duckdbWriters) Scalar(t ir.Type) emit.Doc {
	if t.Kind == ir.Decimal {
		return emit.Text(fmt.Sprintf("%s(%d, %d)", d.g.use("decimalType"), t.Precision, t.Scale))
	}
	return emit.Text(d.g.use(duckdbKindOf(t).write))
}

func (d duckdbWriters) Enum(t ir.Type) emit.Doc {
	return call(d.g.use("labelType"), emit.Text(d.g.enum(t.Enum)))
}

func (d duckdbWriters) List(t ir.Type) emit.Doc {
	if t.Length > 0 {
		return call(d.g.use("arrayType"), d.g.writer(*t.Elem), emit.Text(fmt.Sprint(t.Length)))
	}
	return call(d.g.use("listType"), d.g.writer(*t.Elem))
}

func (d duckdbWriters) Map(t ir.Type) emit.Doc {
	return call(d.g.use("mapType"), d.g.writer(*t.Key), d.g.writer(*t.Elem))
}

func (d duckdbWriters) Record(t ir.Type) emit.Doc {
	return emit.Text(d.g.members("structType", t.Struct) + "()")
}
func (d duckdbWriters) Union(t ir.Type) emit.Doc {
	return emit.Text(d.g.members("unionType", t.Struct) + "()")
}

// members is how values of a struct or union are written, which is declared on first use, where the type is.
func (g duckdbValues) members(helper string, s *ir.StructType) string {
	if g.shared != nil {
		return g.borrow(g.shared.values.(duckdbValues).members(helper, s), true)
	}
	if g.types[s] == "" {
		names, types := []emit.Doc{}, []emit.Doc{}
		for _, f := range s.Fields {
			names, types = append(names, emit.Text(str(f.Name.SQL))), append(types, g.writer(f.Type))
		}
		g.types[s] = g.module.Claim(camel(s.Name) + "Type")
		made := emit.Indent(emit.Line(), call(g.use(helper), array(names), array(types)), ";")
		g.before = append(g.before, emit.Group(g.exporting()+"const "+g.types[s]+" = () =>", made))
	}
	return g.types[s]
}

// column is the expression of an appender's column, and of those that it is made of.
func (g duckdbValues) column(t ir.Type, name string, nullable bool) emit.Doc {
	k := duckdbKindOf(t)
	args := []emit.Doc{g.writer(t), emit.Text(str(name)), emit.Text(fmt.Sprint(nullable))}
	if k.more != "" {
		args = append(args, emit.Text(k.more))
	}
	return call("new "+g.use(k.column), append(args, ir.Fold(t, innerColumns{g: g, name: name})...)...)
}

// innerColumns are the columns that one is made of.
type innerColumns struct {
	ir.NoRanges[[]emit.Doc]
	g    duckdbValues
	name string
}

func (c innerColumns) Scalar(ir.Type) []emit.Doc { return nil }
func (c innerColumns) Enum(ir.Type) []emit.Doc   { return nil }
func (c innerColumns) List(t ir.Type) []emit.Doc {
	return []emit.Doc{c.g.column(*t.Elem, c.name, true)}
}
func (c innerColumns) Record(t ir.Type) []emit.Doc { return c.Union(t) }

func (c innerColumns) Map(t ir.Type) []emit.Doc {
	return []emit.Doc{c.g.column(*t.Key, c.name, false), c.g.column(*t.Elem, c.name, true)}
}

func (c innerColumns) Union(t ir.Type) (columns []emit.Doc) {
	for _, f := range t.Struct.Fields {
		columns = append(columns, c.g.column(f.Type, c.name, true))
	}
	return columns
}

func (g duckdbValues) checked(ir.Field) bool  { return true }
func (g duckdbValues) converts(ir.Field) bool { return true }
func (g duckdbValues) foreign(ir.Field) bool  { return false }

func (g duckdbValues) conditional(f ir.Field) bool {
	return f.Nullable && (g.decoded(f) || f.Type.Kind == ir.Other)
}

func (g duckdbValues) decoded(f ir.Field) bool { return g.function(decoding, f) != nil }

func (g duckdbValues) read(f ir.Field, value string) emit.Doc {
	decode := g.function(decoding, f)
	if decode == nil {
		return g.given(f, value)
	}
	plain := f
	plain.Override, plain.Nullable, plain.Type = nil, false, f.Type.Unchanged()
	return unlessNull(f, value, emit.Concat(decode, call("", decodedFrom(f, g.given(plain, value))...)))
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
	if encode := g.function(encoding, f); encode != nil {
		return unlessNull(f, value, emit.Concat(encode, call("", emit.Text(value))))
	}
	return emit.Text(value)
}

// typedStatement is a statement with the types of its parameters.
func typedStatement(g *generator, m *plan.Method, text emit.Doc) emit.Doc {
	fields := make([]ir.Field, len(m.Binds))
	for i, at := range m.Binds {
		fields[i] = m.Params[at].Field
	}
	picked := ""
	if m.Optional() {
		picked = g.use("picked")
	}
	return withTypes(g, fields, picked, text, columnTypes(m.Row)...)
}

// columnTypes is the property of a statement that says what is read.
func columnTypes(row *ir.Row) []emit.Doc {
	if row == nil {
		return nil
	}
	types := make([]emit.Doc, len(row.Fields))
	for i, f := range row.Fields {
		types[i] = emit.Text(columnType(f.Type))
	}
	return []emit.Doc{emit.Concat("columns: ", array(types), ",")}
}

func columnType(t ir.Type) string {
	suffix := ""
	for ; t.Kind == ir.Array; t = *t.Elem {
		suffix += "[]"
	}
	if id := duckdbKindOf(t).id; id != "" {
		return str(id + suffix)
	}
	return "null"
}

// withTypes is a statement with the types of its parameters, of which a function picks those that are bound, if any.
func withTypes(g *generator, fields []ir.Field, picked string, text emit.Doc, more ...emit.Doc) emit.Doc {
	values := g.values.(duckdbValues)
	params := make([]emit.Doc, len(fields))
	for i, f := range fields {
		params[i] = emit.Group(key(f.Name.SQL)+":", emit.Indent(emit.Line(), values.writer(f.Type)))
	}
	lines := append([]emit.Doc{text}, more...)
	if len(params) > 0 {
		types := emit.Group("{", emit.Indent(emit.Line(), emit.Join(emit.Concat(",", emit.Line()), params)),
			emit.IfBroken(",", ""), emit.Line(), "}")
		value := emit.Concat(" (", types, ")")
		if picked != "" {
			value = emit.Group(emit.Indent(emit.Line(), call(picked, types, emit.Text("binds"))))
		}
		lines = append(lines, emit.Concat("params: () =>", value, ","))
	}
	return object(lines...)
}

func typedSource(g *generator, m *plan.Method, text emit.Doc) emit.Doc {
	return typedStatement(g, m, emit.Concat("text: ", text, ","))
}

// columnLines are the properties of an appender's plan.
func columnLines(g *generator, a *plan.Appender) []emit.Doc {
	load := a.Load.(*plan.Relation)
	lines := []emit.Doc{emit.Text(fmt.Sprintf("whole: %t,", load.Whole)), assigned("into:", load.Into, ","),
		assigned("shape:", load.Shape, ","),
		columnsOf(g, a.Row, func(f ir.Field) bool { return f.Nullable })}
	if a.Qualified {
		lines = append([]emit.Doc{assigned("schema:", a.Table.Schema, ",")}, lines...)
	}
	return lines
}

// columnsOf is the property that says how rows become columns, and which of them takes NULL.
func columnsOf(g *generator, r *ir.Row, nullable func(ir.Field) bool) emit.Doc {
	values := g.values.(duckdbValues)
	scope := emit.NewScope(core.Union(g.reserved, core.Set("at row columns put")), underscore)
	var declared, columns, puts []emit.Doc
	for _, f := range r.Fields {
		column := scope.Claim(camel(f.Name))
		declared = append(declared, emit.Concat("const "+column+" =",
			emit.Fluid(values.column(f.Type, f.Name.SQL, nullable(f)), ";")))
		columns = append(columns, emit.Text(column))
		puts = append(puts, emit.Concat(call(column+".put", emit.Text("at"),
			values.write(f, member("row", f.Name.SQL))), ";"))
	}
	put := emit.Concat(function("put", []emit.Doc{emit.Text("at"), emit.Text("row")}, "", puts...), ",")
	lines := append(declared, emit.Concat("return ", object(emit.Group("columns: ", array(columns), ","), put), ";"))
	return emit.Concat(function("columns", nil, "", lines...), ",")
}
