package enginetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// OuterSchema is what the statements of Outer are about.
const OuterSchema = `CREATE TABLE a (id INTEGER PRIMARY KEY, x INTEGER, b INTEGER);
CREATE TABLE b (id INTEGER PRIMARY KEY, x INTEGER, c INTEGER);
CREATE TABLE c (id INTEGER PRIMARY KEY, x INTEGER NOT NULL);
CREATE VIEW v AS SELECT a.id, b.id AS bid, b.x AS bx FROM a LEFT JOIN b ON b.id = a.b;`

// outers are statements, and what is said of each column: - where it comes from no side of an outer join, else letters
// for the sides, and ? where it may be NULL within.
var outers = map[string]string{
	"SELECT a.id, b.id, b.x FROM a LEFT JOIN b ON b.id = a.b":                                                "- A A?",
	"SELECT b.x, b.id, a.x FROM a LEFT JOIN b ON b.id = a.b ORDER BY a.x, b.x":                               "A? A -",
	"SELECT DISTINCT b.x, b.id FROM a LEFT JOIN b ON b.id = a.b":                                             "A? A",
	"SELECT b.id, b.x FROM b RIGHT JOIN a ON b.id = a.b":                                                     "A A?",
	"SELECT a.id, b.id FROM a FULL JOIN b ON b.id = a.b":                                                     "A B",
	"SELECT b.id, c.id FROM a LEFT JOIN b ON b.id = a.b LEFT JOIN c ON c.id = b.c":                           "A AB",
	"SELECT b.id, c.id FROM a LEFT JOIN b ON b.id = a.b LEFT JOIN c ON c.id = a.x":                           "A B",
	"SELECT b.id, c.id FROM a LEFT JOIN (b JOIN c ON c.id = b.c) ON b.id = a.b":                              "A A",
	"SELECT b.id, c.id FROM a LEFT JOIN (b LEFT JOIN c ON c.id = b.c) ON b.id = a.b":                         "A AB",
	"SELECT s.id, s.n FROM a LEFT JOIN (SELECT x AS id, count(*) AS n FROM b GROUP BY x) AS s ON s.id = a.b": "* A",
	"SELECT b.id, b.x FROM a LEFT JOIN b ON b.id = a.b WHERE b.id IS NOT NULL":                               "- -",
	"SELECT b.id, b.x FROM a LEFT JOIN b ON b.id = a.b WHERE a.x > 3 LIMIT 5":                                "A A?",
	"SELECT p.id, q.id FROM a LEFT JOIN b AS p ON p.id = a.b LEFT JOIN b AS q ON q.id = a.x":                 "A B",
	"SELECT s.bid, s.bx FROM (SELECT a.id, b.id AS bid, b.x AS bx FROM a LEFT JOIN b ON b.id = a.b) AS s":    "A A?",
	"SELECT v.bid, v.bx FROM v": "A A?",
	"WITH w AS (SELECT a.id, b.id AS bid, b.x FROM a LEFT JOIN b ON b.id = a.b) SELECT bid, x FROM w":                                      "A A?",
	"WITH w AS (SELECT a.id, b.id AS bid FROM a LEFT JOIN b ON b.id = a.b) SELECT p.bid, q.bid FROM w AS p JOIN w AS q ON q.id = p.id + 1": "A B",
	"SELECT b.id, coalesce(b.x, 0), CASE WHEN b.id > 1 THEN b.id END FROM a LEFT JOIN b ON b.id = a.b":                                     "A - *",
	"SELECT b.id, count(*) FROM a LEFT JOIN b ON b.id = a.b GROUP BY b.id":                                                                 "* -",
	"SELECT b.id FROM a LEFT JOIN b ON b.id = a.b UNION ALL SELECT c.id FROM a LEFT JOIN c ON c.id = a.x":                                  "*",
	"SELECT b.id, (SELECT c.x FROM c WHERE c.id = b.c) FROM a LEFT JOIN b ON b.id = a.b":                                                   "A *",
}

// Outer checks what is said of the sides of outer joins: of statements that every engine has, and of own ones. Engines
// number sides as they like: what counts is which columns are NULL wherever another is.
func Outer(t *testing.T, s engine.Session, own map[string]string) {
	t.Helper()
	for _, list := range []map[string]string{outers, own} {
		for sql, want := range list {
			if instead, is := own[sql]; is {
				want = instead
			}
			d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Sides: true})
			if err != nil {
				t.Errorf("%v\n%s", err, sql)
				continue
			}
			columns := strings.Fields(want)
			for i, c := range d.Columns {
				sides := strings.TrimSuffix(columns[i], "?")
				if sides == "*" { // engines differ
					continue
				}
				if sided := c.Nullable && len(c.Sides) > 0; sided != (sides != "-") || sided &&
					c.Inner != strings.HasSuffix(columns[i], "?") {
					t.Errorf("column %d has the sides %v, NULL within: %v, instead of %s\n%s", i, c.Sides, c.Inner,
						want, sql)
				}
				for k, other := range d.Columns {
					with := strings.TrimSuffix(columns[k], "?")
					within := !slices.ContainsFunc(c.Sides,
						func(side int) bool { return !slices.Contains(other.Sides, side) })
					if sides != "-" && with != "-" && with != "*" && within != (strings.Trim(sides, with) == "") {
						t.Errorf("column %d is NULL wherever column %d is: %v, instead of %s\n%s", k, i, within, want,
							sql)
					}
				}
			}
		}
	}
}
