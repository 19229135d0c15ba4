package engine

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestWithin: what takes too long is told, whether it stops or not; anything else is as it is.
func TestWithin(t *testing.T) {
	defer func(before time.Duration) { grace = before }(grace)
	grace = 10 * time.Millisecond
	env := Environment{Getenv: func(name string) string { return map[string]string{TimeVariable: "1"}[name] }}
	own := errors.New("own")
	if err := env.Within(t.Context(), "SQLite", "script", func(context.Context) error { return own }); err != own {
		t.Error(err)
	}
	stops := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	goesOn := make(chan struct{})
	defer close(goesOn)
	var busy *Busy
	var e *Error
	for name, f := range map[string]func(context.Context) error{
		"stops": stops, "goes on": func(context.Context) error { <-goesOn; return nil },
	} {
		err := env.Within(t.Context(), "SQLite", "script", f)
		if !errors.As(err, &e) || !strings.HasPrefix(e.Msg, "SQLite has worked on this script for 1s") ||
			errors.As(err, &busy) != (name == "goes on") {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := env.Within(ctx, "SQLite", "script", stops); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
