package enginetest

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Endless tests that a script without an end is stopped, and that the error says so.
func Endless(t *testing.T, host func(engine.Environment) engine.Host, name string) {
	h := host(engine.Environment{Log: func(string) {}, Getenv: func(name string) string {
		if name == engine.TimeVariable {
			return "2"
		}
		return os.Getenv(name)
	}})
	defer h.Close()
	s, err := h.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	started := time.Now()
	err = s.Apply(context.Background(),
		"CREATE TABLE e AS WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT count(*) AS n FROM r")
	var e *engine.Error
	if !errors.As(err, &e) || !strings.HasPrefix(e.Msg, name+" has worked on this script for 2s, and is stopped") ||
		time.Since(started) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(started))
	}
}
