package sqlite

import (
	"context"
	"errors"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/refusal"
)

// Apply runs a script in the scratch database, statement by statement, until ctx ends or it takes too long.
func (s *session) Apply(ctx context.Context, script string) error {
	return s.within(ctx, func(ctx context.Context) error { return s.apply(ctx, script) })
}

func (s *session) within(ctx context.Context, f func(context.Context) error) error {
	err := s.env.Within(ctx, "SQLite", "script", f)
	var busy *engine.Busy
	s.busy = errors.As(err, &busy)
	return err
}

func (s *session) apply(ctx context.Context, script string) error {
	if err := s.runAll(ctx, script); err != nil {
		return err
	}
	return s.settle()
}

func (s *session) runAll(ctx context.Context, script string) error {
	s.schema = nil
	defer s.conn.interruptAtEnd(ctx)()
	for at := 0; at < len(script); {
		if err := ctx.Err(); err != nil {
			return err
		}
		at = nextToken(script, at)
		if at == len(script) {
			break
		}
		used, err := s.run(script[at:])
		if err != nil {
			s.conn.rollback()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err.Offset >= 0 {
				err.Offset += at
			}
			return err
		}
		at += used
	}
	return nil
}

// outside are the statements that would reach beyond the scratch database.
var outside = map[string]string{
	"ATTACH": "ATTACH would open another database; the scratch database stands alone",
	"VACUUM": "VACUUM has no effect on a scratch database and can write a file",
	storing:  "this PRAGMA says where SQLite writes files, and the scratch database has none",
}

// storing stands for the PRAGMAs of files: temp_store, temp_store_directory and data_store_directory.
const storing = "PRAGMA …_store"

// run executes the first statement of sql and says how long it is.
func (s *session) run(sql string) (int, *engine.Error) {
	word, _ := keyword(sql)
	if text, _, _ := strings.Cut(sql, ";"); word == "PRAGMA" && strings.Contains(strings.ToLower(text), "_store") {
		word = storing
	}
	if msg, ok := outside[word]; ok {
		return 0, &engine.Error{Msg: msg, Offset: 0, Hint: "leave it out of MIGRATE, BASELINE and TESTDATA",
			Forbidden: true}
	}
	st, used, fault := s.conn.prepare(sql)
	if fault != nil {
		return 0, s.explain(fault, sql)
	}
	if st == nil {
		return max(used, 1), nil
	}
	defer st.close()
	for {
		more, fault := st.step()
		if fault != nil {
			e := s.explain(fault, sql)
			e.Offset = max(e.Offset, 0)
			return 0, e
		}
		if !more {
			return used, nil
		}
	}
}

// settle ends a transaction that the script left open.
func (s *session) settle() error {
	if s.conn.rollback() {
		return refusal.Unended()
	}
	return nil
}
