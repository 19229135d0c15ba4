package duckdb

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/refusal"
)

// Apply runs a script as the duckdb shell does: statement by statement, each in a transaction of its own unless the
// script begins one.
func (s *session) Apply(ctx context.Context, script string) error {
	return s.within(ctx, "script", func(ctx context.Context) error {
		if err := s.apply(ctx, script); err != nil {
			return err
		}
		return s.lake.apply(ctx, script)
	})
}

func (s *session) apply(ctx context.Context, script string) error {
	if err := s.runAll(ctx, script); err != nil {
		return err
	}
	open, err := s.rollback()
	if err == nil && open {
		err = refusal.Unended()
	}
	return cmp.Or(err, s.unused(ctx))
}

func (s *session) runAll(ctx context.Context, script string) error {
	s.catalog = nil
	for _, c := range dialect.Split(script) {
		err := plain(script, c)
		if err == nil {
			err = notApplied.Command(c)
		}
		if err == nil {
			err = s.unchanged(script[c.Start:c.End], c.Start, true)
		}
		if err == nil {
			err = s.run(ctx, script[c.Start:c.End], c.Start)
		}
		if err != nil {
			_, _ = s.rollback() // of a script that failed already
			return err
		}
	}
	return nil
}

// unused refuses a script that leaves a source as the current database.
func (s *session) unused(ctx context.Context) error {
	if len(s.attached) == 0 {
		return nil
	}
	current := ""
	err := s.each(ctx, "SELECT current_database()", func(r row) { current = r.text(0) })
	if err == nil && current != own {
		err = &engine.Error{Msg: "the script leaves the source " + current + " as the current database", Offset: -1,
			Forbidden: true,
			Hint:      "leave USE out, and write " + current + ".schema.table"}
	}
	return err
}

// run executes a statement of a script that starts at a byte of it.
func (s *session) run(ctx context.Context, statement string, at int) error {
	err := s.exec(ctx, statement)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var e *engine.Error
	if err = explain(err, statement); errors.As(err, &e) {
		e.Offset = at + max(e.Offset, 0)
	}
	return s.tell(err)
}

// rollback ends a transaction that a script left open, and reports whether there was one.
func (s *session) rollback() (open bool, err error) {
	err = s.exec(context.Background(), "ROLLBACK")
	var e *libduckdb.Error
	if errors.As(err, &e) && strings.Contains(e.Msg, "no transaction is active") {
		return false, nil
	}
	return err == nil, err
}

// Settings keeps the search path, which holds the current database as well: scripts can set nothing else but variables.
func (s *session) Settings(ctx context.Context) (restore func(context.Context) error, err error) {
	path := ""
	err = s.each(ctx, "SELECT current_setting('search_path')", func(r row) { path = r.text(0) })
	return func(ctx context.Context) error {
		s.catalog = nil
		return s.exec(ctx, "SET search_path = "+literal(path))
	}, err
}
