package plan

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestJoined: the table of a call's rows tells no upper case from lower, and orders them by its own column rowid.
func TestJoined(t *testing.T) {
	for _, c := range []struct {
		names  []string
		joined bool
	}{
		{[]string{"id", "v"}, true},
		{[]string{"RowID", "v"}, false},
		{[]string{"id", "v", "V"}, false},
	} {
		q := &ir.Query{Name: ir.NewName("q"), Many: &ir.Many{From: &ir.From{Before: "UPDATE ", Key: []int{0}}}}
		for _, name := range c.names {
			q.Params = append(q.Params, ir.Param{Field: text(name, ir.ColumnRef{})})
			q.Many.From.Columns = append(q.Many.From.Columns, "p_"+name)
		}
		b := &builder{target: target.Find("go/duckdb")}
		b.opts.BulkFrom = 7
		if m := b.from(q); (m.Joined != nil) != c.joined || m.Why == "" || c.joined && m.Few != 7 {
			t.Errorf("%v: %+v", c.names, m)
		}
	}
}
