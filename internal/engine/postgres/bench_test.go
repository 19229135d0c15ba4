package postgres

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// benchStatements makes a schema of 20 tables and statements of the usual sorts over it.
func benchStatements(n int) (schema string, list []engine.Stmt) {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "CREATE TABLE t%d (id int PRIMARY KEY, parent int REFERENCES t%d(id), name text NOT NULL, note varchar(40), price numeric(10,2), made timestamptz NOT NULL);\n", i, i)
		fmt.Fprintf(&b, "CREATE INDEX t%d_name ON t%d(name, made);\n", i, i)
	}
	for i := range n {
		t, u := i%20, (i+7)%20
		sql, params := "", 0
		switch i % 8 {
		case 0:
			sql, params = fmt.Sprintf("SELECT * FROM t%d WHERE id = $1", t), 1
		case 1:
			sql, params = fmt.Sprintf("SELECT a.id, a.name, b.note, b.price FROM t%d a LEFT JOIN t%d b ON b.parent = a.id WHERE a.name = $1 ORDER BY a.made LIMIT $2", t, u), 2
		case 2:
			sql, params = fmt.Sprintf("INSERT INTO t%d (id, parent, name, note, price, made) VALUES (1, $1, $2, $3, $4, $5) RETURNING *", t), 5
		case 3:
			sql, params = fmt.Sprintf("UPDATE t%d SET note = $1, price = coalesce($2, price) WHERE id = $3", t), 3
		case 4:
			sql, params = fmt.Sprintf("SELECT name, count(*), sum(price), max(made) FROM t%d WHERE made BETWEEN $1 AND $2 GROUP BY name HAVING count(*) > $3", t), 3
		case 5:
			sql, params = fmt.Sprintf("DELETE FROM t%d WHERE parent IN (SELECT id FROM t%d WHERE name LIKE $1)", t, u), 1
		case 6:
			sql, params = fmt.Sprintf("WITH RECURSIVE up(id, parent, depth) AS (SELECT id, parent, 0 FROM t%d WHERE id = $1 UNION ALL SELECT t.id, t.parent, up.depth + 1 FROM t%d t JOIN up ON t.id = up.parent) SELECT * FROM up", t, t), 1
		default:
			sql = fmt.Sprintf("SELECT a.name, (SELECT max(b.made) FROM t%d b WHERE b.parent = a.id) AS latest, CASE WHEN a.price > 10 THEN 'dear' ELSE 'cheap' END FROM t%d a UNION ALL SELECT name, made, note FROM t%d", u, t, u)
		}
		list = append(list, engine.Stmt{SQL: sql, Params: make([]engine.ParamHint, params)})
	}
	return b.String(), list
}

func BenchmarkDescribe(b *testing.B) {
	schema, list := benchStatements(1000)
	s := open(b, schema)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := s.Describe(ctx, list[i%len(list)]); err != nil {
			b.Fatal(list[i%len(list)].SQL, err)
		}
	}
}

// BenchmarkCatalog reads a schema back.
func BenchmarkCatalog(b *testing.B) {
	schema, _ := benchStatements(0)
	s := open(b, schema)
	for b.Loop() {
		s.catalog = nil
		if _, err := s.loaded(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnit is a whole unit: open, apply a schema of 20 tables, describe 1,000 statements.
func BenchmarkUnit(b *testing.B) {
	schema, list := benchStatements(1000)
	for b.Loop() {
		s, err := testHost.Open(ctx)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Apply(ctx, schema); err != nil {
			b.Fatal(err)
		}
		for _, st := range list {
			if _, err := s.Describe(ctx, st); err != nil {
				b.Fatal(st.SQL, err)
			}
		}
		s.Close()
	}
}
