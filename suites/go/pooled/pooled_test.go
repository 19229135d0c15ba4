// Package pooled tests what `pooler: transaction` generates.
package pooled

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"sqg.example/suite/gen/pg/pooled"
)

// openPooled is generated code behind a pooler that has two connections to a new database and gives each transaction
// the one that has rested longest.
func openPooled(t *testing.T) *pooled.Pooled {
	t.Helper()
	address := os.Getenv("SQG_TEST_POOLER")
	if address == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no PgBouncer")
		}
		t.Skip("there is no PgBouncer")
	}
	name := fmt.Sprint("sqg_go_pooled_", os.Getpid())
	script(t, os.Getenv("SQG_TEST_POSTGRES_URL"), "CREATE DATABASE "+name)
	t.Cleanup(func() { script(t, os.Getenv("SQG_TEST_POSTGRES_URL"), "DROP DATABASE "+name+" WITH (FORCE)") })
	url := "postgresql://postgres@" + address + "/" + name
	for _, migration := range pooled.Migrations() {
		script(t, url, migration)
	}
	pool, err := pgxpool.New(t.Context(), url+"?default_query_exec_mode=cache_describe")
	must(t, err)
	t.Cleanup(pool.Close)
	q := pooled.New(pool)
	must(t, q.InTx(t.Context(), func(*pooled.Pooled) error { // the second connection is made now
		_, err := q.Connection(t.Context())
		return err
	}))
	return q
}

// script runs a script on a connection of its own.
func script(t *testing.T, url, sql string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	must(t, err)
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	must(t, err)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Every statement runs on another connection to the server than the one before it.
func TestPgxPooled(t *testing.T) {
	q, ctx := openPooled(t), t.Context()
	first, err := q.Connection(ctx)
	must(t, err)
	second, err := q.Connection(ctx)
	must(t, err)
	if first == second {
		t.Fatal("the pooler gives a program one connection")
	}
	const n = 2500
	rows := func(yield func(pooled.ReadingRow) bool) {
		for i := range int64(n) {
			var amount pgtype.Numeric
			_ = amount.Scan(fmt.Sprint(i, ".5"))
			if !yield(pooled.ReadingRow{ID: i, Place: "x", State: pooled.StateNew, Amount: amount}) {
				return
			}
		}
	}
	_, err = q.BulkInsertReading(ctx, rows)
	must(t, err)
	for range 2 { // the driver keeps what it knows of a statement, not the statement
		checkPooled(t, q, n)
	}
	must(t, q.InTx(ctx, func(tx *pooled.Pooled) error {
		must(t, tx.LockPlace(ctx, "x"))
		a, err := tx.Connection(ctx)
		must(t, err)
		b, err := tx.Connection(ctx)
		if a != b {
			t.Error("a transaction has two connections")
		}
		checkPooled(t, tx, n)
		return err
	}))
}

// checkPooled calls each kind of method, with few rows and with so many that they go by a temporary table.
func checkPooled(t *testing.T, q *pooled.Pooled, n int64) {
	t.Helper()
	ctx := context.Background()
	var amount pgtype.Numeric
	_ = amount.Scan("1")
	put, err := q.Put(ctx, pooled.PutParams{ID: 1, Place: "y", State: pooled.StateNew, Amount: amount})
	must(t, err)
	if put.ID != 1 || put.State == "" {
		t.Error(put)
	}
	for _, rows := range []int64{1, 3, n} {
		places := func(yield func(pooled.SetPlaceParams) bool) {
			for i := range rows {
				if !yield(pooled.SetPlaceParams{ID: i, Place: fmt.Sprint("place ", rows)}) {
					return
				}
			}
		}
		states := func(yield func(pooled.SetStateParams) bool) {
			for i := range rows {
				if !yield(pooled.SetStateParams{ID: i, State: pooled.StateChecked}) {
					return
				}
			}
		}
		for name, call := range map[string]func() (int64, error){
			"batch": func() (int64, error) { return q.SetPlaceBatch(ctx, places) },
			"bulk":  func() (int64, error) { return q.SetPlaceBulk(ctx, places) },
			"enums": func() (int64, error) { return q.SetStateBulk(ctx, states) },
		} {
			if changed, err := call(); changed != rows || err != nil {
				t.Errorf("%s of %d: %d, %v", name, rows, changed, err)
			}
		}
		ids := make([]int64, rows)
		for i := range ids {
			ids[i] = int64(i)
		}
		found, err := q.ReadingByIDBulk(ctx, slices.Values(ids))
		must(t, err)
		for i, r := range found {
			if r.ID != ids[i] || r.State != pooled.StateChecked || r.Place != fmt.Sprint("place ", rows) {
				t.Fatalf("%d: %+v", i, r)
			}
		}
	}
	all, err := q.Readings(ctx)
	must(t, err)
	var streamed int64
	for r, err := range q.EachReadings(ctx) {
		must(t, err)
		if r.ID != streamed {
			t.Fatal(r)
		}
		streamed++
	}
	if int64(len(all)) != n || streamed != n {
		t.Errorf("%d rows, %d streamed", len(all), streamed)
	}
}
