package suite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
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
	pending, err := migrated.PendingMigrations(t.Context(), db, "race")
	if err != nil {
		t.Fatal(err)
	}
	wanted(t, "pending", len(pending), len(migrated.Migrations()))
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
	if all := slices.Concat(applied...); len(all) != len(pending) {
		t.Fatalf("applied %v, not %v", applied, pending)
	}
	again, err := migrated.ApplyMigrations(context.Background(), db, "race")
	if err != nil || len(again) > 0 {
		t.Fatal(again, err)
	}
	if pending, err = migrated.PendingMigrations(t.Context(), db, "race"); err != nil || len(pending) > 0 {
		t.Fatal(pending, err)
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

// TestDuckdbBegunByStatement: a bulk insert is part of a transaction that its caller has begun by a statement, and what
// that did before stays.
func TestDuckdbBegunByStatement(t *testing.T) {
	_, db := openRows(t)
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	q := rows.New(conn)
	for _, step := range []func() error{
		func() error { _, err := conn.ExecContext(ctx, "BEGIN"); return err },
		func() error { _, err := q.BulkInsertPerson(ctx, people(2, func(int) {})); return err },
		func() error {
			return q.InTx(ctx, func(*rows.Rows) error {
				_, err := conn.ExecContext(ctx, "DELETE FROM person WHERE id = 1")
				return err
			})
		},
		func() error { _, err := conn.ExecContext(ctx, "COMMIT"); return err },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if n := countPeople(t, q); n != 1 {
		t.Fatalf("%d rows, not the one that is left", n)
	}
}
