package sqlite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// SQLite has no type for JSON: what json_object makes is a text. So where a program calls such a function, what is
// known of the arguments is kept with a bit of the type set that the result has. Wherever that gets to, it is this
// JSON; what computes with it has the type of its own result.

// shape is JSON that a statement makes: an object, a list, or anything else, of which nothing is known.
type shape struct {
	keys   []string // of an object
	parts  []value  // the values of those, or, of a list, the one that its elements are
	list   bool
	opaque bool
}

// jsonFunctions give a text that the functions around them take for JSON, and not for a text.
var jsonFunctions = map[string]bool{"json": true, "json_array": true, "json_object": true, "json_patch": true,
	"json_set": true, "json_insert": true, "json_replace": true, "json_remove": true, "json_extract": true, "->": true,
	"json_quote": true, "json_array_insert": true, "json_group_object": true, "json_group_array": true}

// shaped is the shape that is made at a place, with its bit; nil where the statement has more types than fit.
func (t *typeTable) shaped(at int32) (*shape, typeSet) {
	if bit, known := t.shapes[at]; known {
		return t.atomOf(bit).shape, bit
	}
	made := &shape{}
	bit := t.add(atom{typ: storageTypes[tText], sure: declared, shape: made})
	if bit == tooMany {
		return nil, tText
	}
	t.shapes[at] = bit
	return made, bit
}

// forget empties the shapes: the program is interpreted once more.
func (t *typeTable) forget() {
	for _, bit := range t.shapes {
		s := t.atomOf(bit).shape
		s.keys, s.parts = nil, nil
	}
}

// unknown is the type of JSON of which nothing is known.
func (t *typeTable) unknown() typeSet {
	s, bit := t.shaped(0)
	if s != nil {
		s.opaque = true
	}
	return bit
}

// grow adds what the parts of a shape are where the program comes to it once more.
func (s *shape) grow(parts []value) {
	if s.parts == nil {
		s.parts = make([]value, len(parts))
	}
	if len(s.parts) != len(parts) {
		s.opaque = true
		return
	}
	for i, v := range parts {
		s.parts[i] = join(s.parts[i], v.Detached())
	}
}

// makes is the result of a function as JSON.
func (m *machine) makes(at int32, name string, args []value, v value) value {
	if name == "replace" && len(args) > 0 && m.mayBeJSON(args[0]) { // of nothing, SQLite 3.40 returns the JSON itself
		v.Types = m.types.unknown()
		return v
	}
	if !jsonFunctions[name] || m.registered(name, len(args)) != nil || v.Null&infer.Never == 0 {
		return v
	}
	given := v.Types
	v.Types = m.types.unknown()
	switch name {
	case "json":
		if m.types.shapeOf(args[0].Types) != nil {
			v.Types = args[0].Types
		}
	case "json_object":
		keys, parts, ok := m.pairs(args)
		s, bit := m.types.shaped(at + 1)
		if s == nil || !ok {
			break
		}
		s.opaque = s.opaque || s.keys != nil && !slices.Equal(s.keys, keys)
		s.keys = keys
		s.grow(parts)
		v.Types = bit
	case "json_extract": // of a path to a number or a text it is that
		v.Types |= given
	}
	return v
}

// pairs are the keys and values of an object; false where a key is not one that the statement says, or is there twice.
func (m *machine) pairs(args []value) (keys []string, parts []value, ok bool) {
	for i := 0; i+1 < len(args); i += 2 {
		text := args[i].Text
		if text == 0 || int(text) > len(m.ops) {
			return nil, nil, false
		}
		key := m.ops[text-1].p4
		if slices.Contains(keys, key) {
			return nil, nil, false
		}
		keys, parts = append(keys, key), append(parts, args[i+1])
	}
	return keys, parts, len(keys) > 0
}

// gathers adds a row to the list that an aggregate makes in a register.
func (m *machine) gathers(register int32, element value) {
	if s, _ := m.types.shaped(-register); s != nil {
		s.list = true
		s.grow([]value{element})
	}
}

