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

// DBTX runs statements: *pgx.Conn, *pgxpool.Pool, *pgxpool.Conn and pgx.Tx are.
type DBTX interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// all returns the rows of a query.
func all[T any](ctx context.Context, db DBTX, name string, scan pgx.RowToFunc[T], sql string,
	args ...any) ([]T, error) {
	found, err := collect(ctx, db, scan, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

// collect returns the rows of a query, with the driver's errors.
func collect[T any](ctx context.Context, db DBTX, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	return parsed(db, func() ([]T, error) {
		rows, err := db.Query(ctx, sql, args...)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, scan)
	})
}

// each yields the rows of a query as they arrive.
func each[T any](ctx context.Context, db DBTX, name string, scan pgx.RowToFunc[T], sql string,
	args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		_, err := parsed(db, func() (none struct{}, err error) {
			rows, err := db.Query(ctx, sql, args...)
			if err != nil {
				return none, err
			}
			defer rows.Close()
			for rows.Next() {
				found, err := scan(rows)
				if err != nil || !yield(found, nil) {
					return none, err
				}
			}
			return none, rows.Err()
		})
		if err != nil {
			var none T
			yield(none, fmt.Errorf("%s: %w", name, err))
		}
	}
}

// one returns the first row of a query, or an error that is sql.ErrNoRows.
func one[T any](ctx context.Context, db DBTX, name string, scan pgx.RowToFunc[T], sql string, args ...any) (T, error) {
	found, err := parsed(db, func() (found T, err error) {
		rows, err := db.Query(ctx, sql, args...)
		if err != nil {
			return found, err
		}
		return pgx.CollectOneRow(rows, scan)
	})
	if err != nil {
		var none T
		return none, fmt.Errorf("%s: %w", name, err)
	}
	return found, nil
}

var errNoRows = pgx.ErrNoRows

// exec runs a statement and returns the number of changed rows.
func exec(ctx context.Context, db DBTX, name, sql string, args ...any) (int64, error) {
	tag, err := parsed(db, func() (pgconn.CommandTag, error) { return db.Exec(ctx, sql, args...) })
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return tag.RowsAffected(), nil
}

// run runs a statement that changes no rows.
func run(ctx context.Context, db DBTX, name, sql string, args ...any) error {
	_, err := exec(ctx, db, name, sql, args...)
	return err
}

// parsed does what runs one statement. Where the server no longer has the statement that the driver keeps, or it
// returns other types since the schema has changed, nothing was run: it is done once more, with the statement parsed
// again. In a transaction the error stays, as that has failed.
func parsed[T any](db DBTX, do func() (T, error)) (T, error) {
	found, err := do()
	if isStale(err) && !isOpen(db) {
		return do()
	}
	return found, err
}

// isStale reports whether a kept statement has to be parsed again.
func isStale(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && (pgErr.Code == "26000" || pgErr.Routine == "RevalidateCachedQuery")
}

// inTx calls fn with a transaction, which is committed if fn returns nil, and rolled back if not. Where db is in a
// transaction already, that is a savepoint.
func inTx(ctx context.Context, db DBTX, fn func(tx DBTX) error) error {
	if _, ok := db.(pgx.Tx); ok || !isOpen(db) {
		return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error { return fn(tx) })
	}
	// The caller has sent BEGIN by Exec, and the driver does not know it.
	if _, err := db.Exec(ctx, "SAVEPOINT sqg"); err != nil {
		return err
	}
	if err := fn(db); err != nil {
		return undone(ctx, db, err)
	}
	_, err := db.Exec(ctx, "RELEASE sqg")
	return err
}

// undone rolls back to the savepoint after an error.
func undone(ctx context.Context, db DBTX, err error) error {
	_, failed := db.Exec(ctx, "ROLLBACK TO sqg; RELEASE sqg")
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

// batch runs a statement for each row, all or none, and returns the number of changed rows.
func batch[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P], args func(P) []any) (int64, error) {
	return batchChosen(ctx, db, name, rows, func(p P) (string, []any, error) { return sql, args(p), nil })
}

