package postgres

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
)

// Alike compares the Query trees of two statements.
func (s *session) Alike(ctx context.Context, a, b engine.Stmt) (bool, error) {
	var trees [2]*querytree.Node
	for i, in := range []engine.Stmt{a, b} {
		p, err := s.prepare(ctx, in)
		if err != nil {
			return false, err
		}
		if trees[i], err = querytree.Parse(p.tree); err != nil {
			return false, err
		}
	}
	return querytree.Alike(trees[0], trees[1]), nil
}
