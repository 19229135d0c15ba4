package postgres

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestFound(t *testing.T) {
	s := enginetest.Open(t, testHost.Open, enginetest.FoundSchema+`
CREATE FUNCTION skips() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TABLE inserted (id integer PRIMARY KEY, a text);
CREATE TRIGGER skips BEFORE INSERT ON inserted FOR EACH ROW EXECUTE FUNCTION skips();
CREATE TABLE updated (id integer PRIMARY KEY, a text);
CREATE TRIGGER skips BEFORE UPDATE ON updated FOR EACH ROW EXECUTE FUNCTION skips();
CREATE TABLE after (id integer PRIMARY KEY, a text);
CREATE TRIGGER skips AFTER INSERT ON after FOR EACH ROW EXECUTE FUNCTION skips();
CREATE TABLE parted (id integer) PARTITION BY LIST (id);
CREATE TABLE part PARTITION OF parted DEFAULT;
CREATE TRIGGER skips BEFORE INSERT ON part FOR EACH ROW EXECUTE FUNCTION skips();
CREATE TABLE ruled (id integer);
CREATE RULE skips AS ON INSERT TO ruled WHERE new.id = 0 DO INSTEAD NOTHING;
CREATE VIEW viewed AS SELECT id, a FROM f;`)
	enginetest.Found(t, s, map[bool][]string{
		true: {
			"SELECT count(*) AS n FROM f LIMIT 1",
			"SELECT n FROM f UNION SELECT 1 AS n",
			"VALUES (1), (2)",
			"SELECT count(*) AS n FROM f GROUP BY ()",
			"INSERT INTO after (id) VALUES (1) RETURNING id",
			"INSERT INTO updated (id) VALUES (1) RETURNING id",
		},
		false: {
			"SELECT unnest('{}'::integer[]) AS n",
			"SELECT count(*) AS n FROM f GROUP BY GROUPING SETS ((a))",
			"SELECT count(*) AS n FROM f LIMIT (SELECT max(n) FROM f)",
			"INSERT INTO inserted (id) VALUES (1) RETURNING id",
			"INSERT INTO updated (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING id",
			"INSERT INTO parted (id) VALUES (1) RETURNING id",
			"INSERT INTO viewed (id, a) VALUES (1, 'a') RETURNING id",
			"INSERT INTO f (id, a) SELECT unnest('{}'::integer[]), 'a' RETURNING id",
			"SELECT count(*) AS n FROM f FETCH FIRST 0 ROWS ONLY",
		},
	})
}
