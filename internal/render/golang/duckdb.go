package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// duckdbDriver is DuckDB's driver for database/sql. Of many types it binds text, and of what holds others JSON.
func duckdbDriver() *driver {
	return &driver{
		prelude: prelude("go/duckdb", "bound", "values", "sql", "sql_prepared", "duckdb", "sql_transaction",
			"duckdb_transaction", "conflict", "duckdb_read", "duckdb_decimal", "duckdb_google", "duckdb_bind", "duckdb_bulk", "duckdb_many",
			"duckdb_lookup"),
		renamed: map[string]kind{"uuid.UUID": {typ: "uuid.UUID", into: "googleUUID", arg: "bindGoogleUUID",
			put: "putAs(bindGoogleUUID)", store: "storeGoogleUUID"}},
		imports:  standard(map[string]string{"duckdb": "github.com/duckdb/duckdb-go/v2"}),
		handles:  "a database, a connection or a transaction",
		tx:       "*sql.Tx",
		row:      "*record",
		kinds:    duckdbKinds,
		shapes:   func(f *file) ir.Shapes[kind] { return duckdbShapes{f: f} },
		within:   partByFunctions,
		scan:     scanValues,
		argument: bindValue,
		appender: insertChunks,
		tagged: []tagged{
			{file: "sqg_arrow", tag: "duckdb_arrow", prelude: helpers("duckdb_arrow")},
			{file: "sqg_chunks", tag: "!duckdb_arrow", prelude: helpers("duckdb_chunks")},
		},
	}
}

// duckdbKinds: into is the function that reads one, arg the one that binds one, put the one that puts it into JSON.
var duckdbKinds = map[ir.Kind]kind{
	ir.Bool:        {typ: "bool", put: "putBool", store: "store"},
	ir.Int8:        {typ: "int8", put: "putInt[int8]", store: "store"},
	ir.Int16:       {typ: "int16", put: "putInt[int16]", store: "store"},
	ir.Int32:       {typ: "int32", put: "putInt[int32]", store: "store"},
	ir.Int64:       {typ: "int64", put: "putInt[int64]", store: "store"},
	ir.HugeInt:     {typ: "*big.Int", null: pointer, arg: "bindBig"},
	ir.UInt8:       {typ: "uint8", put: "putInt[uint8]", store: "store"},
	ir.UInt16:      {typ: "uint16", put: "putInt[uint16]", store: "store"},
	ir.UInt32:      {typ: "uint32", put: "putInt[uint32]", store: "store"},
	ir.UInt64:      {typ: "uint64", arg: "bindUint", store: "store"},
	ir.UHugeInt:    {typ: "*big.Int", null: pointer, arg: "bindBig"},
	ir.Float32:     {typ: "float32", put: "putFloat[float32]", store: "store"},
	ir.Float64:     {typ: "float64", put: "putFloat[float64]", store: "store"},
	ir.Decimal:     {typ: "duckdb.Decimal", arg: "bindDecimal"},
	ir.Text:        {typ: "string", put: "putText[string]", store: "storeText"},
	ir.Blob:        {typ: "[]byte", null: slice, arg: "bindBlob", put: "putBlob", store: "storeBlob"},
	ir.Bits:        {typ: "string", into: "bits", put: "putText[string]"},
	ir.Date:        {typ: "time.Time", into: "moment", arg: "bindDate", store: "storeDate"},
	ir.Time:        {typ: "time.Time", into: "clock", arg: "bindClock"},
	ir.TimeTZ:      {typ: "time.Time", arg: "bindClockTZ"},
	ir.Timestamp:   {typ: "time.Time", into: "moment", arg: "bindTimestamp", store: "storeTimestamp"},
	ir.TimestampTZ: {typ: "time.Time", into: "moment", arg: "bindInstant", store: "storeInstant"},
	ir.Interval:    {typ: "duckdb.Interval", arg: "bindInterval"},
	ir.UUID:        {typ: "[16]byte", into: "readUUID", arg: "bindUUID", store: "storeUUID"},
	ir.JSON:        {typ: "json.RawMessage", null: slice, into: "jsonText", arg: "bindJSON"},
	ir.Other:       {typ: "string", put: "putText[string]"},
}

// duckdbShapes are the types of DuckDB.
type duckdbShapes struct {
	ir.NoRanges[kind]
	f *file
}