// batchChosen is batch of rows that each have a text of their own.
func batchChosen[P any](ctx context.Context, db DBTX, name string, rows iter.Seq[P],
	choose func(P) (sql string, args []any, err error)) (changed int64, err error) {
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
			sql, args, err := choose(p)
			if err != nil {
				return fmt.Errorf("row %d: %w", row+queued.Len()+1, err)
			}
			queued.Queue(sql, args...)
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

// tracking is the SQL with which a program applies migrations.
type tracking struct {
	lock, unlock, settings, create, table, applied, record, again, changed, late, ended string
}

// applyMigrations applies what a database lacks. Who comes second waits for the lock, and then finds everything
// applied.
func applyMigrations(ctx context.Context, db DBTX, migrations []migration, project string) (applied []string, err error) {
	conn, release, err := session(ctx, db)
	if err != nil {
		return nil, err
	}
	defer release()
	if _, err := conn.Exec(ctx, trackingSQL.lock); err != nil {
		return nil, err
	}
	after := context.WithoutCancel(ctx)
	defer func() {
		if _, failed := conn.Exec(after, trackingSQL.unlock); err == nil {
			err = failed
		}
	}()
	settings, err := textOf(ctx, conn, trackingSQL.settings)
	if err != nil {
		return nil, err
	}
	for tries := 1; ; {
		m, err := applyNext(ctx, conn, migrations, project, settings)
		switch {
		case err != nil && tryAgain(ctx, conn, err, tries):
			tries++
		case m == nil || err != nil:
			return applied, err
		default:
			applied, tries = append(applied, m.name), 1
		}
	}
}

// tryAgain reports, after a pause, whether a migration is tried again because it has waited too long for a lock.
func tryAgain(ctx context.Context, conn *pgx.Conn, err error, tries int) bool {
	var failed *pgconn.PgError
	if !errors.As(err, &failed) || failed.Code != "55P03" {
		return false
	}
	var again *string
	return conn.QueryRow(ctx, trackingSQL.again, tries).Scan(&again) == nil && again != nil
}

// session is the connection that statements run on, outside of a transaction.
func session(ctx context.Context, db DBTX) (conn *pgx.Conn, release func(), err error) {
	conn, release = nil, func() {}
	_, isTx := db.(pgx.Tx)
	_, isPool := db.(interface{ Reset() })
	switch db := db.(type) {
	case *pgx.Conn:
		conn = db
	case interface{ Conn() *pgx.Conn }:
		conn = db.Conn()
	}
	switch {
	case isPool:
		// A pool lends a connection for a transaction: this one ends at once.
		tx, err := db.Begin(ctx)
		if err != nil {
			return nil, nil, err
		}
		release = func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }
		conn = tx.Conn()
		if _, err := conn.Exec(ctx, "COMMIT"); err != nil {
			release()
			return nil, nil, err
		}
	case conn == nil || isTx || isOpen(conn):
		return nil, nil, errors.New("migrations need transactions of their own: give a connection that is in none, or a pool")
	}
	return conn, release, nil
}

// applyNext applies the first migration that a database lacks, in a transaction or its steps one by one; nil if there
// is none.
func applyNext(ctx context.Context, conn *pgx.Conn, migrations []migration, project, settings string) (m *migration, err error) {
	var record string
	err = inTx(ctx, conn, func(tx DBTX) error {
		if m, record, err = missing(ctx, tx, migrations, project); m == nil || err != nil || len(m.steps) > 0 {
			return err
		}
		if _, err := tx.Exec(ctx, m.sql); err != nil {
			return m.of(err)
		}
		if !isOpen(tx) {
			return m.of(errors.New(trackingSQL.ended))
		}
		return recordOne(ctx, tx, m, settings, record, project)
	})
	if m == nil || err != nil || len(m.steps) == 0 {
		return m, err
	}
	if err := runSteps(ctx, conn, m); err != nil {
		_, failed := conn.Exec(context.WithoutCancel(ctx), settings)
		return nil, errors.Join(m.of(err), failed)
	}
	return m, recordOne(ctx, conn, m, settings, record, project)
}

// missing is the first migration that a database lacks, and the statement that records it.
func missing(ctx context.Context, tx DBTX, migrations []migration, project string) (m *migration, record string, err error) {
	if _, err := tx.Exec(ctx, trackingSQL.create); err != nil {
		return nil, "", err
	}
	table, err := textOf(ctx, tx, trackingSQL.table)
	if err != nil {
		return nil, "", err
	}
	pending, err := pendingIn(ctx, tx, migrations, project)
	if len(pending) == 0 || err != nil {
		return nil, "", err
	}
	return pending[0], strings.ReplaceAll(trackingSQL.record, "{table}", table), nil
}

// pendingIn are the migrations that a database lacks.
func pendingIn(ctx context.Context, db DBTX, migrations []migration, project string) ([]*migration, error) {
	applied, err := textOf(ctx, db, trackingSQL.applied)
	if err != nil {
		return nil, err
	}
	rows, err := db.Query(ctx, applied, project)
	if err != nil {
		return nil, err
	}
	known := map[string]*string{} // checksums; nil is unknown
	var name string
	var checksum *string
	_, err = pgx.ForEachRow(rows, []any{&name, &checksum}, func() error {
		known[name] = checksum
		return nil
	})
	if err != nil {
		return nil, err
	}
	return pendingOf(migrations, project, known)
}

// recordOne records a migration as the session was before it.
func recordOne(ctx context.Context, db DBTX, m *migration, settings, record, project string) error {
	if _, err := db.Exec(ctx, settings); err != nil {
		return m.of(err)
	}
	_, err := db.Exec(ctx, record, project, m.name, m.checksum)
	return err
}

func runSteps(ctx context.Context, conn *pgx.Conn, m *migration) error {
	for _, s := range m.steps {
		var undo []string
		if s.undo != "" {
			var err error
			if undo, err = all(ctx, conn, m.name, pgx.RowTo[string], s.undo); err != nil {
				return err
			}
		}
		for _, sql := range append(undo, s.sql) {
			if _, err := conn.Exec(ctx, sql); err != nil {
				return err
			}
		}
	}
	return nil
}

func textOf(ctx context.Context, db DBTX, sql string) (string, error) {
	rows, err := db.Query(ctx, sql)
	if err != nil {
		return "", err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowTo[string])
}
