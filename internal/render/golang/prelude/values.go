//go:build ignore

package prelude

import (
	"strings"
)

// values is how INSERT … VALUES has several rows.
type values struct {
	row, next string // the statement of one row, and what each further one adds
	chunk     int    // how many rows a statement has
	columns   []string
}

func (v values) sql(rows int) string { return v.row + strings.Repeat(v.next, rows-1) }
