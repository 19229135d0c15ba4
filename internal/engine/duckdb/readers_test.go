package duckdb

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// TestReadersOf: each path of a file that stands for a table is found, and no other text.
func TestReadersOf(t *testing.T) {
	for _, c := range []struct {
		sql  string
		want []string // the readers' names
	}{
		{"FROM 'a.csv'", []string{"a"}},
		{"SELECT 'x', 'y' FROM 'a.csv', 'b.csv' AS b WHERE b.t IN ('x', 'y') ORDER BY 'x', 'y'", []string{"a", "b"}},
		{`SELECT "a.csv".x FROM "a.csv" AS "a.csv", main."t.t", "data/b.parquet", "u", "d.e"."f"`, []string{"a", "b"}},
		{`WITH "a.csv" AS (SELECT 1) FROM "a.csv"`, nil},
		{`WITH t AS (FROM "a.csv"), "b.csv" (x) AS NOT MATERIALIZED (FROM "a.csv") FROM "b.csv", "a.csv" AS t`,
			[]string{"a", "a", "a"}},
		{"SELECT 1 FROM t, 'a.csv', u JOIN 'b.csv' USING (id), 'c.csv' LIMIT 1", []string{"a", "b", "c"}},
		{"SELECT 1 FROM t JOIN u ON t.a = 'x' AND t.b IN ('y', 'z'), 'a.csv'", []string{"a"}},
		{"SELECT 1 FROM ('a.csv' JOIN ('b.csv' AS b CROSS JOIN t) ON true)", []string{"a", "b"}},
		{"SELECT 1 FROM (('a.csv' AS a), 'b.csv')", []string{"a", "b"}},
		{"FROM (VALUES ('x', 'y')) AS v(a, b), 'a.csv' SELECT 'x', 'y'", []string{"a"}},
		{"SELECT 1 FROM f('x', 'y'), unnest(['x', 'y']), (SELECT 'x', 'y' FROM 'a.csv')", []string{"a"}},
		{"SELECT trim('x' FROM 'y'), substring('x' FROM 2), 'x' IS DISTINCT FROM 'y', 'z' FROM t", nil},
		{"SELECT 1 FROM t WHERE a IS NOT DISTINCT FROM 'x' OR b IN (FROM 'a.csv')", []string{"a"}},
		{"WITH a AS (FROM 'a.csv'), b AS (SELECT 'x' UNION SELECT 'y') FROM a, b, 'c.csv'", []string{"a", "c"}},
		{"INSERT INTO t VALUES ('x', 'y') ON CONFLICT DO UPDATE SET a = 'x', b = 'y'", nil},
		{"UPDATE t SET a = 'x', b = 'y' FROM 'a.csv', 'b.csv' WHERE t.c = 'z' RETURNING 'x', 'y'", []string{"a", "b"}},
		{"DELETE FROM t USING 'a.csv', 'b.csv' WHERE t.c = 'z'", []string{"a", "b"}},
		{"MERGE INTO t USING 'a.csv' AS a ON t.id = a.id WHEN MATCHED THEN UPDATE SET b = 'x', c = 'y'", []string{"a"}},
		{"SELECT 1 FROM t SEMI JOIN 'a.csv' USING (id) UNION SELECT 'x', 'y' FROM (SELECT 1), 'b.csv'", []string{"a", "b"}},
		{"SELECT (SELECT count(*) FROM t, 'a.csv'), 'x' FROM read_csv('b.csv', names = ['x', 'y']), 'c.csv'",
			[]string{"a", "read_csv", "c"}},
	} {
		var got []string
		for _, r := range readersOf(c.sql) {
			got = append(got, r.name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", c.sql, got, c.want)
		}
	}
}

// TestHeldPaths: wherever a path stands for a table, the file is held to the columns that were there.
func TestHeldPaths(t *testing.T) {
	const sample = "testdata/people.csv"
	env := testEnvironment
	env.Files = []string{sample}
	s := enginetest.Open(t, NewHost(env).Open, enginetest.File(t, "testdata/schema.sql")).(*session)
	free, err := host{testEnvironment}.start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	if err := free.exec(ctx, enginetest.File(t, "testdata/schema.sql")); err != nil {
		t.Fatal(err)
	}
	other := filepath.ToSlash(filepath.Join(t.TempDir(), "people.csv"))
	if err := os.WriteFile(other, []byte("id,name,nick,day,score\nfirst,a,b,2024-01-01,1.5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"SELECT id FROM 'testdata/people.csv'",
		`SELECT people.id FROM "testdata/people.csv"`,
		"SELECT people.id FROM range(1), 'testdata/people.csv'",
		"SELECT p.id FROM ('testdata/people.csv' AS p CROSS JOIN range(1))",
		"SELECT p.id FROM (range(1) AS r(n) JOIN 'testdata/people.csv' AS p ON r.n = 0), range(1)",
		"SELECT p.id FROM range(1) AS r, LATERAL (SELECT id FROM range(1), 'testdata/people.csv') AS p",
		"WITH a AS (SELECT people.id FROM range(1), 'testdata/people.csv') FROM a UNION ALL SELECT 1 FROM range(1), range(2)",
		"SELECT 1 AS id WHERE EXISTS (SELECT people.id + 1 AS n FROM range(1), 'testdata/people.csv' WHERE people.id > 0)",
	} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: sql})
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		sent := strings.ReplaceAll(engine.Edited(sql, d.Edits), sample, other)
		err = free.each(ctx, sent, func(row) {})
		if err == nil || !strings.Contains(err.Error(), "column id is VARCHAR, expected BIGINT") {
			t.Errorf("%s: %v", sent, err)
		}
	}
}

// TestFitsDecimal: a file's DECIMAL fits where its values are those of the sample's, digit by digit.
func TestFitsDecimal(t *testing.T) {
	s := enginetest.Open(t, NewHost(testEnvironment).Open, "").(*session)
	for _, of := range [][2]int{{10, 2}, {4, 0}, {18, 3}, {38, 10}, {5, 5}, {21, 1}} {
		typ := fmt.Sprintf("DECIMAL(%d,%d)", of[0], of[1])
		names := slices.Concat(signed, unsigned, []string{"DOUBLE", "VARCHAR", "BOOLEAN", "DECIMAL(4,1)[]", "STRUCT(a DECIMAL(1,0))"})
		least := map[string]int{"TINYINT": 3, "SMALLINT": 5, "INTEGER": 10, "BIGINT": 20}
		for w := 1; w <= 38; w++ {
			for scale := range w + 1 {
				names = append(names, fmt.Sprintf("DECIMAL(%d,%d)", w, scale))
			}
		}
		fits := map[string]bool{}
		if err := s.each(ctx, "SELECT n FROM (VALUES ('"+strings.Join(names, "'), ('")+"')) AS v(n) WHERE "+
			fitsDecimal(of[0], of[1], "n"), func(r row) { fits[r.text(0)] = true }); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			var w, scale int
			_, err := fmt.Sscanf(name, "DECIMAL(%d,%d)", &w, &scale)
			want := err == nil && scale <= of[1] && w-scale <= of[0]-of[1]
			if n := least[strings.TrimPrefix(name, "U")]; n > 0 {
				want = n <= of[0]-of[1]
			}
			if strings.HasSuffix(name, "[]") {
				want = false
			}
			if want != fits[name] {
				t.Fatalf("%s into %s: %v", name, typ, fits[name])
			}
		}
	}
}
