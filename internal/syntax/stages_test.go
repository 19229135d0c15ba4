package syntax_test

import (
	"fmt"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

func TestStages(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1": "",
		"WITH a AS (SELECT 1), b (x, y) AS NOT MATERIALIZED (SELECT n, (SELECT 2) FROM a) SELECT * FROM b, a": "a, b from a; SELECT * FROM b, a from a b",
		"WITH RECURSIVE n AS (SELECT 1 UNION ALL SELECT n FROM n) SELECT n, m FROM (SELECT n FROM n) x":       "n; SELECT n, m FROM (SELECT n FROM n) x from n",
		`WITH "A b" AS (SELECT 1), c AS (SELECT "A b" FROM "t") TABLE "A b"`:                                  `"A b", c; TABLE "A b" from "A b"`,
		"WITH d AS (DELETE FROM t RETURNING a, d) INSERT INTO u SELECT a, d FROM d":                           "d; INSERT INTO u SELECT a, d FROM d from d",
		"with t as (select 1) cycle x set y using z, u as (select 2 from o join T on true) select 1":          "t, u from t; select 1",
		"WITH a AS (SELECT 1": "", "WITH": "", "WITH a AS (SELECT 1)": "", "WITH a": "",
	} {
		list, main, read := engine.Postgres.Dialect.Stages(sql)
		got := ""
		for i, s := range list {
			if i > 0 {
				got += ", "
			}
			got += s.Name + from(s.From)
		}
		if list != nil {
			got += "; " + sql[main:] + from(read)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

func from(names []string) (text string) {
	for i, name := range names {
		text += map[bool]string{true: " from"}[i == 0] + fmt.Sprint(" ", name)
	}
	return text
}
