package python

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// named is how a driver passes values of types that are made of others: enums, composites, arrays, ranges.
type named interface {
	rangeType(m *module, t ir.Type) string // what holds a range or multirange
	stored(m *module, t ir.Type) string    // as the driver reads it
	foreign(t ir.Type) bool                // a type by itself that the driver does not know
	asText(m *module, t ir.Type) bool      // a value can be read beside one whose type Python has nothing for
	reads(m *module, t ir.Type) bool       // the driver's value is not the user's
	read(m *module, t ir.Type, value emit.Doc, column string) emit.Doc
	binds(m *module, t ir.Type) bool // a value of the type is converted for the driver
	bind(m *module, t ir.Type, value emit.Doc, name string) emit.Doc
}

// isNamed reports whether a type is made of others.
func isNamed(t ir.Type) bool {
	switch t.Kind {
	case ir.Enum, ir.Struct, ir.Union, ir.Array, ir.Map, ir.Range, ir.Multirange:
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
	case ir.Union:
		return m.unionOf(t.Struct).class
	case ir.Array:
		elem := m.typeName(*t.Elem)
		if t.Nested() && !t.ElemNullable { // lists that are a part of this one
			elem = m.namedType(*t.Elem, list)
		}
		return list + "[" + orNone(elem, t.ElemNullable) + "]"
	case ir.Map:
		return "dict[" + m.typeName(*t.Key) + ", " + orNone(m.typeName(*t.Elem), t.ElemNullable) + "]"
	}
	return m.driver.Named.rangeType(m, t)
}

// generic is a driver's type that holds others.
func (m *module) generic(name string, t ir.Type) string {
	m.use(name)
	return name + "[" + m.typeName(t) + "]"
}

// namedClass is a class that stands for an enum or a composite.
type namedClass struct {
	class  string
	fields []string // of a composite
	doc    emit.Doc
}

func (m *module) enumOf(e *ir.EnumType) *namedClass {
	if m.unit != nil {
		return m.borrow(m.unit.enumOf(e))
	}
	if c := m.enums[e]; c != nil {
		return c
	}
	m.use("Enum")
	c := &namedClass{class: m.schemaName(e)}
	m.enums[e] = c
	members := m.names.Labels(newScope(set("MRO")), e, func(n ir.Name) string {
		return identifier(strings.ToUpper(snake(n, "label")), "LABEL", "N")
	})
	body := make([]emit.Doc, 0, len(e.Labels)+1)
	for i, l := range e.Labels {
		body = append(body, text(members[i]+" = "+word(l)))
	}
	body = append(body, stack(text(""), block(def("__str__", []emit.Doc{text("self")}, "str"), text("return self.value"))))
	c.doc = block(text("class "+c.class+"(str, Enum):"), body...)
	m.named = append(m.named, c)
	return c
}

func (m *module) structOf(s *ir.StructType) *namedClass {
	if m.unit != nil {
		return m.borrow(m.unit.structOf(s))
	}
	if c := m.structs[s]; c != nil {
		return c
	}
	m.use("dataclass")
	c := &namedClass{class: m.schemaName(s)}
	m.structs[s] = c
	c.fields = m.names.Fields(m.local(), s.Fields, "field", s.Name.SQL, snakeOr("field"))
	var body []emit.Doc
	for i, f := range s.Fields {
		body = append(body, annotated(c.fields[i], m.typeOf(f), true))
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
	case ir.Struct, ir.Union:
		key = t.Struct.Schema + "." + t.Struct.Name.SQL
	case ir.Array:
		key = map[bool]string{true: "array with NULLs", false: "array"}[t.ElemNullable]
		if t.Nested() {
			key = "nested " + key
		}
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

// labelReader is the function that reads an enum from what the driver gives, which key makes of a member.
func (m *module) labelReader(t ir.Type, stored, key string) string {
	return m.reader(t, "label: "+stored, func() []emit.Doc {
		c := m.enumOf(t.Enum)
		m.helpers["_label"] = true
		labels := m.scope.Claim("_" + strings.ToUpper(snake(ir.NewName(c.class), "label")) + "_LABELS")
		entry := emit.Group(key+": member", emit.Line(), "for member in "+c.class)
		m.lookups = append(m.lookups, emit.Concat(labels+" = ", brackets("{", []emit.Doc{entry}, "}")))
		return returns(call("_label", text(labels), text("label"), text(word(t.Enum.Name.SQL)), text("column")))
	})
}

// reader is the function that reads a type.
func (m *module) reader(t ir.Type, param string, body func() []emit.Doc) string {
	return m.typeFunction("read", t, func(name string) emit.Doc {
		result := m.typeName(t)
		head := def(name, []emit.Doc{text(param), text("column: str")}, result)
		return block(head, body()...)
	})
}
