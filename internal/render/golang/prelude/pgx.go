//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// DBTX is what statements run on: *pgx.Conn, *pgxpool.Pool, *pgxpool.Conn and pgx.Tx are.
type DBTX interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// all returns what a query finds.
func all[T any](ctx context.Context, db DBTX, name string, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	found, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

// each yields what a query finds, while it comes.
func each[T any](ctx context.Context, db DBTX, name string, scan pgx.RowToFunc[T], sql string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := db.Query(ctx, sql, args...)
		if err != nil {
			yield(none, fmt.Errorf("%s: %w", name, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			found, err := scan(rows)
			if err != nil {
				yield(none, fmt.Errorf("%s: %w", name, err))
				return
			}
			if !yield(found, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, fmt.Errorf("%s: %w", name, err))
		}
	}
}

// one returns the first of what a query finds, or an error that is sql.ErrNoRows.
func one[T any](ctx context.Context, db DBTX, name string, scan pgx.RowToFunc[T], sql string, args ...any) (T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err == nil {
		var found T
		if found, err = pgx.CollectOneRow(rows, scan); err == nil {
			return found, nil
		}
	}
	var none T
	return none, fmt.Errorf("%s: %w", name, err)
}

// exec runs a statement and returns how many rows it changed.
func exec(ctx context.Context, db DBTX, name, sql string, args ...any) (int64, error) {
	tag, err := db.Exec(ctx, sql, args...)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return tag.RowsAffected(), nil
}

// run runs a statement that changes no rows.
func run(ctx context.Context, db DBTX, name, sql string, args ...any) error {
	if _, err := db.Exec(ctx, sql, args...); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// inTx calls fn with a transaction, which is committed if fn returns nil, and rolled back if not. Where db is in a
// transaction already, that is a savepoint.
func inTx(ctx context.Context, db DBTX, fn func(tx DBTX) error) error {
	if _, ok := db.(pgx.Tx); ok || !isOpen(db) {
		return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error { return fn(tx) })
	}
	// The caller has sent BEGIN by Exec, of which the driver knows nothing.
	if _, err := db.Exec(ctx, "SAVEPOINT sqg"); err != nil {
		return err
	}
	if err := fn(db); err != nil {
		return undone(ctx, db, err)
	}
	_, err := db.Exec(ctx, "RELEASE SAVEPOINT sqg")
	return err
}

// undone rolls back to the savepoint after an error.
func undone(ctx context.Context, db DBTX, err error) error {
	_, failed := db.Exec(ctx, "ROLLBACK TO SAVEPOINT sqg; RELEASE SAVEPOINT sqg")
	return errors.Join(err, failed)
}

// isOpen reports whether db is a connection that is in a transaction.
func isOpen(db DBTX) bool {
	conn, ok := db.(*pgx.Conn)
	if holder, held := db.(interface{ Conn() *pgx.Conn }); held {
		conn, ok = holder.Conn(), true
	}
	return ok && conn.PgConn().TxStatus() != 'I'
}

// batchRows is how many rows of a batch are on the way at a time.
const batchRows = 1000

// batch runs a statement for each of rows, all or none, and returns how many rows that changed.
func batch[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any) (changed int64, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		queued, row := &pgx.Batch{}, 0
		send := func() error {
			results := tx.SendBatch(ctx, queued)
			for range queued.Len() {
				row++
				tag, err := results.Exec()
				if err != nil {
					results.Close()
					return ofRow(row, err)
				}
				changed += tag.RowsAffected()
			}
			queued = &pgx.Batch{}
			return results.Close()
		}
		for p := range rows {
			queued.Queue(sql, args(p)...)
			if queued.Len() == batchRows {
				if err := send(); err != nil {
					return err
				}
			}
		}
		if queued.Len() == 0 {
			return nil
		}
		return send()
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return changed, nil
}

// ofRow names the row of an error of the server's. The driver's own may be of any row of the batch.
func ofRow(row int, err error) error {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return fmt.Errorf("row %d: %w", row, err)
	}
	return err
}

// literal quotes a text for SQL.
func literal(text string) string {
	quoted := "'" + strings.ReplaceAll(text, "'", "''") + "'"
	if strings.Contains(text, `\`) {
		return "E" + strings.ReplaceAll(quoted, `\`, `\\`)
	}
	return quoted
}

// tracking is the SQL with which a program finds out which migrations a database has had.
type tracking struct{ create, table, path, restore, applied, record string }

func applyMigrations(ctx context.Context, db DBTX, migrations []migration, project string) (applied []string, err error) {
	err = inTx(ctx, db, func(tx DBTX) error {
		// Whoever comes second waits here, and then finds everything applied.
		if _, err := tx.Exec(ctx, trackingSQL.create); err != nil {
			return err
		}
		path, err := textOf(ctx, tx, trackingSQL.path)
		if err != nil {
			return err
		}
		if applied, err = applyMissing(ctx, tx, migrations, project); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, strings.ReplaceAll(trackingSQL.restore, "{path}", literal(path)))
		return err
	})
	if err != nil {
		return nil, err
	}
	return applied, nil
}

func applyMissing(ctx context.Context, tx DBTX, migrations []migration, project string) ([]string, error) {
	table, err := textOf(ctx, tx, trackingSQL.table)
	if err != nil {
		return nil, err
	}
	known, err := knownMigrations(ctx, tx, table, project)
	if err != nil {
		return nil, err
	}
	record := strings.ReplaceAll(trackingSQL.record, "{table}", table)
	return applyUnknown(migrations, project, known,
		func(m migration) error { return applyOne(ctx, tx, m) },
		func(m migration) error {
			_, err := tx.Exec(ctx, record, project, m.name, m.checksum)
			return err
		})
}

// knownMigrations are those that a project has had, with their checksums, of which nil is unknown.
func knownMigrations(ctx context.Context, tx DBTX, table, project string) (map[string]*string, error) {
	rows, err := tx.Query(ctx, strings.ReplaceAll(trackingSQL.applied, "{table}", table), project)
	if err != nil {
		return nil, err
	}
	known := map[string]*string{}
	var name string
	var checksum *string
	_, err = pgx.ForEachRow(rows, []any{&name, &checksum}, func() error {
		known[name] = checksum
		return nil
	})
	return known, err
}

func applyOne(ctx context.Context, tx DBTX, m migration) error {
	path, err := textOf(ctx, tx, trackingSQL.path)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, m.sql); err != nil {
		return err
	}
	if !isOpen(tx) {
		return errors.New("it ends the transaction that all migrations are applied in: take its COMMIT or ROLLBACK out")
	}
	// A script may leave no schema to find names in, as pg_dump's do.
	switch left, err := textOf(ctx, tx, trackingSQL.path); {
	case err != nil:
		return err
	case left == "" || left == `""`:
		_, err := tx.Exec(ctx, strings.ReplaceAll(trackingSQL.restore, "{path}", literal(path)))
		return err
	}
	return nil
}

func textOf(ctx context.Context, tx DBTX, sql string) (string, error) {
	rows, err := tx.Query(ctx, sql)
	if err != nil {
		return "", err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowTo[string])
}
