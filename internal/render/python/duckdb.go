package python

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// duckdbKinds: what the driver would lose something of arrives as text, and is bound as text. So is, inside of lists
// and structs, what the driver does not take there: NaN becomes NULL, and a large integer one of 64 bits.
var duckdbKinds = map[ir.Kind]kindType{
	ir.Bool:        {Type: "bool", Stored: "bool"},
	ir.Int8:        {Type: "int", Stored: "int"},
	ir.Int16:       {Type: "int", Stored: "int"},
	ir.Int32:       {Type: "int", Stored: "int"},
	ir.Int64:       {Type: "int", Stored: "int"},
	ir.HugeInt:     {Type: "int", Stored: "int", Nested: "str"},
	ir.UInt8:       {Type: "int", Stored: "int"},
	ir.UInt16:      {Type: "int", Stored: "int"},
	ir.UInt32:      {Type: "int", Stored: "int"},
	ir.UInt64:      {Type: "int", Stored: "int", Nested: "str"},
	ir.UHugeInt:    {Type: "int", Stored: "int", Nested: "str"},
	ir.Float32:     {Type: "float", Stored: "float", Nested: "str"},
	ir.Float64:     {Type: "float", Stored: "float", Nested: "str"},
	ir.Decimal:     {Type: "Decimal", Stored: "Decimal", Encode: "_encode_decimal"},
	ir.Text:        {Type: "str", Stored: "str"},
	ir.Blob:        {Type: "bytes", Stored: "bytes"},
	ir.Bits:        {Type: "str", Stored: "str"},
	ir.Date:        {Type: "dt.date", Stored: "str", Decode: "_decode_date", Encode: "_encode_date"},
	ir.Time:        {Type: "dt.time", Stored: "str", Decode: "_decode_time", Encode: "_encode_time"},
	ir.TimeTZ:      {Type: "dt.time", Stored: "str", Decode: "_decode_timetz", Encode: "_encode_timetz"},
	ir.Timestamp:   {Type: "dt.datetime", Stored: "str", Decode: "_decode_timestamp", Encode: "_encode_timestamp"},
	ir.TimestampTZ: {Type: "dt.datetime", Stored: "str", Decode: "_decode_timestamptz", Encode: "_encode_timestamptz"},
	ir.Interval:    {Type: "Interval", Stored: "str", Decode: "_decode_interval", Encode: "_encode_interval"},
	ir.UUID:        {Type: "UUID", Stored: "UUID"},
	ir.JSON:        {Type: "str", Stored: "str"},
	ir.Other:       {Type: "str", Stored: "str"},
}

var duckdbNanos = map[ir.Kind]kindType{
	ir.Time:      {Type: "int", Stored: "str", Decode: "_decode_day_nanos", Encode: "_encode_day_nanos"},
	ir.Timestamp: {Type: "int", Stored: "str", Decode: "_decode_nanos", Encode: "_encode_nanos"},
}

// parts is DuckDB's driver: what is made of others comes and goes as lists and dictionaries, in the form that plan has
// statements give and take it in.
type parts struct{}

func (parts) rangeType(*module, ir.Type) string { return "" }

func (parts) foreign(ir.Type) bool { return false }

func (parts) asText(*module, ir.Type) bool { return true }

func (p parts) reads(m *module, t ir.Type) bool { return p.changes(m, t) }

// changes reports whether what the driver gives for a type is not its value yet.
func (p parts) changes(m *module, t ir.Type) bool {
	switch t.Kind {
	case ir.Array:
		return t.Length > 0 || p.changes(m, *t.Elem)
	case ir.Map:
		return plan.Reshaped(t) || p.changes(m, *t.Key) || p.changes(m, *t.Elem)
	}
	return isNamed(t) || m.kind(t).Decode != ""
}

