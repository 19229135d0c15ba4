//go:build ignore

package prelude

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// testDatabase makes a database on the server, and drops it when the test ends.
func testDatabase(t testing.TB) *pgxpool.Pool {
	t.Helper()
	if os.Getenv("DATABASE_URL") == "" && os.Getenv("PGHOST") == "" {
		t.Fatal(noServer)
	}
	ctx := context.Background()
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	var name string
	if err := connected(ctx, config.ConnConfig, func(admin *pgx.Conn) (err error) {
		name, err = copyTemplate(ctx, admin, config.ConnConfig)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := connected(ctx, config.ConnConfig, func(admin *pgx.Conn) error {
			return execute(ctx, admin, fmt.Sprintf(dropDatabase, name))
		}); err != nil {
			t.Error(err)
		}
	})
	own := config.Copy()
	own.ConnConfig.Database = name
	pool, err := pgxpool.NewWithConfig(ctx, own)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closePool(t, pool) })
	return pool
}

// closePool closes a pool. That would wait for connections that the test has not given back.
func closePool(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	if n := pool.Stat().AcquiredConns(); n > 0 {
		if !t.Failed() {
			t.Errorf("%d connections of the test's pool are in use: close rows and end transactions", n)
		}
		go pool.Close()
		return
	}
	pool.Close()
}

// copyTemplate makes a database like the template, which it makes where there is none, and returns its name.
func copyTemplate(ctx context.Context, admin *pgx.Conn, config *pgx.ConnConfig) (string, error) {
	if err := execute(ctx, admin, lock); err != nil {
		return "", err
	}
	old, err := texts(ctx, admin, stale)
	if err != nil {
		return "", err
	}
	if err := execute(ctx, admin, old...); err != nil {
		return "", err
	}
	missing, err := texts(ctx, admin, missing)
	if err != nil {
		return "", err
	}
	if len(missing) > 0 {
		if err := execute(ctx, admin, missing...); err != nil {
			return "", err
		}
		made := config.Copy()
		made.Database = making
		if err := connected(ctx, made, func(conn *pgx.Conn) error { return execute(ctx, conn, schema...) }); err != nil {
			return "", err
		}
		if err := execute(ctx, admin, ready); err != nil {
			return "", err
		}
	}
	names, err := texts(ctx, admin, newName)
	if err != nil {
		return "", err
	}
	return names[0], execute(ctx, admin, fmt.Sprintf(copyDatabase, names[0]))
}

// connected calls a function with a connection.
func connected(ctx context.Context, config *pgx.ConnConfig, use func(*pgx.Conn) error) error {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("%w (%s)", err, noServer)
	}
	return errors.Join(use(conn), conn.Close(ctx))
}

// execute runs statements one by one.
func execute(ctx context.Context, conn *pgx.Conn, statements ...string) error {
	for _, sql := range statements {
		if err := conn.PgConn().Exec(ctx, sql).Close(); err != nil {
			return fmt.Errorf("%w, in %s", err, sql)
		}
	}
	return nil
}

// texts returns the texts that a query finds.
func texts(ctx context.Context, conn *pgx.Conn, sql string) ([]string, error) {
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
