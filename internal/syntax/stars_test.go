package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

func TestStars(t *testing.T) {
	for _, c := range []struct{ sql, want string }{
		{"SELECT * FROM t", "* of FROM t"},
		{"select distinct * from t where a * b > 1", "* of from t "},
		{"SELECT DISTINCT ON (a, b) *, a*b FROM t ORDER BY a", "* of FROM t "},
		{"SELECT a.*, \"b c\" . * , s.t.*FROM a, b", `a.* of FROM a, b; "b c" . * of FROM a, b; s.t.* of FROM a, b`},
		{"SELECT count(*), 2 * 3, (a)*(b), 'a' * 2, 1.*2, $1 * 2, f(t.*) FROM t", ""},
		{"SELECT(id+$1)*($2)FROM item", ""},
		{"SELECT a IS DISTINCT FROM b, * FROM t", "* of FROM t"},
		{"SELECT extract(day FROM x), * FROM t -- it\nLIMIT 1", "* of FROM t -- it\n"},
		{"SELECT 1 WHERE EXISTS (SELECT * FROM t)", "* of FROM t unseen"},
		{"SELECT * FROM (SELECT * FROM a UNION SELECT b.* FROM b) AS s WHERE x",
			"* of FROM (SELECT * FROM a UNION SELECT b.* FROM b) AS s ; * of FROM a ; b.* of FROM b"},
		{"INSERT INTO t (a) SELECT * FROM u ON CONFLICT DO NOTHING RETURNING *, 1",
			"* of FROM u ON CONFLICT DO NOTHING ; * of RETURNING"},
		{"WITH a AS (SELECT * FROM t), b AS (SELECT * FROM a) SELECT * FROM b",
			"* of FROM t within WITH a AS (SELECT * FROM t), b AS (SELECT * FROM a) ; " +
				"* of FROM a with WITH a AS (SELECT * FROM t) within WITH a AS (SELECT * FROM t), b AS (SELECT * FROM a) ; * of FROM b with WITH a AS (SELECT * FROM t), b AS (SELECT * FROM a) "},
		{"DELETE FROM t WHERE a = '*' /* * */ RETURNING t.*", "t.* of RETURNING"},
	} {
		var got []string
		for _, s := range engine.Postgres.Dialect.Stars(c.sql) {
			text := c.sql[s.Start:s.End] + " of "
			if s.Returning >= 0 {
				text += "RETURNING"
			} else {
				text += c.sql[s.From:s.FromEnd]
			}
			if s.With[0] < s.With[1] {
				text += " with " + c.sql[s.With[0]:s.With[1]]
			}
			if s.Within[0] < s.Within[1] {
				text += " within " + c.sql[s.Within[0]:s.Within[1]]
			}
			if s.Unseen {
				text += " unseen"
			}
			got = append(got, text)
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.sql, g, c.want)
		}
	}
	for _, c := range []struct{ sql, want string }{
		{"SELECT * EXCLUDE (a, b), 1 FROM t", "* EXCLUDE (a, b)"},
		{"SELECT t . * REPLACE (a + (SELECT max(*) FROM u) AS a) /* all */ FROM t",
			"t . * REPLACE (a + (SELECT max(*) FROM u) AS a)"},
		{"FROM t SELECT DISTINCT ON (a) * LIKE 'x%' -- of\nWHERE a", "* LIKE 'x%'"},
		{"SELECT 1, f(2, max(COLUMNS(*)), COLUMNS (c -> c = ')')) AS n UNION SELECT 2",
			"f(2, max(COLUMNS(*)), COLUMNS (c -> c = ')')) AS n [COLUMNS(*)] [COLUMNS (c -> c = ')')]"},
		{"SELECT (SELECT 1 FROM t WHERE COLUMNS(*)), columns FROM t", ""},
		{"SELECT a FROM t WHERE COLUMNS(*) > 1 ORDER BY COLUMNS(*)", ""},
		{"DELETE FROM t RETURNING * EXCLUDE a", "* EXCLUDE a"},
	} {
		var got []string
		for _, s := range engine.DuckDB.Dialect.Stars(c.sql) {
			text := s.Text(c.sql)
			for _, part := range s.Columns {
				text += " [" + c.sql[part[0]:part[1]] + "]"
			}
			got = append(got, text)
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.sql, g, c.want)
		}
	}
	if got := fmt.Sprint(engine.SQLite.Dialect.Stars("SELECT *, [a].* FROM a")); strings.Count(got, "{") != 2 {
		t.Errorf("SQLite: %s", got)
	}
}

func TestInserts(t *testing.T) {
	for _, c := range []struct{ sql, want string }{
		{"INSERT INTO t VALUES (1)", "t"},
		{"INSERT INTO t (a) VALUES (1)", ""},
		{"INSERT INTO t(a)SELECT 1", ""},
		{"insert or ignore into main.\"my t\" as x values (1)", `main."my t"`},
		{"REPLACE INTO t VALUES (1)", "t"},
		{"INSERT INTO t DEFAULT VALUES", ""},
		{"INSERT INTO t (SELECT 1)", "t"},
		{"INSERT INTO t ((SELECT 1))", "t"},
		{"WITH n AS (INSERT INTO a VALUES (1) RETURNING id) INSERT INTO b SELECT id FROM n", "a b"},
		{"MERGE INTO t USING s ON true WHEN NOT MATCHED THEN INSERT VALUES (1)", "MERGE"},
		{"MERGE INTO t USING s ON true WHEN NOT MATCHED THEN INSERT (a) VALUES (1)", ""},
		{"UPDATE t SET a = 'INSERT INTO t VALUES (1)'", ""},
	} {
		var got []string
		for _, i := range engine.Postgres.Dialect.Inserts(c.sql) {
			if i.Table == "" {
				i.Table = "MERGE"
			}
			got = append(got, i.Table)
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.sql, g, c.want)
		}
	}
}

// TestStarsOfPieces: what is not whole has stars, too.
func TestStarsOfPieces(t *testing.T) {
	for _, sql := range []string{
		"WITH c AS (FROM t SELECT max(COLUMNS(* EXCLUDE (a))) AS b) SELECT t.* REPLACE (a + 1 AS a, b AS c), COLUMNS('x') + COLUMNS(c -> c = 1) FROM c",
		"INSERT INTO t SELECT DISTINCT ON (a) * RENAME (a AS b), f(COLUMNS(['a', 'b'])) FROM u WHERE COLUMNS(*) > 1 RETURNING * EXCLUDE b, 1",
	} {
		for from := range sql {
			for to := from; to <= len(sql); to++ {
				piece := sql[from:to]
				for _, s := range engine.DuckDB.Dialect.Stars(piece) {
					_ = engine.DuckDB.Dialect.Replacements(s.Text(piece))
					for _, probe := range s.Probes(piece, s.Text(piece)) {
						if s.Wide && !strings.Contains(probe, piece[s.Start:s.End]) {
							t.Errorf("%s: %s", piece, probe)
						}
					}
					for _, part := range s.Columns {
						if s.Wide && (part[0] < s.Start || part[1] > s.End || part[0] >= part[1]) {
							t.Errorf("%s: %v in %d to %d", piece, part, s.Start, s.End)
						}
					}
				}
			}
		}
	}
}
