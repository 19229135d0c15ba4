package postgres

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestSingle(t *testing.T) {
	s := enginetest.Open(t, testHost.Open, enginetest.SingleSchema+`
CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE part (id integer, at date, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
CREATE TABLE part1 PARTITION OF part DEFAULT;
CREATE TABLE parent (id integer PRIMARY KEY, a text);
CREATE TABLE heir () INHERITS (parent);
CREATE TABLE late (id integer UNIQUE DEFERRABLE, a text);
CREATE TABLE partial (id integer, a text);
CREATE UNIQUE INDEX ON partial (id) WHERE a IS NOT NULL;
CREATE UNIQUE INDEX ON partial ((id + 1));
CREATE TABLE named (name text PRIMARY KEY, alias text COLLATE loose UNIQUE, code varchar(9) UNIQUE, num numeric UNIQUE);
CREATE TABLE once (n integer UNIQUE NULLS NOT DISTINCT, a integer, b text, UNIQUE (a) INCLUDE (b));
CREATE TABLE ruled (id integer PRIMARY KEY, a text);
CREATE RULE others AS ON UPDATE TO ruled DO INSTEAD UPDATE f SET a = new.a RETURNING f.id, f.a;
CREATE VIEW v AS SELECT f.id, f.a, g.k, g.b FROM f JOIN g ON g.f = f.id;
CREATE VIEW seen AS SELECT id, a FROM f;
CREATE TABLE doubled (id integer, a text);
CREATE RULE more AS ON INSERT TO doubled DO INSTEAD INSERT INTO f (id, a) SELECT g.k, new.a FROM g RETURNING id, a;
CREATE VIEW over_ruled AS SELECT id, a FROM doubled;
CREATE FUNCTION sums(OUT n bigint, OUT m bigint) LANGUAGE sql STABLE AS 'SELECT count(*), count(a) FROM f';
CREATE FUNCTION three() RETURNS SETOF integer LANGUAGE sql AS 'VALUES (1), (2), (3)';`)
	enginetest.Single(t, s, map[bool][]string{
		true: {
			"SELECT * FROM sums()",
			"INSERT INTO seen (id, a) VALUES (1, 'a') RETURNING id",
			"UPDATE seen SET a = 'b' WHERE id = 1 RETURNING id",
			"SELECT a FROM f WHERE false",
			"SELECT 1 FROM part WHERE id = 1 AND at = '2026-01-01'",
			"SELECT a FROM ONLY parent WHERE id = 1",
			"SELECT a FROM heir WHERE false LIMIT 1",
			"SELECT alias FROM named WHERE name = $1::text",
			"SELECT alias FROM named WHERE code = $1::text",
			"SELECT alias FROM named WHERE num = 1.0",
			"SELECT a FROM once WHERE n IS NOT DISTINCT FROM $1::integer",
			"SELECT b FROM once WHERE a = 1",
			"SELECT b FROM v WHERE id = 1 AND k = 2",
			"SELECT a FROM f WHERE id = 1 FOR UPDATE",
			"SELECT a FROM f WHERE id = 1::bigint",
			"SELECT a FROM f WHERE id IS NOT DISTINCT FROM $1",
			"SELECT a, count(*) AS n FROM f WHERE a = 'x' GROUP BY a",
			"SELECT a, n FROM (SELECT a, count(*) AS n FROM f GROUP BY a) AS s WHERE s.a = 'x'",
			"SELECT DISTINCT a FROM (SELECT DISTINCT a FROM f) AS s WHERE s.a = 'x'",
			"SELECT a FROM (SELECT DISTINCT ON (a) a, id FROM f ORDER BY a, id) AS s WHERE a = 'x'",
			"SELECT a FROM (SELECT a FROM f UNION SELECT b FROM g) AS s WHERE a = 'x'",
			"WITH one AS (SELECT a FROM f WHERE id = 1) SELECT a FROM one",
			"WITH f2 AS (SELECT id, a FROM f) SELECT a FROM f2 WHERE id = 3",
			"WITH new AS (INSERT INTO f (id, a) VALUES (1, 'a') RETURNING id) SELECT id FROM new",
			"SELECT f.a, l.b FROM f, LATERAL (SELECT b FROM g WHERE g.f = f.id AND g.k = 1) AS l WHERE f.id = 1",
			"UPDATE f SET a = b FROM g WHERE g.f = f.id AND f.id = 1 RETURNING f.a",
			"SELECT f.a, g.b FROM g RIGHT JOIN f ON g.f = f.id AND g.k = 1 WHERE f.id = $1",
			"SELECT f.a, g.b FROM g FULL JOIN f ON g.f = f.id WHERE f.id = $1 AND g.k = 2 AND g.f = 1",
			"INSERT INTO f (id, a) SELECT id + 10, a FROM f WHERE id = 1 RETURNING id",
			"SELECT g.b FROM f LEFT JOIN (g JOIN once ON once.n = g.k) ON g.f = f.id AND g.k = f.n WHERE f.id = 1",
		},
		false: {
			"SELECT f.a, x.n FROM f, sums() AS x",
			"INSERT INTO over_ruled (id, a) VALUES (1, 'a') RETURNING id",
			"SELECT 1 FROM part WHERE id = 1",
			"SELECT a FROM parent WHERE id = 1",
			"SELECT a FROM heir WHERE id = 1",
			"SELECT a FROM late WHERE id = 1",
			"SELECT a FROM partial WHERE id = 1",
			"SELECT name FROM named WHERE name = 'x' COLLATE loose",
			"SELECT a FROM f WHERE n IS NOT DISTINCT FROM $1",
			"SELECT b FROM v WHERE id = 1",
			"SELECT a FROM f WHERE id = (random() * 10)::integer",
			"SELECT a FROM f WHERE id = abs(n)",
			"SELECT a FROM f WHERE id = n",
			"SELECT a FROM f ORDER BY a FETCH FIRST 1 ROW WITH TIES",
			"SELECT a FROM f LIMIT NULL",
			"SELECT unnest(ARRAY[1, 2]) AS n FROM f WHERE id = 1",
			"SELECT three() AS n",
			"SELECT f.a, x FROM f, three() AS x WHERE f.id = 1",
			"SELECT a, count(*) AS n FROM f WHERE id = 1 GROUP BY GROUPING SETS ((a), ())",
			"SELECT a FROM (SELECT a FROM f UNION ALL SELECT b FROM g) AS s WHERE a = 'x'",
			"SELECT a FROM (SELECT DISTINCT ON (a, id) a, id FROM f) AS s WHERE a = 'x'",
			"VALUES (1), (2)",
			"UPDATE f SET a = b FROM g WHERE g.f = 1 AND g.k = 2 RETURNING f.a",
			"UPDATE ruled SET a = 'x' WHERE id = 1 RETURNING id",
			"SELECT f.a, g.b FROM g FULL JOIN f ON g.f = f.id AND f.id = 1 AND g.k = 2",
			"SELECT f.a, l.b FROM LATERAL (SELECT f, b FROM g WHERE k = 1) AS l, f WHERE f.id = l.f",
			"SELECT f.a FROM f LEFT JOIN g ON g.f = 1 AND g.k = 2 AND f.n > 3",
			"SELECT y.a FROM f AS x RIGHT JOIN f AS y ON x.id = 1 WHERE x.id = 1",
		},
	})
}

func TestOuterSides(t *testing.T) {
	enginetest.Outer(t, enginetest.Open(t, testHost.Open, enginetest.OuterSchema), map[string]string{
		"SELECT b.id, b.x FROM a NATURAL LEFT JOIN b":                                                           "A A?",
		"SELECT s.id, s.x FROM a LEFT JOIN LATERAL (SELECT id, x FROM b WHERE b.id = a.b LIMIT 1) AS s ON true": "A A?",
		"SELECT b.id, b.x FROM a LEFT JOIN b ON b.id = a.b GROUP BY GROUPING SETS ((b.id), (b.x))":              "- -",
		"SELECT b.id, b.x FROM a LEFT JOIN b ON b.id = a.b GROUP BY b.id, b.x":                                  "A A?",
		"UPDATE a SET x = 1 FROM c LEFT JOIN b ON b.id = c.x WHERE a.id = c.id RETURNING b.id, b.x":             "- -",
	})
}
