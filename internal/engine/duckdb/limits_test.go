package duckdb

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestLimits: what has no end and what takes all memory is told, and the session goes on.
func TestLimits(t *testing.T) {
	limits := map[string]string{engine.TimeVariable: "3", memoryVariable: "100MB"}
	env := engine.Environment{Log: testEnvironment.Log, Getenv: func(name string) string {
		if v := limits[name]; v != "" {
			return v
		}
		return os.Getenv(name)
	}}
	s := enginetest.Open(t, NewHost(env).Open, "CREATE TABLE t (id INTEGER NOT NULL)").(*session)
	for script, want := range map[string]string{
		"CREATE TABLE e AS WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT count(*) AS n FROM r": "DuckDB has worked on this script for 3s, and is stopped",
		"CREATE TABLE m AS SELECT repeat('x', 1000) || i AS t FROM range(1000000) AS r(i)":                            "this takes more memory than a scratch database has",
	} {
		started := time.Now()
		err := s.Apply(ctx, script)
		var e *engine.Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Msg, want) || !strings.Contains(e.Hint, "SQG_") ||
			time.Since(started) > time.Minute {
			t.Errorf("%s: %v after %v", script, err, time.Since(started))
		}
	}
	if d, err := s.Describe(ctx, engine.Stmt{SQL: "SELECT id FROM t"}); err != nil || len(d.Columns) != 1 {
		t.Error(err)
	}
}
