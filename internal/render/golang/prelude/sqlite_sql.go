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

// DBTX is what statements run on: *sql.DB, *sql.Conn and *sql.Tx are.
type DBTX interface {
	ExecContext(ctx context.Context, sql string, args ...any) (sql.Result, error)
	PrepareContext(ctx context.Context, sql string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, sql string, args ...any) (*sql.Rows, error)
}

// record is the row that is read, with the first error of doing so.
type record struct {
	values []any
	err    error
}

func (r *record) value(i int) any { return r.values[i] }

func (r *record) null(i int) bool { return r.values[i] == nil }

// integer reads an INTEGER.
func (r *record) integer(i int, column string) int64 {
	v, ok := r.value(i).(int64)
	if !ok {
		r.misfit(i, column, "INTEGER")
	}
	return v
}

// real reads a REAL. SQLite stores one without a fraction as an INTEGER where that is shorter.
func (r *record) real(i int, column string) float64 {
	switch v := r.value(i).(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	}
	r.misfit(i, column, "REAL")
	return 0
}

// text reads a TEXT.
func (r *record) text(i int, column string) string {
	v, ok := r.value(i).(string)
	if !ok {
		r.misfit(i, column, "TEXT")
	}
	return v
}

// blob reads a BLOB.
func (r *record) blob(i int, column string) []byte {
	v, ok := r.value(i).([]byte)
	if !ok {
		r.misfit(i, column, "BLOB")
	}
	if v == nil {
		v = []byte{} // which a driver may give for an empty one
	}
	return v
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

// all returns what a query finds.
func all[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error), sql string, args ...any) ([]T, error) {
	found := []T{}
	for row, err := range each(ctx, db, name, scan, sql, args...) {
		if err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, nil
}

// each yields what a query finds, while it comes.
func each[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error), sql string, args ...any) iter.Seq2[T, error] {
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

// one returns the first of what a query finds, or an error that is sql.ErrNoRows.
func one[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error), sql string, args ...any) (T, error) {
	for row, err := range each(ctx, db, name, scan, sql, args...) {
		return row, err
	}
	var none T
	return none, fmt.Errorf("%s: %w", name, errNoRows)
}

var errNoRows = sql.ErrNoRows

// exec runs a statement and returns how many rows it changed.
func exec(ctx context.Context, db DBTX, name, sql string, args ...any) (int64, error) {
	err := fit(args, nil)
	if err == nil {
		var result interface{ RowsAffected() (int64, error) }
		if result, err = db.ExecContext(ctx, sql, args...); err == nil {
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

// inTx calls fn with a transaction, which is committed if fn returns nil, and rolled back if not. On a connection or in
// a transaction it is a savepoint, which outside of a transaction is one itself.
func inTx(ctx context.Context, db DBTX, fn func(tx DBTX) error) (err error) {
	base := db
	if p, ok := db.(*prepared); ok {
		base = p.DBTX
	}
	if pool, ok := base.(*sql.DB); ok {
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err := fn(within(db, tx)); err != nil {
			return err
		}
		return tx.Commit()
	}
	if _, err := db.ExecContext(ctx, "SAVEPOINT sqg"); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done {
			// Some errors make SQLite roll back the whole transaction, and the savepoint is gone then.
			for _, sql := range []string{"ROLLBACK TO sqg", "RELEASE sqg"} {
				_, _ = db.ExecContext(context.WithoutCancel(ctx), sql)
			}
		}
	}()
	if err := fn(db); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "RELEASE sqg")
	done = err == nil
	return err
}

// batch runs a statement for each of rows, all or none, and returns how many rows that changed.
func batch[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any) (changed int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		statement, err := tx.PrepareContext(ctx, sql)
		if err != nil {
			return err
		}
		defer statement.Close()
		row := 0
		for p := range rows {
			row++
			values := args(p)
			if err := fit(values, nil); err != nil {
				return fmt.Errorf("row %d: %w", row, err)
			}
			result, err := statement.ExecContext(ctx, values...)
			if err != nil {
				return fmt.Errorf("row %d: %w", row, err)
			}
			n, err := result.RowsAffected()
			if err != nil {
				return err
			}
			changed += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return changed, nil
}

// bulkInsert inserts rows into a table, all or none, and returns how many. It appends what is bound for a row.
func bulkInsert[R any](ctx context.Context, db DBTX, table string, v values, rows iter.Seq[R], bind func(args []any, r R) []any) (n int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		full, err := tx.PrepareContext(ctx, v.sql(v.chunk))
		if err != nil {
			return err
		}
		defer full.Close()
		args := make([]any, 0, v.chunk*len(v.columns))
		insert := func(exec func(ctx context.Context, args ...any) (sql.Result, error)) error {
			pending := int64(len(args) / len(v.columns))
			if _, err := exec(ctx, args...); err != nil {
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
				return fmt.Errorf("row %d: %w", n+int64(len(args)/len(v.columns)), err)
			}
			if len(args) < cap(args) {
				continue
			}
			if err := insert(full.ExecContext); err != nil {
				return err
			}
		}
		if len(args) == 0 {
			return nil
		}
		last := v.sql(len(args) / len(v.columns))
		return insert(func(ctx context.Context, args ...any) (sql.Result, error) { return tx.ExecContext(ctx, last, args...) })
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", table, err)
	}
	return n, nil
}

func applyMigrations(ctx context.Context, db DBTX, migrations []migration, project string) (applied []string, err error) {
	var conn *sql.Conn
	switch db := db.(type) {
	case *sql.Conn:
		conn = db
	case *sql.DB:
		if conn, err = db.Conn(ctx); err != nil {
			return nil, err
		}
		defer conn.Close()
	default:
		return nil, errors.New("migrations need a transaction of their own: give a *sql.DB or a *sql.Conn")
	}
	timeout, err := one(ctx, conn, "busy_timeout", func(r *record) (int64, error) { return r.integer(0, "timeout"), r.err }, "PRAGMA busy_timeout")
	if err != nil {
		return nil, err
	}
	after := context.WithoutCancel(ctx)
	defer func() { _, _ = conn.ExecContext(after, fmt.Sprint("PRAGMA busy_timeout = ", timeout)) }()
	// Whoever comes second waits here, and then finds everything applied.
	for _, sql := range []string{"PRAGMA busy_timeout = 60000", "BEGIN IMMEDIATE"} {
		if _, err := conn.ExecContext(ctx, sql); err != nil {
			return nil, err
		}
	}
	if applied, err = applyMissing(ctx, conn, migrations, project); err == nil {
		_, err = conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		_, _ = conn.ExecContext(after, "ROLLBACK") // some errors have done so already
		return nil, err
	}
	return applied, nil
}

func runScript(ctx context.Context, db DBTX, sql string) error {
	_, err := db.ExecContext(ctx, sql)
	return err
}
