package python

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// plainTypes are those of Python's own whose values a field keeps as they are.
var plainTypes = []string{"bool", "bytes", "float", "int", "str"}

// objects is asyncpg: it looks types up and makes lists, records and strings of their values.
type objects struct {
	ir.NoUnions[form]
	m *module
}

func asyncpgForms(m *module) ir.Shapes[form] { return objects{m: m} }

func (o objects) Scalar(t ir.Type) form {
	if !t.IsChar() {
		return o.m.scalar(t)
	}
	return form{ // asyncpg takes "char" for bytes
		Stored: constantly("bytes"),
		Read:   func(value emit.Doc, column string) emit.Doc { return o.m.apply("_decode_char", value, column) },
		Bind: func(value emit.Doc, _ string) emit.Doc {
			o.m.helpers["_pack_char"] = true
			return call("_pack_char", value)
		},
	}
}

func (o objects) Enum(t ir.Type) form {
	return form{Stored: constantly("str"), Read: o.m.labelReader(t, "str")}
}

func (o objects) Record(t ir.Type) form {
	any := constantly("Any")
	return form{Stored: any, Bind: o.m.binder(t, func() []emit.Doc { return o.fields(t) }),
		Read: o.m.reader(t, "record", any, func() []emit.Doc {
			return o.m.ofFields(t, "record", func(t ir.Type) convert { return o.m.form(t).Read },
				func(t ir.Type) string {
					if stored := o.m.form(t).Stored(); slices.Contains(plainTypes, stored) {
						return stored
					}
					return "object"
				})
		})}
}

func (o objects) Map(t ir.Type) form { return o.m.hstoreForm(o.List(t.Plain())) }

func (o objects) List(t ir.Type) form {
	if texts := extensions[t.Elem.Extension].texts; texts != "" {
		return o.m.textsForm(o.List(t.Plain()), texts)
	}
	o.m.use("Any")
	return form{Stored: constantly("list[Any]"), Read: o.read(t), Bind: o.bind(t)}
}

func (o objects) Range(t ir.Type) form {
	plain := t
	plain.Elem = plain.Elem.Plainly()
	f := form{Stored: func() string { return o.m.typeName(plain) }}
	if elem := o.m.form(*t.Elem); t.Elem.Override != nil {
		f.Read, f.Bind = o.m.bounds(t, elem.Read), o.m.bounds(t, elem.Bind)
		return f
	}
	if o.m.form(*t.Elem).Bind != nil {
		f.Bind = func(value emit.Doc, name string) emit.Doc {
			helper := map[ir.Kind]string{ir.Range: "_encode_range", ir.Multirange: "_encode_multirange"}[t.Kind]
			encode := o.m.kind(*t.Elem).Encode
			o.m.helpers[helper], o.m.helpers[encode] = true, true
			return call(helper, text(encode), value, text(name))
		}
	}
	return f
}

// read makes a list of the driver's.
func (o objects) read(t ir.Type) convert {
	helper := "_elements"
	switch {
	case t.Nested():
		helper = "_lists"
	case t.Elem.Kind == ir.Multirange:
		helper = "_multiranges"
	}
	elements := func(value emit.Doc, column string) emit.Doc {
		o.m.helpers[helper] = true
		return call(helper, value, text(column))
	}
	read := o.m.form(*t.Elem).Read
	if read == nil {
		return elements
	}
	return o.m.reader(t, "values", constantly("list[Any]"), func() []emit.Doc {
		return returns(eachElement(elements(text("values"), "column"), t.ElemNullable, read(text("value"), "column")))
	})
}

// bind makes a list what asyncpg takes.
func (o objects) bind(t ir.Type) convert {
	encode, more := "_encode_list", []emit.Doc{}
	bind := o.m.form(*t.Elem).Bind
	if _, depth := t.Innermost(); depth > 1 {
		encode, more = "_encode_lists", []emit.Doc{text(itoa(depth))}
	}
	encoded := func(value emit.Doc, name string) emit.Doc {
		o.m.helpers[encode] = true
		return call(encode, append([]emit.Doc{value, text(name)}, more...)...)
	}
	if bind == nil {
		return encoded
	}
	t = takesNulls(t)
	return o.m.binder(t, func() []emit.Doc {
		return returns(eachElement(encoded(text("value"), "name"), t.ElemNullable, bind(text("value"), "name")))
	})
}

func (o objects) fields(t ir.Type) []emit.Doc {
	c := o.m.structOf(t.Struct)
	values := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value, bind := "value."+c.fields[i], o.m.form(f.Type).Bind
		values[i] = unlessNone(f, value, bind.of(text(value), "name"), bind != nil)
	}
	return returns(tuple(values))
}
