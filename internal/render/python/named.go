package python

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// named is how a driver passes values of types that are made of others: enums, composites, arrays, ranges.
type named interface {
	stored(m *module, t ir.Type) string // as the driver reads it
	foreign(t ir.Type) bool             // a type by itself that the driver does not know
	reads(t ir.Type) bool               // the driver's value is not the user's
	read(m *module, t ir.Type, value emit.Doc, column string) emit.Doc
	bind(m *module, t ir.Type, value emit.Doc, name string) emit.Doc
}

// isNamed tells whether a type is made of others.
func isNamed(t ir.Type) bool {
	switch t.Kind {
	case ir.Enum, ir.Struct, ir.Array, ir.Range, ir.Multirange:
		return true
	}
	return false
}

// namedType is a named type as users of the generated code see it.
func (m *module) namedType(t ir.Type, list string) string {
	switch t.Kind {
	case ir.Enum:
		return m.enumOf(t.Enum).class
	case ir.Struct:
		return m.structOf(t.Struct).class
	case ir.Array:
		return list + "[" + orNone(m.typeName(*t.Elem), t.ElemNullable) + "]"
	}
	holder := map[ir.Kind]string{ir.Range: "Range", ir.Multirange: "Multirange"}[t.Kind]
	m.use(holder)
	return holder + "[" + m.typeName(*t.Elem) + "]"
}

// namedClass is a class that stands for an enum or a composite.
type namedClass struct {
	class  string
	fields []string // of a composite
	labels string   // of an enum: the constant that finds its members
	doc    emit.Doc
}

// className is a class's name for a type; that of a type in another schema has the schema's name where it must.
func (m *module) className(schema string, n ir.Name, fallback string) string {
	name := pascal(n, fallback)
	if _, taken := m.classes[name]; taken {
		name = pascal(ir.NewName(schema), "") + name
	}
	m.classes[name] = source.Span{}
	return m.scope.Claim(name)
}

func (m *module) enumOf(e *ir.EnumType) *namedClass {
	if c := m.enums[e]; c != nil {
		return c
	}
	m.use("Enum")
	c := &namedClass{class: m.className(e.Schema, e.Name, "Label")}
	m.enums[e] = c
	members := newScope(set("MRO"))
	body := make([]emit.Doc, 0, len(e.Labels)+1)
	for _, l := range e.Labels {
		member := members.Claim(identifier(strings.ToUpper(snake(ir.NewName(l), "label")), "LABEL", "N"))
		body = append(body, text(member+" = "+word(l)))
	}
	body = append(body, stack(text(""), block(def("__str__", []emit.Doc{text("self")}, "str"), text("return self.value"))))
	c.doc = block(text("class "+c.class+"(str, Enum):"), body...)
	m.named = append(m.named, c)
	return c
}

func (m *module) structOf(s *ir.StructType) *namedClass {
	if c := m.structs[s]; c != nil {
		return c
	}
	m.use("dataclass")
	c := &namedClass{class: m.className(s.Schema, s.Name, "Composite")}
	m.structs[s] = c
	scope := m.local()
	var body []emit.Doc
	for _, f := range s.Fields {
		field := scope.Claim(snake(f.Name, "field"))
		c.fields = append(c.fields, field)
		body = append(body, annotated(field, m.typeOf(f), true))
	}
	if len(body) == 0 {
		body = []emit.Doc{text("pass")}
	}
	c.doc = stack(text("@dataclass(frozen=True, slots=True)"), block(text("class "+c.class+":"), body...))
	m.named = append(m.named, c)
	return c
}

// namedDocs prints the classes of enums and composites.
func (m *module) namedDocs() []emit.Doc {
	docs := make([]emit.Doc, len(m.named))
	for i, c := range m.named {
		docs[i] = c.doc
	}
	return docs
}

// typeWord is a type in a function's name.
func typeWord(t ir.Type) string {
	if t.Kind == ir.Array && t.Domain == nil {
		return typeWord(*t.Elem) + "_array"
	}
	switch t.Kind {
	case ir.Enum:
		return snake(t.Enum.Name, "enum")
	case ir.Struct:
		return snake(t.Struct.Name, "composite")
	}
	return snake(ir.NewName(t.SQL), "type")
}

// typeFunction writes a function for a type once and gives its name. write gives its head and body.
func (m *module) typeFunction(verb string, t ir.Type, write func(name string) emit.Doc) string {
	key := verb + " " + typeKey(t)
	name, ok := m.converters[key]
	if !ok {
		name = m.scope.Claim("_" + verb + "_" + typeWord(t))
		m.converters[key] = name
		d := write(name)
		m.functions = append(m.functions, d)
	}
	return name
}

// typeKey tells types apart whose values differ in shape.
func typeKey(t ir.Type) string {
	key := t.SQL
	switch t.Kind {
	case ir.Enum:
		key = t.Enum.Schema + "." + t.Enum.Name.SQL
	case ir.Struct:
		key = t.Struct.Schema + "." + t.Struct.Name.SQL
	case ir.Array:
		key = "array"
	}
	if t.Elem != nil {
		key += " of " + typeKey(*t.Elem)
	}
	return key
}

func returns(d emit.Doc) []emit.Doc { return []emit.Doc{emit.Concat("return ", d)} }

