package suite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2"
	"sqg.example/suite/gen/duckdb/appender"
	"sqg.example/suite/gen/duckdb/rows"
)

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

// twice are people of whom some come again.
func twice(yield func(rows.PersonRow) bool) {
	for i := range 1000 {
		if !yield(rows.PersonRow{ID: int32(i % 700), Name: "a"}) {
			return
		}
	}
}

// TestDuckdbAllOrNothing: nothing of a bulk insert is left by an error or a context that ends, and the connection
// works. The error says which rows went together: those of a row group or, within a *sql.Tx, of a statement.
func TestDuckdbAllOrNothing(t *testing.T) {
	q, db := openRows(t)
	ctx := context.Background()
	if _, err := q.BulkInsertPerson(ctx, twice); err == nil ||
		!strings.Contains(err.Error(), "person: rows 1 to 1000: ") {
		t.Fatalf("no error that names the rows: %v", err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.WithTx(tx).BulkInsertPerson(ctx, twice); err == nil ||
		!strings.Contains(err.Error(), "person: rows 513 to 768: ") {
		t.Fatalf("no error that names the rows: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	for _, last := range []int{50, 2047, 2048, 122_879, 122_880, 199_999} {
		ctx, cancel := context.WithCancel(ctx)
		_, err := q.BulkInsertPerson(ctx, people(200_000, func(i int) {
			if i == last {
				cancel()
			}
		}))
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("row %d: %v", last, err)
		}
	}
	if n := countPeople(t, q); n != 0 {
		t.Fatalf("%d rows are left", n)
	}
	if n, err := q.BulkInsertPerson(ctx, people(1000, func(int) {})); n != 1000 || err != nil {
		t.Fatal(n, err)
	}
	if n := countPeople(t, q); n != 1000 {
		t.Fatalf("%d rows of 1000", n)
	}
}

// TestDuckdbRowGroups: rows of several row groups are inserted, and an error in the last undoes the first.
func TestDuckdbRowGroups(t *testing.T) {
	q, db := openRows(t)
	ctx := context.Background()
	group := func(yield func(rows.PersonRow) bool) {
		for i := range 300_000 {
			if !yield(rows.PersonRow{ID: int32(min(i, 299_998)), Name: "a"}) {
				return
			}
		}
	}
	if _, err := q.BulkInsertPerson(ctx, group); err == nil || !strings.Contains(err.Error(), lastGroup) {
		t.Fatalf("no error that names the rows: %v", err)
	}
	if n := countPeople(t, q); n != 0 {
		t.Fatalf("%d rows are left", n)
	}
	for _, n := range []int{0, 1, 2048, 300_000} {
		if inserted, err := q.BulkInsertPerson(ctx, people(n, func(int) {})); inserted != int64(n) || err != nil {
			t.Fatal(n, inserted, err)
		}
		if there := countPeople(t, q); there != n {
			t.Fatalf("%d rows of %d", there, n)
		}
		if _, err := db.Exec("DELETE FROM person"); err != nil {
			t.Fatal(err)
		}
	}
}

// every has all columns of a row of every_type, and whatever else is said.
func every(id int) appender.EveryTypeRow {
	return appender.EveryTypeRow{ID: int32(id), J: json.RawMessage("{}"), E: appender.MoodSad, A3: make([]*float32, 3),
		H: big.NewInt(1), Ns: time.Unix(0, 0)}
}

// TestDuckdbReadsWhileInserting: the rows of a bulk insert may come from a query of the same transaction.
func TestDuckdbReadsWhileInserting(t *testing.T) {
	q, _ := openRows(t)
	ctx := context.Background()
	err := q.InTx(ctx, func(q *rows.Rows) error {
		if _, err := q.BulkInsertPerson(ctx, people(10_000, func(int) {})); err != nil {
			return err
		}
		_, err := q.BulkInsertPerson(ctx, func(yield func(rows.PersonRow) bool) {
			for p, err := range q.EachAllPeople(ctx) {
				if err != nil {
					t.Error(err)
				}
				p.ID += 10_000
				if !yield(p) {
					return
				}
			}
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := countPeople(t, q); n != 20_000 {
		t.Fatalf("%d rows of 20000", n)
	}
}

// TestDuckdbLog: a load that is only in the log of a database is there when that is opened.
func TestDuckdbLog(t *testing.T) {
	folder := t.TempDir()
	db := newDuckdb(t, filepath.Join(folder, "first.db"))
	for _, script := range append(rows.Migrations(), "PRAGMA disable_checkpoint_on_shutdown",
		"SET checkpoint_threshold = '1TB'") {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := rows.New(db).BulkInsertPerson(context.Background(), people(200_000, func(int) {})); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"", ".wal"} { // as a process that is killed leaves them
		data, err := os.ReadFile(filepath.Join(folder, "first.db"+end))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, "second.db"+end), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := countPeople(t, rows.New(newDuckdb(t, filepath.Join(folder, "second.db")))); n != 200_000 {
		t.Fatalf("%d rows of 200000", n)
	}
}

// openAppender is the unit appender on a database of its own.
func openAppender(t *testing.T) (*appender.Appender, *sql.DB) {
	t.Helper()
	db := newDuckdb(t, "")
	for _, script := range appender.Migrations() {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	return appender.New(db), db
}

// TestDuckdbTexts: texts of every length, NULL among them, are what they were, in any of many data chunks, and within a
// *sql.Tx.
func TestDuckdbTexts(t *testing.T) {
	q, db := openAppender(t)
	ctx := context.Background()
	given := make([]appender.NarrowRow, 40_000)
	for i := range given {
		given[i].K = int32(i)
		if text := fmt.Sprint(i) + strings.Repeat("é😀\x00", i%7); i%3 != 0 {
			given[i].V = &text
		}
	}
	given[1].V = new(string)
	check := func(q *appender.Appender) {
		t.Helper()
		if n, err := q.BulkInsertNarrow(ctx, slices.Values(given)); n != int64(len(given)) || err != nil {
			t.Fatal(n, err)
		}
		found, err := q.AllNarrow(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for i := range given {
			if !reflect.DeepEqual(found[i], given[i]) {
				t.Fatalf("row %d is %v", i, found[i])
			}
		}
		if _, err := q.ClearNarrow(ctx); err != nil {
			t.Fatal(err)
		}
	}
	check(q)
	given = given[:9000]
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	check(q.WithTx(tx))
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	bad := "\xff"
	for _, at := range []int{5, 30_000} {
		given := slices.Clone(given[:40_000])
		given[at].V = &bad
		if _, err := q.BulkInsertNarrow(ctx, slices.Values(given)); err == nil ||
			err.Error() != fmt.Sprintf("narrow: row %d: v: the text is not valid UTF-8", at+1) {
			t.Fatal(err)
		}
	}
}

// TestDuckdbLists: lists are what they were, empty ones, NULL and those that hold it among them, however many elements
// the rows of a data chunk have, and within a *sql.Tx.
func TestDuckdbLists(t *testing.T) {
	q, db := openAppender(t)
	ctx := context.Background()
	given := make([]appender.EveryTypeOrNullRow, 25_000)
	for i := range given {
		r := &given[i]
		r.ID = int32(i)
		if i%5 == 0 {
			continue
		}
		r.L, r.Ls, r.Ll = []*int32{}, []*string{}, [][]*float64{}
		for n := range i % 7 {
			number, text, f := int32(i*n), strings.Repeat("é", n*n)+fmt.Sprint(i), float64(n)/3
			r.L, r.Ls = append(r.L, &number, nil), append(r.Ls, nil, &text)
			r.Ll = append(r.Ll, nil, []*float64{}, []*float64{&f, nil, &f})
		}
	}
	long := make([]*int32, 100_000)
	for i := range long {
		if v := int32(i); i%3 > 0 {
			long[i] = &v
		}
	}
	given[3000].L, given[18_000].L = long, long
	check := func(q *appender.Appender, given []appender.EveryTypeOrNullRow) {
		t.Helper()
		if n, err := q.BulkInsertEveryTypeOrNull(ctx, slices.Values(given)); n != int64(len(given)) || err != nil {
			t.Fatal(n, err)
		}
		found, err := q.AllEveryTypeOrNull(ctx)
		if err != nil || len(found) != len(given) {
			t.Fatal(len(found), err)
		}
		for i := range given {
			if !reflect.DeepEqual(found[i], given[i]) {
				t.Fatalf("row %d is %v", i, found[i])
			}
		}
	}
	check(q, given)
	if _, err := db.Exec("DELETE FROM every_type_or_null"); err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	check(q.WithTx(tx), given[:500])
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	bad := "\xff"
	given[7].Ls = []*string{nil, &bad}
	if _, err := q.BulkInsertEveryTypeOrNull(ctx, slices.Values(given)); err == nil ||
		err.Error() != "every_type_or_null: row 8: ls: the text is not valid UTF-8" {
		t.Fatal(err)
	}
}

// TestDuckdbStored: what data chunks bring is stored as what INSERT brings as text, and refused where that is.
func TestDuckdbStored(t *testing.T) {
	q, db := openAppender(t)
	ctx := context.Background()
	kolkata, lima := time.FixedZone("", 19800), time.FixedZone("", -18000)
	number := func(text string) duckdb.Decimal {
		d, err := decimal(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	moments := []time.Time{infinite["infinity"], infinite["-infinity"], infinite["infinity"].In(lima),
		infinite["-infinity"].In(kolkata),
		time.Unix(0, 0), time.Unix(-1, 999_999_999), time.Date(1969, 12, 31, 23, 0, 0, 999, kolkata),
		time.Date(2024, 2, 29, 23, 59, 59, 1500, lima),
		time.Date(-44, 3, 15, 12, 0, 0, 0, time.UTC), time.Date(0, 1, 1, 0, 0, 0, 0, lima),
		time.Date(294246, 12, 31, 0, 0, 0, 0, time.UTC),
		time.Date(294247, 1, 10, 4, 0, 54, 775806000, time.UTC),
		time.Date(294247, 1, 10, 4, 0, 54, 775807000, time.UTC),
		time.Date(294247, 1, 10, 4, 0, 55, 0, time.UTC), time.Date(-290308, 12, 22, 0, 0, 0, 0, time.UTC),
		time.Date(-290308, 12, 21, 23, 59, 59, 0, time.UTC)}
	days := append(moments, time.Date(5881580, 7, 10, 0, 0, 0, 0, time.UTC),
		time.Date(5881580, 7, 11, 0, 0, 0, 0, time.UTC),
		time.Date(-5877641, 6, 25, 0, 0, 0, 0, time.UTC), time.Date(-5877641, 6, 24, 0, 0, 0, 0, time.UTC))
	var given []appender.EveryTypeRow
	add := func(change func(r *appender.EveryTypeRow)) {
		r := every(len(given))
		change(&r)
		given = append(given, r)
	}
	for _, v := range moments {
		add(func(r *appender.EveryTypeRow) { r.Ts = v })
		add(func(r *appender.EveryTypeRow) { r.Tz = v })
	}
	for _, v := range days {
		add(func(r *appender.EveryTypeRow) { r.D = v })
	}
	for _, text := range []string{"0", "1.005", "-1.005", "1.00499", "-0.004", "9999999999.99", "9999999999.994",
		"9999999999.995", "-9999999999.99", "-9999999999.995", "123456789012345678901234567890",
		"0.00000000000000000000000000005"} {
		add(func(r *appender.EveryTypeRow) { r.Dec = number(text) })
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), math.MaxFloat64,
		math.SmallestNonzeroFloat64} {
		add(func(r *appender.EveryTypeRow) { r.F = v })
	}
	for _, v := range []int64{math.MinInt64, math.MaxInt64} {
		add(func(r *appender.EveryTypeRow) { r.I, r.B = v, v > 0 })
	}
	for _, v := range [][16]byte{{}, {0x80}, {0x7f, 15: 1}, {0xff, 0xee, 7: 1, 8: 2, 15: 3}} {
		add(func(r *appender.EveryTypeRow) { r.U = v })
	}
	for _, v := range [][]byte{nil, {0}, {0xff, 0xfe}, make([]byte, 13)} {
		add(func(r *appender.EveryTypeRow) { r.Bin, r.T = v, strings.Repeat("é", len(v)) })
	}
	texts := func(list ...string) (out []*string) {
		for _, s := range list {
			out = append(out, &s)
		}
		return append(out, nil)
	}
	add(func(r *appender.EveryTypeRow) { r.Ls = texts("a", "", "a long one, with \"quotes\" and \x00", "é") })
	add(func(r *appender.EveryTypeRow) { r.Ls = texts() })
	add(func(r *appender.EveryTypeRow) { r.Iv = duckdb.Interval{Months: -1, Days: 2, Micros: -3} })

	stored := func(one appender.EveryTypeRow, within bool) string {
		t.Helper()
		in := q
		if within {
			tx, err := db.BeginTx(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer tx.Rollback()
			in = q.WithTx(tx)
		} else {
			defer db.Exec("DELETE FROM every_type")
		}
		if _, err := in.BulkInsertEveryType(ctx, slices.Values([]appender.EveryTypeRow{one})); err != nil {
			if !within && !strings.HasPrefix(err.Error(), "every_type: row") {
				t.Errorf("no error that names the row: %v", err)
			}
			return "refused"
		}
		rows, err := in.EveryTypeStorage(ctx)
		if err != nil || len(rows) != 1 {
			t.Fatal(rows, err)
		}
		text, err := json.Marshal(rows[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var good []appender.EveryTypeRow
	var wanted []string
	for _, row := range given {
		chunk, insert := stored(row, false), stored(row, true)
		if chunk != insert {
			t.Errorf("%+v is stored as\n%s\nnot as\n%s", row, chunk, insert)
		}
		if chunk != "refused" {
			good, wanted = append(good, row), append(wanted, chunk)
		}
	}
	if refused := len(given) - len(good); refused < 8 || len(good) < 50 {
		t.Errorf("%d rows of %d are refused", refused, len(given))
	}
	before := make([]appender.EveryTypeRow, 20_000) // behind so many, rows go in batches of Arrow, where the build has it
	for i := range before {
		before[i] = every(1_000_000 + i)
	}
	if n, err := q.BulkInsertEveryType(ctx, slices.Values(append(before, good...))); int(n) != len(before)+len(good) ||
		err != nil {
		t.Fatal(n, err)
	}
	if _, err := db.Exec("DELETE FROM every_type WHERE id >= 1000000"); err != nil {
		t.Fatal(err)
	}
	found, err := q.EveryTypeStorage(ctx)
	if err != nil || len(found) != len(good) {
		t.Fatal(len(found), err)
	}
	for i, row := range found {
		if text, err := json.Marshal(row); err != nil || string(text) != wanted[i] {
			t.Errorf("%+v is stored as\n%s\nnot as\n%s", good[i], text, wanted[i])
		}
	}
}