func (p parts) stored(m *module, t ir.Type) string {
	if !p.changes(m, t) {
		return m.typeName(t)
	}
	switch t.Kind {
	case ir.Enum:
		return "str"
	case ir.Struct, ir.Union:
		m.use("Any")
		return "dict[str, Any]"
	case ir.Array:
		if t.Length > 0 && !plan.Reshaped(t) {
			return "tuple[" + orNone(p.element(m, *t.Elem), true) + ", ...]"
		}
		return "list[" + orNone(p.element(m, *t.Elem), true) + "]"
	case ir.Map:
		if plan.Reshaped(t) {
			m.use("Any")
			return "list[dict[str, Any]]"
		}
		return "dict[" + p.element(m, *t.Key) + ", " + orNone(p.element(m, *t.Elem), true) + "]"
	}
	return m.kind(t).Stored
}

// element is what the driver gives inside of another value.
func (p parts) element(m *module, t ir.Type) string {
	if isNamed(t) {
		return p.stored(m, t)
	}
	k := m.kind(t)
	if k.Stored == k.Type {
		m.typeName(t) // for what it needs imported
	}
	return k.Stored
}

func (p parts) read(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	switch {
	case !p.changes(m, t):
		return value
	case t.Kind == ir.Enum:
		return call(m.labelReader(t, "str", "member.value"), value, text(column))
	case t.Kind == ir.Struct:
		return call(m.reader(t, "fields: "+p.stored(m, t), func() []emit.Doc { return p.structure(m, t) }), value, text(column))
	case t.Kind == ir.Union:
		return call(m.reader(t, "value: "+p.stored(m, t), func() []emit.Doc { return p.union(m, t) }), value, text(column))
	case t.Kind == ir.Array && !p.changes(m, *t.Elem):
		return call("list", value)
	case t.Kind == ir.Array:
		return call(m.reader(t, "values: "+p.stored(m, t), func() []emit.Doc {
			return returns(eachElement(text("values"), t.ElemNullable, p.read(m, *t.Elem, text("value"), "column")))
		}), value, text(column))
	case t.Kind == ir.Map:
		return call(m.reader(t, "entries: "+p.stored(m, t), func() []emit.Doc { return p.mapping(m, t) }), value, text(column))
	}
	return m.apply(m.kind(t).Decode, value, column)
}

// structure reads a struct from the dictionary of its fields.
func (p parts) structure(m *module, t ir.Type) []emit.Doc {
	fields := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value := "fields[" + word(f.Column) + "]"
		fields[i] = unlessNone(f, value, p.read(m, f.Type, text(value), "column"), p.changes(m, f.Type))
	}
	return returns(call(m.structOf(t.Struct).class, fields...))
}

// union reads the member that the tag names.
func (p parts) union(m *module, t ir.Type) []emit.Doc {
	c := m.unionOf(t.Struct)
	body := []emit.Doc{text("tag = value[" + word(plan.TagName(t.Struct)) + "]")}
	for i, f := range t.Struct.Fields {
		member := "value[" + word(f.Column) + "]"
		read := unlessNone(f, member, p.read(m, f.Type, text(member), "column"), p.changes(m, f.Type))
		made := emit.Concat("return ", call(c.class, text(word(f.Column)), read))
		if i < len(t.Struct.Fields)-1 {
			made = block(text("if tag == "+word(f.Column)+":"), made)
		}
		body = append(body, made)
	}
	return body
}

// mapping reads a map, or the list of its entries.
func (p parts) mapping(m *module, t ir.Type) []emit.Doc {
	key, value, loop := "key", "value", "for key, value in entries.items()"
	if plan.Reshaped(t) {
		key, value, loop = `entry["key"]`, `entry["value"]`, "for entry in entries"
	}
	entry := emit.Concat(p.read(m, *t.Key, text(key), "column"), ": ")
	item := p.read(m, *t.Elem, text(value), "column")
	if p.changes(m, *t.Elem) {
		entry = emit.Group(entry, "None", emit.Line(), "if "+value+" is None", emit.Line(), "else ", item)
	} else {
		entry = emit.Concat(entry, item)
	}
	return returns(brackets("{", []emit.Doc{emit.Group(entry, emit.Line(), loop)}, "}"))
}

func (p parts) binds(m *module, t ir.Type) bool { return isNamed(t) }

