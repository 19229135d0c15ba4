//go:build ignore

package prelude

import (
	"context"
	"iter"
)

// lookup is one query for several rows.
type lookup[P any] struct {
	sql   string
	rows  int                  // how many rows it takes
	lists func(rows []P) []any // what is bound
	few   int                  // fewer rows ask the query for one
}

// numbered is what is found for a row, whose number counts from 1.
type numbered[T any] struct {
	row   int64
	found T
}

// lookUp asks a query for some of rows at a time, and returns what it finds for each.
func lookUp[P, T any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P],
	args func(P) []any, l lookup[P], scan func(*record) (T, error)) (found [][]T, err error) {
	scanNumbered := func(r *record) (n numbered[T], err error) {
		n.row = field(r, len(r.values)-1, "number", as[int64])
		n.found, err = scan(r)
		return n, err
	}
	for some := range partsOf(rows, l.rows) {
		before := int64(len(found))
		found = append(found, make([][]T, len(some))...)
		if len(some) < l.few {
			for i, p := range some {
				if found[before+int64(i)], err = all(ctx, db, name, scan, sql, args(p)...); err != nil {
					return nil, err
				}
			}
			continue
		}
		for n, err := range each(ctx, db, name, scanNumbered, l.sql, l.lists(some)...) {
			if err != nil {
				return nil, err
			}
			of := &found[before+n.row-1]
			*of = append(*of, n.found)
		}
	}
	return found, nil
}
