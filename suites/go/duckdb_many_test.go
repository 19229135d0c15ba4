package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sqg.example/suite/gen/duckdb/bulk"
)

// Rows of one key are joined one round after the other, in the order of the rows, whatever order DuckDB keeps.
func TestDuckdbJoinsInOrder(t *testing.T) {
	ctx := context.Background()
	db := newDuckdb(t, "")
	for _, script := range append(bulk.Migrations(), "SET preserve_insertion_order = false",
		"INSERT INTO stock SELECT i, 0 FROM range(100000) r(i)") {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	q := bulk.New(db)
	const keys, times = 100_000, 5
	rows := make([]bulk.SetStockParams, 0, keys*times)
	for n := range keys * times {
		rows = append(rows, bulk.SetStockParams{ID: int32(n * 7919 % keys), N: int32(n / keys)})
	}
	if n, err := q.UpsertMainLabelBulk(ctx, slices.Values([]bulk.LabelRow{{Name: "a"}})); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := q.SetStockBulk(ctx, slices.Values(rows)); n != keys*times || err != nil {
		t.Fatal(n, err)
	}
	var wrong int
	if err := db.QueryRow("SELECT count(*) FROM stock WHERE n <> 10").Scan(&wrong); err != nil || wrong > 0 {
		t.Fatalf("%d values are wrong: %v", wrong, err)
	}
	readings := make([]bulk.ReadingRow, 0, keys*times)
	for n := range keys * times {
		value := float64(n / keys)
		readings = append(readings, bulk.ReadingRow{Sensor: "s", Slot: int32(n * 7919 % keys), Value: &value})
	}
	if _, err := q.UpsertReadingBulk(ctx, slices.Values(readings)); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow("SELECT count(*) FROM reading WHERE sensor = 's' AND value <> 4").Scan(&wrong); err != nil ||
		wrong > 0 {
		t.Fatalf("of %d keys not the last stays: %v", wrong, err)
	}
}

// Very many rows of one key are run by themselves, and the others are still joined.
func TestDuckdbJoinsFewOfAKey(t *testing.T) {
	ctx := context.Background()
	db := newDuckdb(t, "")
	for _, script := range append(bulk.Migrations(), "INSERT INTO stock VALUES (1, 100000), (2, 50)") {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	q := bulk.New(db)
	rows := make([]bulk.TakeParams, 300)
	for n := range rows {
		rows[n] = bulk.TakeParams{N: int32(n), ID: 1}
	}
	rows[17].ID = 2
	if n, err := q.TakeBulk(ctx, slices.Values(rows)); n != int64(len(rows)) || err != nil {
		t.Fatal(n, err)
	}
	var left string
	if err := db.QueryRow("SELECT string_agg(n, ' ' ORDER BY id) FROM stock").Scan(&left); err != nil ||
		left != fmt.Sprint(100000-299*300/2+17, 33) {
		t.Fatal(left, err)
	}
}

// An error is that of a row, where the transaction is the call's; nothing of the call stays, and no table.
func TestDuckdbJoinedErrors(t *testing.T) {
	ctx := context.Background()
	db := newDuckdb(t, "")
	for _, script := range append(bulk.Migrations(), "INSERT INTO stock SELECT i, 10 FROM range(20000) r(i)") {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	rows := make([]bulk.TakeParams, 20_000)
	for n := range rows {
		rows[n] = bulk.TakeParams{N: 1, ID: int32(n)}
	}
	rows[12_344].N = 11
	q := bulk.New(db)
	if _, err := q.TakeBulk(ctx, slices.Values(rows)); err == nil ||
		!strings.Contains(err.Error(), "take: row 12345: ") {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bulk.New(tx).TakeBulk(ctx, slices.Values(rows)); err == nil ||
		!strings.Contains(err.Error(), "take: rows 1 to 20000: ") {
		t.Fatal(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	var changed, tables int
	if err := db.QueryRow("SELECT count(*) FILTER (n <> 10), (SELECT count(*) FROM duckdb_tables() WHERE temporary) FROM stock").Scan(&changed, &tables); err != nil || changed+tables > 0 {
		t.Fatal(changed, tables, err)
	}
	rows[12_344].N = 1
	if n, err := q.TakeBulk(ctx, slices.Values(rows)); n != int64(len(rows)) || err != nil {
		t.Fatal(n, err)
	}
}
