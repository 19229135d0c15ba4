package suite

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"sqg.example/suite/gen/duckdb/lake"
)

// lakes returns a function whose results are databases with one lake, as in several processes. Its catalogue is in a
// PostgreSQL.
func lakes(t *testing.T) func() *sql.DB {
	t.Helper()
	address, folder := newDatabase(t), t.TempDir()
	return func() *sql.DB {
		db := newDuckdb(t, "")
		for _, statement := range []string{
			"LOAD '" + os.Getenv("SQG_POSTGRES_SCANNER") + "'",
			"LOAD '" + os.Getenv("SQG_DUCKLAKE") + "'",
			"ATTACH 'ducklake:postgres:" + strings.ReplaceAll(address, "'", "''") + "' AS lake (DATA_PATH '" +
				filepath.ToSlash(folder) + "/')",
			"USE lake",
		} {
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(statement, err)
			}
		}
		return db
	}
}

// inLake is what corpus/lake says must come back.
func inLake(t *testing.T) (expected map[string][]string) {
	t.Helper()
	text, err := os.ReadFile("../../corpus/lake/expected.json")
	if err == nil {
		err = json.Unmarshal(text, &expected)
	}
	if err != nil {
		t.Fatal(err)
	}
	return expected
}

func amount(n int64) duckdb.Decimal {
	d, _ := decimal(fmt.Sprintf("%d.%02d", n/100, n%100))
	d.Width = 12
	return d
}

func shown(d duckdb.Decimal) string { return rational(d).FloatString(2) }

// affects fails the test unless a method succeeds with this number.
func affects(t *testing.T, want int64) func(n int64, err error) {
	return func(n int64, err error) {
		t.Helper()
		if n != want || err != nil {
			t.Fatal(n, err)
		}
	}
}

// TestDuckdbLake: every statement of corpus/lake does in a DuckLake what it does in a database of DuckDB.
func TestDuckdbLake(t *testing.T) {
	open, expected := lakes(t), inLake(t)
	ctx, db := t.Context(), open()
	got := map[string][]string{}
	var err error
	if got["migrations"], err = lake.ApplyMigrations(ctx, db, ""); err != nil {
		t.Fatal(err)
	}
	if again, err := lake.ApplyMigrations(ctx, open(), ""); len(again) > 0 || err != nil {
		t.Fatal(again, err)
	}
	q := lake.New(db)
	a, x, one := "a", "x", int32(1)
	affects(t, 2)(q.BulkInsertAccount(ctx, slices.Values([]lake.AccountRow{
		{ID: 1, Balance: amount(150), Note: &a, Grade: &one}, {ID: 2, Balance: amount(200)}})))
	affects(t, 2000)(q.AddEventBulk(ctx, func(yield func(lake.AddEventParams) bool) {
		for id := range int64(2000) {
			var tags []*string
			if id%2 == 1 {
				tags = []*string{&x, nil}
			}
			if !yield(lake.AddEventParams{ID: id, Account: int32(id % 3), Amount: amount(id), Tags: tags}) {
				return
			}
		}
	}))
	affects(t, 1000)(q.BulkInsertEvent(ctx, func(yield func(lake.EventRow) bool) {
		for id := range int64(1000) {
			if !yield(lake.EventRow{ID: 2000 + id, Account: 7, Amount: amount(100), Tags: []*string{},
				Moment: time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)}) {
				return
			}
		}
	}))
	if _, err := db.Exec("INSERT INTO event (id) VALUES (1)"); err == nil || !strings.Contains(err.Error(), "NOT NULL") {
		t.Error(err)
	}
	affects(t, 1000)(q.CorrectEventBulk(ctx, func(yield func(lake.CorrectEventParams) bool) {
		for id := range int64(1000) {
			if !yield(lake.CorrectEventParams{Amount: amount(900), ID: id}) {
				return
			}
		}
	}))
	affects(t, 500)(q.DropEventBulk(ctx, func(yield func(int64) bool) {
		for id := int64(0); id < 1000 && yield(id); id += 2 {
		}
	}))
	totals, err := q.Totals(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range totals {
		got["totals"] = append(got["totals"], fmt.Sprintf("%d %d %s", row.Account, row.Events, shown(row.Total)))
	}
	if err := q.KeepLarge(ctx, amount(1998)); err != nil {
		t.Fatal(err)
	}
	large, err := q.LargeEvents(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range large {
		tags := "-"
		if row.Tags != nil {
			var list []string
			for _, tag := range row.Tags {
				list = append(list, said(tag, plainText))
			}
			tags = strings.Join(list, ",")
		}
		got["large"] = append(got["large"], fmt.Sprintf("%d %s %s", *row.ID, shown(*row.Amount), tags))
	}
	affects(t, 4)(q.PutAccountBulk(ctx, slices.Values([]lake.PutAccountParams{{ID: 2, Balance: amount(2000)},
		{ID: 3, Balance: amount(300)}, {ID: 4, Balance: amount(400)}, {ID: 2, Balance: amount(2100)}})))
	balances, err := q.BalanceBulk(ctx, slices.Values([]int32{4, 9, 2}))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range balances {
		var texts []string
		for _, balance := range list {
			texts = append(texts, shown(balance))
		}
		got["balances"] = append(got["balances"], strings.Join(texts, ","))
	}
	accounts, err := q.Accounts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range accounts {
		got["accounts"] = append(got["accounts"], fmt.Sprintf("%d %s %s %s", row.ID, shown(row.Balance),
			said(row.Note, plainText), said(row.Grade, func(n int32) string { return fmt.Sprint(n) })))
	}
	for part, want := range expected {
		if part != "moved" && !slices.Equal(got[part], want) {
			t.Errorf("%s are %q, not %q", part, got[part], want)
		}
	}
}

// TestDuckdbLakeConflicts: a transaction that conflicts with another process's runs again.
func TestDuckdbLakeConflicts(t *testing.T) {
	open, expected := lakes(t), inLake(t)
	ctx, db := t.Context(), open()
	if _, err := lake.ApplyMigrations(ctx, db, ""); err != nil {
		t.Fatal(err)
	}
	other, err := open().Begin()
	if err != nil {
		t.Fatal(err)
	}
	q := lake.New(db)
	affects(t, 1)(q.BulkInsertAccount(ctx, slices.Values([]lake.AccountRow{{ID: 1, Balance: amount(100)}})))
	tries := 0
	err = q.Transaction(ctx, lake.TxOptions{Retry: 3}, func(q *lake.Lake) error {
		if tries++; tries == 1 {
			if _, err := lake.New(other).Deposit(ctx, amount(1000), 1); err != nil {
				return err
			}
		}
		_, err := q.Deposit(ctx, amount(10000), 1)
		if tries == 1 && err == nil {
			err = other.Commit()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	balance, err := q.Balance(ctx, 1)
	if err != nil || len(balance) != 1 {
		t.Fatal(balance, err)
	}
	if got := []string{fmt.Sprint(tries), shown(balance[0])}; !slices.Equal(got, expected["moved"]) {
		t.Errorf("%q, not %q", got, expected["moved"])
	}
}
