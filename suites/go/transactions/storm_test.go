package transactions

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	duckdb "sqg.example/suite/gen/duckdb/transactions"
	mattn "sqg.example/suite/gen/mattn/transactions"
	modernc "sqg.example/suite/gen/modernc/transactions"
	pg "sqg.example/suite/gen/pg/transactions"
)

// storm has 16 clients move money between four accounts: none is made, and each transfer is made or refused. Each
// client's first transfer waits until all clients have read a balance, so that some must conflict.
func storm[A accounts[A, O], O any](t *testing.T, options O, app func(client int) A) {
	t.Helper()
	const clients, transfers = 16, 4
	var calls, moved atomic.Int64
	var wait, reading sync.WaitGroup
	reading.Add(clients)
	for client := range clients {
		own := app(client)
		read := sync.OnceFunc(reading.Done)
		wait.Go(func() {
			defer read() // a client that fails holds up no other
			for i := range transfers {
				from, to := int64(1+(client+i)%4), int64(1+(client+3*i+1)%4)
				err := own.Transaction(t.Context(), options, func(tx A) error {
					calls.Add(1)
					have, err := tx.Balance(t.Context(), from)
					if err != nil {
						return err
					}
					read()
					reading.Wait()
					if _, err := tx.Put(t.Context(), from, have-10); err != nil {
						return err
					}
					has, err := tx.Balance(t.Context(), to)
					if err != nil {
						return err
					}
					_, err = tx.Put(t.Context(), to, has+10)
					return err
				})
				if err != nil {
					t.Error(err)
				}
				moved.Add(1)
			}
		})
	}
	wait.Wait()
	balances, err := app(0).Balances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, b := range balances {
		sum += b
	}
	if sum != 400 || len(balances) != 4 {
		t.Errorf("%v of 400 are there", balances)
	}
	if calls.Load() <= moved.Load() {
		t.Errorf("%d calls for %d transfers: nothing has met", calls.Load(), moved.Load())
	}
	t.Logf("%d transfers in %d calls", moved.Load(), calls.Load())
}

func TestStormOfPgx(t *testing.T) {
	pool := newPool(t, newDatabase(t)+" pool_max_conns=16")
	storm(t, pg.TxOptions{Isolation: "serializable", Retry: 200}, func(int) *pg.Transactions { return pg.New(pool) })
}

func TestStormOfMattn(t *testing.T) {
	one, _ := newFile(t, "sqlite3", "?_journal_mode=WAL&_busy_timeout=0")
	execute(t, one, mattn.Migrations()...)
	storm(t, mattn.TxOptions{Retry: 500}, func(int) *mattn.Transactions { return mattn.New(one) })
}

func TestStormOfDuckdb(t *testing.T) {
	db := newDuckdb(t)
	storm(t, duckdb.TxOptions{Retry: 500}, func(int) *duckdb.Transactions { return duckdb.New(db) })
}

