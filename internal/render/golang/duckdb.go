package golang

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// duckdbDriver is DuckDB's driver for database/sql. Of many types it binds text, and of what holds others JSON.
func duckdbDriver() *driver {
	return &driver{
		prelude:  prelude("go/duckdb", "bound", "values", "sql", "sql_prepared", "duckdb", "duckdb_read", "duckdb_bind"),
		imports:  standard(map[string]string{"duckdb": "github.com/duckdb/duckdb-go/v2"}),
		handles:  "a database, a connection or a transaction",
		tx:       "*sql.Tx",
		prepares: true,
		row:      "*record",
		kinds:    duckdbKinds,
		shapes:   func(f *file) ir.Shapes[kind] { return duckdbShapes{f: f} },
		scan:     scanValues,
		argument: bindDuckdb,
		appender: insertArgs,
	}
}

// duckdbKinds: into is the function that reads one, arg the one that binds one, put the one that puts it into JSON.
var duckdbKinds = map[ir.Kind]kind{
	ir.Bool:        {typ: "bool", put: "putBool"},
	ir.Int8:        {typ: "int8", put: "putInt[int8]"},
	ir.Int16:       {typ: "int16", put: "putInt[int16]"},
	ir.Int32:       {typ: "int32", put: "putInt[int32]"},
	ir.Int64:       {typ: "int64", put: "putInt[int64]"},
	ir.HugeInt:     {typ: "*big.Int", null: true, arg: "bindBig"},
	ir.UInt8:       {typ: "uint8", put: "putInt[uint8]"},
	ir.UInt16:      {typ: "uint16", put: "putInt[uint16]"},
	ir.UInt32:      {typ: "uint32", put: "putInt[uint32]"},
	ir.UInt64:      {typ: "uint64", arg: "bindUint"},
	ir.UHugeInt:    {typ: "*big.Int", null: true, arg: "bindBig"},
	ir.Float32:     {typ: "float32", put: "putFloat[float32]"},
	ir.Float64:     {typ: "float64", put: "putFloat[float64]"},
	ir.Decimal:     {typ: "duckdb.Decimal", arg: "bindDecimal"},
	ir.Text:        {typ: "string", put: "putText[string]"},
	ir.Blob:        {typ: "[]byte", null: true, arg: "bindBlob", put: "putBlob"},
	ir.Bits:        {typ: "string", into: "bits", put: "putText[string]"},
	ir.Date:        {typ: "time.Time", into: "moment", arg: "bindDate"},
	ir.Time:        {typ: "time.Time", into: "clock", arg: "bindClock"},
	ir.TimeTZ:      {typ: "time.Time", arg: "bindClockTZ"},
	ir.Timestamp:   {typ: "time.Time", into: "moment", arg: "bindTimestamp"},
	ir.TimestampTZ: {typ: "time.Time", into: "moment", arg: "bindInstant"},
	ir.Interval:    {typ: "duckdb.Interval", put: "putInterval"},
	ir.UUID:        {typ: "[16]byte", into: "uuid", arg: "bindUUID"},
	ir.JSON:        {typ: "json.RawMessage", null: true, into: "jsonText", arg: "bindJSON"},
	ir.Other:       {typ: "string", put: "putText[string]"},
}

// duckdbShapes are the types of DuckDB.
type duckdbShapes struct {
	ir.NoRanges[kind]
	f *file
}

func (s duckdbShapes) Scalar(t ir.Type) kind {
	k := duckdbKinds[t.Kind]
	if k.into == "" {
		k.into = "as[" + k.typ + "]"
	}
	if k.put == "" {
		k.put = "putAs(" + k.arg + ")"
	}
	return k
}

func (s duckdbShapes) Enum(t ir.Type) kind {
	name := s.f.enumType(t.Enum)
	return kind{typ: name, into: "label[" + name + "]", arg: "bindLabel[" + name + "]", put: "putText[" + name + "]"}
}

