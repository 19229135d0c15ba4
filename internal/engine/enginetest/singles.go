package enginetest

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// SinglesSchema is what the queries are about: it has keys of one column and of two, a unique column that takes NULL,
// and a table without any.
const SinglesSchema = `CREATE TABLE a (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER);
CREATE TABLE b (id INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER UNIQUE, PRIMARY KEY (id, x));
CREATE TABLE c (id INTEGER, x INTEGER, y INTEGER);`

// singles makes random queries whose conditions compare keys, and other columns, with constants and with each other.
type singles struct{ Queries }

// test is a condition on columns.
func (g *singles) test(cols []Column) string {
	col := func() string { return g.Of(cols, "i") }
	switch g.Rng.Intn(12) {
	case 0:
		return col() + g.Pick(" > ", " <> ") + g.Pick("0", "1")
	case 1:
		return "(" + g.test(cols) + g.Pick(" OR ", " AND ") + g.test(cols) + ")"
	case 2:
		return "NOT " + col() + " = " + g.Pick("0", "1", "2")
	case 3:
		return col() + " IS NOT DISTINCT FROM " + g.Pick("CAST(NULL AS INTEGER)", "1", col())
	case 4, 5, 6:
		return col() + " = " + col()
	case 7:
		return col() + " = (SELECT max(m.x) FROM b AS m" + g.Pick("", " WHERE m.id = "+col()) + ")"
	}
	return col() + " = " + g.Pick("0", "1", "2")
}

func (g *singles) tests(cols []Column) string {
	list := []string{g.test(cols)}
	for g.Chance(.6) {
		list = append(list, g.test(cols))
	}
	return strings.Join(list, " AND ")
}

// relation is a table, or a query of some, under an alias.
func (g *singles) relation(depth int) (string, []Column) {
	alias := g.Alias()
	if depth == 0 && g.Chance(.3) {
		sql, n := g.query(depth + 1)
		var cols []Column
		for i := range n {
			cols = append(cols, Column{fmt.Sprintf("%s.c%d", alias, i), "i"})
		}
		return "(" + sql + ") AS " + alias, cols
	}
	table := g.Pick("a", "b", "c", "a", "b")
	return table + " AS " + alias, g.Columns(table, alias)
}

// from is some relations, joined.
func (g *singles) from(depth int) (string, []Column) {
	sql, cols := g.relation(depth)
	for g.Chance(.45) && len(cols) < 9 {
		other, more := g.relation(depth)
		all := append(append([]Column{}, cols...), more...)
		if join := g.Pick("JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", ","); join == "," {
			sql += " CROSS JOIN " + other
		} else if join == "FULL JOIN" {
			sql += " FULL JOIN " + other + " ON " + g.Of(cols, "i") + " = " + g.Of(more, "i")
		} else {
			sql += " " + join + " " + other + " ON " + g.tests(all)
		}
		cols = all
	}
	return sql, cols
}

// query is one, with how many columns it has: c0, c1 and so on.
func (g *singles) query(depth int) (string, int) {
	from, cols := g.from(depth)
	where := ""
	if g.Chance(.85) {
		where = " WHERE " + g.tests(cols)
	}
	pick := func(n int) (list []string) {
		for range n {
			list = append(list, g.Of(cols, "i"))
		}
		return list
	}
	named := func(list []string) string {
		out := make([]string, len(list))
		for i, c := range list {
			out[i] = fmt.Sprintf("%s AS c%d", c, i)
		}
		return strings.Join(out, ", ")
	}
	switch g.Rng.Intn(10) {
	case 0:
		return "SELECT DISTINCT " + named(pick(2)) + " FROM " + from + where, 2
	case 1:
		by := pick(2)
		return "SELECT " + named(append(by, "count(*)")) + " FROM " + from + where + " GROUP BY " + strings.Join(by, ", "), 3
	case 2:
		other, more := g.from(depth + 1)
		return "SELECT " + named(pick(2)) + " FROM " + from + where + g.Pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") +
			"SELECT " + g.Of(more, "i") + ", " + g.Of(more, "i") + " FROM " + other, 2
	case 3:
		return "SELECT " + named(pick(2)) + " FROM " + from + where + " ORDER BY 1, 2 LIMIT " + g.Pick("1", "2"), 2
	case 4:
		return "SELECT " + named([]string{"count(*)", "max(" + g.Of(cols, "i") + ")"}) + " FROM " + from + where, 2
	}
	list := make([]string, len(cols))
	for i, c := range cols {
		list[i] = c[0]
	}
	return "SELECT " + named(list) + " FROM " + from + where, len(list)
}

// Singles is how RandomSingles asks an engine.
type Singles struct {
	Count   int // of queries
	Apply   func(script string)
	Rows    func(sql string) (n int, err error) // runs a query, and counts
	Claim   func(sql string) string             // why it returns at most one row; "" where it may return more
	Mutants map[string]func(do func())          // each breaks the proof while a function runs: what is then claimed must be contradicted
}

// Claim asks a session.
func Claim(t *testing.T, s engine.Session) func(sql string) string {
	return func(sql string) string {
		t.Helper()
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
		if err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		return d.Single
	}
}

// RandomSingles checks random queries that may be said to return at most one row.
func RandomSingles(t *testing.T, e Singles) {
	t.Helper()
	count, seed := RandomCount(e.Count)
	tables := map[string]string{}
	for _, table := range []string{"a", "b", "c"} {
		tables[table] = "id:i x:i y:i"
	}
	g := &singles{Queries: Queries{Rng: rand.New(rand.NewSource(seed)), Tables: tables}}
	list := map[string]*Returned{}
	for range count {
		sql, _ := g.query(0)
		list[sql] = &Returned{}
	}
	for range 6 {
		e.Apply(g.state())
		for sql, was := range list {
			if n, err := e.Rows(sql); err != nil {
				delete(list, sql) // the engine has no such query
			} else {
				was.See(n)
			}
		}
	}
	claims := func(first bool) (sum Tally) {
		for sql, was := range list {
			if sum.Returns(false, e.Claim(sql), *was, sql); first && len(sum.Contradictions) > 0 {
				break
			}
		}
		return sum
	}
	sum := claims(false)
	for _, c := range sum.Contradictions[:min(5, len(sum.Contradictions))] {
		t.Error(c)
	}
	t.Logf("%d of %d queries said to return at most one row, %d returned more in some state", sum.Singles, len(list), sum.Many)
	if len(list) < count*9/10 || sum.Singles < count/20 {
		t.Errorf("%d of %d queries are said to return at most one row, of %d", sum.Singles, len(list), count)
	}
	for name, with := range e.Mutants {
		with(func() {
			if sum := claims(true); len(sum.Contradictions) == 0 {
				t.Errorf("nothing contradicts the mutant: %s", name)
			}
		})
	}
}

// state is a script that fills the tables again.
func (g *singles) state() string {
	value := func() string { return g.Pick("NULL", "0", "0", "1", "1", "2", "2") }
	script := "DELETE FROM a; DELETE FROM b; DELETE FROM c;"
	for id := range 3 {
		script += fmt.Sprintf("INSERT INTO a VALUES (%d, %s, %s);INSERT INTO b VALUES (%[1]d, %[4]s, %[5]d), (%[1]d, %[6]d, NULL);", id, value(), value(), g.Pick("0", "1", "2"), id+1, 7+id)
		script += fmt.Sprintf("INSERT INTO c VALUES (%s, %s, %s), (%[1]s, %[2]s, %[3]s);", value(), value(), value())
	}
	return script
}
