package suite

import (
	"context"
	"database/sql"
	"iter"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	mattn "sqg.example/suite/gen/mattn/appender"
	mattnmigrated "sqg.example/suite/gen/mattn/migrated"
	modernc "sqg.example/suite/gen/modernc/appender"
	moderncmigrated "sqg.example/suite/gen/modernc/migrated"
	zombiezen "sqg.example/suite/gen/zombiezen/appender"
	zombiezenmigrated "sqg.example/suite/gen/zombiezen/migrated"
)

// inserter is what all generated appenders of a corpus unit have, by the types of their rows.
type inserter[N, E any] interface {
	BulkInsertNarrow(ctx context.Context, rows iter.Seq[N]) (int64, error)
	BulkInsertEveryType(ctx context.Context, rows iter.Seq[E]) (int64, error)
}

func TestSQLiteBulk(t *testing.T) {
	text := "x"
	for name, database := range map[string]string{"mattn": "sqlite3", "modernc": "sqlite"} {
		t.Run(name, func(t *testing.T) {
			app, exec := openSQL(database, name)(t, "appender")
			switch q := app.(type) {
			case *mattn.Appender:
				testBulk(t, q, q.InTx, exec, func() (int64,
					error) {
					r, err := q.NarrowSummary(t.Context())
					return r.Rows, err
				},
					func(k int64) mattn.NarrowRow { return mattn.NarrowRow{K: k, V: &text} },
					func(k int64, f float64) mattn.EveryTypeRow { return mattn.EveryTypeRow{ID: k, F: f, Dec: "1"} })
			case *modernc.Appender:
				testBulk(t, q, q.InTx, exec, func() (int64,
					error) {
					r, err := q.NarrowSummary(t.Context())
					return r.Rows, err
				},
					func(k int64) modernc.NarrowRow { return modernc.NarrowRow{K: k, V: &text} },
					func(k int64,
						f float64) modernc.EveryTypeRow {
						return modernc.EveryTypeRow{ID: k, F: f, Dec: "1"}
					})
			}
		})
	}
	t.Run("zombiezen", func(t *testing.T) {
		app, exec := openZombiezen("zombiezen")(t, "appender")
		q := app.(*zombiezen.Appender)
		testBulk(t, q, q.InTx, exec, func() (int64,
			error) {
			r, err := q.NarrowSummary(t.Context())
			return r.Rows, err
		},
			func(k int64) zombiezen.NarrowRow { return zombiezen.NarrowRow{K: k, V: &text} },
			func(k int64, f float64) zombiezen.EveryTypeRow { return zombiezen.EveryTypeRow{ID: k, F: f, Dec: "1"} })
	})
}

