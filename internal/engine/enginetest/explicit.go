package enginetest

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Explicit tests that the columns of stars are named: of each statement, what is to become of it.
func Explicit(t *testing.T, s engine.Session, d syntax.Dialect, cases [][2]string) {
	for _, c := range cases {
		params := make([]engine.ParamHint, most(c[0]))
		for i := range params {
			params[i].Name = "p"
		}
		x, err := s.Explicit(context.Background(), engine.Stmt{SQL: c[0], Params: params})
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		left := len(d.Inserts(c[1]))
		for _, star := range d.Stars(c[1]) {
			if !star.Unseen {
				left++
			}
		}
		if got := x.Apply(c[0]); got != c[1] || len(x.Left) != left {
			t.Errorf("%s:\n got %s\nwant %s\nleft %v, want %d", c[0], got, c[1], x.Left, left)
		}
	}
}

// most is the greatest number of a parameter.
func most(sql string) (n int) {
	for i := range len(sql) - 1 {
		if sql[i] == '$' || sql[i] == '?' {
			n = max(n, int(sql[i+1]-'0'))
		}
	}
	return n
}
