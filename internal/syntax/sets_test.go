package syntax

import (
	"reflect"
	"testing"

	"github.com/sqg-dev/sqg/internal/source"
)

// TestCommentedSet: a @set in a comment is the same as one by itself, wherever it stands.
func TestCommentedSet(t *testing.T) {
	plain := "-- QUERY a\n@set x = 1, 2\nSELECT ${x}\n@set y = 'a'\n  , ${y}\n@set z = null\n  , ${z};\n-- Of the next.\n-- QUERY b\nSELECT 1;\n"
	comments := "-- QUERY a\n-- @set x = 1, 2\nSELECT ${x}\n  --@set y = 'a'\n  , ${y}\n--- @set z = null;\n  , ${z};\n-- Of the next.\n-- QUERY b\nSELECT 1;\n"
	want, diags := Parse(source.New("q.sql", plain), trapDialect)
	got, more := Parse(source.New("q.sql", comments), trapDialect)
	if len(diags)+len(more) > 0 || len(got) != 2 {
		t.Fatal(len(got), diags, more)
	}
	mark := func(int) string { return "$1" }
	if a, b := got[0].Statement(mark).SQL, want[0].Statement(mark).SQL; a != b {
		t.Errorf("%q, want %q", a, b)
	}
	for i, set := range want[0].Sets {
		set.Span = got[0].Sets[i].Span
		if !reflect.DeepEqual(got[0].Sets[i], set) {
			t.Errorf("%+v, want %+v", got[0].Sets[i], set)
		}
	}
	if !reflect.DeepEqual(got[1].Doc, []string{"Of the next."}) {
		t.Errorf("%q", got[1].Doc)
	}
}

// TestCommentsThatSetNothing: in a script they are comments, and so is what only looks like one.
func TestCommentsThatSetNothing(t *testing.T) {
	for _, text := range []string{
		"-- MIGRATE 1\n-- @set x = 1\nCREATE TABLE a (b int);\n",
		"-- QUERY a\n-- @set the clock\nSELECT 1;\n",
		"-- QUERY a\nSELECT 1; -- @set x = 1\n",
		"-- QUERY a\nSELECT '\n-- @set x = 1\n';\n",
	} {
		blocks, diags := Parse(source.New("q.sql", text), trapDialect)
		if len(diags) > 0 || len(blocks[0].Sets) > 0 {
			t.Errorf("%q: %v, %v", text, blocks[0].Sets, diags)
		}
	}
}
