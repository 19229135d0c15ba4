package sqlite

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestFound(t *testing.T) {
	s := enginetest.Open(t, Open, enginetest.FoundSchema+`
CREATE TABLE g (id INTEGER PRIMARY KEY, a TEXT);
CREATE TRIGGER skips BEFORE INSERT ON g WHEN new.a IS NULL BEGIN SELECT RAISE(IGNORE); END;
CREATE TABLE h (id INTEGER PRIMARY KEY, a TEXT);
CREATE TRIGGER logs AFTER INSERT ON h BEGIN DELETE FROM f WHERE id = new.id; END;
CREATE VIEW v AS SELECT id, a FROM f;
CREATE TRIGGER instead INSTEAD OF INSERT ON v BEGIN INSERT OR IGNORE INTO f (id, a) VALUES (new.id, new.a); END;`)
	enginetest.Found(t, s, map[bool][]string{
		true: {
			"SELECT count(*) AS n FROM f LIMIT 1",
			"SELECT n FROM f UNION SELECT 1 AS n",
			"VALUES (1), (2)",
			"REPLACE INTO f (id, a) VALUES (1, 'a') RETURNING id",
		},
		false: {
			"INSERT OR IGNORE INTO f (id, a) VALUES (1, 'a') RETURNING id",
			"INSERT INTO g (id, a) VALUES (1, 'a') RETURNING id",
			"WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r WHERE n > 3",
			"SELECT value FROM json_each('[]')",
		},
	})
}
