//go:build ignore

package prelude

import (
	"fmt"
	"iter"
)

// gather puts rows of one key together: to the first of them, which stays where it is, the others add their lists.
func gather[T any, K comparable](rows []T, key func(*T) K, add func(to, row *T)) []T {
	at, gathered := make(map[K]int), rows[:0]
	for i := range rows {
		k := key(&rows[i])
		if first, there := at[k]; there {
			add(&gathered[first], &rows[i])
			continue
		}
		at[k] = len(gathered)
		gathered = append(gathered, rows[i])
	}
	clear(rows[len(gathered):])
	return gathered
}

// gathered yields rows that nest puts together, of which those of one key come one behind the other.
func gathered[T any, K comparable](found iter.Seq2[T, error], key func(*T) K, nest func([]T) []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var rows []T
		for row, err := range found {
			if err != nil {
				yield(row, err)
				return
			}
			if len(rows) > 0 && key(&row) != key(&rows[0]) {
				if !yield(nest(rows)[0], nil) {
					return
				}
				rows = rows[:0]
			}
			rows = append(rows, row)
		}
		if len(rows) > 0 {
			yield(nest(rows)[0], nil)
		}
	}
}

// first is the first of the rows that a query has found, or an error that is sql.ErrNoRows.
func first[T any](name string, rows []T, err error) (row T, _ error) {
	switch {
	case err != nil:
		return row, err
	case len(rows) == 0:
		return row, fmt.Errorf("%s: %w", name, errNoRows)
	}
	return rows[0], nil
}
