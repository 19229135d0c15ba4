package plan

import (
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestCamel: only a name in snake case has another one, and no two fields of a row get the same.
func TestCamel(t *testing.T) {
	for _, c := range []struct{ columns, want []string }{
		{[]string{"id", "owner_id", "a_b_c", "row_2", "x2_y"}, []string{"id", "ownerId", "aBC", "row2", "x2Y"}},
		{[]string{"Owner_id", "_id", "id_", "a__b", "odd name", "ümlaut_a", "1_a"},
			[]string{"Owner_id", "_id", "id_", "a__b", "odd name", "ümlaut_a", "1_a"}},
		{[]string{"a_b", "aB", "c_d"}, []string{"a_b", "aB", "cD"}},
		{[]string{"a_1", "a1"}, []string{"a_1", "a1"}},
	} {
		names := make([]ir.Name, len(c.columns))
		for i, column := range c.columns {
			names[i] = ir.NewName(column)
		}
		b := &builder{opts: Options{Names: "camel"}}
		b.called(len(names), func(i int) *ir.Name { return &names[i] })
		got := make([]string, len(names))
		for i, n := range names {
			got[i] = n.SQL
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.columns, got, c.want)
		}
	}
}
