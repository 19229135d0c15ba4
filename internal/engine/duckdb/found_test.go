package duckdb

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func TestFound(t *testing.T) {
	s := enginetest.Open(t, NewHost(testEnvironment).Open, enginetest.FoundSchema)
	enginetest.Found(t, s, map[bool][]string{
		true: {
			"INSERT INTO f BY NAME SELECT 1 AS id, 'a' AS a RETURNING id",
			"SELECT count(*) AS n FROM f USING SAMPLE 10%", // of what is counted
		},
		false: {
			"SELECT unnest([]::INTEGER[]) AS n",
			"SELECT n FROM (SELECT count(*) AS n FROM f) USING SAMPLE 10%",
			"INSERT OR IGNORE INTO f (id, a) VALUES (1, 'a') RETURNING id",
			"FROM range(0)",
			"SELECT l.a FROM f AS l SEMI JOIN (SELECT count(*) AS n FROM f) AS c ON l.id = c.n",
			"SELECT c.n FROM (SELECT count(*) AS n FROM f) AS c ANTI JOIN f ON f.id = c.n",
			"SELECT f.a FROM f POSITIONAL JOIN f AS g",
		},
	})
}
