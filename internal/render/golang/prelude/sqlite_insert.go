//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"iter"
)

// bulkInsert inserts rows into a table, all or none, and returns their number. It appends what is bound for a row.
func bulkInsert[R any](ctx context.Context, db DBTX, table string, v values, rows iter.Seq[R],
	bind func(args []any, r R) []any) (n int64, err error) {
	if pool, ok := unprepared(db).(*sql.DB); ok {
		conn, err := pool.Conn(ctx)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", table, err)
		}
		defer conn.Close()
		db = conn
	}
	err = inTx(ctx, db, func(tx DBTX) error {
		n, err = insertValues(v, rows, bind, func(text string) (execution, error) { return insertion(ctx, tx, text) })
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", table, ended(ctx, err))
	}
	return n, nil
}

// insertion prepares a statement on the driver's own connection, which spares what database/sql does for each value, or
// through database/sql where that hands out none, as in a *sql.Tx.
func insertion(ctx context.Context, tx DBTX, text string) (execution, error) {
	conn, ok := unprepared(tx).(*sql.Conn)
	if !ok {
		return overSQL(ctx, tx, text)
	}
	var s driver.Stmt
	onOwn := func(fn func(c driver.Conn) error) error {
		return conn.Raw(func(c any) error { return fn(c.(driver.Conn)) })
	}
	if err := onOwn(func(c driver.Conn) (err error) {
		s, err = c.Prepare(text)
		return err
	}); err != nil {
		return execution{}, err
	}
	end := func() error { return onOwn(func(driver.Conn) error { return s.Close() }) }
	own, ok := s.(driver.StmtExecContext)
	if !ok {
		_ = end()
		return overSQL(ctx, tx, text)
	}
	var values []driver.NamedValue
	run := func(args []any) (err error) {
		if values == nil {
			values = make([]driver.NamedValue, len(args))
		}
		for i, arg := range args {
			values[i].Ordinal = i + 1
			if values[i].Value, err = driver.DefaultParameterConverter.ConvertValue(arg); err != nil {
				return fmt.Errorf("value %d: %w", i+1, err)
			}
		}
		return onOwn(func(driver.Conn) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			_, err := own.ExecContext(ctx, values)
			return err
		})
	}
	return execution{run, end}, nil
}
