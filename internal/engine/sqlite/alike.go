package sqlite

import (
	"context"
	"slices"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Alike compares the programs of two statements.
func (s *session) Alike(_ context.Context, a, b engine.Stmt) (bool, error) {
	var programs [2][]op
	for i, in := range []engine.Stmt{a, b} {
		st, _, fault := s.conn.prepare(in.SQL)
		if fault != nil {
			return false, s.explain(fault, in.SQL)
		}
		programs[i] = st.program(nil)
		st.close()
	}
	return slices.Equal(programs[0], programs[1]), nil
}
