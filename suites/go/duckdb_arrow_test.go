//go:build duckdb_arrow

package suite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sqg.example/suite/gen/duckdb/appender"
	"sqg.example/suite/gen/duckdb/rows"
)

// lastGroup are the rows that are inserted together with the last of 300,000: batches of Arrow go four at a time.
const lastGroup = "rows 16385 to 300000: "

// views is how many views of batches there are.
func views(t *testing.T, db rows.DBTX) (n int) {
	t.Helper()
	r, err := db.QueryContext(context.Background(),
		"SELECT count(*) FROM duckdb_views() WHERE view_name LIKE '\\_sqg%' ESCAPE '\\'")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Next()
	if err := r.Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDuckdbArrowView: many rows come from a view, which is gone when they are inserted, and when they are not, while
// the caller's transaction goes on. A table that is in another database, or is temporary, has its rows all the same.
func TestDuckdbArrowView(t *testing.T) {
	_, db := openRows(t)
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	exec := func(statements ...string) {
		t.Helper()
		for _, s := range statements {
			if _, err := conn.ExecContext(ctx, s); err != nil {
				t.Fatal(s, err)
			}
		}
	}
	q := rows.New(conn)
	load := func(batches int) {
		t.Helper()
		exec("BEGIN")
		met := 0
		n, err := q.BulkInsertPerson(ctx, people(200_000, func(i int) {
			if i == 199_999 {
				met = views(t, conn)
			}
		}))
		if n != 200_000 || err != nil {
			t.Fatal(n, err)
		}
		wanted(t, "views meanwhile", int64(met), int64(batches))
		wanted(t, "views", int64(views(t, conn)), 0)
		exec("COMMIT")
		wanted(t, "rows", int64(countPeople(t, q)), 200_000)
		exec("DELETE FROM person")
	}
	load(1)

	exec("BEGIN")
	_, err = q.BulkInsertPerson(ctx, func(yield func(rows.PersonRow) bool) {
		for p := range people(200_000, func(int) {}) {
			if p.ID == 150_000 {
				p.Name = "\xff"
			}
			if !yield(p) {
				return
			}
		}
	})
	if err == nil || err.Error() != "person: row 150001: name: the text is not valid UTF-8" {
		t.Fatal(err)
	}
	wanted(t, "views after an error", int64(views(t, conn)), 0)
	exec("ROLLBACK")
	wanted(t, "rows after an error", int64(countPeople(t, q)), 0)

	exec("ATTACH ':memory:' AS other", "CREATE TABLE other.person AS FROM memory.person LIMIT 0",
		"SET search_path = 'other.main,memory.main'")
	load(1)
	exec("DROP TABLE other.person")
	load(0)
	exec("USE memory", "CREATE TEMP TABLE person AS FROM memory.person LIMIT 0")
	load(1)
}

// TestDuckdbArrowMeanwhile: while DuckDB inserts rows, those behind them may come from the same connection. An error of
// either undoes both.
func TestDuckdbArrowMeanwhile(t *testing.T) {
	_, db := openRows(t)
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	q := rows.New(conn)
	load := func(change func(p *rows.PersonRow)) error {
		_, err := q.BulkInsertPerson(ctx, func(yield func(rows.PersonRow) bool) {
			for p := range people(600_000, func(int) {}) {
				if change(&p); !yield(p) {
					return
				}
			}
		})
		return err
	}
	fails := func(message string, change func(p *rows.PersonRow)) {
		t.Helper()
		if err := load(change); err == nil || !strings.HasPrefix(err.Error(), message) {
			t.Fatalf("not %q: %v", message, err)
		}
		wanted(t, "views after an error", int64(views(t, conn)), 0)
		wanted(t, "rows after an error", int64(countPeople(t, q)), 0)
	}
	fails("person: rows 16385 to 507904: ", func(p *rows.PersonRow) {
		if p.ID == 20_000 {
			p.ID = 20_001
		}
	})
	fails("person: row 550001: name: the text is not valid UTF-8", func(p *rows.PersonRow) {
		if p.ID == 550_000 {
			p.Name = "\xff"
		}
	})
	var met int64
	if err := load(func(p *rows.PersonRow) {
		if p.ID == 550_000 {
			err = conn.QueryRowContext(ctx, "SELECT count(*) FROM person").Scan(&met)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	wanted(t, "rows meanwhile", met, 507_904)
	wanted(t, "rows", int64(countPeople(t, q)), 600_000)
}

// TestDuckdbArrowAtOnce: loads of several connections do not meet.
func TestDuckdbArrowAtOnce(t *testing.T) {
	q, db := openRows(t)
	if _, err := db.Exec("CREATE OR REPLACE TABLE person AS FROM person LIMIT 0"); err != nil { // without its key
		t.Fatal(err)
	}
	ended := make(chan error)
	for range 4 {
		go func() {
			n, err := q.BulkInsertPerson(context.Background(), people(150_000, func(int) {}))
			if err == nil && n != 150_000 {
				err = errors.New("some rows are missing")
			}
			ended <- err
		}()
	}
	for range 4 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	wanted(t, "rows", int64(countPeople(t, q)), 600_000)
}

// TestDuckdbArrowOrder: rows of more batches than a statement inserts are stored in their order, each with its values.
func TestDuckdbArrowOrder(t *testing.T) {
	q, db := openAppender(t)
	const count = 700_000
	n, err := q.BulkInsertNarrow(context.Background(), func(yield func(appender.NarrowRow) bool) {
		for i := range count {
			r := appender.NarrowRow{K: int32(i)}
			if i%5 > 1 {
				text := fmt.Sprint("a text of ", i)
				r.V = &text
			}
			if !yield(r) {
				return
			}
		}
	})
	if n != count || err != nil {
		t.Fatal(n, err)
	}
	var there, wrong int64
	err = db.QueryRow(`SELECT count(*), count(*) FILTER (rowid <> k OR v IS DISTINCT FROM CASE WHEN k % 5 > 1 THEN 'a text of ' || k END) FROM narrow`).
		Scan(&there, &wrong)
	if err != nil {
		t.Fatal(err)
	}
	wanted(t, "rows", there, count)
	wanted(t, "wrong rows", wrong, 0)
}
