package suite

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"sqg.example/suite/gen/duckdb/attached"
)

// openAttached is generated code on a database in memory, and the address of a PostgreSQL to attach, which has what the
// corpus unit says it has. A quote is in the address.
func openAttached(t *testing.T) (q *attached.Attached, db *sql.DB, address string) {
	t.Helper()
	address = newDatabase(t)
	text, err1 := os.ReadFile("../../corpus/attached/duckdb.sql")
	rows, err2 := os.ReadFile("../../corpus/attached/rows.sql")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile(`(?m)^-- BASELINE .*\n(?:[^-].*\n|\n)*`).FindAllString(string(text), -1) {
		scripts(t, address, block)
	}
	scripts(t, address, string(rows))
	db = newDuckdb(t, "")
	if _, err := attached.ApplyMigrations(t.Context(), db, ""); err != nil {
		t.Fatal(err)
	}
	return attached.New(db), db, strings.Replace(address, "password=''", `password='it\'s'`, 1)
}

// extension is the file of DuckDB's extension for PostgreSQL; "" has DuckDB find it.
func extension() string { return os.Getenv("SQG_POSTGRES_SCANNER") }

func euros(t *testing.T, text string) duckdb.Decimal {
	t.Helper()
	d, err := decimal(text)
	if err != nil {
		t.Fatal(err)
	}
	d.Width = 12
	return d
}

// said is a value as text, and "-" where there is none.
func said[T any](v *T, text func(T) string) string {
	if v == nil {
		return "-"
	}
	return text(*v)
}

func plainText(s string) string { return s }

// TestDuckdbAttached: rows of an attached PostgreSQL are what DuckDB says they are, alone and beside its own.
func TestDuckdbAttached(t *testing.T) {
	q, _, address := openAttached(t)
	ctx := t.Context()
	if err := q.AttachProd(ctx, address, extension()); err != nil {
		t.Fatal(err)
	}
	customers, err1 := q.Customers(ctx)
	storage, err2 := q.CustomerStorage(ctx)
	if err := errors.Join(err1, err2); err != nil || len(customers) != 3 || len(storage) != 3 {
		t.Fatal(customers, storage, err)
	}
	for i, c := range customers {
		s := storage[i]
		got := []string{fmt.Sprint(c.ID), said(c.Mood, func(m attached.Mood) string { return string(m) }),
			rational(c.Credit).FloatString(2),
			fmt.Sprint(c.Since.UnixMicro()), said(c.Token, func(u [16]byte) string {
				return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
			}), said(c.Born, func(d time.Time) string { return d.Format(time.DateOnly) })}
		want := []string{fmt.Sprint(s.ID), said(s.Mood, plainText), s.Credit,
			said(s.Since, func(n int64) string { return fmt.Sprint(n) }),
			said(s.Token, plainText), said(s.Born, plainText)}
		if !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
		if hex := fmt.Sprintf("%X", c.Photo); (c.Photo == nil) != (s.Photo == nil) || s.Photo != nil &&
			hex != *s.Photo {
			t.Errorf("the photo %s, not %s", hex, said(s.Photo, plainText))
		}
	}
	ada, bob := customers[0], customers[1]
	if len(ada.Tags) != 2 || *ada.Tags[1] != "a, b" || bob.Tags[0] != nil || *ada.Home.Street != "Main St, 1" ||
		*ada.Home.Zip != 12345 ||
		bob.Home == nil || bob.Home.Street != nil || customers[2].Home != nil || *bob.Mood != attached.MoodItS {
		t.Errorf("%+v %+v", ada, bob)
	}
	if name, err := q.CustomerName(ctx, 2); name != "Böb's" || err != nil {
		t.Error(name, err)
	}
	if _, err := q.CustomerName(ctx, 4); !errors.Is(err, sql.ErrNoRows) {
		t.Error(err)
	}

	orders := []attached.OrdersRow{{ID: 1, Customer: 1, Total: euros(t, "2.50")},
		{ID: 2, Customer: 1, Total: euros(t, "0.75")}, {ID: 3, Customer: 4, Total: euros(t, "1.00")}}
	if n, err := q.BulkInsertOrders(ctx, slices.Values(orders)); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	totals, err1 := q.Totals(ctx, attached.MoodOk, euros(t, "0.75"))
	named, err2 := q.OrdersWithNames(ctx)
	notes, err3 := q.Notes(ctx)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if len(totals) != 1 || totals[0].Name != "Ada" || rational(totals[0].Total).FloatString(2) != "3.25" {
		t.Errorf("%+v", totals)
	}
	if len(named) != 3 || *named[1].Name != "Ada" || named[2].Name != nil || named[2].Credit != nil {
		t.Errorf("%+v", named)
	}
	if len(notes) != 2 || notes[0].Note != nil || *notes[1].Note != "x" || notes[1].Name != nil {
		t.Errorf("%+v", notes)
	}
	if n, err := q.CopyCustomers(ctx, euros(t, "0.00")); n != 1 || err != nil {
		t.Error(n, err)
	}
}

// TestDuckdbDetached: what is attached read-only is not written, and what is detached is gone, and comes back.
func TestDuckdbDetached(t *testing.T) {
	q, db, address := openAttached(t)
	ctx := t.Context()
	gone := func() {
		t.Helper()
		if _, err := q.Customers(ctx); err == nil || !strings.Contains(err.Error(), "prod") {
			t.Error(err)
		}
	}
	gone()
	for range 2 {
		if err := q.AttachProd(ctx, address, extension()); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("DELETE FROM prod.public.customers"); err == nil ||
			!strings.Contains(err.Error(), "read-only") {
			t.Error(err)
		}
		if rows, err := q.Customers(ctx); len(rows) != 3 || err != nil {
			t.Error(rows, err)
		}
		if err := q.DetachProd(ctx); err != nil {
			t.Fatal(err)
		}
		gone()
	}
}

// TestDuckdbLedger: rows are written into a PostgreSQL that is attached for that.
func TestDuckdbLedger(t *testing.T) {
	q, _, address := openAttached(t)
	ctx := t.Context()
	if err := q.AttachLedger(ctx, address, extension()); err != nil {
		t.Fatal(err)
	}
	mood := "it's"
	_, err1 := q.BulkInsertOrders(ctx, slices.Values([]attached.OrdersRow{{ID: 1, Customer: 1,
		Total: euros(t, "2.50")}}))
	_, err2 := q.AddEntry(ctx, 1, euros(t, "0.10"), &mood)
	_, err3 := q.AddEntry(ctx, 2, euros(t, "-7.00"), nil)
	posted, err4 := q.PostOrders(ctx)
	corrected, err5 := q.CorrectEntry(ctx, euros(t, "5.25"), nil, 1)
	dropped, err6 := q.DropEntries(ctx, euros(t, "0.00"))
	entries, err7 := q.Entries(ctx)
	if err := errors.Join(err1, err2, err3, err4, err5, err6, err7); err != nil || posted != 1 || corrected != 1 ||
		dropped != 1 {
		t.Fatal(posted, corrected, dropped, err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, fmt.Sprintf("%d %s %s %v", e.ID, rational(e.Amount).FloatString(2), said(e.Mood, plainText),
			e.Past))
	}
	if want := []string{"1 5.25 - true", "101 2.50 - true"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