func (s duckdbShapes) Scalar(t ir.Type) kind {
	k := duckdbKinds[t.Kind]
	if t.Kind == ir.Decimal {
		k.store = fmt.Sprintf("storeDecimal(%d, %d)", t.Precision, t.Scale)
	}
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
func (s duckdbShapes) made(t ir.Type, typ string, null form, into, put string) kind {
	bind := "asJSON("
	if t.Overridden() {
		bind = "asEncodedJSON("
	}
	return kind{typ: typ, null: null, into: into, arg: bind + put + ")", put: put}
}

func (s duckdbShapes) List(t ir.Type) kind {
	elem := s.part(*t.Elem, t.ElemNullable)
	k := s.made(t, "[]"+s.f.elem(*t.Elem, t.ElemNullable), slice, "listOf("+elem.into+")", "putList("+elem.put+")")
	if elem.store != "" {
		k.store = "storeList(" + elem.storer() + ")"
	}
	return k
}

func (s duckdbShapes) Map(t ir.Type) kind {
	key, value := s.part(*t.Key, false), s.part(*t.Elem, true)
	k, v := s.f.elem(*t.Key, false), s.f.elem(*t.Elem, true)
	if isKey(*t.Key) {
		return s.made(t, "map["+k+"]"+v, dictionary, "mapOf("+key.into+", "+value.into+")",
			"putMap("+key.put+", "+value.put+")")
	}
	s.f.need("MapEntry")
	helper := map[bool]string{true: "putPairs(", false: "putEntries("}[plan.HasEntries(t)]
	return s.made(t, "[]MapEntry["+k+", "+v+"]", slice, "entriesOf("+key.into+", "+value.into+")",
		helper+key.put+", "+value.put+")")
}

// isKey reports whether Go compares values of a type as DuckDB does.
func isKey(t ir.Type) bool {
	switch t.Kind {
	case ir.HugeInt, ir.UHugeInt, ir.Decimal, ir.Blob, ir.JSON:
		return false
	}
	return (t.Override == nil || t.Override.Renames()) && t.Elem == nil && t.Struct == nil
}

func (s duckdbShapes) Record(t ir.Type) kind {
	name := s.f.structType(t.Struct)
	s.f.partFunctions(t, name)
	return s.made(t, name, "", "read"+name, "put"+name)
}

func (s duckdbShapes) Union(t ir.Type) kind {
	name := s.f.unionType(t.Struct)
	s.f.partFunctions(t, name)
	return s.made(t, name, "", "read"+name, "put"+name)
}

// part is a type within another, where what is not its own nil is a pointer.
func (s duckdbShapes) part(t ir.Type, nullable bool) kind {
	k := s.f.kindOf(t)
	if !nullable {
		return k
	}
	k.into = map[bool]string{true: "orNull(", false: "orNil("}[k.null == ""] + k.into + ")"
	k.put = "put" + string(k.null) + "OrNull(" + k.put + ")"
	return k.orNull()
}

// orNull is a kind whose values may be NULL, as data chunks have them.
func (k kind) orNull() kind {
	if k.store != "" {
		k.store = "store" + string(k.null) + "OrNull(" + k.storer() + ")"
	}
	return k
}

// storer is the function that stores a value, where nothing else says of which type that is.
func (k kind) storer() string {
	if k.store == "store" {
		return "store[" + k.typ + "]"
	}
	return k.store
}

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
		fmt.Fprintf(&reads, "\ttag, members := %s(r, v, %s)\n\ts.Tag = tag\n", in.need("tagged"),
			quoteShort(plan.TagName(t.Struct)))
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
		part := s.part(field.Type, union || field.Nullable)
		fmt.Fprintf(&reads, "\ts.%s = %s(r, members[%s])\n", names[i], in.helped(part.into, ""),
			quoteShort(field.Column))
		lead := ","
		if i == 0 && !union {
			lead = "{"
		}
		fmt.Fprintf(&puts, "\tb = %s(append(b, %s...), v.%s)\n", in.helped(part.put, ""),
			quoteLine(lead+jsonKey(field.Column)+":"), names[i])
	}
	in.add("func read%s(r *record, v any) (s %s) {\n%s\treturn s\n}", name, name, reads.String())
	in.add("func put%s(b []byte, v %s) []byte {\n%s\treturn append(b, '}')\n}", name, name, puts.String())
}

