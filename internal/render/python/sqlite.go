package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// scalars is sqlite3: SQLite has scalars only. A list is a parameter's, and JSON for it.
type scalars struct {
	ir.NoMaps[form]
	ir.NoUnions[form]
	ir.NoRanges[form]
	m *module
}

func sqliteForms(m *module) ir.Shapes[form] { return scalars{m: m} }

func (s scalars) Scalar(t ir.Type) form { return s.m.scalar(t) }
func (s scalars) Enum(ir.Type) form     { panic("SQLite has no enums") }
func (s scalars) Record(ir.Type) form   { panic("SQLite has no composite types") }

func (s scalars) List(t ir.Type) form {
	bind := s.m.form(*t.Elem).Bind
	return form{Stored: constantly("str"), Bind: func(value emit.Doc, name string) emit.Doc {
		if bind != nil {
			value = eachElement(value, false, bind(text("value"), name))
		}
		return s.m.apply("_encode_list", value, name)
	}}
}
