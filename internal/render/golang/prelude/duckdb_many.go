//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// joined is how one statement runs for many rows, which it joins from a table of one call. Rows of one key go in their
// order, by rounds.
type joined[P any] struct {
	few, atOnce  int // with fewer rows the statement runs for each
	create, drop string
	table        chunks
	put          func(b *loader, p P)
	all          string // the statement
	count        string // a query of how many rows of one key there are at most; "" where rows do not meet
	divide       string // makes a table of the rounds
	rounds       string // a query of the rounds in their order, each with how often what it changes counts
	round        string // the statement for the rows of a round
	rest         string // a query of the rows that run each by itself; "" where none do
	dropRounds   string
}

// joining is a call of bulk.
type joining[P any] struct {
	*joined[P]
	sql     string // the statement for one row
	args    func(P) []any
	ofFirst bool // an error is that of the first row that fails
}

// bulk runs a statement for many rows, all or none, and returns the number of changed rows.
func bulk[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P],
	args func(P) []any, j *joined[P]) (changed int64, err error) {
	next, stop := iter.Pull(partsOf(rows, j.atOnce))
	defer stop()
	call := &joining[P]{joined: j, sql: sql, args: args}
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
	if err != nil && own && !call.ofFirst && ctx.Err() == nil && j.few <= len(first) && len(first) < j.atOnce {
		changed, err = call.find(ctx, db, first)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, ended(ctx, err))
	}
	return changed, nil
}

// join runs one statement for rows that come behind others, or the statement for each.
func (j *joining[P]) join(ctx context.Context, tx DBTX, rows []P, before int) (changed int64, err error) {
	if len(rows) < j.few {
		return runRows(ctx, tx, j.sql, counted(slices.Values(rows), before), j.args)
	}
	changed, rest, err := j.once(ctx, tx, rows)
	if err != nil {
		return 0, fmt.Errorf("rows %d to %d: %w", before+1, before+len(rows), err)
	}
	if len(rest) > 0 {
		var more int64
		more, err = runRows(ctx, tx, j.sql, func(yield func(int, P) bool) {
			for _, i := range rest {
				if !yield(before+int(i)+1, rows[i]) {
					return
				}
			}
		}, j.args)
		changed, j.ofFirst = changed+more, err != nil
	}
	return changed, err
}

// once runs one statement, or one for each of the rounds that rows of one key take, and returns which rows are left.
func (j *joining[P]) once(ctx context.Context, tx DBTX, rows []P) (changed int64, rest []int64, err error) {
	if err := runScript(ctx, tx, j.create); err != nil {
		return 0, nil, err
	}
	if _, err := loadRows(ctx, tx, j.table, slices.Values(rows), j.put); err != nil {
		return 0, nil, err
	}
	most := int64(1)
	if j.count != "" {
		if most, err = one(ctx, tx, "count", firstNumber, j.count); err != nil {
			return 0, nil, err
		}
	}
	if most == 1 {
		changed, err = exec(ctx, tx, "join", j.all)
	} else {
		changed, rest, err = j.inRounds(ctx, tx)
	}
	if err != nil {
		return 0, nil, err
	}
	return changed, rest, runScript(ctx, tx, j.drop)
}

// inRounds runs the statement for each round, and returns which rows are left.
func (j *joining[P]) inRounds(ctx context.Context, tx DBTX) (changed int64, rest []int64, err error) {
	if err := runScript(ctx, tx, j.divide); err != nil {
		return 0, nil, err
	}
	rounds, err := all(ctx, tx, "rounds", func(r *record) (round [2]int64, err error) {
		round[0], round[1] = field(r, 0, "round", as[int64]), field(r, 1, "times", as[int64])
		return round, r.err
	}, j.rounds)
	if err != nil {
		return 0, nil, err
	}
	for _, round := range rounds {
		n, err := exec(ctx, tx, "join", j.round, round[0])
		if err != nil {
			return 0, nil, err
		}
		changed += n * round[1]
	}
	if j.rest != "" {
		if rest, err = all(ctx, tx, "rest", firstNumber, j.rest); err != nil {
			return 0, nil, err
		}
	}
	return changed, rest, runScript(ctx, tx, j.dropRounds)
}

func firstNumber(r *record) (int64, error) { return field(r, 0, "n", as[int64]), r.err }

// find runs rows after a failure. It bisects them, so that the error names the row.
func (j *joining[P]) find(ctx context.Context, db DBTX, rows []P) (changed int64, err error) {
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
		changed, err = runRows(ctx, tx, j.sql, counted(slices.Values(rows[good:]), good), j.args)
		changed += first
		return err
	})
	return changed, err
}

// errTried rolls a transaction back.
var errTried = errors.New("an attempt")
