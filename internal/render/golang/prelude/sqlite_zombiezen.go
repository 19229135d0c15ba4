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

// DBTX runs statements. Its SetInterrupt, which a pool sets up, interrupts a wait for it.
type DBTX = *sqlite.Conn

// record is the row that a statement is at, or the values of JSON in one, with the first error of reading it.
type record struct {
	*sqlite.Stmt
	values []any
	err    error
}

func (r *record) null(i int) bool {
	if r.Stmt == nil {
		return r.values[i] == nil
	}
	return r.ColumnIsNull(i)
}

func (r *record) value(i int) any {
	if r.Stmt == nil {
		return r.values[i]
	}
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
	if r.Stmt != nil && r.ColumnType(i) == sqlite.TypeInteger {
		return r.ColumnInt64(i)
	}
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
	if r.Stmt != nil && r.ColumnType(i) == sqlite.TypeText {
		return r.ColumnText(i)
	}
	v, ok := r.value(i).(string)
	if !ok {
		r.misfit(i, column, "TEXT")
	}
	return v
}

// blob reads a BLOB.
func (r *record) blob(i int, column string) []byte {
	if r.ColumnType(i) != sqlite.TypeBlob {
		r.misfit(i, column, "BLOB")
	}
	return r.bytes(i)
}

// binder gives the parameters of a statement their values, one after the other.
type binder struct {
	statement *sqlite.Stmt
	n         int // how many have one
	err       error
	bad       int // which of them is the first that cannot be bound, for err's reason
}

func (b *binder) putInteger(v int64) {
	b.n++
	b.statement.BindInt64(b.n, v)
}

func (b *binder) putText(v string) {
	b.n++
	b.statement.BindText(b.n, v)
}

func (b *binder) putBoolean(v bool) {
	b.n++
	b.statement.BindBool(b.n, v)
}

// value binds a value of any type, or the target of a pointer.
func (b *binder) value(arg any) {
	b.n++
	switch v := arg.(type) {
	case nil:
		b.statement.BindNull(b.n)
	case int64:
		b.statement.BindInt64(b.n, v)
	case *int64:
		bindTo(b, b.statement.BindInt64, v)
	case float64:
		b.statement.BindFloat(b.n, v)
	case string:
		b.statement.BindText(b.n, v)
	case *string:
		bindTo(b, b.statement.BindText, v)
	case []byte:
		b.statement.BindBytes(b.n, v)
	case bool:
		b.statement.BindBool(b.n, v)
	case *bool:
		bindTo(b, b.statement.BindBool, v)
	case error:
		b.fail(v)
	default:
		b.fail(fmt.Errorf("a %T is no value of SQLite", arg))
	}
}

func (b *binder) fail(err error) {
	if b.err == nil {
		b.err, b.bad = err, b.n
	}
}

// bindTo binds what a pointer points to, or NULL.
func bindTo[T any](b *binder, bind func(int, T), v *T) {
	if v == nil {
		b.statement.BindNull(b.n)
	} else {
		bind(b.n, *v)
	}
}

// step runs a statement with values until it returns a row or is done.
func step(ctx context.Context, s *sqlite.Stmt, args []any) (bool, error) {
	b := binder{statement: s}
	for _, arg := range args {
		b.value(arg)
	}
	if b.err != nil {
		return false, fmt.Errorf("parameter %d: %w", b.bad, b.err)
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	return s.Step()
}

// fetch passes the rows of a statement to yield, until it returns false.
func fetch[T any](ctx context.Context, s *sqlite.Stmt, scan func(*record) (T, error), args []any,
	yield func(T) bool) error {
	r := &record{Stmt: s}
	more, err := step(ctx, s, args)
	for more && err == nil {
		row, failed := scan(r)
		if failed != nil {
			return failed
		}
		if !yield(row) {
			return nil
		}
		if err = ctx.Err(); err == nil {
			more, err = s.Step()
		}
	}
	return err
}

// all returns the rows of a query.
func all[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error),
	sql string, args ...any) ([]T, error) {
	found := []T{}
	statement, err := db.Prepare(sql)
	if err == nil {
		err = fetch(ctx, statement, scan, args, func(row T) bool {
			found = append(found, row)
			return true
		})
		err = errors.Join(err, statement.Reset())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

// each yields the rows of a query as they arrive. It has a statement of its own, so that others of the same text can
// run meanwhile.
func each[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error),
	sql string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		statement, _, err := db.PrepareTransient(sql)
		if err == nil {
			defer statement.Finalize()
			err = fetch(ctx, statement, scan, args, func(row T) bool { return yield(row, nil) })
		}
		if err != nil {
			var none T
			yield(none, fmt.Errorf("%s: %w", name, err))
		}
	}
}

