//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// many is one statement for several rows. Rows of one key take a round each.
type many[P any] struct {
	sql       string               // changes nothing if rows of one key have to take rounds, where distinct is nil; "" for none
	inRounds  string               // takes a round, and returns how many rows changed and how many rounds there are; "" if none is needed
	few, rows int                  // from how many rows on, and how many it takes; fewer are run each by itself
	rounds    int                  // up to how many rounds are worth it, of what takes any
	distinct  func(rows []P) bool  // whether no two rows have one key, as sql needs it; nil where that finds out
	lists     func(rows []P) []any // what is bound besides the round; nil where all of few rows are staged
	staged    *staged[P]           // for more rows; nil where lists are all there is
}

// staged is how one statement reads rows from a table that they are copied into, from so many on.
type staged[P any] struct {
	from              int
	create, sql, drop string
	table             *copyTable[P]
}

// of is how rows are run, by what is known of their keys. Without rounds, a table is no faster than lists.
func (m many[P]) of(rows []P) many[P] {
	switch {
	case m.distinct == nil:
	case m.distinct(rows):
		m.inRounds, m.staged = "", nil
	default:
		m.sql = ""
	}
	return m
}

// distinct reports whether no two rows have one key.
func distinct[P any, K comparable](key func(P) K) func(rows []P) bool {
	return func(rows []P) bool {
		keys := make(map[K]struct{}, len(rows))
		for _, p := range rows {
			keys[key(p)] = struct{}{}
		}
		return len(keys) == len(rows)
	}
}

