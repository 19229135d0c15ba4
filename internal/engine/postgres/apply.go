package postgres

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

var syntaxOf = syntax.Dialects["postgres"]

// Apply runs a script statement by statement, as psql does.
func (s *session) Apply(ctx context.Context, script string) error {
	s.catalog = nil
	for _, c := range syntaxOf.Split(script) {
		sql := script[c.Start:c.End]
		if err := s.conn.Exec(ctx, sql).Close(); err != nil {
			e := explain(err, sql, nil)
			if e, ok := e.(*engine.Error); ok {
				e.Offset = max(0, e.Offset) + c.Start
			}
			return e
		}
	}
	return nil
}