// testBulk checks counts, atomicity, contexts, and what errors say.
func testBulk[Q inserter[N, E], N, E any](t *testing.T, q Q, inTx func(context.Context, func(Q) error) error,
	exec func(string),
	count func() (int64, error), narrow func(int64) N, every func(int64, float64) E) {
	rows := func(n int, each func()) iter.Seq[N] {
		return func(yield func(N) bool) {
			for k := range n {
				each()
				if !yield(narrow(int64(k))) {
					return
				}
			}
		}
	}
	holds := func(what string, expected int64) {
		t.Helper()
		if n, err := count(); err != nil || n != expected {
			t.Fatalf("%s: the table holds %d rows, not %d: %v", what, n, expected, err)
		}
	}
	total := int64(0)
	for _, n := range []int{0, 1, 31, 32, 33, 10_000} {
		got, err := q.BulkInsertNarrow(t.Context(), rows(n, func() {}))
		if err != nil || got != int64(n) {
			t.Fatalf("%d rows: %d, %v", n, got, err)
		}
		total += got
		holds("rows", total)
	}
	ctx, cancel := context.WithCancel(t.Context())
	read := 0
	if _, err := q.BulkInsertNarrow(ctx, rows(1_000_000, func() {
		if read++; read == 5000 {
			cancel()
		}
	})); err == nil || read > 6000 {
		t.Fatalf("after the context has ended, %d rows are read: %v", read, err)
	}
	holds("a context that ended", total)
	_, err := q.BulkInsertEveryType(t.Context(), func(yield func(E) bool) {
		for k := range int64(50) {
			f := 1.0
			if k == 40 {
				f = math.NaN()
			}
			if !yield(every(k, f)) {
				return
			}
		}
	})
	if err == nil || !strings.Contains(err.Error(), "every_type: row 41: f: NaN") {
		t.Fatal(err)
	}
	exec("CREATE TRIGGER picky BEFORE INSERT ON narrow WHEN new.k = 7777 BEGIN SELECT RAISE(ABORT, 'no sevens'); END")
	err = inTx(t.Context(), func(q Q) error {
		if n, err := q.BulkInsertNarrow(t.Context(), rows(40, func() {})); err != nil || n != 40 {
			t.Fatal(n, err)
		}
		_, err := q.BulkInsertNarrow(t.Context(), rows(10_000, func() {}))
		if err == nil || !strings.Contains(err.Error(), "narrow: rows 7777 to 7808: ") ||
			!strings.Contains(err.Error(), "no sevens") {
			t.Fatal(err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	holds("an error within a transaction", total+40)
	if err := inTx(t.Context(), func(q Q) error {
		_, _ = q.BulkInsertNarrow(t.Context(), rows(3, func() {}))
		return context.Canceled
	}); err != context.Canceled {
		t.Fatal(err)
	}
	holds("a transaction that is rolled back", total+40)
}

// TestSQLiteForeignKeys: a table that migrations make again takes no rows with it.
func TestSQLiteForeignKeys(t *testing.T) {
	const mine = "CREATE TABLE mine (account INTEGER REFERENCES account ON DELETE CASCADE); INSERT INTO mine VALUES (1);"
	onSQL := func(driver string, apply func(ctx context.Context, conn *sql.Conn) ([]string, error)) {
		t.Run(driver, func(t *testing.T) {
			db, err := sql.Open(driver, ":memory:")
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			conn, err := db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			for _, script := range []string{mine, "PRAGMA foreign_keys = ON"} {
				if _, err := conn.ExecContext(t.Context(), script); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := apply(t.Context(), conn); err != nil {
				t.Fatal(err)
			}
			var rows, enforced int
			if err := conn.QueryRowContext(t.Context(),
				"SELECT count(*), foreign_keys FROM mine, pragma_foreign_keys").Scan(&rows, &enforced); err != nil {
				t.Fatal(err)
			}
			wanted(t, "rows", rows, 1)
			wanted(t, "enforced", enforced, 1)
		})
	}
	onSQL("sqlite3", func(ctx context.Context, conn *sql.Conn) ([]string, error) {
		return mattnmigrated.ApplyMigrations(ctx, conn, "")
	})
	onSQL("sqlite", func(ctx context.Context, conn *sql.Conn) ([]string, error) {
		return moderncmigrated.ApplyMigrations(ctx, conn, "")
	})
	t.Run("zombiezen", func(t *testing.T) {
		conn, err := sqlite.OpenConn(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := sqlitex.ExecuteScript(conn, mine, nil); err != nil {
			t.Fatal(err)
		}
		if err := sqlitex.ExecuteTransient(conn, "PRAGMA foreign_keys = ON", nil); err != nil {
			t.Fatal(err)
		}
		if _, err := zombiezenmigrated.ApplyMigrations(t.Context(), conn, ""); err != nil {
			t.Fatal(err)
		}
		rows, err := sqlitex.ResultInt(conn.Prep("SELECT count(*) + 10 * foreign_keys FROM mine, pragma_foreign_keys"))
		if err != nil {
			t.Fatal(err)
		}
		wanted(t, "rows, enforced", rows, 11)
	})
}

// TestSQLiteMigrations races starters, each with a connection of its own.
func TestSQLiteMigrations(t *testing.T) {
	type migrate[D any] = func(ctx context.Context, db D, project string) ([]string, error)
	onSQL := func(driver string, apply, pending migrate[mattnmigrated.DBTX]) func(file string, list bool) ([]string,
		error) {
		return func(file string, list bool) ([]string, error) {
			db, err := sql.Open(driver, file)
			if err != nil {
				return nil, err
			}
			defer db.Close()
			if list {
				return pending(context.Background(), db, "")
			}
			return apply(context.Background(), db, "")
		}
	}
	starters := map[string]func(file string, list bool) ([]string, error){
		"mattn": onSQL("sqlite3", mattnmigrated.ApplyMigrations, mattnmigrated.PendingMigrations),
		"modernc": onSQL("sqlite", func(ctx context.Context, db mattnmigrated.DBTX, project string) ([]string, error) {
			return moderncmigrated.ApplyMigrations(ctx, db, project)
		}, func(ctx context.Context, db mattnmigrated.DBTX, project string) ([]string, error) {
			return moderncmigrated.PendingMigrations(ctx, db, project)
		}),
		"zombiezen": func(file string, list bool) ([]string, error) {
			conn, err := sqlite.OpenConn(file)
			if err != nil {
				return nil, err
			}
			defer conn.Close()
			if list {
				return zombiezenmigrated.PendingMigrations(context.Background(), conn, "")
			}
			return zombiezenmigrated.ApplyMigrations(context.Background(), conn, "")
		},
	}
	for name, start := range starters {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "test.db")
			pending, err := start(file, true)
			if err != nil {
				t.Fatal(err)
			}
			wanted(t, "pending", len(pending), len(mattnmigrated.Migrations()))
			var wait sync.WaitGroup
			applied := make([]int, 4)
			for i := range applied {
				wait.Go(func() {
					names, err := start(file, false)
					if err != nil {
						t.Error(err)
					}
					applied[i] = len(names)
				})
			}
			wait.Wait()
			if sum := applied[0] + applied[1] + applied[2] + applied[3]; sum != len(pending) {
				t.Errorf("applied %v", applied)
			}
			if pending, err = start(file, true); err != nil || len(pending) > 0 {
				t.Error(pending, err)
			}
			db, err := sql.Open("sqlite", file)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			meant := "UPDATE _sqg_migrations SET checksum = '" + strings.Repeat("a", 64) +
				"' WHERE migration_id = '005 view'"
			if _, err := db.Exec(meant); err != nil {
				t.Fatal(err)
			}
			if names, err := start(file, false); err != nil || len(names) > 0 {
				t.Error(names, err)
			}
			if _, err := db.Exec("UPDATE _sqg_migrations SET checksum = 'other' WHERE rowid = 2"); err != nil {
				t.Fatal(err)
			}
			for _, list := range []bool{false, true} {
				if _, err := start(file, list); err == nil || !strings.HasSuffix(err.Error(), ":was(other)") {
					t.Error(err)
				}
			}
		})
	}
}