// made is a type that holds others.
func (s duckdbShapes) made(typ string, null bool, into, put string) kind {
	return kind{typ: typ, null: null, into: into, arg: "asJSON(" + put + ")", put: put}
}

func (s duckdbShapes) List(t ir.Type) kind {
	read, put := s.part(*t.Elem, t.ElemNullable)
	return s.made("[]"+s.f.elem(*t.Elem, t.ElemNullable), true, "listOf("+read+")", "putList("+put+")")
}

func (s duckdbShapes) Map(t ir.Type) kind {
	key, putKey := s.part(*t.Key, false)
	value, put := s.part(*t.Elem, true)
	k, v := s.f.elem(*t.Key, false), s.f.elem(*t.Elem, true)
	if isKey(*t.Key) {
		return s.made("map["+k+"]"+v, true, "mapOf("+key+", "+value+")", "putMap("+putKey+", "+put+")")
	}
	s.f.need("MapEntry")
	helper := map[bool]string{true: "putPairs(", false: "putEntries("}[plan.HasEntries(t)]
	return s.made("[]MapEntry["+k+", "+v+"]", true, "entriesOf("+key+", "+value+")", helper+putKey+", "+put+")")
}

// isKey reports whether Go compares values of a type as DuckDB does.
func isKey(t ir.Type) bool {
	switch t.Kind {
	case ir.HugeInt, ir.UHugeInt, ir.Decimal, ir.Blob, ir.JSON:
		return false
	}
	return t.Elem == nil && t.Struct == nil
}

func (s duckdbShapes) Record(t ir.Type) kind {
	name := s.f.structType(t.Struct)
	s.f.partFunctions(t, name)
	return s.made(name, false, "read"+name, "put"+name)
}

func (s duckdbShapes) Union(t ir.Type) kind {
	name := s.f.unionType(t.Struct)
	s.f.partFunctions(t, name)
	return s.made(name, false, "read"+name, "put"+name)
}

// part are the functions that read and put a value within another.
func (s duckdbShapes) part(t ir.Type, nullable bool) (read, put string) {
	k := s.f.kindOf(t)
	switch {
	case !nullable:
		return k.into, k.put
	case !k.null:
		return "orNull(" + k.into + ")", "putOrNull(" + k.put + ")"
	}
	return "orNil(" + k.into + ")", nilPuts[typeStart(k.typ)] + "(" + k.put + ")"
}

// typeStart is what types that have a nil are told apart by.
func typeStart(typ string) string { return typ[:2] }

// nilPuts are by how types begin that have a nil.
var nilPuts = map[string]string{"[]": "putSliceOrNull", "ma": "putMapOrNull", "*b": "putBigOrNull", "js": "putJSONOrNull"}

// nilBinds are the same for parameters.
var nilBinds = map[string]string{"[]": "boundNil", "ma": "boundMap", "*b": "boundBig", "js": "boundNil"}

// unionType is a union's name: a struct that says which member it has.
func (f *file) unionType(u *ir.StructType) string {
	g := f.g
	name := g.schemaName(u)
	if g.written[u] {
		return name
	}
	g.written[u] = true
	g.shared.add("// %s is %s: the member that Tag names, whose value may be NULL; the others are nil.\n%s", name,
		describe("the union", u.Name), g.shared.structText(name, g.unionNames(u), unionFields(u), g.shared.typeOf))
	return name
}

func (g *generator) unionNames(u *ir.StructType) []string {
	return g.names.Fields(newScope(), unionFields(u), "member", u.Name.SQL, exportedOr("Member"))
}

func unionFields(u *ir.StructType) []ir.Field {
	fields := []ir.Field{{Name: ir.NewName("tag"), Type: ir.Type{Kind: ir.Text}}}
	for _, f := range u.Fields {
		f.Nullable = true
		fields = append(fields, f)
	}
	return fields
}

