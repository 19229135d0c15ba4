package suite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	mattn "github.com/mattn/go-sqlite3"
	modernc "modernc.org/sqlite"

	mattnresults "sqg.example/suite/gen/mattn/results"
	moderncresults "sqg.example/suite/gen/modernc/results"
)

// counting is a driver whose connections count what they prepare.
type counting struct {
	sqldriver.Driver
	prepared *atomic.Int64
}

func (d counting) Open(name string) (sqldriver.Conn, error) {
	c, err := d.Driver.Open(name)
	return countingConn{c, d.prepared}, err
}

// countingConn has none of the shorter ways past Prepare.
type countingConn struct {
	sqldriver.Conn
	prepared *atomic.Int64
}

func (c countingConn) Prepare(text string) (sqldriver.Stmt, error) {
	c.prepared.Add(1)
	return c.Conn.Prepare(text)
}

// numbers are methods of a unit.
type numbers interface {
	NumberValues(ctx context.Context, count int64) ([]int64, error)
	EachNumberValues(ctx context.Context, count int64) iter.Seq2[int64, error]
	CountBooks(ctx context.Context) (int64, error)
	Close() error
}

type preparedUnit struct {
	driver   sqldriver.Driver
	plain    func(*sql.DB) numbers
	prepared func(any) numbers
	inTx     func(q numbers, fn func(numbers) error) error
	withTx   func(numbers, *sql.Tx) numbers
	create   []string
}

var preparedUnits = map[string]preparedUnit{
	"mattn": {&mattn.SQLiteDriver{},
		func(db *sql.DB) numbers { return mattnresults.New(db) },
		func(db any) numbers { return mattnresults.Prepared(db.(mattnresults.DBTX)) },
		func(q numbers, fn func(numbers) error) error {
			return q.(*mattnresults.Results).InTx(context.Background(),
				func(q *mattnresults.Results) error { return fn(q) })
		},
		func(q numbers, tx *sql.Tx) numbers { return q.(*mattnresults.Results).WithTx(tx) }, mattnresults.Migrations()},
	"modernc": {&modernc.Driver{},
		func(db *sql.DB) numbers { return moderncresults.New(db) },
		func(db any) numbers { return moderncresults.Prepared(db.(moderncresults.DBTX)) },
		func(q numbers, fn func(numbers) error) error {
			return q.(*moderncresults.Results).InTx(context.Background(),
				func(q *moderncresults.Results) error { return fn(q) })
		},
		func(q numbers, tx *sql.Tx) numbers { return q.(*moderncresults.Results).WithTx(tx) },
		moderncresults.Migrations()},
}

// TestPrepared: statements are prepared once, in transactions too, where nothing waits for another connection; rows of
// a statement that are being read do not stop it from running; all is closed in the end.
func TestPrepared(t *testing.T) {
	for name, unit := range preparedUnits {
		t.Run(name, func(t *testing.T) { testPrepared(t, unit) })
	}
}

func testPrepared(t *testing.T, unit preparedUnit) {
	prepared := &atomic.Int64{}
	name := "counting " + t.Name()
	sql.Register(name, counting{unit.driver, prepared})
	db, err := sql.Open(name, filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, script := range unit.create {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	prepares := func(what string, expected int64, fn func()) {
		t.Helper()
		before := prepared.Load()
		fn()
		if n := prepared.Load() - before; n != expected {
			t.Fatalf("%s: prepared %d times, not %d", what, n, expected)
		}
	}
	several := func(q numbers) {
		t.Helper()
		for range 3 {
			if got, err := q.NumberValues(t.Context(), 3); err != nil || !slices.Equal(got, []int64{1, 2, 3}) {
				t.Fatal(got, err)
			}
		}
	}
	nested := func(q numbers) {
		t.Helper()
		n := 0
		for a, err := range q.EachNumberValues(t.Context(), 4) {
			if err != nil {
				t.Fatal(err)
			}
			for b, err := range q.EachNumberValues(t.Context(), 3) {
				if err != nil {
					t.Fatal(err)
				}
				n += int(a * b)
			}
		}
		if n != 60 {
			t.Fatal("nested iterations find", n)
		}
	}
	q := unit.prepared(db)
	prepares("New", 3, func() { several(unit.plain(db)) })
	prepares("Prepared", 1, func() { several(q) })
	prepares("a transaction", 4, func() { // each of the inner iterations
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		several(unit.withTx(q, tx))
		nested(unit.withTx(q, tx))
	})
	if err := unit.inTx(q, func(q numbers) error {
		several(q)
		nested(q)
		_, err := q.CountBooks(t.Context())
		return err
	}); err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one := unit.prepared(conn)
	prepares("a connection", 1, func() { several(one) })
	nested(one)
	if err := errors.Join(one.Close(), conn.Close()); err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(4)
	nested(q)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if got, err := q.NumberValues(t.Context(), 3); err != nil || len(got) != 3 {
					t.Error(got, err)
				}
			}
		})
	}
	all.Wait()
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := q.NumberValues(t.Context(), 3); err == nil {
		t.Fatal("closed statements run")
	}
	several(unit.plain(db))
}
