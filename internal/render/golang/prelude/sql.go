//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strconv"
)

// DBTX runs statements: *sql.DB, *sql.Conn and *sql.Tx are.
type DBTX interface {
	ExecContext(ctx context.Context, sql string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, sql string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, sql string, args ...any) (*sql.Rows, error)
}

// fit returns the first error among values that are to be bound, with the name of its column.
func fit(args []any, names []string) error {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			name := "parameter " + strconv.Itoa(i+1)
			if names != nil {
				name = names[i%len(names)]
			}
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// cursor reads the rows of a query.
type cursor struct {
	*sql.Rows
	give   func()
	record record
	places []any
}

func (c *cursor) Close() error {
	defer c.give()
	return c.Rows.Close()
}

func query(ctx context.Context, db DBTX, sql string, args []any) (*cursor, error) {
	if err := fit(args, nil); err != nil {
		return nil, err
	}
	rows, give, err := rowsOf(ctx, db, sql, args)
	if err != nil {
		return nil, err
	}
	c := &cursor{Rows: rows, give: give}
	columns, err := rows.Columns()
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.places = make([]any, len(columns))
	c.record.values = make([]any, len(columns))
	for i := range columns {
		c.places[i] = &c.record.values[i]
	}
	return c, nil
}

// read reads the row that the cursor is at.
func read[T any](c *cursor, scan func(*record) (T, error)) (T, error) {
	if err := c.Scan(c.places...); err != nil {
		var none T
		return none, err
	}
	return scan(&c.record)
}

// all returns the rows of a query.
func all[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error),
	sql string, args ...any) ([]T, error) {
	found := []T{}
	for row, err := range each(ctx, db, name, scan, sql, args...) {
		if err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, nil
}

// each yields the rows of a query as they arrive.
func each[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error),
	sql string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		c, err := query(ctx, db, sql, args)
		if err != nil {
			yield(none, fmt.Errorf("%s: %w", name, err))
			return
		}
		defer c.Close()
		for c.Next() {
			row, err := read(c, scan)
			if err != nil {
				yield(none, fmt.Errorf("%s: %w", name, err))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
		if err := c.Err(); err != nil {
			yield(none, fmt.Errorf("%s: %w", name, err))
		}
	}
}

// one returns the first row of a query, or an error that is sql.ErrNoRows.
func one[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error),
	sql string, args ...any) (found T, err error) {
	c, err := query(ctx, db, sql, args)
	if err == nil {
		if c.Next() {
			found, err = read(c, scan)
		} else if err = c.Err(); err == nil {
			err = errNoRows
		}
		_ = c.Close()
	}
	if err != nil {
		var none T
		return none, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

var errNoRows = sql.ErrNoRows

// exec runs a statement and returns the number of changed rows.
func exec(ctx context.Context, db DBTX, name, sql string, args ...any) (int64, error) {
	err := fit(args, nil)
	if err == nil {
		var result interface{ RowsAffected() (int64, error) }
		if result, err = execute(ctx, db, sql, args); err == nil {
			return result.RowsAffected()
		}
	}
	return 0, fmt.Errorf("%s: %w", name, err)
}

// run runs a statement that changes no rows.
func run(ctx context.Context, db DBTX, name, sql string, args ...any) error {
	_, err := exec(ctx, db, name, sql, args...)
	return err
}

// batch runs a statement for each row, all or none, and returns the number of changed rows.
func batch[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any) (int64, error) {
	return batchOf(ctx, db, name, sql, counted(rows, 0), args)
}

// batchOf is batch of rows that have numbers.
func batchOf[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq2[int, P],
	args func(P) []any) (int64, error) {
	return together(ctx, db, name, func(tx DBTX) (int64, error) { return runRows(ctx, tx, sql, rows, args) })
}

// batchChosen is batch of rows that each have a text of their own.
func batchChosen[P any](ctx context.Context, db DBTX, name string, rows iter.Seq[P],
	choose func(P) (sql string, args []any, err error)) (int64, error) {
	return together(ctx, db, name, func(tx DBTX) (int64, error) {
		return runChosen(ctx, tx, counted(rows, 0), choose)
	})
}

// together runs what changes rows, all or none.
func together(ctx context.Context, db DBTX, name string, run func(tx DBTX) (int64, error)) (changed int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		changed, err = run(tx)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, ended(ctx, err))
	}
	return changed, nil
}

