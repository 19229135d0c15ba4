package enginetest

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// FoundSchema is what the statements of Found are about.
const FoundSchema = `CREATE TABLE f (id INTEGER PRIMARY KEY, a TEXT NOT NULL, n INTEGER UNIQUE);`

// found are statements that return a row whatever the table holds, and others that need not, which every engine has.
var found = map[bool][]string{
	true: {
		"SELECT 1 AS one",
		"SELECT count(*) AS n FROM f WHERE id = 7",
		"SELECT max(a) AS a, count(n) AS n FROM f",
		"SELECT count(*) AS n FROM f ORDER BY 1",
		"SELECT DISTINCT count(*) AS n FROM f",
		"SELECT EXISTS (SELECT 1 FROM f WHERE id = 7) AS is_there",
		"SELECT (SELECT a FROM f WHERE id = 7) AS a",
		"WITH c AS (SELECT count(*) AS n FROM f) SELECT n FROM c",
		"SELECT n FROM (SELECT count(*) AS n FROM f) AS c",
		"SELECT 1 AS n UNION ALL SELECT n FROM f",
		"SELECT n FROM f UNION ALL SELECT 1 AS n",
		"SELECT c.n, f.a FROM (SELECT count(*) AS n FROM f) AS c LEFT JOIN f ON f.id = c.n",
		"INSERT INTO f (id, a) VALUES (1, 'a') RETURNING id",
		"INSERT INTO f (id, a) VALUES (1, 'a'), (2, 'b') RETURNING id",
		"INSERT INTO f (id, a) SELECT count(*), 'a' FROM f RETURNING id",
		"INSERT INTO f (id, a) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING id",
	},
	false: {
		"SELECT id FROM f",
		"SELECT id FROM f WHERE id = 7",
		"SELECT 1 AS one WHERE 1 = 2",
		"SELECT count(*) AS n FROM f LIMIT 0",
		"SELECT count(*) AS n FROM f LIMIT 1 OFFSET 1",
		"SELECT count(*) AS n FROM f HAVING count(*) > 3",
		"SELECT a, count(*) AS n FROM f GROUP BY a",
		"SELECT n FROM (SELECT count(*) AS n FROM f) AS c WHERE n > 3",
		"SELECT f.a FROM (SELECT count(*) AS n FROM f) AS c JOIN f ON f.id = c.n",
		"SELECT f.a FROM f LEFT JOIN (SELECT count(*) AS n FROM f) AS c ON f.id = c.n",
		"SELECT 1 AS n INTERSECT SELECT n FROM f",
		"SELECT 1 AS n EXCEPT SELECT n FROM f",
		"WITH RECURSIVE r (n) AS (SELECT id FROM f UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r",
		"INSERT INTO f (id, a) VALUES (1, 'a') ON CONFLICT (id) DO NOTHING RETURNING id",
		"INSERT INTO f (id, a) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET a = excluded.a WHERE f.a <> 'b' RETURNING id",
		"INSERT INTO f (id, a) SELECT id + 1, a FROM f RETURNING id",
		"INSERT INTO f (id, a) SELECT 1, 'a' WHERE 1 = 2 RETURNING id",
		"UPDATE f SET a = 'b' WHERE id = 7 RETURNING id",
		"DELETE FROM f WHERE id = 7 RETURNING id",
	},
}

// Found checks which statements are said to return a row: those of every engine, and own ones, by what is true of them.
func Found(t *testing.T, s engine.Session, own map[bool][]string) {
	t.Helper()
	for _, statements := range []map[bool][]string{found, own} {
		for is, list := range statements {
			for _, sql := range list {
				d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
				switch {
				case err != nil:
					t.Errorf("%v\n%s", err, sql)
				case d.Found != is:
					t.Errorf("is said to return a row: %v\n%s", d.Found, sql)
				}
			}
		}
	}
}