// one returns the first row of a query, or an error that is sql.ErrNoRows.
func one[T any](ctx context.Context, db DBTX, name string, scan func(*record) (T, error),
	sql string, args ...any) (found T, err error) {
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

// exec runs a statement and returns the number of changed rows.
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

// batch runs a statement for each row, all or none, and returns the number of changed rows.
func batch[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any) (int64, error) {
	return batchOf(ctx, db, name, sql, counted(rows, 0), args)
}

// batchChosen is batch of rows that each have a text of their own.
func batchChosen[P any](ctx context.Context, db DBTX, name string, rows iter.Seq[P],
	choose func(P) (sql string, args []any, err error)) (int64, error) {
	return runChosen(ctx, db, name, counted(rows, 0), choose)
}

// batchOf is batch of rows that have numbers.
func batchOf[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq2[int, P],
	args func(P) []any) (int64, error) {
	return runChosen(ctx, db, name, rows, func(p P) (string, []any, error) { return sql, args(p), nil })
}

// runChosen runs for each of rows, which have numbers, the text that is chosen for it, all or none.
func runChosen[P any](ctx context.Context, db DBTX, name string, rows iter.Seq2[int, P],
	choose func(P) (sql string, args []any, err error)) (changed int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		for row, p := range rows {
			sql, args, err := choose(p)
			if err != nil {
				return fmt.Errorf("row %d: %w", row, err)
			}
			n, err := exec(ctx, tx, fmt.Sprintf("row %d", row), sql, args...)
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

// bulkInsert inserts rows into a table, all or none, and returns their number.
func bulkInsert[R any](ctx context.Context, db DBTX, table string, v values, rows iter.Seq[R],
	bind func(b *binder, r R)) (n int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		full, _, err := tx.PrepareTransient(v.sql(v.chunk))
		if err != nil {
			return err
		}
		defer full.Finalize()
		pending := make([]R, 0, v.chunk)
		insert := func(s *sqlite.Stmt) error {
			b := binder{statement: s}
			for i, r := range pending {
				if bind(&b, r); b.err != nil {
					return fmt.Errorf("row %d: %s: %w", n+int64(i)+1, v.columns[(b.bad-1)%len(v.columns)], b.err)
				}
			}
			_, err := step(ctx, s, nil)
			if err = errors.Join(err, s.Reset()); err != nil {
				return fmt.Errorf("rows %d to %d: %w", n+1, n+int64(len(pending)), err)
			}
			n += int64(len(pending))
			pending = pending[:0]
			return nil
		}
		for r := range rows {
			if pending = append(pending, r); len(pending) == v.chunk {
				if err := insert(full); err != nil {
					return err
				}
			}
		}
		if len(pending) == 0 {
			return nil
		}
		last, _, err := tx.PrepareTransient(v.sql(len(pending)))
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

// applyMigrations applies what a database lacks, each migration in a transaction, which another program waits for.
func applyMigrations(ctx context.Context, db DBTX, migrations []migration, project string) (applied []string, err error) {
	if !db.AutocommitEnabled() {
		return nil, errors.New("migrations need transactions of their own: end the open one first")
	}
	return relaxed(ctx, db, func(dangling string) (applied []string, err error) {
		for {
			m, err := applyInTx(ctx, db, migrations, project, dangling)
			if m == nil || err != nil {
				return applied, err
			}
			applied = append(applied, m.name)
		}
	})
}

func applyInTx(ctx context.Context, db DBTX, migrations []migration, project, dangling string) (m *migration, err error) {
	end, err := sqlitex.ImmediateTransaction(db)
	if err != nil {
		return nil, err
	}
	defer end(&err)
	m, err = applyNext(ctx, db, migrations, project, dangling)
	if m != nil && err == nil && db.AutocommitEnabled() {
		err = m.of(errors.New(trackingSQL.ended))
	}
	return m, err
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
