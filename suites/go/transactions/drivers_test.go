package transactions

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // the driver "duckdb"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"
	_ "modernc.org/sqlite"          // the driver "sqlite"
	zombiezensqlite "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	duckdb "sqg.example/suite/gen/duckdb/transactions"
	mattn "sqg.example/suite/gen/mattn/transactions"
	modernc "sqg.example/suite/gen/modernc/transactions"
	pg "sqg.example/suite/gen/pg/transactions"
	zombiezen "sqg.example/suite/gen/zombiezen/transactions"
)

var databases atomic.Int64

// newDatabase is the URL of a database with the schema, which is gone when the test ends.
func newDatabase(t *testing.T) string {
	t.Helper()
	server, name := os.Getenv("SQG_TEST_POSTGRES_URL"),
		fmt.Sprintf("sqg_transactions_%d_%d", os.Getpid(), databases.Add(1))
	run := func(config *pgx.ConnConfig, script string) {
		t.Helper()
		conn, err := pgx.ConnectConfig(context.Background(), config)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), script); err != nil {
			t.Fatal(script, err)
		}
	}
	config, err := pgx.ParseConfig(server)
	if err != nil {
		t.Fatal(err)
	}
	run(config, "CREATE DATABASE "+name+" STRATEGY FILE_COPY")
	t.Cleanup(func() { run(config, "DROP DATABASE "+name+" WITH (FORCE)") })
	in := config.Copy()
	in.Database = name
	for _, script := range pg.Migrations() {
		run(in, script)
	}
	return fmt.Sprintf("host=%s port=%d user=%s password='%s' dbname=%s", config.Host, config.Port, config.User,
		config.Password, name)
}

func newPool(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func newConn(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// each are rows of parameters.
func each[P any](rows [][2]int64, of func(id, balance int64) P) iter.Seq[P] {
	return func(yield func(P) bool) {
		for _, r := range rows {
			if !yield(of(r[0], r[1])) {
				return
			}
		}
	}
}

func pgRows(ctx context.Context, app *pg.Transactions, rows [][2]int64) error {
	_, err := app.PutRowsBatch(ctx, each(rows,
		func(id, balance int64) pg.PutRowsParams { return pg.PutRowsParams{ID: id, Balance: balance} }))
	return err
}

func mattnRows(ctx context.Context, app *mattn.Transactions, rows [][2]int64) error {
	_, err := app.PutRowsBatch(ctx, each(rows,
		func(id, balance int64) mattn.PutRowsParams { return mattn.PutRowsParams{ID: id, Balance: balance} }))
	return err
}

func moderncRows(ctx context.Context, app *modernc.Transactions, rows [][2]int64) error {
	_, err := app.PutRowsBatch(ctx, each(rows,
		func(id, balance int64) modernc.PutRowsParams { return modernc.PutRowsParams{ID: id, Balance: balance} }))
	return err
}

func zombiezenRows(ctx context.Context, app *zombiezen.Transactions, rows [][2]int64) error {
	_, err := app.PutRowsBatch(ctx, each(rows, func(id, balance int64) zombiezen.PutRowsParams {
		return zombiezen.PutRowsParams{ID: id, Balance: balance}
	}))
	return err
}

func duckdbRows(ctx context.Context, app *duckdb.Transactions, rows [][2]int64) error {
	_, err := app.PutRowsBatch(ctx, each(rows,
		func(id, balance int64) duckdb.PutRowsParams { return duckdb.PutRowsParams{ID: id, Balance: balance} }))
	return err
}

func TestPgxPool(t *testing.T) {
	playCases(t, "postgres", true, func(t *testing.T) database[*pg.Transactions, pg.TxOptions] {
		url := newDatabase(t)
		return database[*pg.Transactions, pg.TxOptions]{pg.New(newPool(t, url)), pg.New(newPool(t, url)), pgRows}
	})
}

func TestPgxConn(t *testing.T) {
	playCases(t, "postgres", false, func(t *testing.T) database[*pg.Transactions, pg.TxOptions] {
		url := newDatabase(t)
		return database[*pg.Transactions, pg.TxOptions]{pg.New(newConn(t, url)), pg.New(newConn(t, url)), pgRows}
	})
}

// newFile opens a database in a file, twice.
func newFile(t *testing.T, driver, options string) (one, other *sql.DB) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	open := func() *sql.DB {
		db, err := sql.Open(driver, "file:"+path+options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	return open(), open()
}

func execute(t *testing.T, db *sql.DB, scripts ...string) {
	t.Helper()
	for _, script := range scripts {
		if _, err := db.ExecContext(t.Context(), script); err != nil {
			t.Fatal(script, err)
		}
	}
}

func TestMattn(t *testing.T) {
	playCases(t, "sqlite", true, func(t *testing.T) database[*mattn.Transactions, mattn.TxOptions] {
		one, other := newFile(t, "sqlite3", "?_journal_mode=WAL&_busy_timeout=0")
		execute(t, one, mattn.Migrations()...)
		return database[*mattn.Transactions, mattn.TxOptions]{mattn.New(one), mattn.New(other), mattnRows}
	})
}

func TestModernc(t *testing.T) {
	for _, on := range []string{"a database", "a connection", "prepared"} {
		t.Run(on, func(t *testing.T) {
			playCases(t, "sqlite", true, func(t *testing.T) database[*modernc.Transactions, modernc.TxOptions] {
				one, other := newFile(t, "sqlite", "?_pragma=journal_mode(WAL)&_pragma=busy_timeout(0)")
				execute(t, one, modernc.Migrations()...)
				d := database[*modernc.Transactions, modernc.TxOptions]{modernc.New(one), modernc.New(other),
					moderncRows}
				switch on {
				case "a connection":
					conn, err := one.Conn(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { conn.Close() })
					d.app = modernc.New(conn)
				case "prepared":
					d.app = modernc.Prepared(one)
					t.Cleanup(func() { d.app.Close() })
				}
				return d
			})
		})
	}
}

func TestZombiezen(t *testing.T) {
	playCases(t, "sqlite", false, func(t *testing.T) database[*zombiezen.Transactions, zombiezen.TxOptions] {
		path := filepath.Join(t.TempDir(), "test.db")
		open := func(scripts ...string) *zombiezen.Transactions {
			conn, err := zombiezensqlite.OpenConn(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { conn.Close() })
			conn.SetBusyTimeout(0)
			for _, script := range scripts {
				if err := sqlitex.ExecuteScript(conn, script, nil); err != nil {
					t.Fatal(script, err)
				}
			}
			return zombiezen.New(conn)
		}
		return database[*zombiezen.Transactions, zombiezen.TxOptions]{open(zombiezen.Migrations()...), open(),
			zombiezenRows}
	})
}

func newDuckdb(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", filepath.Join(t.TempDir(), "test.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	execute(t, db, duckdb.Migrations()...)
	return db
}

func TestDuckdb(t *testing.T) {
	for _, on := range []string{"a database", "a connection"} {
		t.Run(on, func(t *testing.T) {
			playCases(t, "duckdb", true, func(t *testing.T) database[*duckdb.Transactions, duckdb.TxOptions] {
				db := newDuckdb(t)
				d := database[*duckdb.Transactions, duckdb.TxOptions]{duckdb.New(db), duckdb.New(db), duckdbRows}
				if on == "a connection" {
					conn, err := db.Conn(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { conn.Close() })
					d.app = duckdb.New(conn)
				}
				return d
			})
		})
	}
}
