package suite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	mattn "sqg.example/suite/gen/mattn/bulk"
	modernc "sqg.example/suite/gen/modernc/bulk"
	zombiezen "sqg.example/suite/gen/zombiezen/bulk"
)

// taking are parameters of take, of every driver.
type taking struct{ N, ID int64 }

// stock are methods of the corpus unit bulk.
type stock struct {
	take, set func(context.Context, iter.Seq[taking]) (int64, error)
	count     func(n int) int // how many items there are n of
}

func taken[P ~struct{ N, ID int64 }](take func(context.Context, iter.Seq[P]) (int64, error)) func(context.Context,
	iter.Seq[taking]) (int64, error) {
	return func(ctx context.Context, rows iter.Seq[taking]) (int64, error) {
		return take(ctx, func(yield func(P) bool) {
			rows(func(row taking) bool { return yield(P(row)) })
		})
	}
}

func set[P ~struct{ ID, N int64 }](set func(context.Context, iter.Seq[P]) (int64, error)) func(context.Context,
	iter.Seq[taking]) (int64, error) {
	return func(ctx context.Context, rows iter.Seq[taking]) (int64, error) {
		return set(ctx, func(yield func(P) bool) {
			rows(func(row taking) bool { return yield(P{row.ID, row.N}) })
		})
	}
}

const itemsOf = "SELECT count(*) FROM stock WHERE n = ?"

// stocks open the unit with every driver of SQLite.
var stocks = map[string]func(t *testing.T) stock{
	"mattn": func(t *testing.T) stock {
		db := stockDB(t, "sqlite3", mattn.Migrations())
		q := mattn.New(db)
		return stock{taken(q.TakeBulk), set(q.SetStockBulk), counter(t, db)}
	},
	"modernc": func(t *testing.T) stock {
		db := stockDB(t, "sqlite", modernc.Migrations())
		q := modernc.New(db)
		return stock{taken(q.TakeBulk), set(q.SetStockBulk), counter(t, db)}
	},
	"zombiezen": func(t *testing.T) stock {
		conn, err := sqlite.OpenConn(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		for _, script := range zombiezen.Migrations() {
			if err := sqlitex.ExecScript(conn, script); err != nil {
				t.Fatal(err)
			}
		}
		q := zombiezen.New(conn)
		return stock{taken(q.TakeBulk), set(q.SetStockBulk), func(n int) (items int) {
			if err := sqlitex.Execute(conn, itemsOf,
				&sqlitex.ExecOptions{Args: []any{n}, ResultFunc: func(s *sqlite.Stmt) error {
					items = s.ColumnInt(0)
					return nil
				}}); err != nil {
				t.Fatal(err)
			}
			return items
		}}
	},
}

func stockDB(t *testing.T, driver string, migrations []string) *sql.DB {
	db, err := sql.Open(driver, filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, script := range migrations {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func counter(t *testing.T, db *sql.DB) func(n int) int {
	return func(n int) (items int) {
		if err := db.QueryRow(itemsOf, n).Scan(&items); err != nil {
			t.Fatal(err)
		}
		return items
	}
}

// TestSorted: from 1,000 rows on, rows of :bulk are run in the order of their key, and those of one key in theirs.
func TestSorted(t *testing.T) {
	var data struct {
		Items, Given, Taken, Takers, Changed, More int64
		Left                                       map[string]int
		Bad, Named                                 [][2]int64
	}
	text, err := os.ReadFile(corpus + "/bulk/sorted.json")
	if err == nil {
		err = json.Unmarshal(text, &data)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, driver := range slices.Sorted(maps.Keys(stocks)) {
		t.Run(driver, func(t *testing.T) {
			s := stocks[driver](t)
			backwards := func(from, n int64) (rows []taking) {
				for id := from; id > 0; id-- {
					rows = append(rows, taking{n, id})
				}
				return rows
			}
			check := func(changed int64, err error, expected int64) {
				t.Helper()
				if err != nil || changed != expected {
					t.Fatalf("%d changed, not %d: %v", changed, expected, err)
				}
			}
			changed, err := s.set(t.Context(), slices.Values(backwards(data.Items, 1)))
			check(changed, err, data.Items)

			rows := backwards(data.Items, 0)
			for _, bad := range data.Bad {
				rows[bad[0]-1] = taking{2, bad[1]}
			}
			for _, named := range data.Named {
				_, err := s.take(t.Context(), slices.Values(rows[:named[0]]))
				if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("take: row %d: ", named[1])) {
					t.Errorf("of %d rows, not of row %d: %v", named[0], named[1], err)
				}
			}
			if items := s.count(1); items != int(data.Items) {
				t.Fatalf("%d items are left as they were", items)
			}

			// What is taken is there only when what is given has been.
			rows = backwards(data.Items, -data.Given)
			for id := range data.Takers {
				rows = append(rows, taking{data.Taken, id + 1})
			}
			changed, err = s.take(t.Context(), slices.Values(rows))
			check(changed, err, data.Changed)
			for n, items := range data.Left {
				left, err := strconv.Atoi(n)
				if found := s.count(left); err != nil || found != items {
					t.Errorf("%d items have %s left, not %d", found, n, items)
				}
			}
			changed, err = s.take(t.Context(), slices.Values(backwards(data.More, 0)))
			check(changed, err, data.Items)
		})
	}
}
