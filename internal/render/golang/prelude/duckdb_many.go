//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// joined is how one statement runs for many rows, which it joins from a table of one call.
type joined[P any] struct {
	few, atOnce  int // with fewer rows the statement runs for each
	create, drop string
	table        chunks
	put          func(b *loader, p P)
	all          string // the statement
	count        string // a query of how many rows of one key there are at most; "" where rows do not meet
	round        string // the statement for the rows that are the first, second, … of their key
	rounds       int    // of more rows of one key, the statement runs for each
}

// joining is a call of bulk.
type joining[P any] struct {
	*joined[P]
	sql  string // the statement for one row
	args func(P) []any
}

// bulk runs a statement for many rows, all or none, and returns how many rows that changed.
func bulk[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any, j *joined[P]) (changed int64, err error) {
	next, stop := iter.Pull(partsOf(rows, j.atOnce))
	defer stop()
	call := joining[P]{j, sql, args}
	first, _ := next()
	own := false
	err = inTx(ctx, db, func(tx DBTX) error {
		t, ok := tx.(*transaction)
		own = ok && t.DBTX != DBTX(t.conn)
		before := 0
		for some := first; len(some) > 0; some, _ = next() {
			n, err := call.join(ctx, tx, some, before)
			if err != nil {
				return err
			}
			changed, before = changed+n, before+len(some)
		}
		return nil
	})
	if err != nil && own && ctx.Err() == nil && j.few <= len(first) && len(first) < j.atOnce {
		changed, err = call.find(ctx, db, first)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, ended(ctx, err))
	}
	return changed, nil
}

// join runs one statement for rows that come behind others, or the statement for each.
func (j joining[P]) join(ctx context.Context, tx DBTX, rows []P, before int) (changed int64, err error) {
	if len(rows) < j.few {
		return runRows(ctx, tx, j.sql, slices.Values(rows), j.args, before)
	}
	changed, done, err := j.once(ctx, tx, rows)
	if err != nil {
		return 0, fmt.Errorf("rows %d to %d: %w", before+1, before+len(rows), err)
	}
	if done {
		return changed, nil
	}
	half := len(rows) / 2
	first, err := j.join(ctx, tx, rows[:half], before)
	if err != nil {
		return 0, err
	}
	changed, err = j.join(ctx, tx, rows[half:], before+half)
	return first + changed, err
}

// once runs one statement, or one for each of the rounds that rows of one key take; not with too many of those.
func (j joining[P]) once(ctx context.Context, tx DBTX, rows []P) (changed int64, done bool, err error) {
	if err := runScript(ctx, tx, j.create); err != nil {
		return 0, false, err
	}
	if _, err := loadRows(ctx, tx, j.table, slices.Values(rows), j.put); err != nil {
		return 0, false, err
	}
	rounds := int64(1)
	if j.count != "" {
		if rounds, err = one(ctx, tx, "count", firstCount, j.count); err != nil {
			return 0, false, err
		}
	}
	switch {
	case rounds == 1:
		changed, err = exec(ctx, tx, "join", j.all)
	case rounds <= int64(j.rounds):
		for n := int64(1); n <= rounds && err == nil; n++ {
			var some int64
			some, err = exec(ctx, tx, "join", j.round, n)
			changed += some
		}
	}
	if err != nil {
		return 0, false, err
	}
	return changed, rounds <= max(1, int64(j.rounds)), runScript(ctx, tx, j.drop)
}

func firstCount(r *record) (int64, error) { return field(r, 0, "n", as[int64]), r.err }

// find runs rows of which one has failed, so that an error is that of a row: those in front of it are found by halves.
func (j joining[P]) find(ctx context.Context, db DBTX, rows []P) (changed int64, err error) {
	good, bad := 0, len(rows)
	for bad-good > j.few {
		half := (good + bad) / 2
		failed := inTx(ctx, db, func(tx DBTX) error {
			if _, err := j.join(ctx, tx, rows[:half], 0); err != nil {
				return err
			}
			good = half
			return errTried
		})
		if failed != errTried {
			bad = half
		}
	}
	err = inTx(ctx, db, func(tx DBTX) error {
		first, err := j.join(ctx, tx, rows[:good], 0)
		if err != nil {
			return err
		}
		changed, err = runRows(ctx, tx, j.sql, slices.Values(rows[good:]), j.args, good)
		changed += first
		return err
	})
	return changed, err
}

// errTried rolls a transaction back.
var errTried = errors.New("an attempt")
