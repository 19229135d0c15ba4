package plan

import (
	"reflect"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// TestComment: nothing of a name ends the comment, and the keys have sqlcommenter's order.
func TestComment(t *testing.T) {
	q := &ir.Query{Name: ir.Name{SQL: "get */ 'x'?"}, Span: source.Span{File: source.New("sql/a%b.sql", "")}}
	want := "/*action='get%20%2A%2F%20%27x%27%3F',application='app',file='a%25b.sql'*/"
	if got := comment("app", q); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestCommented: the comment is the end of every text, and no part of a comment of the user's.
func TestCommented(t *testing.T) {
	for _, c := range []struct{ text, want []Piece }{
		{[]Piece{{SQL: "SELECT 1", Source: -1}}, []Piece{{SQL: "SELECT 1 /*c*/", Source: -1}}},
		{[]Piece{{SQL: "SELECT 1 -- one", Source: -1}}, []Piece{{SQL: "SELECT 1 -- one\n/*c*/", Source: -1}}},
		{[]Piece{{SQL: "LIMIT ", Source: -1, Bind: 1}},
			[]Piece{{SQL: "LIMIT ", Source: -1, Bind: 1}, {SQL: " /*c*/", Source: -1}}},
		{[]Piece{{Source: 0}}, []Piece{{Source: 0}, {SQL: " /*c*/", Source: -1}}},
		{[]Piece{{SQL: "AND a", Source: -1, Need: 1}},
			[]Piece{{SQL: "AND a", Source: -1, Need: 1}, {SQL: "\n/*c*/", Source: -1}}},
	} {
		if got := commented(c.text, "/*c*/"); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v, not %+v", got, c.want)
		}
	}
}
