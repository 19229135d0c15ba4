package duckdb

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// held is what is known of the values within a value that is not NULL: the fields of a struct that the statement
// writes, or the elements of a list of those.
type held struct {
	fields []column
	elem   *column
	empty  bool // a list without elements
}

// held is what an expression's value holds; nil where nothing is known.
func (a *analysis) held(e *expr, cols []column, facts positions) *held {
	switch {
	case e.Class == "BOUND_REF" && e.Index < uint64(len(cols)):
		return cols[e.Index].holds
	case e.Class == "BOUND_CAST" && e.Child != nil:
		h := a.held(e.Child, cols, facts)
		if h != nil && (h.empty || e.Child.logicalType().key() == e.logicalType().key()) {
			return h
		}
	case e.Class == "BOUND_FUNCTION" && e.Name == "struct_pack":
		h := &held{}
		for _, x := range e.Children {
			h.fields = append(h.fields, a.eval(x, cols, facts))
		}
		return h
	case e.Class == "BOUND_FUNCTION" && (e.Name == "list_value" || e.Name == "list_pack") && len(e.Children) == 0:
		return &held{empty: true}
	case e.Class == "BOUND_CONSTANT" && isEmpty(e):
		return &held{empty: true}
	case e.Class == "BOUND_OPERATOR" && e.Type == "OPERATOR_COALESCE":
		var all arms
		for _, x := range e.Children {
			all.add(a, x, cols, facts)
		}
		return all.held()
	case e.Class == "BOUND_CASE":
		var all arms
		known := positions{}
		known.add(facts)
		for _, c := range e.CaseChecks {
			taken := positions{}
			taken.add(known)
			taken.add(a.whenTrue(c.When))
			all.add(a, c.Then, cols, taken)
			known.add(a.whenFalse(c.When, false))
		}
		all.add(a, e.Else, cols, known)
		return all.held()
	}
	return nil
}

// isEmpty reports whether a constant is a list without elements.
func isEmpty(e *expr) bool {
	var list struct{ Children *[]json.RawMessage }
	return e.Value != nil && json.Unmarshal(e.Value.Value, &list) == nil && list.Children != nil &&
		len(*list.Children) == 0
}

// arms are what the values hold of which a value is one.
type arms struct {
	of      *held
	unknown bool
}

func (all *arms) add(a *analysis, x *expr, cols []column, facts positions) {
	if x == nil || isNull(x) || fails(x) {
		return
	}
	next := a.held(x, cols, facts)
	all.of = eitherHeld(all.of, next)
	all.unknown = all.unknown || all.of == nil || next == nil
}

func (all *arms) held() *held {
	if all.unknown {
		return nil
	}
	return all.of
}

// eitherHeld is what is known of a value that is one of two.
func eitherHeld(a, b *held) *held {
	switch {
	case a == nil || a.empty:
		return b
	case b == nil || b.empty:
		return a
	case len(a.fields) != len(b.fields) || (a.elem == nil) != (b.elem == nil):
		return nil
	}
	out := &held{}
	both := func(x, y column) column {
		c := column{Value: infer.Join(x.Value, y.Value), typ: x.typ}
		if x.holds != nil && y.holds != nil {
			c.holds = eitherHeld(x.holds, y.holds)
		}
		return c
	}
	for i := range a.fields {
		out.fields = append(out.fields, both(a.fields[i], b.fields[i]))
	}
	if a.elem != nil {
		elem := both(*a.elem, *b.elem)
		out.elem = &elem
	}
	return out
}

// gathered is what an aggregate's list holds, or the value that it picks.
func (a *analysis) gathered(e *expr, cols []column) *held {
	if len(e.Children) == 0 {
		return nil
	}
	facts := positions{}
	if e.Filter != nil {
		facts.add(a.whenTrue(e.Filter))
	}
	of := a.eval(e.Children[0], cols, facts)
	switch e.Name {
	case "list", "array_agg":
		return &held{elem: &of}
	case "first", "any_value", "arbitrary":
		return of.holds
	}
	return nil
}

// typeHolding is a type with what is known of the values within. Of lists that hold no struct nothing is said.
func (c *catalog) typeHolding(l *logical, h *held) ir.Type {
	t := c.typeOf(l)
	switch {
	case h == nil:
	case t.Kind == ir.Array && h.elem != nil && h.elem.holds != nil:
		elem := c.typeHolding(l.Info.Child, h.elem.holds)
		t.Elem, t.ElemNullable = &elem, h.elem.Null.Nullable()
	case t.Kind == ir.Struct && t.Struct.Anonymous && len(h.fields) == len(t.Struct.Fields):
		t.Struct = c.made(l, t.Struct, h)
	}
	return t
}

// made is the row type of a struct that a statement writes, whose fields need not be nullable.
func (c *catalog) made(l *logical, of *ir.StructType, h *held) *ir.StructType {
	made := &ir.StructType{Anonymous: true}
	key := l.key()
	for i, m := range l.members() {
		f := of.Fields[i]
		f.Type = c.typeHolding(m.Second, h.fields[i].holds)
		f.Nullable, f.Why = h.fields[i].Null.Nullable(), h.fields[i].Why.String()
		made.Fields = append(made.Fields, f)
		var within strings.Builder
		for part := range f.Type.Parts {
			fmt.Fprintf(&within, "%v %p;", part.ElemNullable, part.Struct)
		}
		key += fmt.Sprintf("|%v %s", f.Nullable, within.String())
	}
	if known := c.structs[key]; known != nil {
		return known
	}
	c.structs[key] = made
	return made
}
