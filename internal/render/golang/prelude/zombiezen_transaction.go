//go:build ignore

package prelude

import (
	"context"

	"zombiezen.com/go/sqlite/sqlitex"
)

// begun calls fn with a transaction of its own.
func begun(ctx context.Context, db DBTX, begin string, fn func(tx DBTX) error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := sqlitex.ExecuteTransient(db, begin, nil); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done && !db.AutocommitEnabled() { // some errors have ended it
			_ = sqlitex.ExecuteTransient(db, "ROLLBACK", nil)
		}
	}()
	if err := fn(db); err != nil {
		return err
	}
	err = sqlitex.ExecuteTransient(db, "COMMIT", nil)
	done = err == nil
	return err
}

// isWithin reports whether db is in a transaction.
func isWithin(_ context.Context, db DBTX) (bool, error) { return !db.AutocommitEnabled(), nil }

// nest calls fn with a savepoint.
func nest(ctx context.Context, db DBTX, fn func(tx DBTX) error) error { return inTx(ctx, db, fn) }
