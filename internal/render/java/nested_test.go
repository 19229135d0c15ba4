package java

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestNesterNames: a statement whose method would be one that puts rows together gets another name.
func TestNesterNames(t *testing.T) {
	item := rowOf("orders_items", field("id", ir.Int64, false))
	item.Within = true
	id := field("id", ir.Int64, false)
	id.Key = true
	row := rowOf("orders", id, field("items[].id", ir.Int64, true))
	items := &ir.Object{Row: item, Columns: []int{1}, Witness: 1, List: true}
	row.Members = []ir.Member{{Name: ir.NewName("id")}, {Name: ir.NewName("items"), Object: items}}
	ids := field("ids", ir.Array, false)
	ids.Type.Elem = &ir.Type{Kind: ir.Int64}
	p := program("x", statement("orders", row), statement("nest_orders_row", nil, ids))
	files, _ := rendered(p) // with a note of the name
	text := files[0].Text
	for _, want := range []string{
		" nestOrdersRow_(List<Long> ids)", " nestOrdersRow(List<OrdersRow> rows)", " keyOfOrdersRow(OrdersRow row)",
	} {
		if strings.Count(text, want) != 1 {
			t.Errorf("not once %q in\n%s", want, text)
		}
	}
}
