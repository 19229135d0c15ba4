package syntax

import (
	"reflect"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/source"
)

// TestCommas: what a @set line has several of.
func TestCommas(t *testing.T) {
	for sql, want := range map[string]int{
		"1": 0, "1, 2": 1, "1,2 , 3": 2, "'a,b'": 0, "'a', 'b,c'": 1, "f(1, 2)": 0, "f(1, 2), 3": 1, "ARRAY[1, 2]": 0,
		"(1, 2)":           0,
		"{'a': 1, 'b': 2}": 0, "1 /* , */": 0, "1 -- , 2": 0, `"a,b"`: 0, "$$a,b$$, 1": 1,
	} {
		if got := trapDialect.commas(sql); len(got) != want {
			t.Errorf("%s has commas at %v, want %d", sql, got, want)
		}
	}
}

// TestInLists: an IN with all that belongs to it, and nothing else.
func TestInLists(t *testing.T) {
	for sql, want := range map[string][]string{
		"a IN (${x})":                             {"IN ($1)"},
		"a NOT IN (${x})":                         {"NOT IN ($1)"},
		"a not\n in(${x}) OR b IN ( ${y} )":       {"not\n in($1)", "IN ( $2 )"},
		"NOT a IN (${x})":                         {"IN ($1)"},
		"a IN /* (1) */ ( /* :) */ ${x} /* ) */)": {"IN /* (1) */ ( /* :) */ $1 /* ) */)"},
		"a NOT /* IN ( */ IN (${x}) AND (b = 1)":  {"NOT /* IN ( */ IN ($1)"},
		"(not_a) IN (${x})":                       {"IN ($1)"},
		"'NOT' IN (${x})":                         {"IN ($1)"},
		"1 AND NOT \"a\" IN (${x})":               {"IN ($1)"},
		"1 AND NOT 'a' IN (${x})":                 {"IN ($1)"},
		"1 AND NOT ${y} IN (${x})":                {"IN ($1)"},
		"1 AND NOT (a) IN (${x})":                 {"IN ($1)"},
		"1 AND NOT a.b IN (${x})":                 {"IN ($1)"},
		"a IN (${x}, 1) OR b = (${y})":            nil,
		"a IN (SELECT ${x})":                      nil,
	} {
		blocks, diags := Parse(source.New("q.sql", "-- QUERY a\nSELECT "+sql+";\n"), trapDialect)
		marks := map[string]string{"x": "$1", "y": "$2"}
		text := blocks[0].Statement(func(use int) string { return marks[blocks[0].Uses[use]] })
		var got []string
		for _, in := range blocks[0].InLists(text, trapDialect) {
			piece := text.SQL[in.Start:in.End]
			got = append(got, piece)
			if in.Not != strings.HasPrefix(strings.ToUpper(piece), "NOT") || in.Param != marks[in.Name] {
				t.Errorf("%s: %+v", sql, in)
			}
		}
		if !reflect.DeepEqual(got, want) || len(diags) > 0 {
			t.Errorf("%s: %q, want %q, %v", sql, got, want, diags)
		}
	}
}
