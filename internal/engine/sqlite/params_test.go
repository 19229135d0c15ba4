package sqlite

import (
	"context"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// TestManyParameters: the work for a long IN list and for many rows of VALUES grows with their length and no faster,
// and each parameter has the type that its place gives it.
func TestManyParameters(t *testing.T) {
	s := openTruth(t)
	for _, c := range []struct {
		name, before, item, after string
		items                     int
		kinds                     []ir.Kind // of the parameters, the last ones again and again
		again                     int
	}{
		{"IN", "SELECT name FROM users WHERE id IN (", "?", ")", 30000, []ir.Kind{ir.Int64}, 1},
		{"VALUES", "INSERT INTO users (id, name, age) VALUES ", "(?, ?, ?)", "", 4000,
			[]ir.Kind{ir.Int64, ir.Text, ir.Int64}, 3},
		{"lists", "SELECT name FROM users WHERE id IN (?, ?, ?) AND name IN (?, ?, ?) AND age IN (", "?", ")", 3000,
			[]ir.Kind{ir.Int64, ir.Int64, ir.Int64, ir.Text, ir.Text, ir.Text, ir.Int64}, 1},
		{"calls", "SELECT max(substr(?, ?), replace(?, ?, ?)) FROM users WHERE id IN (", "?", ")", 3000,
			[]ir.Kind{ir.Text, ir.Int64, ir.Text, ir.Text, ir.Text, ir.Int64}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			work := func(items int) (steps int) {
				sql := c.before + strings.TrimSuffix(strings.Repeat(c.item+", ", items), ", ") + c.after
				defer countSteps(&steps)()
				hints := make([]engine.ParamHint, strings.Count(sql, "?"))
				d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Params: hints})
				if err != nil || d.Fallback != "" {
					t.Fatal(err, d)
				}
				kinds := c.kinds
				for i, p := range d.Params {
					if i == len(kinds) {
						kinds = append(kinds, kinds[i-c.again])
					}
					if p.Type.Kind != kinds[i] {
						t.Fatalf("parameter %d is %v", i+1, p.Type)
					}
				}
				return steps
			}
			few, many := work(c.items/10), work(c.items)
			if t.Logf("%d and %d steps", few, many); many > few*11 {
				t.Error("ten times the parameters are more than ten times the work")
			}
		})
	}
}

// TestEdges: where a program's instructions can go on is a list that grows with the program and no faster, though each
// row of VALUES is a yield that can go on behind any other.
func TestEdges(t *testing.T) {
	s := openTruth(t)
	sql := "INSERT INTO users (id, name) VALUES " + strings.TrimSuffix(strings.Repeat("(?, ?), ", 2000), ", ")
	hints := make([]engine.ParamHint, strings.Count(sql, "?"))
	if _, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Params: hints}); err != nil {
		t.Fatal(err)
	}
	edges := 0
	for pc := range s.machine.ops {
		s.machine.successors(int32(pc), func(int32) { edges++ })
	}
	for _, in := range s.machine.flow.indirect {
		edges += len(in.to)
	}
	if t.Log(edges, len(s.machine.ops)); edges > 3*len(s.machine.ops) || len(s.machine.ops) < 4000 {
		t.Errorf("%d edges of %d instructions", edges, len(s.machine.ops))
	}
}

// countSteps counts the instructions that are interpreted, until what it returns is called.
func countSteps(steps *int) (done func()) {
	whole := opcodes
	for code := range opcodes {
		if run := opcodes[code].step; run != nil {
			opcodes[code].step = func(m *machine, s *state, o *op, from *state) next {
				*steps++
				return run(m, s, o, from)
			}
		}
	}
	return func() { opcodes = whole }
}
