package sqlite

import (
	"context"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestMake: the tables that statements make are there for others, and gone afterwards. A column that SQLite declares
// without a type is of any.
func TestMake(t *testing.T) {
	ctx := context.Background()
	s := enginetest.Open(t, Open,
		"CREATE TABLE event (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, amount REAL) STRICT; INSERT INTO event VALUES (1, 'a', 2.5)").(*session)
	undo, err := s.Make(ctx, []engine.Stmt{
		{SQL: "CREATE TEMP TABLE recent AS SELECT * FROM event WHERE id >= ?1", Params: make([]engine.ParamHint, 1)},
		{SQL: "CREATE TABLE IF NOT EXISTS \"s m\" AS SELECT kind, count(*) AS n FROM recent GROUP BY kind"},
		{SQL: "CREATE TEMP TABLE plain (id INTEGER NOT NULL, name TEXT) STRICT"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"SELECT * FROM recent": "id INT?, kind TEXT?, amount REAL?", `SELECT * FROM "s m"`: "kind TEXT?, n ANY?",
		"SELECT * FROM plain": "id INTEGER, name TEXT?",
	} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		if err != nil {
			t.Error(err)
			continue
		}
		var got []string
		for _, c := range d.Columns {
			got = append(got, c.Name+" "+c.Type.SQL+map[bool]string{true: "?"}[c.Nullable])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s", sql, got)
		}
	}
	if err := undo(ctx); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"recent", `"s m"`, "plain"} {
		if _, err := s.Describe(ctx, engine.Stmt{SQL: "SELECT * FROM " + table}); err == nil {
			t.Errorf("%s is left", table)
		}
	}
}