// bind makes a value what the driver takes for it.
func (p parts) bind(m *module, t ir.Type, value emit.Doc, name string) emit.Doc {
	switch t.Kind {
	case ir.Enum:
		return emit.Concat(value, ".value")
	case ir.Struct:
		return call(m.binderOf(t, m.typeName(t), func() []emit.Doc { return p.fields(m, t) }), value, text(name))
	case ir.Union:
		return call(m.binderOf(t, m.typeName(t), func() []emit.Doc { return p.members(m, t) }), value, text(name))
	case ir.Map:
		return call(m.binderOf(t, m.paramName(t), func() []emit.Doc { return p.entries(m, t) }), value, text(name))
	case ir.Array:
		m.helpers["_encode_list"] = true
		if !p.bindsNested(m, *t.Elem) {
			return call("_encode_list", value, text(name))
		}
		return call(m.binderOf(t, m.paramName(t), func() []emit.Doc {
			values := call("_encode_list", text("value"), text("name"))
			return returns(eachElement(values, t.ElemNullable, p.nested(m, *t.Elem, text("value"), "name")))
		}), value, text(name))
	}
	return m.apply(m.kind(t).Encode, value, name)
}

// bindsNested reports whether a value inside of another is converted.
func (p parts) bindsNested(m *module, t ir.Type) bool {
	return isNamed(t) || m.kind(t).Encode != "" || m.kind(t).Nested != ""
}

func (p parts) nested(m *module, t ir.Type, value emit.Doc, name string) emit.Doc {
	if k := m.kind(t); !isNamed(t) && k.Nested != "" {
		return call(k.Nested, value)
	}
	return p.bind(m, t, value, name)
}

func (p parts) fields(m *module, t ir.Type) []emit.Doc {
	c := m.structOf(t.Struct)
	entries := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value := "value." + c.fields[i]
		entries[i] = emit.Concat(word(f.Column)+": ", unlessNone(f, value, p.nested(m, f.Type, text(value), "name"), p.bindsNested(m, f.Type)))
	}
	if likeMap(t.Struct) {
		entries = append(entries, text(`"": None`))
	}
	return returns(brackets("{", entries, "}"))
}

// likeMap reports whether the driver would take a struct for a map, which one more field keeps it from.
func likeMap(s *ir.StructType) bool {
	return len(s.Fields) == 2 && s.Fields[0].Name.SQL == "key" && s.Fields[1].Name.SQL == "value"
}

// members are a union's: NULL but for the one that the tag names.
func (p parts) members(m *module, t ir.Type) []emit.Doc {
	m.use("Any")
	m.helpers["_members"] = true
	names := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		names[i] = text(word(f.Column))
	}
	body := []emit.Doc{
		text("member: Any = value.value"),
		emit.Concat("members = ", call("_members", text(word(plan.TagName(t.Struct))), tuple(names), text("value.tag"), text("name"))),
	}
	for _, f := range t.Struct.Fields {
		bound := unlessNone(f, "member", p.nested(m, f.Type, text("member"), "name"), p.bindsNested(m, f.Type))
		body = append(body, block(text("if value.tag == "+word(f.Column)+":"), emit.Concat("members["+word(f.Column)+"] = ", parenthesized(bound))))
	}
	return append(body, text("return members"))
}

func (p parts) entries(m *module, t ir.Type) []emit.Doc {
	keys, values := text("list(value)"), text("list(value.values())")
	if p.bindsNested(m, *t.Key) {
		keys = eachElement(text("value"), false, p.nested(m, *t.Key, text("value"), "name"))
	}
	if p.bindsNested(m, *t.Elem) {
		values = eachElement(text("value.values()"), true, p.nested(m, *t.Elem, text("value"), "name"))
	}
	return returns(brackets("{", []emit.Doc{emit.Concat(`"key": `, keys), emit.Concat(`"value": `, values)}, "}"))
}

