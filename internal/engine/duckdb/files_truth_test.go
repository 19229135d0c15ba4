package duckdb

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestTruthOfFiles holds statements over files against testdata/files.txt, and that against what DuckDB returns, as
// TestTruth does for tables.
func TestTruthOfFiles(t *testing.T) {
	const path = "testdata/files.txt"
	env := testEnvironment
	env.Files = []string{"testdata/people.csv", "testdata/people.json"}
	s := enginetest.Open(t, NewHost(env).Open, enginetest.File(t, "testdata/schema.sql")).(*session)
	entries := entriesOf(t, path)
	described, null := make([]*engine.Description, len(entries)), make([][]bool, len(entries))
	for i, e := range entries {
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: e.sql, Params: params(e.sql)})
		if err != nil {
			t.Fatalf("%v\n%s", err, e.sql)
		}
		described[i] = d
		null[i], _ = witness(t, s, e.sql, d)
	}
	compareTruth(t, path, entries, described, null)
}
