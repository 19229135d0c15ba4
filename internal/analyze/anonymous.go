package analyze

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sqg-dev/sqg/internal/ir"
)

// nameTypes names the enums and structs that the engine has no name for. Each place that makes one has a type of its
// own: a table's column, called after both, wherever a statement returns it or stores into it; and a column or
// parameter of a statement that comes from no such column. So no name depends on what else a unit has, or in which
// order.
func nameTypes(m *ir.Model) {
	n := namer{taken: map[string]bool{}, seen: map[*ir.StructType]bool{}, made: map[madeAt]any{},
		columns: map[ir.ColumnRef][2]ir.Type{}}
	owners := ownersOf(m)
	for _, o := range owners {
		for _, f := range o.fields {
			n.collect(&f.Type)
		}
	}
	for _, o := range owners {
		for _, f := range o.fields {
			n.field(o, f)
		}
	}
}

// owner is a table, a row type or a statement, whose fields may need names for their types.
type owner struct {
	name   string
	table  bool
	fields []*ir.Field
}

// ownersOf a model: the tables, then the rest by name.
func ownersOf(m *ir.Model) []owner {
	var tables, rest []owner
	for _, t := range m.Tables {
		o := owner{name: t.Name.SQL, table: true}
		for i := range t.Columns {
			o.fields = append(o.fields, &t.Columns[i].Field)
		}
		tables = append(tables, o)
	}
	rows := slices.Clone(m.Rows)
	for _, q := range m.Queries {
		o := owner{name: q.Name.SQL}
		for i := range q.Params {
			o.fields = append(o.fields, &q.Params[i].Field)
		}
		rest = append(rest, o)
		if q.Pluck {
			rows = append(rows, q.Row)
		}
	}
	for _, r := range rows {
		o := owner{name: r.Name.SQL}
		for i := range r.Fields {
			o.fields = append(o.fields, &r.Fields[i])
		}
		rest = append(rest, o)
	}
	slices.SortStableFunc(rest, func(a, b owner) int { return cmp.Compare(a.name, b.name) })
	return append(tables, rest...)
}

type namer struct {
	taken   map[string]bool
	seen    map[*ir.StructType]bool
	made    map[madeAt]any
	columns map[ir.ColumnRef][2]ir.Type // of tables: the engine's type, and what became of it
}

// madeAt is a type of the engine's in a place that makes it.
type madeAt struct {
	name string
	of   any // *ir.EnumType or *ir.StructType
}

// collect notes the names that types have, and names what stands inside of those.
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
			f := &t.Struct.Fields[i]
			if n.collect(&f.Type); !t.Struct.Anonymous {
				f.Type = n.own(f.Type, t.Struct.Name.SQL+"_"+f.Name.SQL)
			}
		}
	}
	for _, in := range []*ir.Type{t.Key, t.Elem} {
		if in != nil {
			n.collect(in)
		}
	}
}

func (n *namer) field(o owner, f *ir.Field) {
	if of, known := n.columns[f.Source]; known && !o.table && f.Source.Table != "" && of[0].Equal(f.Type) {
		f.Type = of[1]
		return
	}
	given := f.Type
	f.Type = n.own(given, o.name+"_"+f.Name.SQL)
	if o.table {
		n.columns[f.Source] = [2]ir.Type{given, f.Type}
	}
}

// own is a type as the place of this name has it.
func (n *namer) own(t ir.Type, name string) ir.Type {
	if t.Key != nil {
		key := n.own(*t.Key, name+"_key")
		t.Key = &key
	}
	if t.Elem != nil {
		elem := n.own(*t.Elem, name)
		t.Elem = &elem
	}
	if t.Enum != nil && t.Enum.Anonymous {
		t.Enum = once(n, name, t.Enum, func(e ir.EnumType, name ir.Name) *ir.EnumType {
			e.Name = name
			return &e
		})
	}
	if t.Struct != nil && t.Struct.Anonymous {
		t.Struct = once(n, name, t.Struct, func(s ir.StructType, made ir.Name) *ir.StructType {
			s.Name, s.Fields = made, slices.Clone(s.Fields)
			for i := range s.Fields {
				f := &s.Fields[i]
				f.Type = n.own(f.Type, name+"_"+f.Name.SQL)
			}
			return &s
		})
	}
	return t
}

// once makes a place's own type of an engine's, under its name, with a number where another has that.
func once[T any](n *namer, name string, of *T, make func(T, ir.Name) *T) *T {
	at := madeAt{name, of}
	if made, ok := n.made[at]; ok {
		return made.(*T)
	}
	free := name
	for i := 2; n.taken[free]; i++ {
		free = name + strconv.Itoa(i)
	}
	n.taken[free] = true
	made := make(*of, ir.NewName(free))
	n.made[at] = made
	return made
}
