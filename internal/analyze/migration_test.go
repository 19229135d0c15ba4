package analyze

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// TestCommentAlone: a migration that holds a comment and no statement runs with every driver.
func TestCommentAlone(t *testing.T) {
	for name, want := range map[string]string{"sqlite": "-- none\nSELECT 1", "duckdb": "-- none\nSELECT 1",
		"postgres": "-- none\nDO 'BEGIN END'"} {
		m := Migration(&syntax.Block{Kind: syntax.Migrate, Name: "1", Script: "-- none"}, engine.Find(name).Dialect)
		if m.SQL != want || m.Canonical != "" {
			t.Errorf("%s: %q, %q", name, m.SQL, m.Canonical)
		}
	}
}
