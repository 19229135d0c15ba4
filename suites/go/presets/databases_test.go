package presets

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/mattn/go-sqlite3"
	_ "modernc.org/sqlite"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// overSQL is a struct of generated code on a new database, and a function that runs a script there.
func overSQL[D, Q any](t *testing.T, driver string, migrations []string, open func(D) Q) (Q, func(script string)) {
	t.Helper()
	db, err := sql.Open(driver, filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	exec := func(script string) {
		t.Helper()
		if _, err := db.Exec(script); err != nil {
			t.Fatal(script, err)
		}
	}
	for _, script := range migrations {
		exec(script)
	}
	return open(any(db).(D)), exec
}

// onConnection is the same without database/sql.
func onConnection[D, Q any](t *testing.T, migrations []string, open func(D) Q) Q {
	t.Helper()
	conn, err := sqlite.OpenConn(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	for _, script := range migrations {
		if err := sqlitex.ExecScript(conn, script); err != nil {
			t.Fatal(script, err)
		}
	}
	return open(any(conn).(D))
}

var databases atomic.Int64

// newDatabase is the address of a new database of PostgreSQL, which is dropped with the test.
func newDatabase(t *testing.T) string {
	t.Helper()
	url := os.Getenv("SQG_TEST_POSTGRES_URL")
	name := fmt.Sprintf("sqg_presets_%d_%d", os.Getpid(), databases.Add(1))
	run(t, url, "CREATE DATABASE "+name+" STRATEGY FILE_COPY")
	t.Cleanup(func() { run(t, url, "DROP DATABASE "+name+" WITH (FORCE)") })
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("host=%s port=%d user=%s password='%s' dbname=%s", config.Host, config.Port, config.User,
		config.Password, name)
}

func run(t *testing.T, url string, scripts ...string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, script := range scripts {
		if _, err := conn.Exec(ctx, script); err != nil {
			t.Fatal(script, err)
		}
	}
}

func onPool[D, Q any](t *testing.T, url string, migrations []string, open func(D) Q) Q {
	t.Helper()
	run(t, url, migrations...)
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return open(any(pool).(D))
}
