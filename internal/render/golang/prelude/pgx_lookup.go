//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
)

// lookup is one query for several rows.
type lookup[P any] struct {
	sql     string
	rows    int                  // how many rows it takes
	lists   func(rows []P) []any // what is bound
	few     int                  // fewer rows ask the query for one
	changes bool                 // it changes rows, all or none
	apart   bool                 // where two rows have one key, it changes and returns nothing
	whose   func(rows []P) whose // the row of each row that it finds, by what is behind its columns
}

// whose is how the rows are found that a query has found something for.
type whose struct {
	behind any        // where to scan what is behind the columns
	last   func() int // the index of the last of the rows, -1 for none
	before []int      // of each row the index of the one before it that finds the same, -1 for none; nil where none does
}

// byNumber finds rows by their numbers, from 1.
func byNumber[P any]([]P) whose {
	number := 0
	return whose{&number, func() int { return number - 1 }, nil}
}

// byKey finds rows by their values.
func byKey[P comparable](rows []P) whose {
	indexes, before := make(map[P]int, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		same, known := indexes[row]
		if !known {
			same = -1
		}
		indexes[row], before[i] = i, same
	}
	var key P
	return whose{&key, func() int {
		if i, known := indexes[key]; known {
			return i
		}
		return -1
	}, before}
}

// lookUp asks a query for some of rows at a time, and returns what it finds for each. For a few rows that is the query
// for one.
func lookUp[P, T any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P],
	args func(P) []any, l lookup[P], scan pgx.RowToFunc[T]) (all [][]T, err error) {
	next, stop := iter.Pull(partsOf(rows, l.rows))
	defer stop()
	some, _ := next()
	each := func(db DBTX) ([][]T, error) { return byEach(ctx, db, sql, some, args, len(all)+1, scan) }
	once := func(db DBTX) ([][]T, error) {
		return parsed(db, func() ([][]T, error) { return ofEach(ctx, db, l, some, scan) })
	}
	ask := func(db DBTX) error {
		for ; len(some) > 0; some, _ = next() {
			var found [][]T
			switch {
			case len(some) < l.few:
				found, err = each(db)
			case l.changes:
				found, err = onceOrEach(ctx, db, once, each)
			default:
				found, err = once(db)
			}
			if err != nil {
				return err
			}
			all = append(all, found...)
		}
		return nil
	}
	if l.changes && len(some) == l.rows { // one statement needs no transaction
		err = inTx(ctx, db, ask)
	} else {
		err = ask(db)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// onceOrEach returns what one statement does for several rows, all or none. Where it returns nil, as two of them have
// one key, or fails because of a row, each is run by itself: so an error says of which.
func onceOrEach[T any](ctx context.Context, db DBTX, once, each func(db DBTX) ([][]T, error)) (found [][]T, err error) {
	err = withConn(ctx, db, func(conn *pgx.Conn) (err error) {
		run := func(how func(db DBTX) ([][]T, error)) func(db DBTX) error {
			return func(db DBTX) error {
				found, err = how(db)
				return err
			}
		}
		err = runAlone(ctx, conn, run(once))
		if err == nil && found == nil || err != nil && isOfRow(ctx, conn, err) {
			err = inTx(ctx, conn, run(each))
		}
		return err
	})
	return found, err
}

// byEach runs a query for each of rows, which are numbered from first.
func byEach[P, T any](ctx context.Context, db DBTX, sql string, rows []P, args func(P) []any,
	first int, scan pgx.RowToFunc[T]) ([][]T, error) {
	all := make([][]T, len(rows))
	for i, p := range rows {
		found, err := collect(ctx, db, scan, sql, args(p)...)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", first+i, err)
		}
		all[i] = found
	}
	return all, nil
}

// ofEach returns what one query finds for each of rows. What is found for several is read for each, so that they share
// nothing. It returns nil where that may be nothing because two rows have one key.
func ofEach[P, T any](ctx context.Context, db DBTX, l lookup[P], rows []P, scan pgx.RowToFunc[T]) ([][]T, error) {
	found, err := db.Query(ctx, l.sql, l.lists(rows)...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	of := l.whose(rows)
	row := &longer{CollectableRow: found, last: of.behind}
	values, indexes := make([]T, 0, len(rows)), make([]int, 0, len(rows))
	for found.Next() {
		v, err := scan(row)
		if err != nil {
			return nil, err
		}
		i := of.last()
		if i < 0 {
			return nil, errors.New("a row is found for a value that was not asked for")
		}
		values, indexes = append(values, v), append(indexes, i)
		for of.before != nil && of.before[i] >= 0 {
			i = of.before[i]
			if v, err = scan(row); err != nil {
				return nil, err
			}
			values, indexes = append(values, v), append(indexes, i)
		}
	}
	if err := found.Err(); err != nil {
		return nil, err
	}
	if l.apart && len(values) == 0 {
		return nil, nil
	}
	lists := make([][]T, len(rows))
	for from, to := 0, 0; from < len(values); from = to {
		i := indexes[from]
		for to = from; to < len(values) && indexes[to] == i; to++ {
		}
		if same := values[from:to:to]; lists[i] == nil {
			lists[i] = same
		} else {
			lists[i] = append(lists[i], same...)
		}
	}
	return lists, nil
}

// longer is a row with one more column.
type longer struct {
	pgx.CollectableRow
	last any
	dest []any
}

func (r *longer) Scan(dest ...any) error {
	r.dest = append(append(r.dest[:0], dest...), r.last)
	return r.CollectableRow.Scan(r.dest...)
}
