package postgres

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestExplicit(t *testing.T) {
	s, err := testHost.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Apply(context.Background(), `CREATE TABLE a (id int PRIMARY KEY, x text, "a b" int, "order" int);
		CREATE TABLE b (id int PRIMARY KEY, a_id int, m float8); CREATE TABLE "odd names" ("2nd" int, "say ""x""" int, "a (b) {c}" int, "Größe" int, "<>" int, "select" int); CREATE TABLE g (a INT, twice INT GENERATED ALWAYS AS (a * 2) STORED, "order" INT); CREATE VIEW v AS SELECT * FROM b`); err != nil {
		t.Fatal(err)
	}
	const a = `id, x, "a b", "order"`
	const fromA = `a.id, a.x, a."a b", a."order"`
	cases := [][2]string{
		{"SELECT * FROM a", "SELECT " + a + " FROM a"},
		{"SELECT /* ü */ * /* all */ FROM a -- x\nWHERE id = $1 ORDER BY x LIMIT $2",
			"SELECT /* ü */ " + a + " /* all */ FROM a -- x\nWHERE id = $1 ORDER BY x LIMIT $2"},
		{"SELECT a.*, b.* FROM a JOIN b ON b.a_id = a.id",
			"SELECT " + fromA + ", b.id, b.a_id, b.m FROM a JOIN b ON b.a_id = a.id"},
		{"SELECT * FROM a, b AS q", "SELECT " + fromA + ", q.id, q.a_id, q.m FROM a, b AS q"},
		{`SELECT * FROM "odd names" AS "O" JOIN b ON true`,
			`SELECT "O"."2nd", "O"."say ""x""", "O"."a (b) {c}", "O"."Größe", "O"."<>", "O"."select", b.id, b.a_id, b.m FROM "odd names" AS "O" JOIN b ON true`},
		{"SELECT(id+1)*($1)FROM b", "SELECT(id+1)*($1)FROM b"},
		{"TABLE b ORDER BY id", "SELECT id, a_id, m FROM b ORDER BY id"},
		{"SELECT (q).* FROM a AS q", "SELECT (q).* FROM a AS q"},
		{"SELECT 1 + 2 * 3, count(*) FROM a", "SELECT 1 + 2 * 3, count(*) FROM a"},
		{"SELECT * FROM a JOIN b USING (id)",
			`SELECT a.id, a.x, a."a b", a."order", b.a_id, b.m FROM a JOIN b USING (id)`},
		{"SELECT * FROM a FULL JOIN b USING (id)",
			`SELECT id, a.x, a."a b", a."order", b.a_id, b.m FROM a FULL JOIN b USING (id)`},
		{"SELECT * FROM a NATURAL LEFT JOIN b",
			`SELECT a.id, a.x, a."a b", a."order", b.a_id, b.m FROM a NATURAL LEFT JOIN b`},
		{"SELECT j.* FROM (a JOIN b USING (id)) AS j",
			`SELECT j.id, j.x, j."a b", j."order", j.a_id, j.m FROM (a JOIN b USING (id)) AS j`},
		{"SELECT DISTINCT ON (m) * FROM v", "SELECT DISTINCT ON (m) id, a_id, m FROM v"},
		{"SELECT * FROM v UNION ALL SELECT * FROM b WHERE m > $1",
			"SELECT id, a_id, m FROM v UNION ALL SELECT id, a_id, m FROM b WHERE m > $1"},
		{"INSERT INTO b (id, m) VALUES ($1, 2 * $2) RETURNING *",
			"INSERT INTO b (id, m) VALUES ($1, 2 * $2) RETURNING id, a_id, m"},
		{"INSERT INTO b AS t VALUES (1), ($1) RETURNING *",
			"INSERT INTO b AS t (id) VALUES (1), ($1) RETURNING t.id, t.a_id, t.m"},
		{"UPDATE b SET m = $1 FROM a WHERE a.id = a_id RETURNING b.*, 1 AS one",
			"UPDATE b SET m = $1 FROM a WHERE a.id = a_id RETURNING b.id, b.a_id, b.m, 1 AS one"},
		{"UPDATE b SET m = $1 FROM a WHERE a.id = a_id RETURNING *",
			"UPDATE b SET m = $1 FROM a WHERE a.id = a_id RETURNING b.id, b.a_id, b.m, " + fromA},
		{"DELETE FROM b WHERE id = $1 RETURNING *", "DELETE FROM b WHERE id = $1 RETURNING id, a_id, m"},
		{"SELECT id FROM a WHERE EXISTS (SELECT * FROM b WHERE a_id = a.id)",
			"SELECT id FROM a WHERE EXISTS (SELECT * FROM b WHERE a_id = a.id)"},
		{"WITH c AS (SELECT * FROM b), d AS (DELETE FROM b RETURNING *) SELECT * FROM c UNION TABLE d",
			"WITH c AS (SELECT id, a_id, m FROM b), d AS (DELETE FROM b RETURNING id, a_id, m) SELECT id, a_id, m FROM c UNION SELECT id, a_id, m FROM d"},
		{"SELECT s.*, l.* FROM b AS s, LATERAL (SELECT * FROM a WHERE a.id = s.a_id) AS l",
			"SELECT s.id, s.a_id, s.m, l.id, l.x, l.\"a b\", l.\"order\" FROM b AS s, LATERAL (SELECT " + a +
				" FROM a WHERE a.id = s.a_id) AS l"},
		{"SELECT * FROM generate_series(1, 3) WITH ORDINALITY AS g (n, i), (VALUES (1)) AS w (x)",
			"SELECT g.n, g.i, w.x FROM generate_series(1, 3) WITH ORDINALITY AS g (n, i), (VALUES (1)) AS w (x)"},
		{"SELECT * FROM (SELECT * FROM b WHERE m > $1)",
			"SELECT id, a_id, m FROM (SELECT id, a_id, m FROM b WHERE m > $1)"},
		{"INSERT INTO b (id, a_id, m) SELECT * FROM v", "INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM v"},
		{"SELECT * FROM a GROUP BY id", "SELECT " + a + " FROM a GROUP BY id"},
		{"SELECT * FROM a FOR UPDATE", "SELECT " + a + " FROM a FOR UPDATE"},
		{"SELECT * FROM a, b WHERE a.id = b.id GROUP BY a.id, b.id",
			"SELECT " + fromA + ", b.id, b.a_id, b.m FROM a, b WHERE a.id = b.id GROUP BY a.id, b.id"},
		{"SELECT a.*, count(*) AS n FROM a LEFT JOIN b ON a.id = a_id GROUP BY a.id",
			"SELECT " + fromA + ", count(*) AS n FROM a LEFT JOIN b ON a.id = a_id GROUP BY a.id"},
		{"INSERT INTO b VALUES ($1, $2, 3)", "INSERT INTO b (id, a_id, m) VALUES ($1, $2, 3)"},
		{"INSERT INTO b AS q VALUES ($1, $2, 3), (4, 5, 6) ON CONFLICT (id) DO UPDATE SET m = q.m RETURNING *",
			"INSERT INTO b AS q (id, a_id, m) VALUES ($1, $2, 3), (4, 5, 6) ON CONFLICT (id) DO UPDATE SET m = q.m RETURNING q.id, q.a_id, q.m"},
		{"INSERT INTO b SELECT * FROM v", "INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM v"},
		{"INSERT INTO public.b SELECT id, 2, 3 FROM v WHERE true",
			"INSERT INTO public.b (id, a_id, m) SELECT id, 2, 3 FROM v WHERE true"},
		{"WITH c AS (SELECT * FROM b) INSERT INTO b SELECT * FROM c",
			"WITH c AS (SELECT id, a_id, m FROM b) INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM c"},
		{"INSERT INTO g VALUES (1)", "INSERT INTO g (a) VALUES (1)"},
		{"INSERT INTO g VALUES (1, DEFAULT, 2)", "INSERT INTO g (a, twice, \"order\") VALUES (1, DEFAULT, 2)"},
		{"INSERT INTO b DEFAULT VALUES", "INSERT INTO b DEFAULT VALUES"},
		{"WITH n AS (INSERT INTO a VALUES (1, 'x') RETURNING *) INSERT INTO b SELECT n.id FROM n",
			`WITH n AS (INSERT INTO a (id, x) VALUES (1, 'x') RETURNING id, x, "a b", "order") INSERT INTO b (id) SELECT n.id FROM n`},
		{"MERGE INTO b USING a ON a.id = b.id WHEN NOT MATCHED THEN INSERT VALUES (a.id, 2)",
			"MERGE INTO b USING a ON a.id = b.id WHEN NOT MATCHED THEN INSERT (id, a_id) VALUES (a.id, 2)"},
		{"INSERT INTO b OVERRIDING SYSTEM VALUE VALUES (1)", "INSERT INTO b (id) OVERRIDING SYSTEM VALUE VALUES (1)"},
	}
	if s.(*session).database.Version >= 170000 { // before, MERGE returns nothing
		cases = append(cases, [2]string{"MERGE INTO b USING a ON a.id = b.id WHEN MATCHED THEN DELETE RETURNING *",
			"MERGE INTO b USING a ON a.id = b.id WHEN MATCHED THEN DELETE RETURNING " + fromA + ", b.id, b.a_id, b.m"})
	}
	enginetest.Explicit(t, s, engine.Postgres.Dialect, cases)
}