// eachElement is a list made of what a list has, NULLs left alone where there may be some.
func eachElement(values emit.Doc, nullable bool, item emit.Doc) emit.Doc {
	if nullable {
		item = emit.Concat("None if value is None else ", item)
	}
	return brackets("[", []emit.Doc{emit.Group(emit.Group(item), emit.Line(), "for value in ", values)}, "]")
}

// wire is psycopg: types that it does not know arrive as bytes, and whatever is made of others is sent as bytes.
type wire struct{}

// native tells whether psycopg makes the value itself.
func (wire) native(t ir.Type) bool {
	switch t.Kind {
	case ir.Range, ir.Multirange:
		return t.OID != 0
	}
	return !isNamed(t) && t.OID != 0
}

func (wire) foreign(t ir.Type) bool { return t.OID == 0 }

func (w wire) reads(t ir.Type) bool {
	return !(t.Kind == ir.Range || t.Kind == ir.Multirange) || !w.native(t)
}

func (w wire) stored(m *module, t ir.Type) string {
	switch {
	case t.Kind == ir.Array && t.OID != 0:
		m.use("Any")
		return "list[Any]"
	case w.native(t):
		return m.typeName(t)
	}
	return "bytes"
}

// read converts what psycopg gave for a column.
func (w wire) read(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	if w.native(t) && isNamed(t) {
		return value
	}
	return w.readRaw(m, t, value, column)
}

// readRaw converts a value in binary format. Of an array psycopg may have made a list.
func (w wire) readRaw(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	switch {
	case t.Kind == ir.Enum:
		return call(w.reader(m, t, "label: bytes", func() []emit.Doc {
			c := m.enumOf(t.Enum)
			m.helpers["_label"] = true
			if c.labels == "" {
				c.labels = m.scope.Claim("_" + strings.ToUpper(snake(ir.NewName(c.class), "label")) + "_LABELS")
				m.constants = append(m.constants, emit.Concat(c.labels+" = ", brackets("{", []emit.Doc{emit.Group("member.value.encode(): member", emit.Line(), "for member in "+c.class)}, "}")))
			}
			return returns(call("_label", text(c.labels), text("label"), text(word(t.Enum.Name.SQL)), text("column")))
		}), value, text(column))
	case t.Kind == ir.Struct:
		return call(w.reader(m, t, "data: bytes", func() []emit.Doc { return w.composite(m, t) }), value, text(column))
	case t.Kind == ir.Array:
		return w.array(m, t, value, column)
	case t.Kind == ir.Range && t.OID == 0, t.Kind == ir.Multirange && t.OID == 0:
		return call(w.reader(m, t, "data: bytes", func() []emit.Doc {
			helper := map[ir.Kind]string{ir.Range: "_read_range", ir.Multirange: "_read_multirange"}[t.Kind]
			m.helpers[helper] = true
			return returns(call(helper, text("data"), emit.Concat("lambda bound: ", w.readRaw(m, *t.Elem, text("bound"), "column"))))
		}), value, text(column))
	}
	m.helpers["_load"] = true
	oid := t.OID
	if oid == 0 {
		oid = 25 // a type of an extension that is text
	}
	return m.apply(m.driver.Kinds[t.Kind].Decode, call("_load", text(strconv.Itoa(int(oid))), value), column)
}

// reader is the function that reads a type.
func (w wire) reader(m *module, t ir.Type, param string, body func() []emit.Doc) string {
	return m.typeFunction("read", t, func(name string) emit.Doc {
		result := m.typeName(t)
		head := def(name, []emit.Doc{text(param), text("column: str")}, result)
		return block(head, body()...)
	})
}

func (w wire) array(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	m.helpers["_elements"] = true
	elem := *t.Elem
	loaded := w.native(elem) && elem.Domain == nil // psycopg has read the elements
	if loaded && (isNamed(elem) || m.driver.Kinds[elem.Kind].Decode == "") {
		return call("_elements", value, text(column))
	}
	m.use("Any")
	return call(w.reader(m, t, "data: bytes | list[Any]", func() []emit.Doc {
		item := m.apply(m.driver.Kinds[elem.Kind].Decode, text("value"), "column")
		if !loaded {
			item = w.readRaw(m, elem, text("value"), "column")
		}
		return returns(eachElement(call("_elements", text("data"), text("column")), t.ElemNullable, item))
	}), value, text(column))
}

func (w wire) composite(m *module, t ir.Type) []emit.Doc {
	m.helpers["_fields"] = true
	c := m.structOf(t.Struct)
	fields := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value := "fields[" + itoa(i) + "]"
		fields[i] = unlessNone(f, value, w.readRaw(m, f.Type, text(value), "column"), true)
	}
	split := call("_fields", text("data"), text(itoa(len(fields))), text("column"))
	return append([]emit.Doc{emit.Concat("fields = ", split)}, returns(call(c.class, fields...))...)
}

// bind sends a value in binary format.
func (w wire) bind(m *module, t ir.Type, value emit.Doc, name string) emit.Doc {
	if t.Kind == ir.Enum {
		return emit.Concat(value, ".value")
	}
	m.helpers["_binary"] = true
	return call("_binary", text(m.packer(t)), value, text(name))
}
