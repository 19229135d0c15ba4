package python

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// typeName is a type as users of the generated code see it.
func (m *module) typeName(t ir.Type) string { return typeNames{m, "list"}.of(t) }

// paramName is the same for a parameter, which takes more.
func (m *module) paramName(t ir.Type) string {
	m.use("Sequence")
	return typeNames{m, "Sequence"}.of(t)
}

type typeNames struct {
	m    *module
	list string
}

func (n typeNames) of(t ir.Type) string {
	if t.Override != nil {
		n.m.importOverride(t.Override)
		return t.Override.Type
	}
	return ir.Fold(t, n)
}

func (n typeNames) Scalar(t ir.Type) string {
	k := n.m.kind(t)
	for _, name := range usesOf(k.Type) {
		n.m.use(strings.TrimSuffix(name, "."))
	}
	n.m.helpers[k.Type] = true
	return k.Type
}

func (n typeNames) List(t ir.Type) string {
	elem := n.m.typeName(*t.Elem)
	if t.Nested() && !t.ElemNullable { // lists that are a part of this one
		elem = n.of(*t.Elem)
	}
	return n.list + "[" + orNone(elem, t.ElemNullable) + "]"
}

func (n typeNames) Map(t ir.Type) string {
	return "dict[" + n.m.typeName(*t.Key) + ", " + orNone(n.m.typeName(*t.Elem), t.ElemNullable) + "]"
}

func (n typeNames) Range(t ir.Type) string {
	n.m.use("Range")
	n.m.use("Multirange")
	if t.Kind == ir.Multirange {
		return fmt.Sprintf(n.m.driver.Multirange, n.m.typeName(*t.Elem))
	}
	return "Range[" + n.m.typeName(*t.Elem) + "]"
}

func (n typeNames) Enum(t ir.Type) string   { return n.m.enumOf(t.Enum).class }
func (n typeNames) Record(t ir.Type) string { return n.m.structOf(t.Struct).class }
func (n typeNames) Union(t ir.Type) string  { return n.m.unionOf(t.Struct).class }

// namedClass is a class that stands for an enum or a composite.
type namedClass struct {
	class  string
	fields []string // of a composite, or members of an enum
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
	c.fields = m.names.Labels(newScope(core.Set("MRO")), e, func(n ir.Name) string {
		return identifier(strings.ToUpper(snake(n, "label")), "LABEL", "N")
	})
	body := make([]emit.Doc, 0, len(e.Labels)+1)
	for i, l := range e.Labels {
		body = append(body, text(c.fields[i]+" = "+word(l)))
	}
	body = append(body, stack(text(""),
		block(def("__str__", []emit.Doc{text("self")}, "str"), text("return self.value"))))
	if m.Options.Open(e) {
		body = append(body, stack(text(""), text("@classmethod"), block(
			def("_missing_", []emit.Doc{text("cls"), text("value: object")}, "object"),
			text(`"""A label that this program does not know."""`),
			block(text("if not isinstance(value, str):"), text("return None")),
			text("label = str.__new__(cls, value)"), text("label._name_, label._value_ = value, value"),
			text("return label"))))
	}
	c.doc = block(text("class "+c.class+"(str, Enum):"), body...)
	m.named = append(m.named, c)
	return c
}

// label is the nth member of an enum.
func (m *module) label(e *ir.EnumType, n int) string {
	c := m.enumOf(e)
	return c.class + "." + c.fields[n]
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
func (m *module) typeWord(t ir.Type) string {
	if t.Kind == ir.Array && t.Domain == nil {
		return m.typeWord(*t.Elem) + "_array"
	}
	switch t.Kind {
	case ir.Enum:
		return snake(ir.NewName(m.enumOf(t.Enum).class), "enum")
	case ir.Struct:
		return snake(ir.NewName(m.structOf(t.Struct).class), "composite")
	}
	return snake(ir.NewName(t.SQL), "type")
}

// typeFunction writes a function for a type once and gives its name. write gives its head and body.
func (m *module) typeFunction(verb string, t ir.Type, write func(name string) emit.Doc) string {
	borrower := m.borrower
	m.borrower = nil
	key := verb + " " + typeKey(t, verb == "read")
	name, ok := m.converters[key]
	if !ok {
		name = m.scope.Claim("_" + verb + "_" + m.typeWord(t))
		m.converters[key] = name
		d := write(name)
		m.functions = append(m.functions, d)
	}
	if borrower != nil {
		return borrower.lent(name)
	}
	return name
}

// typeKey tells types apart whose values differ in shape and, where they are read, in the class that DuckDB's driver
// gives: a tuple where the type says the length.
func typeKey(t ir.Type, read bool) string {
	key := t.SQL
	if o := t.Override; o != nil {
		t.Override = nil
		return typeKey(t, read) + " as " + strings.Join([]string{o.Type, o.Import, o.Decode, o.Encode}, " ")
	}
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
		if read && t.Length > 0 {
			key = "fixed " + key
		}
	}
	if t.Elem != nil {
		key += " of " + typeKey(*t.Elem, read)
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
