//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// many is one statement for several rows. Rows of one key take a round each.
type many[P any] struct {
	sql          string
	rows, rounds int                  // how many rows it takes, and up to how many rounds are worth it
	lists        func(rows []P) []any // what is bound besides the round
}

// bulk runs one statement for some of rows at a time, all or none, and returns how many rows that changed. With more
// rounds than are worth it, and where the statement fails, each row is run by itself: so an error is that of a row.
func bulk[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any, m many[P]) (changed int64, err error) {
	next, stop := iter.Pull(rows)
	defer stop()
	err = withConn(ctx, db, func(conn *pgx.Conn) error {
		some := taken(next, m.rows)
		if len(some) < m.rows && !isOpen(conn) { // all of them by one statement, which needs no transaction
			n, ok, err := m.alone(ctx, conn, sql, some, args)
			if ok || err != nil {
				changed = n
				return err
			}
		}
		return inTx(ctx, conn, func(tx DBTX) error {
			for first := 1; len(some) > 0; some = taken(next, m.rows) {
				n, ok, err := m.run(ctx, tx, some)
				if !ok && (err == nil || isOfRow(conn, err)) {
					n, err = eachRow(ctx, tx, sql, some, args, first)
				}
				if err != nil {
					return err
				}
				changed += n
				first += len(some)
			}
			return nil
		})
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return changed, nil
}

// taken is up to n of what next gives.
func taken[P any](next func() (P, bool), n int) (some []P) {
	for len(some) < n {
		p, ok := next()
		if !ok {
			break
		}
		some = append(some, p)
	}
	return some
}

// alone runs a statement for all rows. It reports whether it could; if not, nothing has changed.
func (m many[P]) alone(ctx context.Context, conn *pgx.Conn, sql string, rows []P, args func(P) []any) (changed int64, ok bool, err error) {
	if len(rows) < 2 {
		changed, err = eachRow(ctx, conn, sql, rows, args, 1)
		return changed, err == nil, err
	}
	changed, rounds, err := m.round(ctx, conn, append(m.lists(rows), 0))
	if err != nil && isOfRow(conn, err) {
		return 0, false, nil
	}
	return changed, rounds == 1, err
}

// run runs the statement for rows in a savepoint. It reports whether it could; if not, nothing has changed.
func (m many[P]) run(ctx context.Context, tx DBTX, rows []P) (changed int64, ok bool, err error) {
	if len(rows) == 1 {
		return 0, false, nil
	}
	err = inTx(ctx, tx, func(tx DBTX) error {
		args := append(m.lists(rows), 0)
		n, rounds, err := m.round(ctx, tx, args)
		changed = n
		if err != nil || rounds > m.rounds {
			return err
		}
		for round := 1; rounds > 1 && round <= rounds; round++ {
			args[len(args)-1] = round
			if n, _, err = m.round(ctx, tx, args); err != nil {
				return err
			}
			changed += n
		}
		ok = true
		return nil
	})
	return changed, ok && err == nil, err
}

// isOfRow reports whether a value is wrong or breaks a constraint, and not the connection or the statement.
func isOfRow(conn *pgx.Conn, err error) bool {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return pgErr.Code[:2] == "22" || pgErr.Code[:2] == "23"
	}
	return !conn.IsClosed() // the driver could not encode it
}

// round runs the statement once, and returns how many rows changed and how many rounds it takes.
func (m many[P]) round(ctx context.Context, db DBTX, args []any) (changed int64, rounds int, err error) {
	found, err := db.Query(ctx, m.sql, args...)
	if err != nil {
		return 0, 0, err
	}
	_, err = pgx.ForEachRow(found, []any{&changed, &rounds}, func() error { return nil })
	return changed, rounds, err
}

// eachRow runs a statement for each of rows, of which the first has a number.
func eachRow[P any](ctx context.Context, tx DBTX, sql string, rows []P, args func(P) []any, first int) (changed int64, err error) {
	for i, p := range rows {
		n, err := exec(ctx, tx, fmt.Sprintf("row %d", first+i), sql, args(p)...)
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}

// column is a value of each of rows.
func column[P, T any](rows []P, value func(P) T) []T {
	values := make([]T, len(rows))
	for i, p := range rows {
		values[i] = value(p)
	}
	return values
}
