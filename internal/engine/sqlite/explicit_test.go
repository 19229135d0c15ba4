package sqlite

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestExplicit(t *testing.T) {
	s, err := Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Apply(context.Background(), `CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT, "a b" INT, "order" INT);
		CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT, m REAL); CREATE TABLE g (a INT, twice INT GENERATED ALWAYS AS (a * 2) STORED, "order" INT); CREATE VIEW v AS SELECT * FROM b;
		CREATE TRIGGER t AFTER UPDATE ON b BEGIN DELETE FROM a WHERE id = new.id; END`); err != nil {
		t.Fatal(err)
	}
	const a = `id, x, "a b", "order"`
	const fromA = `a.id, a.x, a."a b", a."order"`
	enginetest.Explicit(t, s, engine.SQLite.Dialect, [][2]string{
		{"SELECT * FROM a", "SELECT " + a + " FROM a"},
		{"SELECT * /* all */ FROM a -- x\nWHERE id = ?1 ORDER BY x LIMIT ?2",
			"SELECT " + a + " /* all */ FROM a -- x\nWHERE id = ?1 ORDER BY x LIMIT ?2"},
		{"SELECT a.*, b.* FROM a JOIN b ON b.a_id = a.id",
			"SELECT " + fromA + ", b.id, b.a_id, b.m FROM a JOIN b ON b.a_id = a.id"},
		{"SELECT * FROM a, b AS q", "SELECT " + fromA + ", q.id, q.a_id, q.m FROM a, b AS q"},
		{"SELECT 1 + 2 * 3, count(*) FROM a", "SELECT 1 + 2 * 3, count(*) FROM a"},
		{"SELECT * FROM a JOIN b USING (id)", "SELECT " + fromA + ", b.a_id, b.m FROM a JOIN b USING (id)"},
		{"SELECT * FROM a NATURAL JOIN b", "SELECT " + fromA + ", b.a_id, b.m FROM a NATURAL JOIN b"},
		{"SELECT DISTINCT * FROM v UNION ALL SELECT * FROM b WHERE m > ?1",
			"SELECT DISTINCT id, a_id, m FROM v UNION ALL SELECT id, a_id, m FROM b WHERE m > ?1"},
		{"INSERT INTO b (id, m) VALUES (?1, 2 * ?2) RETURNING *",
			"INSERT INTO b (id, m) VALUES (?1, 2 * ?2) RETURNING id, a_id, m"},
		{"UPDATE b SET m = ?1 FROM a WHERE a.id = a_id RETURNING *, 1 AS one",
			"UPDATE b SET m = ?1 FROM a WHERE a.id = a_id RETURNING id, a_id, m, 1 AS one"},
		{"DELETE FROM b WHERE id = ?1 RETURNING *", "DELETE FROM b WHERE id = ?1 RETURNING id, a_id, m"},
		{"SELECT id FROM a WHERE EXISTS (SELECT * FROM b WHERE a_id = a.id)",
			"SELECT id FROM a WHERE EXISTS (SELECT * FROM b WHERE a_id = a.id)"},
		{"WITH c AS (SELECT * FROM b), d AS (SELECT * FROM c) SELECT * FROM d",
			"WITH c AS (SELECT id, a_id, m FROM b), d AS (SELECT id, a_id, m FROM c) SELECT id, a_id, m FROM d"},
		{"SELECT s.*, s.id IN (SELECT id FROM a) FROM (SELECT * FROM b) AS s",
			"SELECT s.id, s.a_id, s.m, s.id IN (SELECT id FROM a) FROM (SELECT id, a_id, m FROM b) AS s"},
		{"SELECT * FROM json_each(?1)",
			"SELECT \"key\", value, type, atom, id, parent, fullkey, path FROM json_each(?1)"},
		{"INSERT INTO b (id, a_id, m) SELECT * FROM v", "INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM v"},
		{"WITH RECURSIVE r (id, n) AS (SELECT id, 1 FROM b UNION ALL SELECT b.id, n + 1 FROM r JOIN b ON b.id = r.id + 1) SELECT * FROM r", "WITH RECURSIVE r (id, n) AS (SELECT id, 1 FROM b UNION ALL SELECT b.id, n + 1 FROM r JOIN b ON b.id = r.id + 1) SELECT id, n FROM r"},
		{"INSERT INTO b VALUES (?1, ?2, 3)", "INSERT INTO b (id, a_id, m) VALUES (?1, ?2, 3)"},
		{"INSERT INTO b AS q VALUES (?1, ?2, 3), (4, 5, 6) ON CONFLICT (id) DO UPDATE SET m = q.m RETURNING *",
			"INSERT INTO b AS q (id, a_id, m) VALUES (?1, ?2, 3), (4, 5, 6) ON CONFLICT (id) DO UPDATE SET m = q.m RETURNING id, a_id, m"},
		{"INSERT INTO b SELECT * FROM v", "INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM v"},
		{"INSERT INTO main.b SELECT id, 2, 3 FROM v WHERE true",
			"INSERT INTO main.b (id, a_id, m) SELECT id, 2, 3 FROM v WHERE true"},
		{"WITH c AS (SELECT * FROM b) INSERT INTO b SELECT * FROM c",
			"WITH c AS (SELECT id, a_id, m FROM b) INSERT INTO b (id, a_id, m) SELECT id, a_id, m FROM c"},
		{"INSERT INTO g VALUES (1, 2)", "INSERT INTO g (a, \"order\") VALUES (1, 2)"},
		{"REPLACE INTO b VALUES (1, 2, 3)", "REPLACE INTO b (id, a_id, m) VALUES (1, 2, 3)"},
		{"INSERT OR IGNORE INTO b DEFAULT VALUES", "INSERT OR IGNORE INTO b DEFAULT VALUES"},
	})
}
