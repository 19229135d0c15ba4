//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"errors"
)

// onConn runs statements in a transaction of a connection.
func onConn(ctx context.Context, conn *sql.Conn) DBTX { return &transaction{conn, conn, ctx} }

// isWithin reports whether db is in a transaction.
func isWithin(ctx context.Context, db DBTX) (bool, error) {
	switch base := unprepared(db).(type) {
	case *sql.DB:
		return false, nil
	case *sql.Conn:
		return inTransaction(ctx, base)
	}
	return true, nil
}

func nest(context.Context, DBTX, func(tx DBTX) error) error { return errors.New(transactionUnnested) }
