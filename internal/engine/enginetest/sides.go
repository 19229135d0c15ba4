package enginetest

import (
	"fmt"
	"slices"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Nulls are the rows of a statement, by which of their columns are NULL.
type Nulls struct{ rows map[string][]bool }

// See notes a row.
func (n *Nulls) See(null []bool) {
	if n.rows == nil {
		n.rows = map[string][]bool{}
	}
	if key := fmt.Sprint(null); n.rows[key] == nil {
		n.rows[key] = slices.Clone(null)
	}
}

// Together compares rows with what is said of columns that come from sides of outer joins. A column that is NULL only
// where its sides have no row tells of another from these sides: that is NULL there, too, and elsewhere it is not if it
// comes from no further side, and need not be NULL within.
func (sum *Tally) Together(columns []engine.Column, seen *Nulls, sql string) {
	for i, w := range columns {
		if len(w.Sides) == 0 || w.Inner {
			continue
		}
		for k, c := range columns {
			if i == k || slices.ContainsFunc(w.Sides, func(side int) bool { return !slices.Contains(c.Sides, side) }) {
				continue
			}
			sum.Pairs++
			always := !c.Inner && len(c.Sides) == len(w.Sides)
			for _, null := range seen.rows {
				switch {
				case null[i] && !null[k]:
					sum.Contradictions = append(sum.Contradictions,
						fmt.Sprintf("column %d is NULL where an outer join finds no row, and column %d of the same side is not\n%s", i, k, sql))
				case !null[i] && null[k] && always:
					sum.Contradictions = append(sum.Contradictions,
						fmt.Sprintf("column %d is not NULL, and column %d of the same side is\n%s", i, k, sql))
				}
			}
		}
	}
}
