package enginetest

import (
	"context"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// SingleSchema is what the statements of Single are about.
const SingleSchema = `CREATE TABLE f (id INTEGER PRIMARY KEY, a TEXT NOT NULL, n INTEGER UNIQUE);
CREATE TABLE g (f INTEGER NOT NULL REFERENCES f (id), k INTEGER NOT NULL, b TEXT, PRIMARY KEY (f, k));`

// single are statements that return at most one row whatever the tables hold, and others that may return more, which
// every engine has.
var single = map[bool][]string{
	true: {
		"SELECT 1 AS one",
		"SELECT 1 AS one WHERE 1 = 2",
		"SELECT count(*) AS n FROM f WHERE a = 'x'",
		"SELECT count(*) AS n, max(a) AS a FROM f HAVING count(*) > 3",
		"SELECT EXISTS (SELECT 1 FROM f) AS is_there",
		"SELECT id, a FROM f WHERE id = $1",
		"SELECT a FROM f WHERE n = $1",
		"SELECT a FROM f WHERE id = $1 AND a <> 'x' ORDER BY n",
		"SELECT a FROM f WHERE a <> 'x' AND f.id = 7 AND n > 3",
		"SELECT b FROM g WHERE f = $1 AND k = $2",
		"SELECT g.b, f.a FROM g JOIN f ON f.id = g.f WHERE g.f = $1 AND g.k = $2",
		"SELECT f.a, g.b FROM f JOIN g ON g.f = f.id AND g.k = 1 WHERE f.id = $1",
		"SELECT f.a, g.b FROM f LEFT JOIN g ON g.f = f.id AND g.k = 1 WHERE f.id = $1",
		"SELECT f.a, g.b FROM f, g WHERE f.id = g.f AND g.k = 3 AND g.f = $1",
		"SELECT a FROM f WHERE id = $1 AND EXISTS (SELECT 1 FROM g WHERE g.f = f.id)",
		"SELECT a, (SELECT count(*) FROM g WHERE g.f = f.id) AS gs FROM f WHERE id = $1",
		"SELECT a FROM f ORDER BY n LIMIT 1",
		"SELECT a FROM f LIMIT 1 OFFSET 2",
		"SELECT a FROM (SELECT id, a FROM f) AS s WHERE s.id = $1",
		"SELECT x.a, y.a AS b FROM f AS x JOIN f AS y ON y.id = x.n WHERE x.id = $1",
		"SELECT c.n, f.a FROM (SELECT count(*) AS n FROM f) AS c LEFT JOIN f ON f.id = c.n",
		"INSERT INTO f (id, a) VALUES (1, 'a') RETURNING id",
		"INSERT INTO f (id, a) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING id",
		"INSERT INTO f (id, a) VALUES (1, 'a') ON CONFLICT (id) DO NOTHING RETURNING id",
		"UPDATE f SET a = 'b' WHERE id = $1 RETURNING id",
		"DELETE FROM f WHERE id = $1 RETURNING id",
	},
	false: {
		"SELECT id FROM f",
		"SELECT id FROM f WHERE a = $1",
		"SELECT id FROM f WHERE id > $1",
		"SELECT id FROM f WHERE id = $1 OR a = 'x'",
		"SELECT id FROM f WHERE id IN ($1, $2)",
		"SELECT id FROM f WHERE n IS NULL",
		"SELECT id FROM f WHERE NOT id = $1",
		"SELECT b FROM g WHERE f = $1",
		"SELECT b FROM g WHERE k = $1",
		"SELECT f.a, g.b FROM f JOIN g ON g.f = f.id WHERE f.id = $1",
		"SELECT f.a, g.b FROM f LEFT JOIN g ON g.f = f.id WHERE f.id = $1",
		"SELECT f.a, g.b FROM f LEFT JOIN g ON g.f = f.id AND f.id = $1",
		"SELECT f.a FROM f LEFT JOIN g ON g.f = $1 AND g.k = 1",
		"SELECT f.a FROM g LEFT JOIN f ON f.id = g.f WHERE f.id = $1",
		"SELECT x.a FROM f AS x, f AS y WHERE x.id = $1",
		"SELECT a FROM f LIMIT 2",
		"SELECT a FROM f LIMIT $1",
		"SELECT a FROM f WHERE id = (SELECT max(k) FROM g WHERE g.f = f.id)",
		"SELECT a FROM f WHERE id IN (SELECT f FROM g LIMIT 1) OR n = 2",
		"SELECT a FROM (SELECT id, a FROM f LIMIT 1) AS s UNION ALL SELECT b FROM g WHERE f = 1 AND k = 2",
		"SELECT 1 AS n UNION ALL SELECT 2",
		"SELECT a, count(*) AS n FROM f GROUP BY a",
		"WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r",
		"INSERT INTO f (id, a) VALUES (1, 'a'), (2, 'b') RETURNING id",
		"INSERT INTO f (id, a) SELECT id + 10, a FROM f RETURNING id",
		"UPDATE f SET a = 'b' RETURNING id",
		"DELETE FROM f WHERE a = $1 RETURNING id",
	},
}

// Single checks which statements are said to return at most one row: those of every engine, and own ones, by what is
// true of them.
func Single(t *testing.T, s engine.Session, own map[bool][]string) {
	t.Helper()
	for _, statements := range []map[bool][]string{single, own} {
		for is, list := range statements {
			for _, sql := range list {
				d, err := s.Describe(context.Background(),
					engine.Stmt{SQL: sql, Params: make([]engine.ParamHint,
						strings.Count(sql, "$1")+strings.Count(sql, "$2"))})
				switch {
				case err != nil:
					t.Errorf("%v\n%s", err, sql)
				case (d.Single != "") != is:
					t.Errorf("is said to return at most one row: %q %s\n%s", d.Single, d.Fallback, sql)
				}
			}
		}
	}
}
