package enginetest

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// JoinsSchema is what the queries are about: it has keys of one column and of two, a unique column that takes NULL,
// and a table without any.
const JoinsSchema = `CREATE TABLE a (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER);
CREATE TABLE b (id INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER UNIQUE, PRIMARY KEY (id, x));
CREATE TABLE c (id INTEGER, x INTEGER, y INTEGER);`

// joins makes random queries whose conditions compare keys, and other columns, with constants and with each other.
type joins struct{ Queries }

// test is a condition on columns.
func (g *joins) test(cols []Column) string {
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

func (g *joins) tests(cols []Column) string {
	list := []string{g.test(cols)}
	for g.Chance(.6) {
		list = append(list, g.test(cols))
	}
	return strings.Join(list, " AND ")
}

// relation is a table, or a query of some, under an alias.
func (g *joins) relation(depth int) (string, []Column) {
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
func (g *joins) from(depth int) (string, []Column) {
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
func (g *joins) query(depth int) (string, int) {
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
	switch g.Rng.Intn(12) {
	case 0:
		return "SELECT DISTINCT " + named(pick(2)) + " FROM " + from + where, 2
	case 1:
		by := pick(2)
		return "SELECT " + named(append(by, "count(*)")) + " FROM " + from + where + " GROUP BY " +
			strings.Join(by, ", "), 3
	case 2:
		other, more := g.from(depth + 1)
		return "SELECT " + named(pick(2)) + " FROM " + from + where +
			g.Pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") +
			"SELECT " + g.Of(more, "i") + ", " + g.Of(more, "i") + " FROM " + other, 2
	case 3:
		return "SELECT " + named(pick(2)) + " FROM " + from + where + " ORDER BY 1, 2 LIMIT " + g.Pick("1", "2"), 2
	case 5: // two uses of one query
		inner, n := g.query(depth + 1)
		with, left, right := g.Alias(), g.Alias(), g.Alias()
		var list []string
		for _, alias := range []string{left, right} {
			for i := range n {
				list = append(list, fmt.Sprintf("%s.c%d", alias, i))
			}
		}
		return fmt.Sprintf("WITH %s AS MATERIALIZED (%s) SELECT %s FROM %[1]s AS %[4]s %[5]s JOIN %[1]s AS %[6]s ON %[4]s.c0 = %[6]s.c%[7]d",
			with, inner, named(list), left, g.Pick("", "LEFT"), right, g.Rng.Intn(n)), len(list)
	case 4:
		return "SELECT " + named([]string{"count(*)", "max(" + g.Of(cols, "i") + ")"}) + " FROM " + from + where, 2
	}
	list := make([]string, len(cols))
	for i, c := range cols {
		list[i] = c[0]
	}
	return "SELECT " + named(list) + " FROM " + from + where, len(list)
}

// Joins is how RandomJoins asks an engine.
type Joins struct {
	Count   int // of queries
	Apply   func(script string)
	Rows    func(sql string, row func(null []bool)) error // runs a query
	Claim   func(sql string) *engine.Description          // what is said of it: Single, and the sides of Columns
	Mutants map[string]func(do func())                    // each breaks the proof while a function runs: what is then claimed must be contradicted
}

// Claim asks a session.
func Claim(t *testing.T, s engine.Session) func(sql string) *engine.Description {
	return func(sql string) *engine.Description {
		t.Helper()
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Sides: true})
		if err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		return d
	}
}

// RandomJoins checks random queries that may be said to return at most one row, and columns of which may be said to be
// NULL together.
func RandomJoins(t *testing.T, e Joins) {
	t.Helper()
	count, seed := RandomCount(e.Count)
	tables := map[string]string{}
	for _, table := range []string{"a", "b", "c"} {
		tables[table] = "id:i x:i y:i"
	}
	g := &joins{Queries: Queries{Rng: rand.New(rand.NewSource(seed)), Tables: tables}}
	list, nulls := map[string]*Returned{}, map[string]*Nulls{}
	for range count {
		sql, _ := g.query(0)
		list[sql], nulls[sql] = &Returned{}, &Nulls{}
	}
	for range 6 {
		e.Apply(g.state())
		for sql, was := range list {
			n := 0
			err := e.Rows(sql, func(null []bool) {
				n++
				nulls[sql].See(null)
			})
			if was.See(n); err != nil {
				delete(list, sql) // the engine has no such query
			}
		}
	}
	claims := func(first bool) (sum Tally) {
		for sql, was := range list {
			d := e.Claim(sql)
			sum.Together(d.Columns, nulls[sql], sql)
			if sum.Returns(false, d.Single, *was, sql); first && len(sum.Contradictions) > 0 {
				break
			}
		}
		return sum
	}
	sum := claims(false)
	for _, c := range sum.Contradictions[:min(5, len(sum.Contradictions))] {
		t.Error(c)
	}
	t.Logf("%d of %d queries said to return at most one row, %d returned more in some state", sum.Singles, len(list),
		sum.Many)
	t.Logf("%d pairs of columns said to be NULL together, where an outer join finds no row", sum.Pairs)
	if sum.Pairs < count/4 {
		t.Errorf("%d pairs of columns are said to be NULL together: that proves little", sum.Pairs)
	}
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
func (g *joins) state() string {
	value := func() string { return g.Pick("NULL", "0", "0", "1", "1", "2", "2") }
	script := "DELETE FROM a; DELETE FROM b; DELETE FROM c;"
	for id := range 3 {
		script += fmt.Sprintf("INSERT INTO a VALUES (%d, %s, %s);INSERT INTO b VALUES (%[1]d, %[4]s, %[5]d), (%[1]d, %[6]d, NULL);", id, value(), value(), g.Pick("0", "1", "2"), id+1, 7+id)
		script += fmt.Sprintf("INSERT INTO c VALUES (%s, %s, %s), (%[1]s, %[2]s, %[3]s);", value(), value(), value())
	}
	return script
}
