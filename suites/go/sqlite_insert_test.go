package suite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	mattndriver "github.com/mattn/go-sqlite3"
	moderncdriver "modernc.org/sqlite"

	mattn "sqg.example/suite/gen/mattn/appender"
	modernc "sqg.example/suite/gen/modernc/appender"
)

// plainDriver is one whose statements know no contexts: they are none to be run without database/sql.
type plainDriver struct{ sqldriver.Driver }

type plainConn struct{ sqldriver.Conn }

type plainStatement struct{ sqldriver.Stmt }

func (d plainDriver) Open(name string) (sqldriver.Conn, error) {
	c, err := d.Driver.Open(name)
	return plainConn{c}, err
}

func (c plainConn) Prepare(text string) (sqldriver.Stmt, error) {
	s, err := c.Conn.Prepare(text)
	return plainStatement{s}, err
}

// keys are methods of the corpus unit appender.
type keys struct {
	insert func(ctx context.Context, rows iter.Seq[int64]) (int64, error)
	close  func() error
}

func keysOf[N any](row func(int64) N, insert func(context.Context, iter.Seq[N]) (int64, error), end func() error) keys {
	return keys{func(ctx context.Context, rows iter.Seq[int64]) (int64, error) {
		return insert(ctx, func(yield func(N) bool) {
			for k := range rows {
				if !yield(row(k)) {
					return
				}
			}
		})
	}, end}
}

var keyUnits = map[string]struct {
	driver         sqldriver.Driver
	name           string
	open, prepared func(db any) keys
}{
	"mattn": {&mattndriver.SQLiteDriver{}, "sqlite3",
		func(db any) keys { return mattnKeys(mattn.New(db.(mattn.DBTX))) },
		func(db any) keys { return mattnKeys(mattn.Prepared(db.(mattn.DBTX))) }},
	"modernc": {&moderncdriver.Driver{}, "sqlite",
		func(db any) keys { return moderncKeys(modernc.New(db.(modernc.DBTX))) },
		func(db any) keys { return moderncKeys(modernc.Prepared(db.(modernc.DBTX))) }},
}

func mattnKeys(q *mattn.Appender) keys {
	return keysOf(func(k int64) mattn.NarrowRow { return mattn.NarrowRow{K: k} }, q.BulkInsertNarrow, q.Close)
}

func moderncKeys(q *modernc.Appender) keys {
	return keysOf(func(k int64) modernc.NarrowRow { return modernc.NarrowRow{K: k} }, q.BulkInsertNarrow, q.Close)
}

// TestSQLiteConnections inserts on whatever DBTX may be: rows may come from the connection that they go to, those of a
// load that fails are gone, with what came before in the transaction still there, and the connection is usable.
func TestSQLiteConnections(t *testing.T) {
	for name, unit := range keyUnits {
		for _, driver := range []string{unit.name, "plain " + unit.name} {
			if driver != unit.name {
				sql.Register(driver, plainDriver{unit.driver})
			}
			for way, open := range map[string]func(any) keys{"New": unit.open, "Prepared": unit.prepared} {
				t.Run(name+"/"+driver+"/"+way, func(t *testing.T) {
					db, err := sql.Open(driver, filepath.Join(t.TempDir(), "test.db"))
					if err != nil {
						t.Fatal(err)
					}
					defer db.Close()
					for _, script := range unitOf(t, name, "appender", "").Migrations() {
						if _, err := db.Exec(script); err != nil {
							t.Fatal(err)
						}
					}
					testConnections(t, db, open)
				})
			}
		}
	}
}

func testConnections(t *testing.T, db *sql.DB, open func(any) keys) {
	total := 0
	holds := func(what string, on interface {
		QueryRowContext(context.Context, string, ...any) *sql.Row
	}) {
		t.Helper()
		n := 0
		if err := on.QueryRowContext(t.Context(), "SELECT count(*) FROM narrow").Scan(&n); err != nil || n != total {
			t.Fatalf("%s: the table holds %d rows, not %d: %v", what, n, total, err)
		}
	}
	insert := func(what string, q keys, rows iter.Seq[int64], expected int) {
		t.Helper()
		if n, err := q.insert(t.Context(), rows); err != nil || n != int64(expected) {
			t.Fatalf("%s: %d rows: %v", what, n, err)
		}
		total += expected
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	pool, one := open(db), open(conn)
	insert("a pool", pool, upTo(100), 100)
	insert("a connection", one, upTo(100), 100)
	holds("both", db)
	insert("from itself", one, func(yield func(int64) bool) {
		for k := range int64(70) {
			var read int64
			if err := conn.QueryRowContext(t.Context(), "SELECT k FROM narrow WHERE k = ?",
				k).Scan(&read); err != nil || !yield(read) {
				t.Error(err)
				return
			}
		}
	}, 70)
	ctx, cancel := context.WithCancel(t.Context())
	ends := func(yield func(int64) bool) {
		for k := range int64(100) {
			if k == 50 {
				cancel()
			}
			if !yield(k) {
				return
			}
		}
	}
	for what, q := range map[string]keys{"a pool": pool, "a connection": one} {
		if n, err := q.insert(ctx, ends); !errors.Is(err, context.Canceled) || n != 0 {
			t.Fatalf("%s, when the context ends: %d, %v", what, n, err)
		}
		holds(what+", when the context has ended", db)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN"); err != nil {
		t.Fatal(err)
	}
	insert("a transaction", one, upTo(40), 40)
	if _, err := conn.ExecContext(t.Context(),
		"CREATE TRIGGER picky BEFORE INSERT ON narrow WHEN new.k = 77 BEGIN SELECT RAISE(ABORT, 'no sevens'); END"); err != nil {
		t.Fatal(err)
	}
	refused := func(q keys) {
		t.Helper()
		_, err := q.insert(t.Context(), upTo(100))
		if err == nil || !strings.HasPrefix(err.Error(), "narrow: rows 65 to 96: ") ||
			!strings.Contains(err.Error(), "no sevens") {
			t.Fatal(err)
		}
	}
	refused(one)
	holds("an error in a transaction", conn)
	func() {
		defer func() { _ = recover() }()
		_, _ = one.insert(t.Context(), func(yield func(int64) bool) {
			for k := range int64(40) {
				yield(k)
			}
			panic("no more")
		})
	}()
	holds("a panic in a transaction", conn)
	if _, err := conn.ExecContext(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	holds("its end", db)
	refused(pool)
	holds("an error", db)
	if err := errors.Join(one.close(), conn.Close(), pool.close()); err != nil {
		t.Fatal(err)
	}
	if n := db.Stats().InUse; n != 0 {
		t.Fatalf("%d connections are not given back", n)
	}
}

// upTo yields the numbers below n.
func upTo(n int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for k := range n {
			if !yield(k) {
				return
			}
		}
	}
}
