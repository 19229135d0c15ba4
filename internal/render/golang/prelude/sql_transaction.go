//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"strings"
)

// begun calls fn with a transaction of its own. A connection on which it cannot be ended is closed.
func begun(ctx context.Context, db DBTX, begin string, fn func(tx DBTX) error) (err error) {
	var conn *sql.Conn
	switch base := unprepared(db).(type) {
	case *sql.DB:
		if conn, err = base.Conn(ctx); err != nil {
			return err
		}
		defer conn.Close()
	case *sql.Conn:
		conn = base
	default:
		return fmt.Errorf("a %T begins no transaction", base)
	}
	done := false
	defer func() {
		if done {
			return
		}
		_, failed := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		if failed != nil && !strings.Contains(failed.Error(), "no transaction is active") { // some errors have ended it
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}()
	if _, err := conn.ExecContext(ctx, begin); err != nil {
		return err
	}
	if err := fn(onConn(ctx, conn)); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	done = err == nil
	return err
}
