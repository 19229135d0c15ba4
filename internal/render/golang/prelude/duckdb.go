//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// loading is the statement that loads an extension: one that is installed, or the file of a folder.
func loading(name, folder string) string {
	if folder != "" {
		name = folder + "/" + name + ".duckdb_extension"
	}
	return "LOAD " + literal(name)
}

// transaction is one that keeps its connection, which bulk inserts write to.
type transaction struct {
	DBTX
	conn *sql.Conn
	ctx  context.Context // when it ends, the transaction is rolled back
}

// inTx calls fn with a transaction, which is committed if fn returns nil, and rolled back if not. DuckDB has no
// savepoints: in a transaction, fn is part of that.
func inTx(ctx context.Context, db DBTX, fn func(tx DBTX) error) error {
	var conn *sql.Conn
	switch base := unprepared(db).(type) {
	case *sql.DB:
		taken, err := base.Conn(ctx)
		if err != nil {
			return err
		}
		defer taken.Close()
		conn = taken
	case *sql.Conn:
		conn = base
		if open, err := inTransaction(ctx, conn); err != nil {
			return err
		} else if open {
			return fn(&transaction{conn, conn, ctx})
		}
	default:
		return fn(db)
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(&transaction{within(db, tx), conn, ctx}); err != nil {
		return err
	}
	return tx.Commit()
}

// inTransaction reports whether somebody has begun a transaction by a statement. A second BEGIN would say so, too, and
// abort it; outside of one, each statement has a number of its own.
func inTransaction(ctx context.Context, conn *sql.Conn) (bool, error) {
	var numbers [2]int64
	for i := range numbers {
		if err := conn.QueryRowContext(ctx, "SELECT current_transaction_id()").Scan(&numbers[i]); err != nil {
			return false, err
		}
	}
	return numbers[0] == numbers[1], nil
}

func applyMigrations(ctx context.Context, db DBTX, migrations []migration, project string) (applied []string, err error) {
	var conn *sql.Conn
	switch db := db.(type) {
	case *sql.Conn:
		if open, err := inTransaction(ctx, db); err != nil {
			return nil, err
		} else if open {
			return nil, errors.New("migrations need transactions of their own: end the open one first")
		}
		conn = db
	case *sql.DB:
		if conn, err = db.Conn(ctx); err != nil {
			return nil, err
		}
		defer conn.Close()
	default:
		return nil, errors.New("migrations need transactions of their own: give a *sql.DB or a *sql.Conn")
	}
	settings, err := one(ctx, conn, "settings", firstText, trackingSQL.settings)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(time.Minute); ; {
		m, err := applyInTx(ctx, conn, migrations, project)
		failed := runScript(context.WithoutCancel(ctx), conn, settings)
		// Whoever comes second does not wait in DuckDB, but fails.
		wait := err != nil && strings.Contains(err.Error(), "onflict") && time.Now().Before(end)
		switch err = errors.Join(err, failed); {
		case wait:
		case m == nil || err != nil:
			return applied, err
		default:
			applied = append(applied, m.name)
			continue
		}
		select {
		case <-ctx.Done():
			return applied, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func applyInTx(ctx context.Context, conn *sql.Conn, migrations []migration, project string) (*migration, error) {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	m, err := applyNext(ctx, tx, migrations, project)
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// applyNext applies the first migration that a database lacks; nil if there is none.
func applyNext(ctx context.Context, db DBTX, migrations []migration, project string) (*migration, error) {
	table, err := one(ctx, db, "_sqg_migrations", firstText, trackingSQL.table)
	if err != nil {
		return nil, err
	}
	in := func(sql string) string { return strings.ReplaceAll(sql, "{table}", table) }
	if err := runScript(ctx, db, in(trackingSQL.create)); err != nil {
		return nil, err
	}
	pending, err := pendingIn(ctx, db, migrations, project)
	if len(pending) == 0 || err != nil {
		return nil, err
	}
	m := pending[0]
	if err := runScript(ctx, db, in(trackingSQL.lock)); err != nil {
		return nil, err
	}
	if err := runScript(ctx, db, m.sql); err != nil {
		return nil, m.of(err)
	}
	return m, run(ctx, db, "_sqg_migrations", in(trackingSQL.record), project, m.name, m.checksum)
}

// pendingIn are the migrations that a database lacks.
func pendingIn(ctx context.Context, db DBTX, migrations []migration, project string) ([]*migration, error) {
	applied, err := one(ctx, db, "_sqg_migrations", firstText, trackingSQL.applied)
	if err != nil {
		return nil, err
	}
	known := map[string]*string{} // checksums; nil is unknown
	keep := func(r *record) (string, error) {
		id := field(r, 0, "migration_id", as[string])
		known[id] = fieldOrNull(r, 1, "checksum", as[string])
		return id, r.err
	}
	if _, err := all(ctx, db, "_sqg_migrations", keep, applied, project); err != nil {
		return nil, err
	}
	return pendingOf(migrations, project, known)
}

func firstText(r *record) (string, error) { return field(r, 0, "value", as[string]), r.err }

// tracking is the SQL with which a program applies migrations.
type tracking struct{ lock, settings, create, table, applied, record, changed, late, ended string }
