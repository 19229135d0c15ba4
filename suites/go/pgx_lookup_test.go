package suite

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sqg.example/suite/gen/pg/bulk"
	"sqg.example/suite/gen/pg/lookup"
	"sqg.example/suite/gen/pg/returned"
)

// inTurns are n numbers: those from one on up to the last of a turn, again and again.
func inTurns(n, turn int) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i := range n {
			if !yield(int32(i%turn + 1)) {
				return
			}
		}
	}
}

// TestPgxKeys: more keys than a query takes, many of them several times, each find their rows.
func TestPgxKeys(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	scripts(t, url, append(lookup.Migrations(),
		"INSERT INTO customer (id, name, parent) SELECT i, 'c' || i % 700, nullif(i / 2, 0) FROM generate_series(1, 900) AS i")...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for what, q := range map[string]*lookup.Lookup{"a connection": lookup.New(conn),
		"a pool": lookup.New(newPool(t, url, "SELECT"))} {
		for _, n := range []int{0, 1, 2, 1001, 100_000, 100_001} {
			found, err := q.CustomerByIDBulk(ctx, inTurns(n, 1000))
			if err != nil || len(found) != n {
				t.Fatal(what, n, len(found), err)
			}
			for i, c := range found {
				if id := int32(i%1000 + 1); (c != nil) != (id <= 900) || c != nil && c.ID != id {
					t.Fatal(what, n, id, c)
				}
			}
			for i := 1000; i < len(found); i++ {
				if found[i] != nil && found[i] == found[i-1000] {
					t.Fatal(what, n, "two keys share a row of memory")
				}
			}
		}
	}
	q := lookup.New(conn)
	scripts(t, url, "INSERT INTO file VALUES ('00000000-0000-0000-0000-000000000007', 7, 'abc', '{a}', '1')")
	files, err := q.FileByIDBulk(ctx, slices.Values([][16]byte{{15: 7}, {15: 8}, {15: 7}}))
	if err != nil || files[0] == nil || files[1] != nil || files[2] == nil {
		t.Fatal(files, err)
	}
	if files[0].Body[0], *files[0].Tags[0] = 'x', "x"; string(files[2].Body) != "abc" || *files[2].Tags[0] != "a" {
		t.Fatal("two keys share a value", files[2])
	}
	called, err := q.CalledBulk(ctx, slices.Values([]string{"c5", "c699", "c5", "none", "c200"}))
	for i, want := range []int{2, 1, 2, 0, 2} {
		if err != nil || len(called[i]) != want {
			t.Fatal(i, called, err)
		}
	}
	called[0] = append(called[0], lookup.CalledRow{}) // must not reach what stands behind it
	if called[2][0].ID%700 != 5 || called[2][1].ID%700 != 5 || called[1][0].ID != 699 {
		t.Fatal(called)
	}
}

// TestPgxDeletes: a DELETE of many keys leaves none of them, and one that fails leaves all.
func TestPgxDeletes(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	scripts(t, url, append(bulk.Migrations(), "INSERT INTO stock SELECT i, 1 FROM generate_series(1, 1000) AS i",
		"CREATE TABLE sold (item integer REFERENCES stock)", "INSERT INTO sold VALUES (700)")...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	q := bulk.New(conn)
	left := func(want int) {
		t.Helper()
		all, err := q.AllStock(ctx)
		if err != nil || len(all) != want {
			t.Fatal(len(all), err)
		}
	}
	for _, n := range []int{1000, 100_001} {
		_, err := q.DropStockBulk(ctx, inTurns(n, 1000))
		if want := "drop_stock: row 700: "; err == nil || err.Error()[:len(want)] != want {
			t.Fatal(n, err)
		}
		left(1000)
	}
	err = q.InTx(ctx, func(q *bulk.Bulk) error {
		if _, err := q.DropStockBulk(ctx, slices.Values([]int32{1, 700})); err == nil {
			t.Fatal("what is sold is gone")
		}
		if n, err := q.DropStockBulk(ctx, slices.Values([]int32{1, 2, 1, 2000})); err != nil || n != 2 { // the transaction is usable
			t.Fatal(n, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	left(998)
	scripts(t, url, "DELETE FROM sold")
	if n, err := q.DropStockBulk(ctx, inTurns(100_001, 1000)); err != nil || n != 998 {
		t.Fatal(n, err)
	}
	left(0)
}

// TestPgxReturned: a DELETE with RETURNING takes effect for all of its rows or for none, in a transaction and without.
func TestPgxReturned(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	scripts(t, url, append(returned.Migrations(), "CREATE INDEX ON stock (kind)",
		"INSERT INTO stock (kind, n) SELECT 'k' || i % 20000, i FROM generate_series(1, 30000) AS i")...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	kinds := func(n int, bad ...string) iter.Seq[string] {
		return func(yield func(string) bool) {
			for i := range n {
				if !yield(fmt.Sprint("k", i)) {
					return
				}
			}
			for _, kind := range bad {
				if !yield(kind) {
					return
				}
			}
		}
	}
	q := returned.New(conn)
	removed := func(q *returned.Returned, n int) {
		t.Helper()
		for _, bad := range []string{"k1\x00", "k2\x00"} { // no text of PostgreSQL's
			_, err := q.RemoveBulk(ctx, kinds(n, bad, "k3"))
			if want := fmt.Sprintf("remove: row %d: ", n+1); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Fatal(n, "a text that cannot be", err)
			}
		}
		found, err := q.RemoveBulk(ctx, kinds(n, "k0"))
		if err != nil || len(found) != n+1 || len(found[n]) > 0 {
			t.Fatal(n, len(found), err)
		}
		for i, rows := range found[:n] {
			want := 2 // k1 to k10000 come twice
			if i == 0 || i > 10000 {
				want = 1
			}
			if len(rows) != want || rows[0].N%20000 != int32(i) {
				t.Fatal(n, i, rows)
			}
		}
	}
	for _, n := range []int{1, 10, 9_999, 10_000, 12_000} {
		tx, err := conn.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		removed(q.WithTx(tx), n)
		if err := tx.Rollback(ctx); err != nil {
			t.Fatal(err)
		}
	}
	removed(q, 12_000)
	if all, err := q.AllStock(ctx); err != nil || len(all) != 30_000-22_000 {
		t.Fatal(len(all), err)
	}
}

// TestPgxReturnedOnce: what changes and returns rows by keys that come once or twice, or hit nothing, does what a call
// for each does, in a transaction and without.
func TestPgxReturnedOnce(t *testing.T) {
	ctx := t.Context()
	url := newDatabase(t)
	scripts(t, url, append(returned.Migrations(),
		"INSERT INTO stock (kind, n) SELECT 'k', 1000 + i FROM generate_series(1, 12000) AS i",
		"INSERT INTO entry (code, n) SELECT 'c' || i, i FROM generate_series(1, 12000, 3) AS i")...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	undone := func(work func(q *returned.Returned)) {
		t.Helper()
		tx, err := conn.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		work(returned.New(tx))
		if err := tx.Rollback(ctx); err != nil {
			t.Fatal(err)
		}
	}
	check := func(name string, each, many func(q *returned.Returned) (any, error)) {
		t.Helper()
		var want, got any
		undone(func(q *returned.Returned) { want, err = each(q) })
		if err != nil {
			t.Fatal(name, err)
		}
		undone(func(q *returned.Returned) { got, err = many(q) })
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatal(name, "in a transaction", err)
		}
		got, err = many(returned.New(conn))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatal(name, err)
		}
	}
	for name, id := range map[string]func(i int) int{
		"keys that come once":      func(i int) int { return i*7%12000 + 1 },
		"a key that comes twice":   func(i int) int { return max(i, 1) + 1 },
		"keys that nothing is for": func(i int) int { return 20000 + i },
	} {
		sizes := []int{2, 300}
		if id(0) == 1 {
			sizes = append(sizes, 10_001) // two statements, in one transaction
		}
		for _, n := range sizes {
			takes, puts := make([]returned.TakeOneParams, n), make([]returned.PutEntryParams, n)
			for i := range n {
				takes[i] = returned.TakeOneParams{ID: int32(id(i)), N: int32(i % 5)}
				puts[i] = returned.PutEntryParams{Code: fmt.Sprint("c", id(i)), N: int32(i % 5)}
			}
			check(fmt.Sprint(name, ", update of ", n), func(q *returned.Returned) (any, error) {
				all := make([]*returned.TakeOneRow, n)
				for i, p := range takes {
					row, err := q.TakeOne(ctx, p.ID, p.N)
					if errors.Is(err, pgx.ErrNoRows) {
						continue
					}
					if err != nil {
						return nil, err
					}
					all[i] = &row
				}
				return all, nil
			}, func(q *returned.Returned) (any, error) { return q.TakeOneBulk(ctx, slices.Values(takes)) })
			check(fmt.Sprint(name, ", upsert of ", n), func(q *returned.Returned) (any, error) {
				all := make([]int32, n) // ids count on where a transaction is undone
				for i, p := range puts {
					row, err := q.PutEntry(ctx, p.Code, p.N)
					if err != nil {
						return nil, err
					}
					all[i] = row.N
				}
				return all, nil
			}, func(q *returned.Returned) (any, error) {
				found, err := q.PutEntryBulk(ctx, slices.Values(puts))
				all := make([]int32, len(found))
				for i, row := range found {
					all[i] = row.N
				}
				return all, err
			})
		}
	}
	last := []returned.TakeOneParams{{ID: 1, N: 1}, {ID: 2, N: 1}, {ID: 3, N: 100_000}, {ID: 4, N: 1}}
	before, err := returned.New(conn).AllStock(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, err = returned.New(conn).TakeOneBulk(ctx, slices.Values(last))
	after, failed := returned.New(conn).AllStock(ctx)
	if err == nil || !strings.HasPrefix(err.Error(), "take_one: row 3: ") || failed != nil ||
		!reflect.DeepEqual(after, before) {
		t.Fatal(err, failed)
	}
}
