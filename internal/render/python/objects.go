package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// objects is asyncpg: it looks types up and makes lists, records and strings of their values.
type objects struct{}

func (objects) rangeType(m *module, t ir.Type) string {
	if t.Kind == ir.Multirange {
		return "list[" + m.generic("Range", *t.Elem) + "]"
	}
	return m.generic("Range", *t.Elem)
}

// asyncpg takes "char" for bytes.
func (objects) foreign(t ir.Type) bool { return t.OID == ir.OIDChar }

func (objects) asText(*module, ir.Type) bool { return true }

func (objects) reads(_ *module, t ir.Type) bool { return t.Kind != ir.Range && t.Kind != ir.Multirange }

func (objects) stored(m *module, t ir.Type) string {
	switch t.Kind {
	case ir.Enum:
		return "str"
	case ir.Range, ir.Multirange:
		return m.typeName(t)
	case ir.Text:
		return "bytes"
	}
	m.use("Any")
	if t.Kind == ir.Array {
		return "list[Any]"
	}
	return "Any"
}

// changes reports whether a value of a type is converted.
func (o objects) changes(m *module, t ir.Type) bool {
	return isNamed(t) && o.reads(m, t) || o.foreign(t) || !isNamed(t) && m.kind(t).Decode != ""
}

func (o objects) read(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	switch {
	case t.Kind == ir.Enum:
		return call(m.labelReader(t, "str", "member.value"), value, text(column))
	case t.Kind == ir.Struct:
		m.use("Any")
		return call(m.reader(t, "record: Any", func() []emit.Doc { return o.composite(m, t) }), value, text(column))
	case t.Kind == ir.Array:
		return o.array(m, t, value, column)
	case o.foreign(t):
		return m.apply("_decode_char", value, column)
	case isNamed(t):
		return value
	}
	return m.apply(m.kind(t).Decode, value, column)
}

func (o objects) array(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	elements := "_elements"
	switch {
	case t.Nested():
		elements = "_lists"
	case t.Elem.Kind == ir.Multirange:
		elements = "_multiranges"
	}
	m.helpers[elements] = true
	if !o.changes(m, *t.Elem) {
		return call(elements, value, text(column))
	}
	m.use("Any")
	return call(m.reader(t, "values: list[Any]", func() []emit.Doc {
		values := call(elements, text("values"), text("column"))
		return returns(eachElement(values, t.ElemNullable, o.read(m, *t.Elem, text("value"), "column")))
	}), value, text(column))
}

func (o objects) composite(m *module, t ir.Type) []emit.Doc {
	fields := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value := "record[" + itoa(i) + "]"
		fields[i] = unlessNone(f, value, o.read(m, f.Type, text(value), "column"), o.changes(m, f.Type))
	}
	return returns(call(m.structOf(t.Struct).class, fields...))
}

// bind makes a value what asyncpg takes.
func (o objects) bind(m *module, t ir.Type, value emit.Doc, name string) emit.Doc {
	switch t.Kind {
	case ir.Struct:
		return call(m.binderOf(t, m.typeName(t), func() []emit.Doc { return o.fields(m, t) }), value, text(name))
	case ir.Array:
		if !o.binds(m, *t.Elem) {
			m.helpers["_encode_list"] = true
			return call("_encode_list", value, text(name))
		}
		return call(m.binderOf(t, m.paramName(t), func() []emit.Doc {
			encode, args := "_encode_list", []emit.Doc{text("value"), text("name")}
			if _, depth := t.Innermost(); depth > 1 {
				encode, args = "_encode_lists", append(args, text(itoa(depth)))
			}
			m.helpers[encode] = true
			values := call(encode, args...)
			return returns(eachElement(values, t.ElemNullable, o.bind(m, *t.Elem, text("value"), "name")))
		}), value, text(name))
	}
	if helper := rangeEncoders[t.Kind]; helper != "" && o.binds(m, *t.Elem) {
		encode := m.kind(*t.Elem).Encode
		m.helpers[helper], m.helpers[encode] = true, true
		return call(helper, text(encode), value, text(name))
	}
	if o.foreign(t) {
		m.helpers["_pack_char"] = true
		return call("_pack_char", value)
	}
	if isNamed(t) {
		return value
	}
	return m.apply(m.kind(t).Encode, value, name)
}

// rangeEncoders are the helpers that encode the bounds of ranges.
var rangeEncoders = map[ir.Kind]string{ir.Range: "_encode_range", ir.Multirange: "_encode_multirange"}

// binds reports whether a value of a type is converted for asyncpg.
func (o objects) binds(m *module, t ir.Type) bool {
	if rangeEncoders[t.Kind] != "" {
		return o.binds(m, *t.Elem)
	}
	return t.Kind == ir.Struct || t.Kind == ir.Array || o.foreign(t) || m.kind(t).Encode != ""
}

func (o objects) fields(m *module, t ir.Type) []emit.Doc {
	c := m.structOf(t.Struct)
	values := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value := "value." + c.fields[i]
		values[i] = unlessNone(f, value, o.bind(m, f.Type, text(value), "name"), o.binds(m, f.Type))
	}
	return returns(tuple(values))
}

// binderOf is the function that makes a value of a type what the driver takes.
func (m *module) binderOf(t ir.Type, param string, body func() []emit.Doc) string {
	return m.typeFunction("bind", t, func(name string) emit.Doc {
		return block(def(name, []emit.Doc{text("value: " + param), text("name: str")}, "object"), body()...)
	})
}
