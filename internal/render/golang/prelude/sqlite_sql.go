//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

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

// inTx calls fn with a transaction, which is committed if fn returns nil, and rolled back if not. On a connection or in
// a transaction it is a savepoint, which outside of a transaction is one itself.
func inTx(ctx context.Context, db DBTX, fn func(tx DBTX) error) (err error) {
	if pool, ok := unprepared(db).(*sql.DB); ok {
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
		return nil, errors.New("migrations need transactions of their own: give a *sql.DB or a *sql.Conn")
	}
	timeout, err := one(ctx, conn, "busy_timeout", func(r *record) (int64, error) { return r.integer(0, "timeout"), r.err }, "PRAGMA busy_timeout")
	if err != nil {
		return nil, err
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprint("PRAGMA busy_timeout = ", timeout))
	}()
	// Another program waits while a migration runs.
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = 60000"); err != nil {
		return nil, err
	}
	return relaxed(ctx, conn, func(dangling string) (applied []string, err error) {
		for {
			m, err := applyInTx(ctx, conn, migrations, project, dangling)
			if m == nil || err != nil {
				return applied, err
			}
			applied = append(applied, m.name)
		}
	})
}

func applyInTx(ctx context.Context, conn *sql.Conn, migrations []migration, project, dangling string) (*migration, error) {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return nil, err
	}
	m, err := applyNext(ctx, conn, migrations, project, dangling)
	if err == nil {
		_, err = conn.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // some errors have done so already
		return nil, err
	}
	return m, nil
}
