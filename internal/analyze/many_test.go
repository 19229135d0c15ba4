package analyze

import (
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// TestKey: the key by which rows may be sorted is a parameter of the statement; a file source is none of the engine's.
func TestKey(t *testing.T) {
	d := &engine.Description{Counts: true, Params: make([]engine.Param, 2), Set: &engine.Set{Each: "each", Key: []int{2}, Assumes: []string{"a"}}}
	for _, c := range []struct {
		params []ir.Param
		key    []int
	}{
		{make([]ir.Param, 2), []int{1}},
		{[]ir.Param{{FileSource: true}, {}, {}}, nil},
	} {
		q := &ir.Query{Params: c.params}
		u := &unit{Input: Input{Engine: engine.Find("sqlite")}}
		u.many(&syntax.Block{Kind: syntax.Exec}, q, d)
		if q.Many.Each != "each" || !slices.Equal(q.Many.Key, c.key) {
			t.Errorf("of %d parameters: %v, not %v", len(c.params), q.Many.Key, c.key)
		}
	}
}
