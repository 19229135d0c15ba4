//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"strings"
)

// onConn runs statements in a transaction of a connection.
func onConn(_ context.Context, conn *sql.Conn) DBTX { return conn }

// isWithin reports whether db is in a transaction. A connection does not say so but by an error: beginning one takes
// no lock.
func isWithin(ctx context.Context, db DBTX) (bool, error) {
	switch base := unprepared(db).(type) {
	case *sql.DB:
		return false, nil
	case *sql.Conn:
		if _, err := base.ExecContext(ctx, "BEGIN"); err != nil {
			if strings.Contains(err.Error(), "within a transaction") {
				return true, nil
			}
			return false, err
		}
		_, err := base.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return false, err
	}
	return true, nil
}

// nest calls fn with a savepoint.
func nest(ctx context.Context, db DBTX, fn func(tx DBTX) error) error { return inTx(ctx, db, fn) }
