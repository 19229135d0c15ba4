package suite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"zombiezen.com/go/sqlite"

	duckmigrated "sqg.example/suite/gen/duckdb/migrated"
	mattnmigrated "sqg.example/suite/gen/mattn/migrated"
	moderncmigrated "sqg.example/suite/gen/modernc/migrated"
	pgmigrated "sqg.example/suite/gen/pg/migrated"
	zombiezenmigrated "sqg.example/suite/gen/zombiezen/migrated"
)

// history is a list of migrations, of which one may fail.
type history struct {
	Name       string
	Fails      int
	Refused    any
	Migrations []string
}

// played is a database that a history is played on.
type played struct {
	play   func(scripts []string, list bool) ([]string, error)
	tables func() string // their names
}

// TestHistories: migrations end as the corpus says, all at once and from each state between.
func TestHistories(t *testing.T) {
	for driver, on := range map[string]struct {
		engine string
		empty  func(t *testing.T) played
	}{
		"mattn":     {"sqlite", playedSQL("sqlite3", sqliteTables, mattnmigrated.PlayScripts)},
		"modernc":   {"sqlite", playedSQL("sqlite", sqliteTables, moderncmigrated.PlayScripts)},
		"zombiezen": {"sqlite", playedZombiezen},
		"duckdb":    {"duckdb", playedSQL("duckdb", duckdbTables, duckmigrated.PlayScripts)},
		"pgx":       {"postgres", playedPgx},
	} {
		t.Run(driver, func(t *testing.T) {
			text, err := os.ReadFile("../../corpus/histories/" + on.engine + ".json")
			var all []history
			if err == nil {
				err = json.Unmarshal(text, &all)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range all {
				if h.Refused == nil { // else a program may do it or not
					t.Run(h.Name, func(t *testing.T) { playHistory(t, h, on.empty) })
				}
			}
		})
	}
}

// playHistory applies all migrations from each state before, but for the one that must fail from one.
func playHistory(t *testing.T, h history, empty func(*testing.T) played) {
	var ids []string
	for i := range h.Migrations {
		ids = append(ids, strconv.Itoa(i+1))
	}
	last := len(ids)
	if h.Fails > 0 {
		last = h.Fails
	}
	var ends []string
	failed := false
	for before := range last {
		p := empty(t)
		if applied, err := p.play(h.Migrations[:before], false); err != nil || !slices.Equal(applied, ids[:before]) {
			t.Fatal(applied, err)
		}
		applied, err := p.play(h.Migrations, false)
		left, listed := p.play(h.Migrations, true)
		switch {
		case listed != nil:
			t.Error(listed)
		case err != nil && h.Fails == 0:
			t.Errorf("after %d: %v", before, err)
		case err != nil:
			failed = true
			wanted(t, "what is left", fmt.Sprint(left), fmt.Sprint(ids[h.Fails-1:]))
		default:
			wanted(t, "what was applied", fmt.Sprint(applied), fmt.Sprint(ids[before:]))
			wanted(t, "what is left", len(left), 0)
			ends = append(ends, p.tables())
		}
	}
	wanted(t, "one has failed", failed, h.Fails > 0)
	if len(slices.Compact(ends)) > 1 {
		t.Error(ends)
	}
}

const (
	sqliteTables   = "SELECT coalesce(group_concat(name), '') FROM (SELECT name FROM sqlite_schema ORDER BY name)"
	duckdbTables   = "SELECT coalesce(string_agg(table_name, ',' ORDER BY table_name), '') FROM duckdb_tables()"
	postgresTables = `SELECT coalesce(string_agg(c.oid::regclass::text, ',' ORDER BY c.oid::regclass::text), '')
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname !~ '^(pg_|information)'`
)

// playedSQL gives databases of a driver of database/sql.
func playedSQL[D any](
	driver, tables string, play func(context.Context, D, []string, bool) ([]string, error),
) func(*testing.T) played {
	return func(t *testing.T) played {
		db, err := sql.Open(driver, filepath.Join(t.TempDir(), "test.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return played{
			func(scripts []string, list bool) ([]string, error) {
				return play(t.Context(), any(db).(D), scripts, list)
			},
			func() (names string) {
				if err := db.QueryRow(tables).Scan(&names); err != nil {
					t.Error(err)
				}
				return names
			},
		}
	}
}

func playedZombiezen(t *testing.T) played {
	file := filepath.Join(t.TempDir(), "test.db")
	conn, err := sqlite.OpenConn(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return played{
		func(scripts []string, list bool) ([]string, error) {
			return zombiezenmigrated.PlayScripts(t.Context(), conn, scripts, list)
		},
		func() (names string) {
			db, err := sql.Open("sqlite", file)
			if err == nil {
				defer db.Close()
				err = db.QueryRow(sqliteTables).Scan(&names)
			}
			if err != nil {
				t.Error(err)
			}
			return names
		},
	}
}

func playedPgx(t *testing.T) played {
	url := newDatabase(t)
	connected := func(use func(conn *pgx.Conn) error) error { // a start of the program, which knows nothing of those before
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			return err
		}
		defer conn.Close(context.Background())
		return use(conn)
	}
	return played{
		func(scripts []string, list bool) (ids []string, err error) {
			err = connected(func(conn *pgx.Conn) (err error) {
				ids, err = pgmigrated.PlayScripts(t.Context(), conn, scripts, list)
				return err
			})
			return ids, err
		},
		func() (names string) {
			err := connected(func(conn *pgx.Conn) error {
				return conn.QueryRow(t.Context(), postgresTables).Scan(&names)
			})
			if err != nil {
				t.Error(err)
			}
			return names
		},
	}
}
