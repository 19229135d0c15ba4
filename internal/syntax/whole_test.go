package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/source"
)

// TestWholes: which items of a SELECT list are a name that FROM gives, and where.
func TestWholes(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT a FROM a":                                          "0 a [a]",
		"SELECT id, a /* x */ AS b FROM t AS a":                    "1 a [a /* x */ AS b]",
		"SELECT DISTINCT \"A\" \"b c\" FROM t \"A\"":               `0 "A" ["A" "b c"]`,
		"SELECT -- a\n a, b -- b\n FROM s.a JOIN t b ON b.x = 1":   "0 a [a]; 1 b [b]",
		"SELECT x FROM a, (SELECT 1) AS x ORDER BY a.id DESC":      "0 x [x]",
		"SELECT ${p}, a FROM a WHERE b = ${q}":                     "1 a [a]",
		"SELECT a.id, a + 1, (a), f(a), 'a', 1 FROM a":             "",
		"SELECT b FROM a":                                          "",
		"SELECT b FROM a JOIN c ON c.x = b":                        "",
		"SELECT b FROM (SELECT * FROM b) AS a":                     "",
		"SELECT s FROM s.a":                                        "",
		"SELECT a, id FROM a ORDER BY 2 DESC":                      "",
		"SELECT a, count(*) FROM a GROUP BY 1":                     "",
		"SELECT a, count(*) FROM a GROUP BY ALL":                   "",
		"SELECT a FROM a UNION SELECT a FROM a":                    "",
		"SELECT a, id FROM a ORDER BY (2), 1 COLLATE x":            "",
		"SELECT a, id FROM a ORDER BY +2":                          "",
		"SELECT a, id FROM a ORDER BY * DESC":                      "",
		"SELECT a, id FROM a ORDER BY COLUMNS(*)":                  "",
		"SELECT DISTINCT ON (2) a, id FROM a":                      "",
		"SELECT a AS b, b.id FROM a JOIN b ON true ORDER BY \"b\"": "",
		"SELECT a AS b, b.id FROM a JOIN b ON true ORDER BY (b)":   "",
		"SELECT a AS b, b.id FROM a JOIN b ON true ORDER BY b.x":   "0 a [a AS b]",
		"SELECT a, id AS n FROM a ORDER BY n, a":                   "0 a [a]",
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
