package analyze

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestNameTypes: types without a name are called after the column that has them first, whatever they were called before.
func TestNameTypes(t *testing.T) {
	field := func(name string, typ ir.Type) ir.Field { return ir.Field{Name: ir.NewName(name), Type: typ} }
	inner := &ir.StructType{Anonymous: true, Fields: []ir.Field{field("n", ir.Type{Kind: ir.Int32})}}
	outer := &ir.StructType{Anonymous: true, Name: ir.NewName("of an earlier run"), Fields: []ir.Field{field("item", ir.Type{Kind: ir.Array, Elem: &ir.Type{Kind: ir.Struct, Struct: inner}})}}
	other := &ir.StructType{Anonymous: true, Fields: []ir.Field{field("s", ir.Type{Kind: ir.Text})}}
	state, named := &ir.EnumType{Anonymous: true, Labels: []string{"a"}}, &ir.EnumType{Name: ir.NewName("state"), Labels: []string{"b"}}
	key := &ir.EnumType{Anonymous: true, Labels: []string{"k"}}
	m := &ir.Model{
		Tables: []*ir.Table{{Columns: []ir.TableColumn{{Field: field("box", ir.Type{Kind: ir.Struct, Struct: outer})}}}},
		Queries: []*ir.Query{
			{Params: []ir.Param{{Field: field("state", ir.Type{Kind: ir.Enum, Enum: state})}}},
			{Row: &ir.Row{Fields: []ir.Field{
				field("again", ir.Type{Kind: ir.Struct, Struct: outer}),
				field("box", ir.Type{Kind: ir.Map, Key: &ir.Type{Kind: ir.Enum, Enum: key}, Elem: &ir.Type{Kind: ir.Union, Struct: other}}),
				field("state", ir.Type{Kind: ir.Enum, Enum: named}),
			}}},
		},
	}
	for range 2 { // a session's types are named anew for each model
		nameTypes(m)
		for want, got := range map[string]ir.Name{"box": outer.Name, "item": inner.Name, "box2": other.Name, "state2": state.Name, "state": named.Name, "box_key": key.Name} {
			if got.SQL != want {
				t.Errorf("%s is called %s", want, got.SQL)
			}
		}
	}
}
