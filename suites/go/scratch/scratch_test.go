// Package scratch tests what `tests: true` generates.
package scratch

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	duckdb "sqg.example/suite/gen/duckdb/notes"
	duckdbtest "sqg.example/suite/gen/duckdb/notes/notestest"
	mattn "sqg.example/suite/gen/mattn/notes"
	mattntest "sqg.example/suite/gen/mattn/notes/notestest"
	modernc "sqg.example/suite/gen/modernc/notes"
	moderntest "sqg.example/suite/gen/modernc/notes/notestest"
	pg "sqg.example/suite/gen/pg/notes"
	pgtest "sqg.example/suite/gen/pg/notes/notestest"
	zombiezen "sqg.example/suite/gen/zombiezen/notes"
	zombietest "sqg.example/suite/gen/zombiezen/notes/notestest"
)

// notes are the methods of the unit, whatever its driver.
type notes interface {
	AddNote(ctx context.Context, id, author int64, body string) (int64, error)
	CountNotes(ctx context.Context) (int64, error)
	OldNotes(ctx context.Context) ([]string, error)
}

// narrow are notes of an engine whose INTEGER has 32 bits.
type narrow[Q interface {
	AddNote(ctx context.Context, id, author int32, body string) (int64, error)
	CountNotes(ctx context.Context) (int64, error)
	OldNotes(ctx context.Context) ([]string, error)
}] struct{ q Q }

func (n narrow[Q]) AddNote(ctx context.Context, id, author int64, body string) (int64, error) {
	return n.q.AddNote(ctx, int32(id), int32(author), body)
}
func (n narrow[Q]) CountNotes(ctx context.Context) (int64, error)  { return n.q.CountNotes(ctx) }
func (n narrow[Q]) OldNotes(ctx context.Context) ([]string, error) { return n.q.OldNotes(ctx) }

// scratch is a test database by a driver: its statements, the names of people, the migrations that are pending.
var scratch = map[string]func(t testing.TB) (q notes, people int, pending []string, err error){
	"pgx": func(t testing.TB) (notes, int, []string, error) {
		db := pgtest.NewTestDatabase(t)
		people, err := pg.New(db).People(t.Context())
		if err != nil {
			return nil, 0, nil, err
		}
		pending, err := pg.ApplyMigrations(t.Context(), db, "")
		return narrow[*pg.Notes]{pg.New(db)}, len(people), pending, err
	},
	"mattn": func(t testing.TB) (notes, int, []string, error) {
		db := mattntest.NewTestDatabase(t)
		people, err := mattn.New(db).People(t.Context())
		if err != nil {
			return nil, 0, nil, err
		}
		pending, err := mattn.ApplyMigrations(t.Context(), db, "")
		return mattn.New(db), len(people), pending, err
	},
	"modernc": func(t testing.TB) (notes, int, []string, error) {
		db := moderntest.NewTestDatabase(t)
		people, err := modernc.New(db).People(t.Context())
		if err != nil {
			return nil, 0, nil, err
		}
		pending, err := modernc.ApplyMigrations(t.Context(), db, "")
		return modernc.New(db), len(people), pending, err
	},
	"zombiezen": func(t testing.TB) (notes, int, []string, error) {
		db := zombietest.NewTestDatabase(t)
		people, err := zombiezen.New(db).People(t.Context())
		if err != nil {
			return nil, 0, nil, err
		}
		pending, err := zombiezen.ApplyMigrations(t.Context(), db, "")
		return zombiezen.New(db), len(people), pending, err
	},
	"duckdb": func(t testing.TB) (notes, int, []string, error) {
		db := duckdbtest.NewTestDatabase(t)
		people, err := duckdb.New(db).People(t.Context())
		if err != nil {
			return nil, 0, nil, err
		}
		pending, err := duckdb.ApplyMigrations(t.Context(), db, "")
		return narrow[*duckdb.Notes]{duckdb.New(db)}, len(people), pending, err
	},
}

// TestScratch: each test has a database with the schema and TESTDATA of its own, also next to others, and finds its
// migrations applied.
func TestScratch(t *testing.T) {
	for name, open := range scratch {
		for i := range 5 {
			t.Run(fmt.Sprint(name, i), func(t *testing.T) {
				t.Parallel()
				q, people, pending, err := open(t)
				if err != nil || people != 2 || len(pending) > 0 {
					t.Fatal(people, pending, err)
				}
				if _, err := q.AddNote(t.Context(), 1, 1, "mine"); err != nil {
					t.Fatal(err)
				}
				if n, err := q.CountNotes(t.Context()); n != 1 || err != nil {
					t.Error(n, err)
				}
				if old, err := q.OldNotes(t.Context()); !slices.Equal(old, []string{"from a migration"}) || err != nil {
					t.Error(old, err)
				}
			})
		}
	}
}

// greet is a function that takes what has the statements: the database, or a fake.
func greet(ctx context.Context, q mattn.Querier) (string, error) {
	people, err := q.People(ctx)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Hello, %s", people[len(people)-1].Name), nil
}

// fake embeds the interface, so that a method which it lacks panics.
type fake struct{ mattn.Querier }

func (fake) People(context.Context) ([]mattn.PeopleRow, error) {
	return []mattn.PeopleRow{{ID: 1, Name: "nobody"}}, nil
}

// TestFake: with `interface: true`, a function takes the generated struct and a fake.
func TestFake(t *testing.T) {
	for want, q := range map[string]mattn.Querier{
		"Hello, nobody":                    fake{},
		"Hello, Grace $1 ${x} %s \\ \"#\"": mattn.New(mattntest.NewTestDatabase(t)),
	} {
		if got, err := greet(t.Context(), q); got != want || err != nil {
			t.Errorf("%q, not %q: %v", got, want, err)
		}
	}
}

// failing is a test that fails without failing this one.
type failing struct {
	testing.TB
	mu    sync.Mutex
	after []func()
}

func (f *failing) Failed() bool { return true }

func (f *failing) Cleanup(after func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.after = append(f.after, after)
}

func (f *failing) end() {
	for _, after := range slices.Backward(f.after) {
		after()
	}
}

// TestScratchIsDropped: the database of a test that fails with an open transaction is dropped, and so is that of a
// process that was killed an hour ago, but no other.
func TestScratchIsDropped(t *testing.T) {
	ctx := t.Context()
	admin, err := pgx.Connect(ctx, os.Getenv("SQG_TEST_POSTGRES_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(ctx)
	const left, recent = "sqg_test_1700000000_left", "sqg_test_99999999999_recent"
	for _, name := range []string{left, recent} {
		if _, err := admin.Exec(ctx, "CREATE DATABASE "+name); err != nil {
			t.Fatal(err)
		}
		defer admin.Exec(ctx, "DROP DATABASE IF EXISTS "+name)
	}
	f := &failing{TB: t}
	pool := pgtest.NewTestDatabase(f)
	tx, err := pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var own string
	if err := tx.QueryRow(ctx, "SELECT current_database()").Scan(&own); err != nil {
		t.Fatal(err)
	}
	f.end()
	var there []string
	rows, _ := admin.Query(ctx, "SELECT datname::text FROM pg_database WHERE datname IN ($1, $2, $3)", own, left,
		recent)
	if there, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || !slices.Equal(there, []string{recent}) {
		t.Error(there, err)
	}
	tx.Rollback(ctx)
}
