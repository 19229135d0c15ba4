//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// begun calls fn with a transaction of its own.
func begun(ctx context.Context, db DBTX, begin string, fn func(tx DBTX) error) error {
	starts, ok := db.(interface {
		BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error)
	})
	if !ok {
		return fmt.Errorf("a %T has no BeginTx, which begins a transaction", db)
	}
	return pgx.BeginTxFunc(ctx, starts, pgx.TxOptions{BeginQuery: begin}, func(tx pgx.Tx) error { return fn(tx) })
}

// isWithin reports whether db is in a transaction.
func isWithin(_ context.Context, db DBTX) (bool, error) {
	_, tx := db.(pgx.Tx)
	return tx || isOpen(db), nil
}

// nest calls fn with a savepoint.
func nest(ctx context.Context, db DBTX, fn func(tx DBTX) error) error { return inTx(ctx, db, fn) }

// isConflict reports whether the server has ended a transaction for another's sake.
func isConflict(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && slices.Contains(transactionConflicts, pgErr.Code)
}
