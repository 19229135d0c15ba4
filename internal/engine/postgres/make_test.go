package postgres

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// TestMake: the tables that statements make are there for others, and gone afterwards.
func TestMake(t *testing.T) {
	s := openShop(t)
	undo, err := s.Make(ctx, []engine.Stmt{
		{SQL: "CREATE TEMP TABLE recent AS SELECT id, mood, price FROM users WHERE price >= $1 WITH NO DATA",
			Params: make([]engine.ParamHint, 1)},
		{SQL: `CREATE TABLE IF NOT EXISTS "s m" (m, total) AS SELECT mood, sum(price) FROM recent GROUP BY mood`},
		{SQL: "CREATE TEMP TABLE plain (id integer NOT NULL, name text)"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"SELECT * FROM recent": "id integer?, mood mood?, price numeric(10,2)?",
		`SELECT * FROM "s m"`:  "m mood?, total numeric?",
		"SELECT * FROM plain":  "id integer, name text?",
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
