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
type parts struct {
	ir.NoRanges[form]
	m *module
}

func duckdbForms(m *module) ir.Shapes[form] { return parts{m: m} }

func (p parts) Scalar(t ir.Type) form { return p.m.scalar(t) }

func (p parts) Enum(t ir.Type) form {
	return form{Stored: constantly("str"), Read: p.m.labelReader(t, "str"), Bind: labelValue}
}

func (p parts) Record(t ir.Type) form {
	stored := constantly("dict[str, Any]")
	return form{Stored: stored, Bind: p.m.binder(t, func() []emit.Doc { return p.fields(t) }),
		Read: p.m.reader(t, "fields", stored, func() []emit.Doc {
			value := func(i int) string { return "fields[" + word(t.Struct.Fields[i].Column) + "]" }
			return returns(p.m.madeOf(t.Struct, value, p.read))
		})}
}

func (p parts) Union(t ir.Type) form {
	stored := constantly("dict[str, Any]")
	return form{Stored: stored, Read: p.m.reader(t, "value", stored, func() []emit.Doc { return p.union(t) }),
		Bind: p.m.binder(t, func() []emit.Doc { return p.members(t) })}
}

func (p parts) List(t ir.Type) form {
	elem := p.m.form(*t.Elem)
	f := form{Stored: func() string {
		if t.Length > 0 && !plan.Reshaped(t) {
			return "tuple[" + orNone(elem.Stored(), t.ElemNullable) + ", ...]"
		}
		return "list[" + orNone(elem.Stored(), t.ElemNullable) + "]"
	}}
	switch {
	case elem.Read != nil:
		f.Read = p.m.reader(t, "values", f.Stored, func() []emit.Doc {
			return returns(eachElement(text("values"), t.ElemNullable, elem.Read(text("value"), "column")))
		})
	case t.Length > 0:
		f.Read = func(value emit.Doc, _ string) emit.Doc { return call("list", value) }
	default:
		f.Stored = func() string { return p.m.typeName(t) }
	}
	f.Bind = func(value emit.Doc, name string) emit.Doc {
		p.m.helpers["_encode_list"] = true
		return call("_encode_list", value, text(name))
	}
	if nested := p.nested(*t.Elem); nested != nil {
		values := f.Bind
		f.Bind = p.m.binder(takesNulls(t), func() []emit.Doc {
			return returns(eachElement(values(text("value"), "name"), true, nested(text("value"), "name")))
		})
	}
	return f
}

func (p parts) Map(t ir.Type) form {
	key, value := p.m.form(*t.Key), p.m.form(*t.Elem)
	f := form{Bind: p.m.binder(t, func() []emit.Doc { return p.entries(t) })}
	switch {
	case plan.Reshaped(t):
		f.Stored = constantly("list[dict[str, Any]]")
	case key.Read != nil || value.Read != nil:
		f.Stored = func() string { return "dict[" + key.Stored() + ", " + orNone(value.Stored(), true) + "]" }
	default:
		f.Stored = func() string { return p.m.typeName(t) }
		return f
	}
	f.Read = p.m.reader(t, "entries", f.Stored, func() []emit.Doc { return p.mapping(t, key.Read, value.Read) })
	return f
}

func (p parts) read(t ir.Type) convert { return p.m.form(t).Read }

// union reads the member that the tag names.
func (p parts) union(t ir.Type) []emit.Doc {
	c := p.m.unionOf(t.Struct)
	body := []emit.Doc{text("tag = value[" + word(plan.TagName(t.Struct)) + "]")}
	for i, f := range t.Struct.Fields {
		member, convert := "value["+word(f.Column)+"]", p.read(f.Type)
		read := unlessNone(f, member, convert.of(text(member), "column"), convert != nil)
		made := emit.Concat("return ", call(c.class, text(word(f.Column)), read))
		if i < len(t.Struct.Fields)-1 {
			made = block(text("if tag == "+word(f.Column)+":"), made)
		}
		body = append(body, made)
	}
	return body
}

// mapping reads a map, or the list of its entries.
func (p parts) mapping(t ir.Type, readKey, readValue convert) []emit.Doc {
	key, value, loop := "key", "value", "for key, value in entries.items()"
	if plan.Reshaped(t) {
		key, value, loop = `entry["key"]`, `entry["value"]`, "for entry in entries"
	}
	entry := emit.Concat(readKey.of(text(key), "column"), ": ")
	item := readValue.of(text(value), "column")
	if readValue != nil {
		entry = emit.Group(entry, "None", emit.Line(), "if "+value+" is None", emit.Line(), "else ", item)
	} else {
		entry = emit.Concat(entry, item)
	}
	return returns(brackets("{", []emit.Doc{emit.Group(entry, emit.Line(), loop)}, "}"))
}

// nested binds a value inside of another.
func (p parts) nested(t ir.Type) convert {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Encode == "" {
			return p.nested(t)
		}
		return p.m.encodedBy(t, o, p.nested(t))
	}
	if k := p.m.kind(t); k.Nested != "" {
		return func(value emit.Doc, _ string) emit.Doc { return call(k.Nested, value) }
	}
	return p.m.form(t).Bind
}

