package duckdb

import (
	"context"
	"regexp"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
)

// places is where a plan says that something stands in the statement.
var places = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"query_location(?:_length)?":\d+,?|"alias":"(?:[^"\\]|\\.)*",?`)
})

// Alike compares the plans of two statements.
func (s *session) Alike(ctx context.Context, a, b engine.Stmt) (bool, error) {
	var plans [2]string
	for i, in := range []engine.Stmt{a, b} {
		st, err := s.state(ctx, in)
		if err != nil {
			return false, err
		}
		text, err := s.serialized(ctx, st.text)
		if err != nil {
			return false, err
		}
		if _, err := planOf(text); err != nil {
			return false, err
		}
		plans[i] = places().ReplaceAllString(text, "")
	}
	return plans[0] == plans[1], nil
}
