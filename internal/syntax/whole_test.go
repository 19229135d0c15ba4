package syntax

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/source"
)

// TestWholes: which items of a SELECT list are a name that FROM gives, and where.
func TestWholes(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT a FROM a":                                        "0 a [a]",
		"SELECT id, a /* x */ AS b FROM t AS a":                  "1 a [a /* x */ AS b]",
		"SELECT DISTINCT \"A\" \"b c\" FROM t \"A\"":             `0 "A" ["A" "b c"]`,
		"SELECT -- a\n a, b -- b\n FROM s.a JOIN t b ON b.x = 1": "0 a [a]; 1 b [b]",
		"SELECT x FROM a, (SELECT 1) AS x ORDER BY a.id DESC":    "0 x [x]",
		"SELECT ${p}, a FROM a WHERE b = ${q}":                   "1 a [a]",
		"SELECT a.id, a + 1, (a), f(a), 'a', 1 FROM a":           "",
		"SELECT b FROM a":                                        "",
		"SELECT b FROM a JOIN c ON c.x = b":                      "",
		"SELECT b FROM (SELECT * FROM b) AS a":                   "",
		"SELECT s FROM s.a":                                      "",
		"SELECT a, id FROM a ORDER BY 2 DESC":                    "0 a [a]",
		"FROM a JOIN b ON a = b SELECT id, a AS c WHERE a":       "1 a [a AS c]",
		"WITH a AS (SELECT 1) FROM a SELECT a ORDER BY 1":        "0 a [a]",
		"FROM a":                                 "",
		"SELECT a FROM a ORDER BY ALL":           "",
		"SELECT a, count(*) FROM a GROUP BY 1":   "",
		"SELECT a, count(*) FROM a GROUP BY ALL": "",
		"SELECT a FROM a UNION SELECT a FROM a":  "",
	} {
		blocks, _ := Parse(source.New("q.sql", "-- QUERY q\n"+sql+";\n"), trapDialect)
		var got []string
		if cut := blocks[0].Select(trapDialect); cut != nil {
			for _, w := range cut.Wholes(trapDialect) {
				got = append(got, fmt.Sprintf("%d %s [%s]", w.Item, w.Alias, cut.Text.SQL[w.Start:w.End]))
			}
		}
		if have := strings.Join(got, "; "); have != want {
			t.Errorf("%s: %s, want %s", sql, have, want)
		}
	}
}

// TestKeys: what ORDER BY is where columns take the place of whole rows, of which each is three columns.
func TestKeys(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT a, id FROM a ORDER BY 2 DESC, 1":                                 "SELECT a, id FROM a ORDER BY 4 DESC, a",
		"SELECT a AS w, id FROM a ORDER BY w, id":                                "SELECT a AS w, id FROM a ORDER BY a, id",
		"SELECT id, a FROM a ORDER BY 1, a.id":                                   "SELECT id, a FROM a ORDER BY 1, a.id",
		"SELECT id, a, b, n FROM a JOIN b ORDER BY /* x */ 4 NULLS LAST LIMIT 2": "SELECT id, a, b, n FROM a JOIN b ORDER BY /* x */ 8 NULLS LAST LIMIT 2",
		"SELECT a, id FROM a ORDER BY 2 + 1, '2', ${p}":                          "SELECT a, id FROM a ORDER BY 2 + 1, '2', ?",
	} {
		blocks, _ := Parse(source.New("q.sql", "-- QUERY q\n"+sql+";\n"), trapDialect)
		b := blocks[0]
		cut := b.Select(trapDialect)
		wholes := cut.Wholes(trapDialect)
		b = b.Edited(cut.Text, trapDialect, cut.Keys(trapDialect, wholes))
		cut = b.Select(trapDialect)
		b = b.Edited(cut.Text, trapDialect, cut.Counted(trapDialect, func(item int) int {
			if slices.ContainsFunc(wholes, func(w Whole) bool { return w.Item == item }) {
				return 3
			}
			return 1
		}))
		if got := b.Select(trapDialect).Text.SQL; got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}
