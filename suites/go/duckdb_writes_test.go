package suite

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"sqg.example/suite/gen/duckdb/migrated"
	"sqg.example/suite/gen/duckdb/rows"
)

// TestDuckdbMigrationsRace: of starters that race, one applies the migrations.
func TestDuckdbMigrationsRace(t *testing.T) {
	db, err := sql.Open("duckdb", duckdbFile(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var group sync.WaitGroup
	applied := make([][]string, 8)
	failed := make([]error, len(applied))
	for i := range applied {
		group.Go(func() { applied[i], failed[i] = migrated.ApplyMigrations(context.Background(), db, "race") })
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	if n := len(slices.Concat(applied...)); n != len(migrated.Migrations()) {
		t.Fatalf("%d migrations applied, not %d: %v", n, len(migrated.Migrations()), applied)
	}
	again, err := migrated.ApplyMigrations(context.Background(), db, "race")
	if err != nil || len(again) > 0 {
		t.Fatal(again, err)
	}
}

// openRows is the unit rows on a database of its own.
func openRows(t *testing.T) (*rows.Rows, *sql.DB) {
	t.Helper()
	db := newDuckdb(t, "")
	for _, script := range rows.Migrations() {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	return rows.New(db), db
}

func people(n int, then func(int)) iter.Seq[rows.PersonRow] {
	return func(yield func(rows.PersonRow) bool) {
		for i := range n {
			then(i)
			if !yield(rows.PersonRow{ID: int32(i), Name: "x"}) {
				return
			}
		}
	}
}

func countPeople(t *testing.T, q *rows.Rows) int {
	t.Helper()
	all, err := q.AllPeople(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// TestDuckdbAllOrNothing: nothing of a bulk insert is left by an error or a context that ends, and the connection
// works.
func TestDuckdbAllOrNothing(t *testing.T) {
	q, _ := openRows(t)
	twice := func(yield func(rows.PersonRow) bool) {
		for i := range 1000 {
			if !yield(rows.PersonRow{ID: int32(i % 700), Name: "a"}) {
				return
			}
		}
	}
	if _, err := q.BulkInsertPerson(context.Background(), twice); err == nil || !strings.Contains(err.Error(), "rows 513 to 768: ") {
		t.Fatalf("no error that names the rows: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := q.BulkInsertPerson(ctx, people(100, func(i int) {
		if i == 50 {
			cancel()
		}
	}))
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if n := countPeople(t, q); n != 0 {
		t.Fatalf("%d rows are left", n)
	}
	if n, err := q.BulkInsertPerson(context.Background(), people(1000, func(int) {})); n != 1000 || err != nil {
		t.Fatal(n, err)
	}
	if n := countPeople(t, q); n != 1000 {
		t.Fatalf("%d rows of 1000", n)
	}
}

// TestDuckdbTransactions: InTx commits what a function did without an error, and rolls back what it did with one.
func TestDuckdbTransactions(t *testing.T) {
	q, db := openRows(t)
	ctx, stop := context.Background(), errors.New("stop")
	for _, end := range []error{stop, nil} {
		err := q.InTx(ctx, func(q *rows.Rows) error {
			if _, err := q.BulkInsertPerson(ctx, people(3, func(int) {})); err != nil {
				return err
			}
			return end
		})
		if !errors.Is(err, end) {
			t.Fatal(err)
		}
		if n := countPeople(t, q); (n == 3) != (end == nil) {
			t.Fatalf("%d rows after %v", n, end)
		}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := countPeople(t, q.WithTx(tx)); n != 3 {
		t.Fatalf("%d rows in a transaction", n)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
}