// unionOf is the class of a union: a member, and which of them it is.
func (m *module) unionOf(s *ir.StructType) *namedClass {
	if m.unit != nil {
		return m.borrow(m.unit.unionOf(s))
	}
	if c := m.structs[s]; c != nil {
		return c
	}
	m.use("dataclass")
	m.use("Literal")
	c := &namedClass{class: m.schemaName(s)}
	m.structs[s] = c
	var tags []emit.Doc
	var types []string
	for _, f := range s.Fields {
		tags = append(tags, text(word(f.Column)))
		if t := m.typeName(f.Type); !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	c.doc = stack(text("@dataclass(frozen=True, slots=True)"), block(text("class "+c.class+":"),
		emit.Concat("tag: ", brackets("Literal[", tags, "]")),
		annotated("value", orNone(strings.Join(types, " | "), true), true)))
	m.named = append(m.named, c)
	return c
}

// layouts is the function that lists the columns of a row with how their values lie in memory.
func (m *module) layouts(a *plan.Appender, load *plan.Relation, row *rowType, table string) string {
	name := m.scope.Claim("_" + table + "_columns")
	m.helpers["_Column"] = true
	entries := make([]emit.Doc, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		get := emit.Concat("lambda rows: ", m.columnOf(f, row.fields[i]))
		nullable := map[bool]string{true: "True", false: "False"}[f.Nullable]
		entries[i] = call("_Column", text(word(f.Column)), text(word(load.Stored[i])), text(nullable), get, m.layout(f.Type))
	}
	m.functions = append(m.functions, block(def(name, nil, "tuple[_Column, ...]"), returns(tuple(entries))...))
	return name + "()"
}

// scalarLayouts are the layouts of types that are not made of others; of what is not here it is text.
var scalarLayouts = map[ir.Kind]string{
	ir.Bool: "_BOOL", ir.Int8: "_INT8", ir.Int16: "_INT16", ir.Int32: "_INT32", ir.Int64: "_INT64", ir.HugeInt: "_HUGEINT",
	ir.UInt8: "_UINT8", ir.UInt16: "_UINT16", ir.UInt32: "_UINT32", ir.UInt64: "_UINT64", ir.UHugeInt: "_HUGEINT",
	ir.Float32: "_FLOAT", ir.Float64: "_FLOAT", ir.Decimal: "_DECIMAL", ir.Blob: "_BLOB", ir.Date: "_DATE",
	ir.Timestamp: "_TIMESTAMP", ir.TimestampTZ: "_TIMESTAMPTZ", ir.UUID: "_UUID", ir.Enum: "_LABEL",
}

// layout is the expression for how values of a type lie in memory.
func (m *module) layout(t ir.Type) emit.Doc {
	made := func(helper string, args ...emit.Doc) emit.Doc {
		m.helpers[helper] = true
		return call(helper, args...)
	}
	switch t.Kind {
	case ir.Array:
		return made("_lists", m.layout(*t.Elem))
	case ir.Map:
		return made("_maps", m.layout(*t.Key), m.layout(*t.Elem))
	case ir.Struct:
		c := m.structOf(t.Struct)
		args := []emit.Doc{text(c.class)}
		for i, f := range t.Struct.Fields {
			args = append(args, brackets("(", []emit.Doc{text(word(f.Column)), text(word(c.fields[i])), m.layout(f.Type)}, ")"))
		}
		return made("_structs", args...)
	case ir.Union:
		args := []emit.Doc{text(word(plan.TagName(t.Struct)))}
		for _, f := range t.Struct.Fields {
			args = append(args, brackets("(", []emit.Doc{text(word(f.Column)), m.layout(f.Type)}, ")"))
		}
		return made("_unions", args...)
	}
	helper := scalarLayouts[t.Kind]
	switch {
	case helper != "" && m.kind(t) == m.driver.Kinds[t.Kind]:
		m.helpers[helper] = true
		return text(helper)
	case m.kind(t).Encode != "":
		m.helpers[m.kind(t).Encode] = true
		return made("_texts", text(m.kind(t).Encode))
	}
	m.helpers["_TEXT"] = true
	return text("_TEXT")
}