func (p parts) fields(t ir.Type) []emit.Doc {
	c := p.m.structOf(t.Struct)
	entries := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value, bind := "value."+c.fields[i], p.nested(f.Type)
		entries[i] = emit.Concat(word(f.Column)+": ", unlessNone(f, value, bind.of(text(value), "name"), bind != nil))
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
func (p parts) members(t ir.Type) []emit.Doc {
	p.m.helpers["_members"] = true
	names := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		names[i] = text(word(f.Column))
	}
	p.m.use("Any")
	body := []emit.Doc{
		text("member: Any = value.value"),
		emit.Concat("members = ", call("_members", text(word(plan.TagName(t.Struct))), tuple(names), text("value.tag"),
			text("name"))),
	}
	for _, f := range t.Struct.Fields {
		bind := p.nested(f.Type)
		bound := unlessNone(f, "member", bind.of(text("member"), "name"), bind != nil)
		body = append(body, block(text("if value.tag == "+word(f.Column)+":"),
			emit.Concat("members["+word(f.Column)+"] = ", parenthesized(bound))))
	}
	return append(body, text("return members"))
}

func (p parts) entries(t ir.Type) []emit.Doc {
	keys, values := text("list(value)"), text("list(value.values())")
	if bind := p.nested(*t.Key); bind != nil {
		keys = eachElement(text("value"), false, bind(text("value"), "name"))
	}
	if bind := p.nested(*t.Elem); bind != nil {
		values = eachElement(text("value.values()"), true, bind(text("value"), "name"))
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

// layouts is the function that lists the columns of a row, whose values are expressions, with how they lie in memory.
func (m *module) layouts(a *plan.Appender, load *plan.Relation, values []string, table string) string {
	name := m.scope.Claim("_" + table + "_columns")
	m.helpers["_Column"] = true
	entries := make([]emit.Doc, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		get := emit.Concat("lambda rows: ", m.columnOf(f, values[i]))
		nullable := map[bool]string{true: "True", false: "False"}[f.Nullable]
		column := []emit.Doc{text(word(f.Column)), text(nullable), get, m.layout(f.Type)}
		if load.Made[i] != "" {
			column = append(column, text(word(load.Made[i])))
		}
		entries[i] = call("_Column", column...)
	}
	m.functions = append(m.functions, block(def(name, nil, "tuple[_Column, ...]"), returns(tuple(entries))...))
	return name + "()"
}

// scalarLayouts are the layouts of types that are not made of others; of what is not here it is text.
var scalarLayouts = map[ir.Kind]string{
	ir.Bool: "_BOOL", ir.Int8: "_INT8", ir.Int16: "_INT16", ir.Int32: "_INT32", ir.Int64: "_INT64",
	ir.HugeInt: "_HUGEINT",
	ir.UInt8:   "_UINT8", ir.UInt16: "_UINT16", ir.UInt32: "_UINT32", ir.UInt64: "_UINT64", ir.UHugeInt: "_HUGEINT",
	ir.Float32: "_FLOAT", ir.Float64: "_FLOAT", ir.Decimal: "_DECIMAL", ir.Blob: "_BLOB", ir.Date: "_DATE",
	ir.Timestamp: "_TIMESTAMP", ir.TimestampTZ: "_TIMESTAMPTZ", ir.UUID: "_UUID",
}

// layout is the expression for how values of a type lie in memory.
func (m *module) layout(t ir.Type) emit.Doc {
	o := t.Override
	t.Override = nil
	layout := ir.Fold(t, layouts{m: m})
	if o == nil || o.Encode == "" {
		return layout
	}
	m.importOverride(o)
	return layouts{m: m}.made("_encoded", text(o.Encode), layout)
}

type layouts struct {
	ir.NoRanges[emit.Doc]
	m *module
}

func (l layouts) made(helper string, args ...emit.Doc) emit.Doc {
	l.m.helpers[helper] = true
	return call(helper, args...)
}

func (l layouts) List(t ir.Type) emit.Doc { return l.made("_lists", l.m.layout(*t.Elem)) }
func (l layouts) Map(t ir.Type) emit.Doc {
	return l.made("_maps", l.m.layout(*t.Key), l.m.layout(*t.Elem))
}

func (l layouts) Record(t ir.Type) emit.Doc {
	c := l.m.structOf(t.Struct)
	args := []emit.Doc{text(c.class)}
	for i, f := range t.Struct.Fields {
		args = append(args, brackets("(", []emit.Doc{text(word(f.Column)), text(word(c.fields[i])), l.m.layout(f.Type)},
			")"))
	}
	return l.made("_structs", args...)
}

func (l layouts) Union(t ir.Type) emit.Doc {
	args := []emit.Doc{text(word(plan.TagName(t.Struct)))}
	for _, f := range t.Struct.Fields {
		args = append(args, brackets("(", []emit.Doc{text(word(f.Column)), l.m.layout(f.Type)}, ")"))
	}
	return l.made("_unions", args...)
}

func (l layouts) Enum(ir.Type) emit.Doc { return l.m.helper("_LABEL") }

func (l layouts) Scalar(t ir.Type) emit.Doc {
	k, helper := l.m.kind(t), scalarLayouts[t.Kind]
	switch {
	case helper != "" && k == l.m.driver.Kinds[t.Kind]:
		return l.m.helper(helper)
	case k.Encode != "":
		return l.made("_texts", l.m.helper(k.Encode))
	}
	return l.m.helper("_TEXT")
}
