package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// scalars is sqlite3: SQLite has scalars only. Lists and objects are JSON.
type scalars struct {
	ir.NoMaps[form]
	ir.NoUnions[form]
	ir.NoRanges[form]
	m *module
}

func sqliteForms(m *module) ir.Shapes[form] { return scalars{m: m} }

func (s scalars) Scalar(t ir.Type) form { return s.m.scalar(t) }
func (s scalars) Enum(ir.Type) form     { panic("SQLite has no enums") }

// Record is an object of JSON that the statement makes.
func (s scalars) Record(t ir.Type) form {
	return form{Stored: constantly("str"), Read: s.m.reader(t, "data", constantly("object"), func() []emit.Doc {
		s.m.helpers["_json_object"] = true
		value := func(i int) string { return "fields[" + word(t.Struct.Fields[i].Column) + "]" }
		return append([]emit.Doc{text("fields = _json_object(data, column)")},
			returns(s.m.madeOf(t.Struct, value, s.within))...)
	})}
}

// within reads a value in JSON, where nothing says what it is.
func (s scalars) within(t ir.Type) convert {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Decode == "" {
			return s.within(t)
		}
		return s.m.decodedBy(t, o, s.within(t))
	}
	if k := s.m.kind(t); t.IsScalar() && k.Decode == "" {
		return func(value emit.Doc, name string) emit.Doc { return s.m.apply(k.Check, value, name) }
	}
	return s.m.form(t).Read
}

func (s scalars) List(t ir.Type) form {
	bind := s.m.form(*t.Elem).Bind
	read := s.m.reader(t, "data", constantly("object"), func() []emit.Doc {
		s.m.helpers["_json_list"] = true
		return returns(eachElement(text("_json_list(data, column)"), t.ElemNullable,
			s.within(*t.Elem)(text("value"), "column")))
	})
	return form{Stored: constantly("str"), Read: read, Bind: func(value emit.Doc, name string) emit.Doc {
		if bind != nil {
			value = eachElement(value, false, bind(text("value"), name))
		}
		return s.m.apply("_encode_list", value, name)
	}}
}