// jsonKey is a name as a key of JSON.
func jsonKey(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// scanValues reads a row value by value. The first misfit is the row's error.
func scanValues(f *file, cells []cell, result string) string {
	present := func(column int) string { return "row.values[" + itoa(column) + "] != nil" }
	return filled(cells, present, func(c cell) string {
		i, field := c.column, c.field
		k, o, column := f.kindOf(field.Type), field.Override, quoteShort(columnName(field))
		read, helper := f.helped(k.into, ""), "field"
		if o != nil && o.Decode == "" && o.Type != k.typ {
			read = fmt.Sprintf("func(r *record, v any) %s { return %s(%s(r, v)) }", o.Type, o.Type, read)
		}
		if field.Nullable {
			helper = map[bool]string{true: "fieldOrNil", false: "fieldOrNull"}[f.ownNil(field)]
		}
		value := fmt.Sprintf("%s(row, %d, %s, %s)", f.need(helper), i, column, read)
		return f.assigned(c, value, result)
	}) + "\treturn " + result + ", row.err"
}

// insertChunks writes a bulk insert whose rows go in data chunks.
func insertChunks(f *file, a *plan.Appender) bodies {
	load := a.Load.(*plan.Chunks)
	few := f.values(a, &load.Few)
	variable := f.g.claim(chunksName(a.Name), "the appender of "+a.Name.SQL, a.Span)
	f.need("chunks")
	lines := []line{{"values:", few + ","}, {"shape:", quoteLine(load.Shape) + ","},
		{"insert:", quoteLine(load.SQL) + ","}}
	if load.Table != "" {
		lines = append(lines, line{"table:", quoteLine(load.Table) + ","})
	}
	f.add("var %s = chunks{\n%s}", variable, table(lines))
	names := slices.Clone(f.rowType(a.Row).fields)
	for i := range names {
		names[i] = "r." + names[i]
	}
	return f.inserter(a, "bulkLoad", variable, "b *"+f.need("loader"), "", strings.TrimSpace(f.stores(a, names)))
}

// stores puts the values of a row into a data chunk.
func (f *file) stores(a *plan.Appender, values []string) string {
	load := a.Load.(*plan.Chunks)
	var b strings.Builder
	for i, value := range values {
		field := a.Row.Fields[i]
		k := f.kindOf(field.Type)
		if k.store != "" && field.Type.Elem != nil {
			k.store = "storeOrBind(" + k.store + ", " + k.arg + ")"
		}
		if field.Nullable {
			k = k.orNull()
		}
		if k.store == "" || !load.Native[i] || field.Override != nil {
			fmt.Fprintf(&b, "\t\tb.%s(%s)\n", f.need("value"), f.argument(field, value))
		} else {
			fmt.Fprintf(&b, "\t\t%s(b, %s)\n", f.helped(k.store, ""), f.given(field, value))
		}
	}
	return b.String()
}

// joined declares how a statement joins its rows, and returns the variable's address.
func (s *method) joined(name string, j *plan.Joined) string {
	f := s.f
	load := j.Load.Load.(*plan.Chunks)
	few := f.valuesOf(lowered(name)+"Values", j.Load, &load.Few)
	names := s.rowNames()
	for i := range names {
		names[i] = "p" + names[i]
	}
	variable := f.g.claim(lowered(name)+"Joined", s.Name.SQL, s.Span)
	sql := func(name, text string) line { return line{name + ":", quote(text, "\t")} }
	fields := []line{{"few:", itoa(s.Bulk.Few)}, {"atOnce:", itoa(s.Bulk.Rows)}, sql("create", j.Create),
		sql("drop", j.Drop),
		{"table:", fmt.Sprintf("chunks{values: %s, shape: %s, insert: %s}", few, quote(load.Shape, "\t"),
			quote(load.SQL, "\t"))},
		{"put:", fmt.Sprintf("func(b *%s, p %s) {\n%s\t}", f.need("loader"), s.batch, f.stores(j.Load, names))},
		sql("all", j.SQL)}
	if k := j.Keyed; k != nil {
		fields = append(fields, sql("count", k.Count.Of(j.From)), sql("divide", k.Divide.Of(j.From)),
			sql("rounds", k.Rounds),
			sql("round", k.Round), sql("rest", k.Rest), sql("dropRounds", k.Drop))
	}
	f.add("var %s = %s[%s]{\n%s}", variable, f.need("joined"), s.batch, keyed("", fields...))
	return "&" + variable
}