// TestCancelled: the function's context ends the transaction, and nothing is left of it.
func TestCancelled(t *testing.T) {
	pool := newPool(t, newDatabase(t)+" pool_max_conns=1")
	ctx, cancel := context.WithCancel(t.Context())
	err := pg.New(pool).Transaction(ctx, pg.TxOptions{Retry: 5}, func(tx *pg.Transactions) error {
		if _, err := tx.Put(ctx, 1, 150); err != nil {
			return err
		}
		cancel()
		_, err := tx.Balance(ctx, 1)
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got, err := pg.New(pool).Balance(t.Context(), 1); got != 100 || err != nil {
		t.Error(got, err)
	}
	one, _ := newFile(t, "sqlite", "")
	one.SetMaxOpenConns(1)
	execute(t, one, modernc.Migrations()...)
	ctx, cancel = context.WithCancel(t.Context())
	err = modernc.New(one).Transaction(ctx, modernc.TxOptions{}, func(tx *modernc.Transactions) error {
		_, err := tx.Put(ctx, 1, 150)
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got, err := modernc.New(one).Balance(t.Context(), 1); got != 100 || err != nil {
		t.Error(got, err)
	}
}

// TestNoPauseOutlivesItsContext: a pause before another try ends with the context.
func TestNoPauseOutlivesItsContext(t *testing.T) {
	one, other := newFile(t, "sqlite", "?_pragma=busy_timeout(0)")
	execute(t, one, modernc.Migrations()...)
	lock, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if _, err := lock.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	calls := 0
	err = modernc.New(one).Transaction(ctx, modernc.TxOptions{Retry: 1_000_000}, func(tx *modernc.Transactions) error {
		calls++
		_, err := tx.Put(ctx, 1, 150)
		return err
	})
	if err == nil || calls == 0 {
		t.Error(calls, err)
	}
}

// TestPanic: a panic rolls back, and goes on.
func TestPanic(t *testing.T) {
	pool := newPool(t, newDatabase(t)+" pool_max_conns=1")
	db := newDuckdb(t)
	db.SetMaxOpenConns(1)
	panics := func(do func()) {
		t.Helper()
		defer func() {
			if recover() != "stop" {
				t.Error("no panic")
			}
		}()
		do()
	}
	panics(func() {
		_ = pg.New(pool).Transaction(t.Context(), pg.TxOptions{}, func(tx *pg.Transactions) error {
			_, _ = tx.Put(t.Context(), 1, 150)
			panic("stop")
		})
	})
	panics(func() {
		_ = duckdb.New(db).Transaction(t.Context(), duckdb.TxOptions{}, func(tx *duckdb.Transactions) error {
			_, _ = tx.Put(t.Context(), 1, 150)
			panic("stop")
		})
	})
	want := []int64{100, 100, 100, 100}
	if got, err := pg.New(pool).Balances(t.Context()); !slices.Equal(got, want) || err != nil {
		t.Error(got, err)
	}
	if got, err := duckdb.New(db).Balances(t.Context()); !slices.Equal(got, want) || err != nil {
		t.Error(got, err)
	}
}

// TestCallersTransaction: in a transaction of the caller's own it is a savepoint, which the caller commits.
func TestCallersTransaction(t *testing.T) {
	url := newDatabase(t)
	within := func(tx pg.DBTX) {
		t.Helper()
		app := pg.New(tx)
		put := func(balance int64, err error) error {
			return app.Transaction(t.Context(), pg.TxOptions{Retry: 3}, func(tx *pg.Transactions) error {
				_, failed := tx.Put(t.Context(), 1, balance)
				return errors.Join(failed, err)
			})
		}
		if err := put(150, nil); err != nil {
			t.Error(err)
		}
		if err := put(160, errors.New("stop")); err == nil {
			t.Error("no error")
		}
		if got, err := app.Balance(t.Context(), 1); got != 150 || err != nil {
			t.Error(got, err)
		}
	}
	conn := newConn(t, url)
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	within(tx)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Error(err)
	}
	for _, sql := range []string{"BEGIN", "ROLLBACK"} { // of which the driver knows nothing
		if _, err := conn.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatal(err)
		}
		if sql == "BEGIN" {
			within(conn)
		}
	}
	if got, err := pg.New(conn).Balance(t.Context(), 1); got != 100 || err != nil {
		t.Error(got, err)
	}
	one, _ := newFile(t, "sqlite", "")
	execute(t, one, modernc.Migrations()...)
	of, err := one.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	put := func(app *modernc.Transactions) error {
		_, err := app.Put(t.Context(), 1, 150)
		return err
	}
	if err := modernc.New(of).Transaction(t.Context(), modernc.TxOptions{}, put); err != nil {
		t.Error(err)
	}
	if err := of.Rollback(); err != nil {
		t.Error(err)
	}
	if got, err := modernc.New(one).Balance(t.Context(), 1); got != 100 || err != nil {
		t.Error(got, err)
	}
}

// TestCommitThatFails: SQLite cannot commit while another reads; the transaction is over then, and tried again.
func TestCommitThatFails(t *testing.T) {
	one, other := newFile(t, "sqlite", "?_pragma=busy_timeout(0)")
	one.SetMaxOpenConns(1)
	execute(t, one, modernc.Migrations()...)
	var rows *sql.Rows
	calls := 0
	err := modernc.New(one).Transaction(t.Context(), modernc.TxOptions{Retry: 3},
		func(tx *modernc.Transactions) (err error) {
			if calls++; calls == 1 {
				if rows, err = other.QueryContext(t.Context(), "SELECT id FROM account"); err != nil {
					return err
				}
				rows.Next()
			} else if err := rows.Close(); err != nil {
				return err
			}
			_, err = tx.Put(t.Context(), 1, 150)
			return err
		})
	if err != nil || calls != 2 {
		t.Error(calls, err)
	}
	if got, err := modernc.New(other).Balance(t.Context(), 1); got != 150 || err != nil {
		t.Error(got, err)
	}
}
