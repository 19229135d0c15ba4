package sqlite

import (
	"context"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

const marksSchema = `
CREATE TABLE d (a INTEGER NOT NULL, s TEXT NOT NULL, ts TEXT NOT NULL);
CREATE TABLE st (n INT NOT NULL, r REAL NOT NULL, s TEXT NOT NULL, g TEXT AS (n), x REAL AS (n), i INT AS ('7')) STRICT;
CREATE TABLE v (id INTEGER PRIMARY KEY, s TEXT NOT NULL, d DATE AS (s), j JSON AS (s), b BOOLEAN AS (id = 1));
INSERT INTO d VALUES ('abc', x'', '2020-01-01'), (9e999, 'a', '2020-01-01'), (7, 'b', '2020-01-01');
INSERT INTO st (n, r, s) VALUES (4611686018427387904, 4.0, 'a'), (-9223372036854775808, 2.5, 'b'), (4, 9e999, 'c');
INSERT INTO v (id, s) VALUES (1, '2020-01-01');
CREATE TABLE sw (id INT PRIMARY KEY, n INT NOT NULL, r REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE k (id INTEGER PRIMARY KEY, n INT NOT NULL, r REAL NOT NULL);
INSERT INTO sw VALUES (1, 1, 1.0), (2, 2, 2.5);
INSERT INTO k VALUES (1, 1, 1.0), (2, 2, 2.5);
CREATE INDEX stg ON st (g);
`

// TestMarks: what is said of expressions whose values SQLite does not see to, each with rows that show why: nullable or
// not, and whether it rests on a declared type or may overflow. One with neither holds whatever the tables hold.
func TestMarks(t *testing.T) {
	s := enginetest.Open(t, Open, marksSchema).(*session)
	for _, c := range []struct{ sql, typ, mark string }{
		{"SELECT sign(a) FROM d", "INTEGER", "declared"},
		{"SELECT substr(s, 1) FROM d", "TEXT", "declared"},
		{"SELECT floor(a) FROM d", "INTEGER", "declared"},
		{"SELECT ceil(a) FROM d", "INTEGER", "declared"},
		{"SELECT trunc(a) FROM d", "INTEGER", "declared"},
		{"SELECT 0 * -a FROM d", "INTEGER", "declaredoverflow"},
		{"SELECT a - a FROM d", "INTEGER", "declaredoverflow"},
		{"SELECT abs(a) FROM d", "INTEGER", "declared"},
		{"SELECT abs(a) - length(s) / 2 FROM d", "INTEGER", "overflow"},
		{"SELECT max(a) FROM d GROUP BY s", "INTEGER", "declared"},
		{"SELECT sum(a) FROM d GROUP BY ts", "INTEGER", "declared"},
		{"SELECT avg(a) FROM d GROUP BY ts", "REAL", "declared"},
		{"SELECT round(a) FROM d", "REAL", ""},
		{"SELECT length(s), upper(s), s || a, typeof(a) FROM d", "INTEGER", ""},
		{"SELECT CAST(a AS INTEGER) FROM d", "INTEGER", ""},
		{"SELECT n FROM st", "INT", ""},
		{"SELECT n * 2 FROM st", "INTEGER", "overflow"},
		{"SELECT -n FROM st", "INTEGER", "overflow"},
		{"SELECT abs(n + n) FROM st", "INTEGER", "overflow"},
		{"SELECT max(n + n) FROM st", "INTEGER?", "overflow"},
		{"SELECT n / 2, n % 7, count(*) * 1000 + 1, length(s) + 1 FROM st GROUP BY n, s", "INTEGER", ""},
		{"SELECT n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n - n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n*n FROM st", "INTEGER?",
			"overflow"},
		{"SELECT unixepoch(ts, 'subsec') FROM d", "REAL?", ""},
		{"SELECT CASE WHEN n = 4 THEN 111 ELSE 0.5 END FROM st", "NUMERIC", ""},
		{"SELECT 1 UNION ALL SELECT 2.5", "NUMERIC", ""},
		{"SELECT g FROM st", "TEXT", ""},
		{"SELECT g FROM st ORDER BY g", "TEXT", ""},
		{"SELECT g FROM st ORDER BY s", "TEXT", ""},
		{"SELECT x FROM st", "REAL", ""},
		{"SELECT x FROM st ORDER BY s", "NUMERIC", ""},
		{"SELECT i FROM st", "INT", "declared"},
		{"INSERT INTO st (n, r, s) VALUES (4, 4, 'x') RETURNING g", "TEXT", ""},
		{"INSERT INTO st (n, r, s) VALUES (4, 4, 'x') RETURNING r", "REAL", ""},
		{"INSERT INTO st (n, r, s) VALUES (4, 4, 'x') RETURNING coalesce(r, 0.0)", "NUMERIC", ""},
		{"INSERT INTO st (n, r, s) VALUES (4, 4, 'x') RETURNING +r", "NUMERIC", ""},
		{"INSERT INTO st (n, r, s) VALUES (4, 4, 'x') RETURNING CASE WHEN n = 4 THEN r ELSE 0.5 END", "NUMERIC", ""},
		{"UPDATE st SET n = 4 RETURNING coalesce(r, 0.5)", "NUMERIC", ""},
		{"UPDATE st SET n = 4 RETURNING +r", "NUMERIC", ""},
		{"UPDATE st SET r = r * 1.0 RETURNING ifnull(r, 0.5)", "NUMERIC", ""},
		{"UPDATE st SET n = 4 RETURNING r + 0.5", "REAL", ""},
		{"DELETE FROM st RETURNING coalesce(r, 0.5)", "REAL", ""},
		{"UPDATE sw SET n = 4 RETURNING CASE WHEN n = 4 THEN r END", "NUMERIC?", ""},
		{"INSERT INTO sw VALUES (9, 1, 2.0) RETURNING max(r, 1.0)", "NUMERIC", ""},
		{"UPDATE k SET n = 4 RETURNING +r", "NUMERIC", "declared"},
		{"SELECT d FROM v", "DATE", "declared"},
		{"SELECT j FROM v ORDER BY s", "JSON", "declared"},
		{"SELECT b FROM v", "BOOLEAN", "declared"},
	} {
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: c.sql})
		if err != nil {
			t.Errorf("%v\n%s", err, c.sql)
			continue
		}
		for i, col := range d.Columns {
			got, mark := col.Type.SQL,
				map[bool]string{true: "declared"}[col.Declared]+map[bool]string{true: "overflow"}[col.Overflow]
			if col.Nullable {
				got += "?"
			}
			if i == 0 && got != c.typ || mark != c.mark {
				t.Errorf("column %d is %s %q (%s)\n%s", i, got, mark, col.Why, c.sql)
			}
		}
		cols := make([]seen, len(d.Columns))
		mustRun(t, s.conn, "SAVEPOINT run")
		s.conn.observe(t, c.sql, nil, cols)
		mustRun(t, s.conn, "ROLLBACK TO run; RELEASE run")
		for i, saw := range cols {
			saw.bools = true
			if wrong := contradicted(d.Columns[i], false, seen{bools: true}, saw); wrong != "" || saw.rows == 0 {
				t.Errorf("column %d %s (%d rows)\n%s", i, wrong, saw.rows, c.sql)
			}
		}
	}
}
