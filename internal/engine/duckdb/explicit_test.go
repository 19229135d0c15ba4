package duckdb

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestExplicit(t *testing.T) {
	s, err := NewHost(testEnvironment).Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Apply(context.Background(), `CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT, "a b" INT, "order" INT);
		CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT, m DOUBLE); CREATE TABLE g (a INT, twice INT GENERATED ALWAYS AS (a * 2), "order" INT); CREATE VIEW v AS SELECT * FROM b`); err != nil {
		t.Fatal(err)
	}
	const a = `id, x, "a b", "order"`
	const fromA = `a.id, a.x, a."a b", a."order"`
	enginetest.Explicit(t, s, engine.DuckDB.Dialect, [][2]string{
		{"SELECT * FROM a", "SELECT " + a + " FROM a"},
		{"SELECT * /* all */ FROM a -- x\nWHERE id = $1 ORDER BY x LIMIT $2",
			"SELECT " + a + " /* all */ FROM a -- x\nWHERE id = $1 ORDER BY x LIMIT $2"},
		{"SELECT a.*, b.* FROM a JOIN b ON b.a_id = a.id",
			"SELECT " + fromA + ", b.id, b.a_id, b.m FROM a JOIN b ON b.a_id = a.id"},
		{"SELECT * FROM g", `SELECT a, twice, "order" FROM g`},
		{"SELECT * FROM a, b AS q", "SELECT " + fromA + ", q.id, q.a_id, q.m FROM a, b AS q"},
		{"FROM b", "SELECT id, a_id, m FROM b"},
		{"TABLE b", "SELECT id, a_id, m FROM b"},
		{"EXPLAIN SELECT * FROM b WHERE id > $1", "EXPLAIN SELECT id, a_id, m FROM b WHERE id > $1"},
		{"EXPLAIN (FORMAT json) SELECT * FROM b", "EXPLAIN (FORMAT json) SELECT id, a_id, m FROM b"},
		{"SUMMARIZE SELECT * FROM b WHERE id > $1", "SUMMARIZE SELECT id, a_id, m FROM b WHERE id > $1"},
		{"DESCRIBE SELECT * FROM b", "DESCRIBE SELECT id, a_id, m FROM b"},
		{"FROM b SELECT id", "FROM b SELECT id"},
		{"FROM b SELECT *, 1 AS n WHERE m > 1", "FROM b SELECT id, a_id, m, 1 AS n WHERE m > 1"},
		{"WITH c AS (FROM b WHERE id > $1) FROM c JOIN a USING (id)",
			`WITH c AS (SELECT id, a_id, m FROM b WHERE id > $1) SELECT id, c.a_id, c.m, a.x, a."a b", a."order" FROM c JOIN a USING (id)`},
		{"PIVOT b ON a_id IN (1, 2) USING max(m) GROUP BY id ORDER BY id -- by id",
			`SELECT id, "1", "2" FROM (PIVOT b ON a_id IN (1, 2) USING max(m) GROUP BY id ORDER BY id) -- by id`},
		{"WITH c AS (FROM b WHERE id > $1) PIVOT c ON a_id IN (1) USING max(m), count(*) AS n",
			`WITH c AS (SELECT id, a_id, m FROM b WHERE id > $1) SELECT id, "1_max(m)", "1_n" FROM (PIVOT c ON a_id IN (1) USING max(m), count(*) AS n)`},
		{"PIVOT (SELECT * FROM b) ON a_id IN (1) USING max(m)",
			`SELECT id, "1" FROM (PIVOT (SELECT id, a_id, m FROM b) ON a_id IN (1) USING max(m))`},
		{"UNPIVOT b ON a_id, id INTO NAME k VALUE v",
			"SELECT m, k, v FROM (UNPIVOT b ON a_id, id INTO NAME k VALUE v)"},
		{"SELECT * FROM b PIVOT (max(m) FOR a_id IN (1))", `SELECT id, "1" FROM b PIVOT (max(m) FOR a_id IN (1))`},
		{"SELECT k FROM (UNPIVOT b ON a_id, id INTO NAME k VALUE v)",
			"SELECT k FROM (UNPIVOT b ON a_id, id INTO NAME k VALUE v)"},
		{"SELECT COLUMNS('i.*') FROM b", "SELECT id, a_id FROM b"},
		{"SELECT COLUMNS('i.*|m') FROM a, b", "SELECT a.id, b.id, b.a_id, b.m FROM a, b"},
		{"SELECT max(COLUMNS(* EXCLUDE (m))), 1 AS n FROM b", "SELECT max(id) AS id, max(a_id) AS a_id, 1 AS n FROM b"},
		{"SELECT COLUMNS(*) + COLUMNS(*) AS '\\0_twice' FROM b",
			"SELECT id + id AS id_twice, a_id + a_id AS a_id_twice, m + m AS m_twice FROM b"},
		{"SELECT min(COLUMNS(*)) AS 'least_\\0' FROM b WHERE m > $1",
			"SELECT min(id) AS least_id, min(a_id) AS least_a_id, min(m) AS least_m FROM b WHERE m > $1"},
		{"SELECT * FROM (SELECT * EXCLUDE (m) FROM b)", "SELECT id, a_id FROM (SELECT id, a_id FROM b)"},
		{"SELECT id FROM b WHERE COLUMNS(*) > 1", "SELECT id FROM b WHERE COLUMNS(*) > 1"},
		{"SELECT 1 FROM b WHERE EXISTS (SELECT * EXCLUDE (x) FROM a)",
			"SELECT 1 FROM b WHERE EXISTS (SELECT * EXCLUDE (x) FROM a)"},
		{"SELECT * REPLACE (x || '!' AS x, id + 1 AS ID) FROM a",
			`SELECT id + 1 AS ID, x || '!' AS x, "a b", "order" FROM a`},
		{"SELECT * RENAME (x AS y, \"a b\" AS \"b a\") FROM a -- all",
			`SELECT id, x AS y, "a b" AS "b a", "order" FROM a -- all`},
		{"SELECT a.* EXCLUDE (id, \"order\") REPLACE (upper(x) AS x), b.* LIKE '%id' FROM a, b",
			`SELECT upper(x) AS x, a."a b", b.id, b.a_id FROM a, b`},
		{"SELECT * EXCLUDE (x, m) FROM a JOIN b ON a.id = a_id",
			`SELECT a.id, a."a b", a."order", b.id, b.a_id FROM a JOIN b ON a.id = a_id`},
		{"SELECT * EXCLUDE id FROM b", "SELECT a_id, m FROM b"},
		{"FROM b SELECT * EXCLUDE (id)", "FROM b SELECT a_id, m"},
		{"DELETE FROM b RETURNING * EXCLUDE (id)", "DELETE FROM b RETURNING a_id, m"},
		{"INSERT INTO b BY NAME SELECT * REPLACE (id + 1 AS id) FROM b",
			"INSERT INTO b BY NAME SELECT id + 1 AS id, a_id, m FROM b"},
		{"SELECT id, a_id FROM b UNION ALL BY NAME SELECT * EXCLUDE (m) FROM b",
			"SELECT id, a_id FROM b UNION ALL BY NAME SELECT id, a_id FROM b"},
		{"DELETE FROM b RETURNING COLUMNS('id'", "DELETE FROM b RETURNING COLUMNS('id'"},
		{"SELECT coalesce(*COLUMNS('.*id')) AS c FROM b", "SELECT coalesce(*COLUMNS('.*id')) AS c FROM b"},
		{"SELECT 1 + 2 * 3, count(*) FROM a", "SELECT 1 + 2 * 3, count(*) FROM a"},
		{"SELECT * FROM a JOIN b USING (id)",
			`SELECT id, a.x, a."a b", a."order", b.a_id, b.m FROM a JOIN b USING (id)`},
		{"SELECT * FROM a NATURAL JOIN b", `SELECT id, a.x, a."a b", a."order", b.a_id, b.m FROM a NATURAL JOIN b`},
		{"SELECT DISTINCT * FROM v UNION ALL SELECT * FROM b WHERE m > $1",
			"SELECT DISTINCT id, a_id, m FROM v UNION ALL SELECT id, a_id, m FROM b WHERE m > $1"},
		{"INSERT INTO b (id, m) VALUES ($1, $2) RETURNING *",
			"INSERT INTO b (id, m) VALUES ($1, $2) RETURNING id, a_id, m"},
		{"UPDATE b SET m = $1 FROM a WHERE a.id = a_id RETURNING *, 1 AS one",
			"UPDATE b SET m = $1 FROM a WHERE a.id = a_id RETURNING id, a_id, m, 1 AS one"},
		{"DELETE FROM b WHERE id = $1 RETURNING *", "DELETE FROM b WHERE id = $1 RETURNING id, a_id, m"},
		{"SELECT id FROM a WHERE EXISTS (SELECT * FROM b WHERE a_id = a.id)",
			"SELECT id FROM a WHERE EXISTS (SELECT * FROM b WHERE a_id = a.id)"},
		{"WITH c AS (SELECT * FROM b), d AS (SELECT * FROM c) SELECT * FROM d",
			"WITH c AS (SELECT id, a_id, m FROM b), d AS (SELECT id, a_id, m FROM c) SELECT id, a_id, m FROM d"},
		{"SELECT s.*, s.id IN (SELECT id FROM a) FROM (SELECT * FROM b) AS s",
			"SELECT s.id, s.a_id, s.m, s.id IN (SELECT id FROM a) FROM (SELECT id, a_id, m FROM b) AS s"},
		{"SELECT * FROM range(3) r(n), (VALUES (1)) AS w(x)",
			"SELECT r.n, w.x FROM range(3) r(n), (VALUES (1)) AS w(x)"},
		{"INSERT INTO b (id, a_id, m) SELECT * FROM v", "INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM v"},
		{"SELECT * FROM a WHERE x = $1 OR $1 IS NULL", "SELECT " + a + " FROM a WHERE x = $1 OR $1 IS NULL"},
		{"SELECT * FROM (SELECT * FROM b WHERE m > $1) AS c",
			"SELECT id, a_id, m FROM (SELECT id, a_id, m FROM b WHERE m > $1) AS c"},
		{"SELECT * EXCLUDE (x) FROM a", `SELECT id, "a b", "order" FROM a`},
		{"INSERT INTO b VALUES ($1, $2, 3)", "INSERT INTO b (id, a_id, m) VALUES ($1, $2, 3)"},
		{"INSERT INTO b AS q VALUES ($1, $2, 3), (4, 5, 6) ON CONFLICT (id) DO UPDATE SET m = q.m RETURNING *",
			"INSERT INTO b AS q (id, a_id, m) VALUES ($1, $2, 3), (4, 5, 6) ON CONFLICT (id) DO UPDATE SET m = q.m RETURNING id, a_id, m"},
		{"INSERT INTO b VALUES ($1, $2, 3) ON CONFLICT (id) DO UPDATE SET m = excluded.m",
			"INSERT INTO b (id, a_id, m) VALUES ($1, $2, 3) ON CONFLICT (id) DO UPDATE SET m = excluded.m"},
		{"INSERT INTO b SELECT * FROM v", "INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM v"},
		{"INSERT INTO main.b SELECT id, 2, 3 FROM v WHERE true",
			"INSERT INTO main.b (id, a_id, m) SELECT id, 2, 3 FROM v WHERE true"},
		{"WITH c AS (SELECT * FROM b) INSERT INTO b SELECT * FROM c",
			"WITH c AS (SELECT id, a_id, m FROM b) INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM c"},
		{"INSERT INTO g VALUES (1, 2)", "INSERT INTO g (a, \"order\") VALUES (1, 2)"},
		{"INSERT INTO b BY NAME SELECT 1 AS id", "INSERT INTO b BY NAME SELECT 1 AS id"},
		{"INSERT OR REPLACE INTO b SELECT * FROM v",
			"INSERT OR REPLACE INTO b (id, a_id, m) SELECT id, a_id, m FROM v"},
		{"INSERT OR IGNORE INTO b SELECT DISTINCT m, 2, id FROM v ORDER BY 1 LIMIT 3",
			"INSERT OR IGNORE INTO b (id, a_id, m) SELECT DISTINCT m, 2, id FROM v ORDER BY 1 LIMIT 3"},
		{"INSERT INTO b SELECT * FROM v UNION ALL SELECT * FROM b WHERE id > $1 ON CONFLICT (id) DO UPDATE SET m = excluded.m",
			"INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM v UNION ALL SELECT id, a_id, m FROM b WHERE id > $1 ON CONFLICT (id) DO UPDATE SET m = excluded.m"},
		{"COPY (SELECT * FROM b WHERE id > $1 ORDER BY m) TO $2 (FORMAT parquet)",
			"COPY (SELECT id, a_id, m FROM b WHERE id > $1 ORDER BY m) TO $2 (FORMAT parquet)"},
		{"COPY (FROM b) TO 'b.csv'", "COPY (SELECT id, a_id, m FROM b) TO 'b.csv'"},
		{"INSERT OR REPLACE INTO b VALUES (1, 2, 3)", "INSERT OR REPLACE INTO b (id, a_id, m) VALUES (1, 2, 3)"},
	})
}