// bulk runs one statement for some of rows at a time, all or none, and returns the number of changed rows.
func bulk[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P],
	args func(P) []any, m many[P]) (changed int64, err error) {
	next, stop := iter.Pull(partsOf(rows, m.rows))
	defer stop()
	err = withConn(ctx, db, func(conn *pgx.Conn) error {
		some, _ := next()
		if len(some) < 2 { // one statement at most
			changed, err = execOne(ctx, conn, sql, some, args)
			return err
		}
		if m.few <= len(some) && len(some) < m.rows {
			if of := m.of(some); !of.isStaged(some) {
				n, ok, err := of.alone(ctx, conn, some)
				if ok || err != nil {
					changed = n
					return err
				}
			}
		}
		return inTx(ctx, conn, func(tx DBTX) error {
			for first := 1; len(some) > 0; some, _ = next() {
				n, err := m.some(ctx, tx, conn, sql, some, args, first)
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

// halved is how many rows of a statement that fails are run by themselves. More are halved.
const halved = 64

// some runs one statement for rows, of which the first has a number. With more rounds than are worth it, and where the
// statement fails, it is tried with each half, and in the end with each row by itself: so an error is that of a row.
func (m many[P]) some(ctx context.Context, tx DBTX, conn *pgx.Conn, sql string, rows []P,
	args func(P) []any, first int) (int64, error) {
	changed, ok, err := m.of(rows).run(ctx, tx, rows)
	if ok || err != nil && !isOfRow(ctx, conn, err) {
		return changed, err
	}
	if len(rows) <= halved {
		return eachRow(ctx, tx, sql, rows, args, first)
	}
	half := len(rows) / 2
	if changed, err = m.some(ctx, tx, conn, sql, rows[:half], args, first); err != nil {
		return 0, err
	}
	n, err := m.some(ctx, tx, conn, sql, rows[half:], args, first+half)
	return changed + n, err
}

func (m many[P]) isStaged(rows []P) bool { return m.staged != nil && len(rows) >= m.staged.from }

// execOne runs a statement for the one of rows, if there is one.
func execOne[P any](ctx context.Context, conn *pgx.Conn, sql string, rows []P,
	args func(P) []any) (changed int64, err error) {
	for _, p := range rows {
		if changed, err = execAlone(ctx, conn, sql, args(p)); err != nil {
			err = fmt.Errorf("row 1: %w", err)
		}
	}
	return changed, err
}

// alone runs one statement for all rows, which needs no transaction; in the caller's it has a savepoint. It reports
// whether it could; if not, nothing has changed.
func (m many[P]) alone(ctx context.Context, conn *pgx.Conn, rows []P) (changed int64, ok bool, err error) {
	lists := m.lists(rows)
	if m.sql != "" {
		changed, err = execAlone(ctx, conn, m.sql, lists)
	}
	if err == nil && m.needsRounds(changed) {
		rounds := 0
		run := func(db DBTX) (err error) {
			changed, rounds, err = round(ctx, db, m.inRounds, append(lists, 0))
			return err
		}
		if err = runAlone(ctx, conn, run); err == nil && rounds > 1 {
			return 0, false, nil
		}
	}
	if err != nil && isOfRow(ctx, conn, err) {
		return 0, false, nil
	}
	return changed, true, err
}

// runAlone runs one statement, which needs no transaction of its own; in the caller's it has a savepoint.
func runAlone(ctx context.Context, conn *pgx.Conn, run func(db DBTX) error) error {
	if isOpen(conn) {
		return inTx(ctx, conn, run)
	}
	return run(conn)
}

// needsRounds reports whether what takes rounds is to be run after m.sql, which changed so many rows.
func (m many[P]) needsRounds(changed int64) bool { return changed == 0 && m.inRounds != "" }

// execAlone runs a statement, in an open transaction with a savepoint. Once the connection has the statement prepared,
// that takes one round trip.
func execAlone(ctx context.Context, conn *pgx.Conn, sql string, args []any) (changed int64, err error) {
	if !isOpen(conn) {
		tag, err := conn.Exec(ctx, sql, args...)
		return tag.RowsAffected(), err
	}
	known, key := conn.PgConn().CustomData(), "sqg: "+sql
	if statement, ok := known[key].(*pgconn.StatementDescription); ok {
		changed, err = execPrepared(ctx, conn, statement, args)
		var pgErr *pgconn.PgError
		if !errors.As(err, &pgErr) || pgErr.Code != "26000" {
			return changed, err
		}
		delete(known, key) // the server has it no more
		if err := conn.Deallocate(ctx, sql); err != nil {
			return 0, err
		}
	}
	err = inTx(ctx, conn, func(tx DBTX) error {
		if config := conn.Config(); config.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement && config.Tracer == nil {
			statement, err := conn.Prepare(ctx, sql, sql)
			if err != nil {
				return err
			}
			known[key] = statement
		}
		tag, err := tx.Exec(ctx, sql, args...)
		changed = tag.RowsAffected()
		return err
	})
	return changed, err
}

// execPrepared runs a statement that is prepared with a savepoint, all in one round trip.
func execPrepared(ctx context.Context, conn *pgx.Conn, statement *pgconn.StatementDescription,
	args []any) (changed int64, err error) {
	var bound pgx.ExtendedQueryBuilder
	if err := bound.Build(conn.TypeMap(), statement, args); err != nil {
		return 0, err
	}
	pipeline := conn.PgConn().StartPipeline(ctx)
	pipeline.SendQueryParams("SAVEPOINT sqg", nil, nil, nil, nil)
	pipeline.SendQueryPrepared(statement.Name, bound.ParamValues, bound.ParamFormats, nil)
	pipeline.SendQueryParams("RELEASE sqg", nil, nil, nil, nil)
	err = pipeline.Sync()
	var tags []pgconn.CommandTag
	for err == nil && len(tags) < 3 {
		var found any
		if found, err = pipeline.GetResults(); err == nil {
			tag, failed := found.(*pgconn.ResultReader).Close()
			tags, err = append(tags, tag), failed
		}
	}
	if failed := pipeline.Close(); err == nil {
		err = failed
	}
	switch {
	case err == nil:
		return tags[1].RowsAffected(), nil
	case len(tags) == 0:
		return 0, err // there is no savepoint
	}
	return 0, undone(ctx, conn, err)
}

// run runs the statement for rows in a savepoint. It reports whether it could; if not, nothing has changed.
func (m many[P]) run(ctx context.Context, tx DBTX, rows []P) (changed int64, ok bool, err error) {
	if len(rows) < m.few {
		return 0, false, nil
	}
	err = inTx(ctx, tx, func(tx DBTX) error {
		if m.isStaged(rows) {
			changed, ok, err = m.staged.run(ctx, tx, rows, m.rounds)
		} else {
			changed, ok, err = m.listed(ctx, tx, rows)
		}
		return err
	})
	return changed, ok && err == nil, err
}

// listed runs the statement that has the rows as lists.
func (m many[P]) listed(ctx context.Context, tx DBTX, rows []P) (changed int64, ok bool, err error) {
	lists := m.lists(rows)
	if m.sql != "" {
		tag, err := tx.Exec(ctx, m.sql, lists...)
		if changed = tag.RowsAffected(); err != nil || !m.needsRounds(changed) {
			return changed, err == nil, err
		}
	}
	return inRounds(ctx, tx, m.inRounds, lists, m.rounds)
}

// run brings rows into a table, and runs the statement that reads from it.
func (s *staged[P]) run(ctx context.Context, tx DBTX, rows []P, rounds int) (changed int64, ok bool, err error) {
	if _, err = tx.Exec(ctx, s.create); err != nil {
		return 0, false, err
	}
	if _, err = bulkInsert(ctx, tx, s.table, slices.Values(rows)); err != nil {
		return 0, false, err
	}
	if changed, ok, err = inRounds(ctx, tx, s.sql, nil, rounds); err == nil {
		_, err = tx.Exec(ctx, s.drop)
	}
	return changed, ok, err
}

// inRounds runs a statement in as many rounds as it takes. It reports whether these are worth it.
func inRounds(ctx context.Context, tx DBTX, sql string, args []any, worth int) (changed int64, ok bool, err error) {
	args = append(args, 0)
	changed, rounds, err := round(ctx, tx, sql, args)
	if err != nil || rounds > worth {
		return 0, false, err
	}
	for n := 1; rounds > 1 && n <= rounds; n++ {
		args[len(args)-1] = n
		more, _, err := round(ctx, tx, sql, args)
		if err != nil {
			return 0, false, err
		}
		changed += more
	}
	return changed, true, nil
}

// isOfRow reports whether a value is wrong or breaks a constraint, or the table for rows may not be made.
func isOfRow(ctx context.Context, conn *pgx.Conn, err error) bool {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		switch pgErr.Code {
		case "42501", "42601": // a row that a policy refuses; a text that is no value of an extension's type
			return true
		}
		return pgErr.Code[:2] == "22" || pgErr.Code[:2] == "23"
	}
	return ctx.Err() == nil && !conn.IsClosed() // the driver could not encode it
}

// round runs a statement once, and returns how many rows changed and how many rounds it takes.
func round(ctx context.Context, db DBTX, sql string, args []any) (changed int64, rounds int, err error) {
	found, err := db.Query(ctx, sql, args...)
	if err != nil {
		return 0, 0, err
	}
	_, err = pgx.ForEachRow(found, []any{&changed, &rounds}, func() error { return nil })
	return changed, rounds, err
}

// eachRow runs a statement for each of rows, of which the first has a number.
func eachRow[P any](ctx context.Context, tx DBTX, sql string, rows []P, args func(P) []any,
	first int) (changed int64, err error) {
	for i, p := range rows {
		n, err := exec(ctx, tx, fmt.Sprintf("row %d", first+i), sql, args(p)...)
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}
