package analyze

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/ir"
)

// nameTypes gives the enums and structs that the engine has no name for the name of the column, parameter or field where
// the model has them first, numbered where another type has that name: a model's names depend on nothing but its text.
func nameTypes(m *ir.Model) {
	n := namer{taken: map[string]bool{}, seen: map[any]bool{}}
	fields := func(visit func(*ir.Field)) {
		for _, t := range m.Tables {
			for i := range t.Columns {
				visit(&t.Columns[i].Field)
			}
		}
		for _, q := range m.Queries {
			for i := range q.Params {
				visit(&q.Params[i].Field)
			}
			if q.Row != nil {
				for i := range q.Row.Fields {
					visit(&q.Row.Fields[i])
				}
			}
		}
	}
	fields(func(f *ir.Field) { n.collect(&f.Type) })
	n.seen = map[any]bool{}
	fields(func(f *ir.Field) { n.name(&f.Type, f.Name.SQL) })
}

type namer struct {
	taken map[string]bool
	seen  map[any]bool
}

// collect notes the names that types have.
func (n *namer) collect(t *ir.Type) {
	switch {
	case t.Enum != nil && !t.Enum.Anonymous:
		n.taken[t.Enum.Name.SQL] = true
	case t.Struct != nil && !n.seen[t.Struct]:
		n.seen[t.Struct] = true
		if !t.Struct.Anonymous {
			n.taken[t.Struct.Name.SQL] = true
		}
		for i := range t.Struct.Fields {
			n.collect(&t.Struct.Fields[i].Type)
		}
	}
	for _, in := range []*ir.Type{t.Key, t.Elem} {
		if in != nil {
			n.collect(in)
		}
	}
}

func (n *namer) name(t *ir.Type, column string) {
	switch {
	case t.Enum != nil && !n.seen[t.Enum]:
		n.seen[t.Enum] = true
		if t.Enum.Anonymous {
			t.Enum.Name = n.free(column)
		}
	case t.Struct != nil && !n.seen[t.Struct]:
		n.seen[t.Struct] = true
		if t.Struct.Anonymous {
			t.Struct.Name = n.free(column)
		}
		for i := range t.Struct.Fields {
			n.name(&t.Struct.Fields[i].Type, t.Struct.Fields[i].Name.SQL)
		}
	}
	if t.Key != nil {
		n.name(t.Key, column+"_key")
	}
	if t.Elem != nil {
		n.name(t.Elem, column)
	}
}

// free is the column's name, with a number where a type has it already.
func (n *namer) free(column string) ir.Name {
	name := column
	for i := 2; n.taken[name]; i++ {
		name = column + strconv.Itoa(i)
	}
	n.taken[name] = true
	return ir.NewName(name)
}
