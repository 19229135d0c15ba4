//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// DBTX is what statements run on. What waits for it is interrupted by its own SetInterrupt, which a pool sets up.
type DBTX = *sqlite.Conn

// record is the row that a statement is at, with the first error of reading it.
type record struct {
	*sqlite.Stmt
	err error
}

func (r *record) null(i int) bool { return r.ColumnIsNull(i) }

func (r *record) value(i int) any {
	switch r.ColumnType(i) {
	case sqlite.TypeInteger:
		return r.ColumnInt64(i)
	case sqlite.TypeFloat:
		return r.ColumnFloat(i)
	case sqlite.TypeText:
		return r.ColumnText(i)
	case sqlite.TypeBlob:
		return r.bytes(i)
	}
	return nil
}

func (r *record) bytes(i int) []byte {
	b := make([]byte, r.ColumnLen(i))
	r.ColumnBytes(i, b)
	return b
}

// integer reads an INTEGER.
func (r *record) integer(i int, column string) int64 {
	if r.ColumnType(i) != sqlite.TypeInteger {
		r.misfit(i, column, "INTEGER")
	}
	return r.ColumnInt64(i)
}

// real reads a REAL. SQLite stores one without a fraction as an INTEGER where that is shorter.
func (r *record) real(i int, column string) float64 {
	if typ := r.ColumnType(i); typ != sqlite.TypeFloat && typ != sqlite.TypeInteger {
		r.misfit(i, column, "REAL")
	}
	return r.ColumnFloat(i)
}

// text reads a TEXT.
func (r *record) text(i int, column string) string {
	if r.ColumnType(i) != sqlite.TypeText {
		r.misfit(i, column, "TEXT")
	}
	return r.ColumnText(i)
}

// blob reads a BLOB.
func (r *record) blob(i int, column string) []byte {
	if r.ColumnType(i) != sqlite.TypeBlob {
		r.misfit(i, column, "BLOB")
	}
	return r.bytes(i)
}

// bind gives a statement the values of its parameters.
func bind(s *sqlite.Stmt, args []any) error {
	for i, arg := range args {
		switch v := arg.(type) {
		case nil:
			s.BindNull(i + 1)
		case int64:
			s.BindInt64(i+1, v)
		case *int64:
			bindTo(s, i+1, s.BindInt64, v)
		case float64:
			s.BindFloat(i+1, v)
		case string:
			s.BindText(i+1, v)
		case *string:
			bindTo(s, i+1, s.BindText, v)
		case []byte:
			s.BindBytes(i+1, v)
		case bool:
			s.BindBool(i+1, v)
		case *bool:
			bindTo(s, i+1, s.BindBool, v)
		default:
			return fmt.Errorf("parameter %d: a %T is no value of SQLite", i+1, arg)
		}
	}
	return nil
}

// bindTo binds what a pointer points to, or NULL.
func bindTo[T any](s *sqlite.Stmt, i int, bind func(int, T), v *T) {
	if v == nil {
		s.BindNull(i)
	} else {
		bind(i, *v)
	}
}

// step runs a statement with values until it returns a row or is done.
func step(ctx context.Context, s *sqlite.Stmt, args []any) (bool, error) {
	if err := errors.Join(ctx.Err(), fit(args, nil)); err != nil {
		return false, err
	}
	if err := bind(s, args); err != nil {
		return false, err
	}
	return s.Step()
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

// each yields what a query finds, while it comes. It has a statement of its own, so that others of the same text can
// run meanwhile.
func each[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error), sql string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		statement, _, err := db.PrepareTransient(sql)
		if err != nil {
			yield(none, fmt.Errorf("%s: %w", name, err))
			return
		}
		defer statement.Finalize()
		r := &record{Stmt: statement}
		more, err := step(ctx, statement, args)
		for more && err == nil {
			var row T
			if row, err = scan(r); err != nil {
				break
			}
			if !yield(row, nil) {
				return
			}
			if err = ctx.Err(); err == nil {
				more, err = statement.Step()
			}
		}
		if err != nil {
			yield(none, fmt.Errorf("%s: %w", name, err))
		}
	}
}

// one returns the first of what a query finds, or an error that is sql.ErrNoRows.
func one[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error), sql string, args ...any) (found T, err error) {
	statement, err := db.Prepare(sql)
	if err == nil {
		var more bool
		if more, err = step(ctx, statement, args); err == nil && !more {
			err = errNoRows
		}
		if err == nil {
			found, err = scan(&record{Stmt: statement})
		}
		err = errors.Join(err, statement.Reset())
	}
	if err != nil {
		return found, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

var errNoRows = sql.ErrNoRows

// exec runs a statement and returns how many rows it changed.
func exec(ctx context.Context, db DBTX, name, sql string, args ...any) (int64, error) {
	if err := run(ctx, db, name, sql, args...); err != nil {
		return 0, err
	}
	return int64(db.Changes()), nil
}

// run runs a statement that changes no rows.
func run(ctx context.Context, db DBTX, name, sql string, args ...any) error {
	statement, err := db.Prepare(sql)
	if err == nil {
		_, err = step(ctx, statement, args)
		err = errors.Join(err, statement.Reset())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// inTx calls fn in a savepoint, which outside of a transaction is one itself. It is kept if fn returns nil.
func inTx(ctx context.Context, db DBTX, fn func(tx DBTX) error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer sqlitex.Save(db)(&err)
	return fn(db)
}

// batch runs a statement for each of rows, all or none, and returns how many rows that changed.
func batch[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any) (changed int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		row := 0
		for p := range rows {
			row++
			n, err := exec(ctx, tx, fmt.Sprintf("row %d", row), sql, args(p)...)
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
		full, _, err := tx.PrepareTransient(v.sql(v.chunk))
		if err != nil {
			return err
		}
		defer full.Finalize()
		args := make([]any, 0, v.chunk*len(v.columns))
		insert := func(s *sqlite.Stmt) error {
			pending := int64(len(args) / len(v.columns))
			_, err := step(ctx, s, args)
			if err = errors.Join(err, s.Reset()); err != nil {
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
			if len(args) == cap(args) {
				if err := insert(full); err != nil {
					return err
				}
			}
		}
		if len(args) == 0 {
			return nil
		}
		last, _, err := tx.PrepareTransient(v.sql(len(args) / len(v.columns)))
		if err != nil {
			return err
		}
		defer last.Finalize()
		return insert(last)
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", table, err)
	}
	return n, nil
}

func applyMigrations(ctx context.Context, db DBTX, migrations []migration, project string) (applied []string, err error) {
	if !db.AutocommitEnabled() {
		return nil, errors.New("migrations need a transaction of their own: end the open one first")
	}
	// Whoever comes second waits here, and then finds everything applied.
	end, err := sqlitex.ImmediateTransaction(db)
	if err != nil {
		return nil, err
	}
	applied, err = applyMissing(ctx, db, migrations, project)
	if end(&err); err != nil {
		return nil, err
	}
	return applied, nil
}

// runScript runs the statements of a script. A comment or nothing in place of one is misuse to the driver.
func runScript(ctx context.Context, db DBTX, script string) error {
	for script != "" {
		statement, rest, err := db.PrepareTransient(script)
		if err != nil {
			return err
		}
		more, err := step(ctx, statement, nil)
		for more && err == nil {
			more, err = statement.Step()
		}
		if failed := statement.Finalize(); err != nil && sqlite.ErrCode(err) != sqlite.ResultMisuse {
			return errors.Join(err, failed)
		}
		script = script[len(script)-rest:]
	}
	return nil
}
