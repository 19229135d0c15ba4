package sqlite

import (
	"context"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Plan is what EXPLAIN QUERY PLAN returns: a line for each step, below the one that it is a part of.
func (s *session) Plan(_ context.Context, in engine.Stmt, _ []engine.Param) (string, error) {
	if _, columns := told(in.SQL); columns != nil {
		return "", nil
	}
	var lines []string
	depth := map[int]int{}
	err := s.conn.query("EXPLAIN QUERY PLAN "+in.SQL, func(step *stmt) {
		id, parent := step.int(0), step.int(1)
		depth[id] = depth[parent] + 1
		lines = append(lines, strings.Repeat("  ", depth[parent])+step.text(3))
	})
	return strings.Join(lines, "\n"), err
}
