package duckdb

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestSingle(t *testing.T) {
	s := enginetest.Open(t, NewHost(testEnvironment).Open, enginetest.SingleSchema+`
CREATE TABLE named (name VARCHAR PRIMARY KEY, alias VARCHAR COLLATE NOCASE UNIQUE, num DECIMAL(9, 2) UNIQUE);
CREATE TABLE indexed (a INTEGER NOT NULL, b INTEGER, "odd, name" INTEGER, c INTEGER);
CREATE UNIQUE INDEX ab ON indexed (a, b);
CREATE UNIQUE INDEX odd ON indexed ("odd, name");
CREATE UNIQUE INDEX computed ON indexed ((c + 1));
CREATE VIEW v AS SELECT f.id, f.a, g.k, g.b FROM f JOIN g ON g.f = f.id;`)
	enginetest.Single(t, s, map[bool][]string{
		true: {
			"SELECT alias FROM named WHERE name = $1",
			"INSERT INTO f (id, a, n) VALUES (1, 'a', 2) ON CONFLICT DO NOTHING RETURNING id",
			"SELECT a FROM f WHERE false",
			"SELECT c FROM indexed WHERE a = 1 AND b = 2",
			"SELECT b FROM v WHERE id = 1 AND k = 2",
			"SELECT a FROM f WHERE id IS NOT DISTINCT FROM $1",
			"SELECT a FROM f WHERE id = 1::BIGINT",
			"SELECT a, count(*) AS n FROM f WHERE a = 'x' GROUP BY a",
			"SELECT a, n FROM (SELECT a, count(*) AS n FROM f GROUP BY a) AS s WHERE s.a = 'x'",
			"SELECT a FROM (SELECT DISTINCT a FROM f) AS s WHERE s.a = 'x'",
			"SELECT a FROM (SELECT DISTINCT ON (a) a, id FROM f ORDER BY a, id) AS s WHERE a = 'x'",
			"SELECT a FROM (SELECT a FROM f UNION SELECT b FROM g) AS s WHERE a = 'x'",
			"WITH one AS (SELECT a FROM f WHERE id = 1) SELECT a FROM one",
			"SELECT f.a, g.b FROM g RIGHT JOIN f ON g.f = f.id AND g.k = 1 WHERE f.id = $1",
			"SELECT f.a, g.b, h.k FROM f, g, g AS h WHERE f.id = $1 AND g.f = f.id AND g.k = 1 AND h.f = g.k AND h.k = f.id",
			"SELECT a FROM f SEMI JOIN g ON g.f = f.id WHERE f.id = 1",
		},
		false: {
			"SELECT name FROM named WHERE alias = $1",
			"SELECT b FROM indexed WHERE a = 1",
			"SELECT b FROM indexed WHERE a = 1 AND b IS NOT DISTINCT FROM $1",
			"SELECT b FROM indexed WHERE c = 1",
			"SELECT b FROM v WHERE id = 1",
			"SELECT a FROM f WHERE n IS NOT DISTINCT FROM $1",
			"SELECT a FROM f WHERE id = (random() * 10)::INTEGER",
			"SELECT a FROM f WHERE id = n",
			"SELECT a FROM f WHERE id::VARCHAR = $1::VARCHAR AND a > 'b'",
			"SELECT a FROM f LIMIT 1%",
			"SELECT unnest([1, 2]) AS n FROM f WHERE id = 1",
			"SELECT a FROM f, range(3) WHERE id = 1",
			"SELECT a FROM (SELECT a FROM f UNION ALL SELECT b FROM g) AS s WHERE a = 'x'",
			"SELECT f.a, g.b FROM g FULL JOIN f ON g.f = f.id AND f.id = 1 AND g.k = 2",
			"SELECT f.a FROM f LEFT JOIN g ON g.f = 1 AND g.k = 2 AND f.n > 3",
			"SELECT y.a FROM f AS x RIGHT JOIN f AS y ON x.id = 1 WHERE x.id = 1",
			"SELECT a, count(*) AS n FROM f WHERE id = 1 GROUP BY GROUPING SETS ((a), ())",
		},
	})
}

func TestRandomJoins(t *testing.T) {
	s := enginetest.Open(t, NewHost(testEnvironment).Open, enginetest.JoinsSchema).(*session)
	// keys has the catalogue's keys changed.
	keys := func(change func([]string) []string) func(func()) {
		return func(do func()) {
			whole := s.catalog.unique
			defer func() { s.catalog.unique = whole }()
			s.catalog.unique = map[ref][][]string{}
			for table, list := range whole {
				for _, key := range list {
					s.catalog.unique[table] = append(s.catalog.unique[table], change(key))
				}
			}
			do()
		}
	}
	enginetest.RandomJoins(t, enginetest.Joins{
		Count: 1000,
		Apply: func(script string) {
			if err := s.Apply(context.Background(), script); err != nil {
				t.Fatal(err)
			}
		},
		Rows: func(sql string, see func([]bool)) error {
			return s.each(context.Background(), sql, func(r row) {
				null := make([]bool, len(r))
				for i, v := range r {
					null[i] = v == nil
				}
				see(null)
			})
		},
		Claim: enginetest.Claim(t, s),
		Mutants: map[string]func(func()){
			"a key is its first column": keys(func(key []string) []string { return key[:1] }),
			"a table has one row":       keys(func([]string) []string { return nil }),
			"uses of a query have the same row": func(do func()) {
				defer swap("LOGICAL_CTE_REF", func(a *analysis, n *node, need positions) []column {
					return see(append([]column{}, a.ctes[n.CTEIndex]...), need)
				})()
				do()
			},
		},
	})
}

func TestOuterSides(t *testing.T) {
	enginetest.Outer(t, enginetest.Open(t, NewHost(testEnvironment).Open, enginetest.OuterSchema), map[string]string{})
}