// partFunctions writes, once, the functions that read a struct or a union and put it into JSON.
func (f *file) partFunctions(t ir.Type, name string) {
	g := f.g
	if g.partsOf[name] {
		return
	}
	g.partsOf[name] = true
	in, s := g.shared, duckdbShapes{f: g.shared}
	fields := t.Struct.Fields
	var reads, puts strings.Builder
	union := t.Kind == ir.Union
	var names []string
	if union {
		names = g.unionNames(t.Struct)[1:]
		fmt.Fprintf(&reads, "\ttag, members := %s(r, v, %s)\n\ts.Tag = tag\n", in.need("tagged"), quoteShort(plan.TagName(t.Struct)))
		puts.WriteString("\ttag := \"null\"\n\tswitch v.Tag {\n")
		for i, field := range fields {
			fmt.Fprintf(&puts, "\tcase %s:\n\t\ttag = \"%d\"\n", quoteShort(field.Column), i)
		}
		fmt.Fprintf(&puts, "\t}\n\tb = append(append(b, `{%q:`...), tag...)\n", plan.TagName(t.Struct))
	} else {
		names = g.names.Fields(newScope(), fields, "field", t.Struct.Name.SQL, exportedOr("Field"))
		fmt.Fprintf(&reads, "\tmembers := %s\n", in.helped("as[map[string]any](r, v)", ""))
	}
	for i, field := range fields {
		read, put := s.part(field.Type, union || field.Nullable)
		fmt.Fprintf(&reads, "\ts.%s = %s(r, members[%s])\n", names[i], in.helped(read, ""), quoteShort(field.Column))
		lead := ","
		if i == 0 && !union {
			lead = "{"
		}
		fmt.Fprintf(&puts, "\tb = %s(append(b, %s...), v.%s)\n", in.helped(put, ""), quoteLine(lead+jsonKey(field.Column)+":"), names[i])
	}
	in.add("func read%s(r *record, v any) (s %s) {\n%s\treturn s\n}", name, name, reads.String())
	in.add("func put%s(b []byte, v %s) []byte {\n%s\treturn append(b, '}')\n}", name, name, puts.String())
}

// jsonKey is a name as a key of JSON.
func jsonKey(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// scanValues reads a row value by value. The first misfit is the row's error.
func scanValues(f *file, fields []ir.Field, places []string, result string) string {
	var b strings.Builder
	for i, field := range fields {
		k, o, column := f.kindOf(field.Type), field.Override, quoteShort(columnName(field))
		read, helper := f.helped(k.into, ""), "field"
		if o != nil && o.Decode == "" && o.Type != k.typ {
			read = fmt.Sprintf("func(r *record, v any) %s { return %s(%s(r, v)) }", o.Type, o.Type, read)
		}
		if field.Nullable {
			helper = map[bool]string{true: "fieldOrNil", false: "fieldOrNull"}[f.ownNil(field)]
		}
		value := fmt.Sprintf("%s(row, %d, %s, %s)", f.need(helper), i, column, read)
		if o != nil && o.Decode != "" {
			fmt.Fprintf(&b, "\tif %s, err = %s; err != nil {\n\t\treturn %s, err\n\t}\n", places[i], f.decoded(field, value), result)
			continue
		}
		if f.isNull(field) {
			value = f.need("nullOf") + "(" + value + ")"
		}
		fmt.Fprintf(&b, "\t%s = %s\n", places[i], value)
	}
	return b.String() + "\treturn " + result + ", row.err"
}

// bindDuckdb is what is bound for a value.
func bindDuckdb(f *file, field ir.Field, value string) string {
	k := f.kindOf(field.Type)
	return f.bound(k, field, value, func(own bool) string {
		if own {
			return cmp.Or(nilBinds[typeStart(cmp.Or(overrideType(field), k.typ))], "boundNil")
		}
		return "bound"
	})
}

func overrideType(field ir.Field) string {
	if field.Override != nil {
		return field.Override.Type
	}
	return ""
}