// shapeOf is the JSON that a set is: of several alike, all of them. Nil is anything else.
func (t *typeTable) shapeOf(set typeSet) *shape {
	var all shape
	found, same := false, set&^litList>>firstAtom<<firstAtom == set&^litList
	t.each(set, func(a *atom) {
		s := a.shape
		if s == nil || s.opaque || s.parts == nil || found && (s.list != all.list || !slices.Equal(s.keys, all.keys)) {
			same = false
			return
		}
		if !found {
			found, all = true, shape{keys: s.keys, list: s.list}
		}
		all.grow(s.parts)
	})
	if !found || !same || set&litList != 0 && !all.list {
		return nil
	}
	return &all
}

// leaves are the types that a program reads of JSON as of a column: of a BLOB there is none, and of ANY and NUMERIC it
// does not say what was stored.
var leaves = map[ir.Kind]bool{ir.Bool: true, ir.Int64: true, ir.Float64: true, ir.Decimal: true, ir.Text: true,
	ir.Date: true, ir.Time: true, ir.Timestamp: true, ir.TimestampTZ: true, ir.UUID: true}

// jsonType is the type of a value that is JSON of a known shape.
func (m *machine) jsonType(set typeSet) (t ir.Type, ok bool) {
	s := m.types.shapeOf(set)
	switch {
	case s == nil:
		return t, false
	case s.list:
		elem, ok := m.leafType(s.parts[0])
		t = ir.Type{Kind: ir.Array, SQL: "JSON", Elem: &elem, ElemNullable: s.parts[0].Null.Nullable()}
		return t, ok
	}
	made := &ir.StructType{Name: ir.NewName("object"), Anonymous: true}
	var key strings.Builder
	for i, name := range s.keys {
		part := s.parts[i]
		f := ir.Field{Name: ir.NewName(name), Column: name, Nullable: part.Null.Nullable(), Why: part.Why.String()}
		if f.Type, ok = m.leafType(part); !ok {
			return t, false
		}
		if part.Source > 0 {
			f.Source = m.schema.known(part.Source).ref()
		}
		made.Fields = append(made.Fields, f)
		fmt.Fprintf(&key, "%q %v %v ", f.Column, f.Nullable, f.Source)
		for in := range f.Type.Parts {
			fmt.Fprintf(&key, "%s %d %v %p;", in.SQL, in.Kind, in.ElemNullable, in.Struct)
		}
	}
	if known := m.objects[key.String()]; known != nil { // so that the same object is the same type
		made = known
	}
	if m.objects == nil {
		m.objects = map[string]*ir.StructType{}
	}
	m.objects[key.String()] = made
	return ir.Type{Kind: ir.Struct, SQL: "JSON", Struct: made}, true
}

func (m *machine) leafType(v value) (ir.Type, bool) {
	if t, ok := m.jsonType(v.Types); ok {
		return t, true
	}
	known := true
	m.types.each(v.Types, func(a *atom) { known = known && a.shape == nil })
	t := m.types.resolve(v.Types)
	return t, known && leaves[t.Kind] && v.Null != infer.Always && !t.Mixed()
}

// mayBeJSON reports whether functions around a value may take it for JSON: it is made by a function, or comes from a
// table-valued one.
func (m *machine) mayBeJSON(v value) (is bool) {
	m.types.each(v.Types, func(a *atom) { is = is || a.shape != nil })
	return is || v.Source > 0 && m.schema.known(v.Source).table.kind == functionTable
}

// lists is the result of an aggregate as JSON: also of one that no row has been fed to yet.
func (m *machine) lists(o *op, v value) value {
	name := strings.ToLower(o.p4)
	if !jsonFunctions[name] {
		return v
	}
	v.Types = m.types.unknown()
	if name == "json_group_array" {
		var s *shape
		if s, v.Types = m.types.shaped(-o.p1); s != nil {
			s.list = true
		}
	}
	return v
}
