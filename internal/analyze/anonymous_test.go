package analyze

import (
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestNameTypes: a type without a name is called after what makes it, in whichever order the statements stand, and
// whatever it was called in an earlier run.
func TestNameTypes(t *testing.T) {
	field := func(name string, typ ir.Type) ir.Field { return ir.Field{Name: ir.NewName(name), Type: typ} }
	structure := func(fields ...ir.Field) *ir.StructType { return &ir.StructType{Anonymous: true, Fields: fields} }
	inner := structure(field("n", ir.Type{Kind: ir.Int32}))
	box := ir.Type{Kind: ir.Struct, Struct: structure(field("item",
		ir.Type{Kind: ir.Array, Elem: &ir.Type{Kind: ir.Struct, Struct: inner}}))}
	data := ir.Type{Kind: ir.Struct, Struct: structure(field("s", ir.Type{Kind: ir.Text}))}
	state := ir.Type{Kind: ir.Enum, Enum: &ir.EnumType{Anonymous: true, Name: ir.NewName("of an earlier run"),
		Labels: []string{"a"}}}
	taken := ir.Type{Kind: ir.Enum, Enum: &ir.EnumType{Name: ir.NewName("two_state"), Labels: []string{"b"}}}
	column := ir.ColumnRef{Table: "boxes", Column: "box"}
	model := func() *ir.Model {
		stored := field("box", box)
		stored.Source = column
		query := func(name string, param ir.Field, fields ...ir.Field) *ir.Query {
			return &ir.Query{Name: ir.NewName(name), Params: []ir.Param{{Field: param}}, Pluck: true,
				Row: &ir.Row{Name: ir.NewName(name), Fields: fields}}
		}
		return &ir.Model{
			Tables: []*ir.Table{{Name: ir.NewName("boxes"), Columns: []ir.TableColumn{{Field: stored}}}},
			Queries: []*ir.Query{
				query("one", stored, field("data", data), field("box", box)),
				query("two", field("state", state), field("data", ir.Type{Kind: ir.Map, Key: &state, Elem: &data}),
					field("taken", taken)),
			},
		}
	}
	for _, turned := range []bool{false, true} {
		m := model()
		one, two := m.Queries[0], m.Queries[1]
		if turned {
			slices.Reverse(m.Queries)
		}
		nameTypes(m)
		stored := m.Tables[0].Columns[0].Type.Struct
		if one.Params[0].Type.Struct != stored {
			t.Error("what is stored into a column has a type of its own")
		}
		for want, got := range map[string]ir.Name{
			"boxes_box": stored.Name, "boxes_box_item": stored.Fields[0].Type.Elem.Struct.Name,
			"one_box":  one.Row.Fields[1].Type.Struct.Name,
			"one_data": one.Row.Fields[0].Type.Struct.Name, "two_data": two.Row.Fields[0].Type.Elem.Struct.Name,
			"two_data_key": two.Row.Fields[0].Type.Key.Enum.Name, "two_state2": two.Params[0].Type.Enum.Name,
		} {
			if got.SQL != want {
				t.Errorf("%s is called %s", want, got.SQL)
			}
		}
		if box.Struct.Name.SQL != "" || box.Struct.Fields[0].Type.Elem.Struct != inner {
			t.Error("the engine's own types were changed")
		}
	}
}