// runRows runs a statement for each of rows, which have numbers.
func runRows[P any](ctx context.Context, tx DBTX, sql string, rows iter.Seq2[int, P],
	args func(P) []any) (changed int64, err error) {
	return runChosen(ctx, tx, rows, func(p P) (string, []any, error) { return sql, args(p), nil })
}

// runChosen runs for each of rows, which have numbers, the text that is chosen for it. Each text is prepared once.
func runChosen[P any](ctx context.Context, tx DBTX, rows iter.Seq2[int, P],
	choose func(P) (sql string, args []any, err error)) (changed int64, err error) {
	prepared := map[string]*sql.Stmt{}
	defer func() {
		for _, s := range prepared {
			_ = s.Close()
		}
	}()
	for row, p := range rows {
		text, values, err := choose(p)
		if err == nil {
			err = fit(values, nil)
		}
		if err != nil {
			return 0, fmt.Errorf("row %d: %w", row, err)
		}
		statement := prepared[text]
		if statement == nil {
			if statement, err = tx.PrepareContext(ctx, text); err != nil {
				return 0, err
			}
			prepared[text] = statement
		}
		result, err := statement.ExecContext(ctx, values...)
		if err != nil {
			return 0, fmt.Errorf("row %d: %w", row, err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}

// ended is an error that says so if the context has ended: database/sql may have closed the statement first.
func ended(ctx context.Context, err error) error {
	if why := ctx.Err(); why != nil && !errors.Is(err, why) {
		return errors.Join(why, err)
	}
	return err
}

// execution is a statement that inserts rows.
type execution struct {
	run   func(args []any) error
	close func() error
}

// overSQL prepares a statement of database/sql.
func overSQL(ctx context.Context, tx DBTX, text string) (execution, error) {
	s, err := tx.PrepareContext(ctx, text)
	if err != nil {
		return execution{}, err
	}
	return execution{func(args []any) error {
		_, err := s.ExecContext(ctx, args...)
		return err
	}, s.Close}, nil
}

// insertValues inserts rows by statements that prepare makes. It appends what is bound for a row.
func insertValues[R any](v values, rows iter.Seq[R], bind func(args []any, r R) []any,
	prepare func(text string) (execution, error)) (n int64, err error) {
	full, err := prepare(v.sql(v.chunk))
	if err != nil {
		return 0, err
	}
	defer full.close()
	args := make([]any, 0, v.chunk*len(v.columns))
	insert := func(s execution) error {
		pending := int64(len(args) / len(v.columns))
		if err := s.run(args); err != nil {
			return fmt.Errorf("rows %d to %d: %w", n+1, n+pending, err)
		}
		n += pending
		args = args[:0]
		return nil
	}
	for r := range rows {
		before := len(args)
		args = bind(args, r)
		if err := fit(args[before:], v.columns); err != nil {
			return 0, fmt.Errorf("row %d: %w", n+int64(len(args)/len(v.columns)), err)
		}
		if len(args) < cap(args) {
			continue
		}
		if err := insert(full); err != nil {
			return 0, err
		}
	}
	if len(args) == 0 {
		return n, nil
	}
	last, err := prepare(v.sql(len(args) / len(v.columns)))
	if err != nil {
		return 0, err
	}
	defer last.close()
	err = insert(last)
	return n, err
}

func runScript(ctx context.Context, db DBTX, sql string) error {
	_, err := db.ExecContext(ctx, sql)
	return err
}
