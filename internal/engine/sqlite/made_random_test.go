package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

// jsons writes queries of JSON over the tables of the truth table. It writes no json_each() of what it makes, no
// triggers and no RETURNING.
type jsons struct {
	r *rand.Rand
	n int
}

func (g *jsons) one(of ...string) string { return of[g.r.IntN(len(of))] }

// from is a source of rows with the columns that there are.
type from struct {
	sql     string
	columns []string
}

func (g *jsons) from(around *from) from {
	g.n++
	u, o, q := fmt.Sprintf("u%d", g.n), fmt.Sprintf("o%d", g.n), fmt.Sprintf("q%d", g.n)
	users := []string{u + ".id", u + ".name", u + ".nick", u + ".age", u + ".admin", u + ".score", u + ".balance",
		u + ".born"}
	orgs := []string{o + ".id", o + ".name", o + ".note"}
	orders := []string{q + ".id", q + ".qty", q + ".total", q + ".placed"}
	f := from{sql: "users AS " + u, columns: users}
	switch g.r.IntN(6) {
	case 0:
		f.sql += " LEFT JOIN org AS " + o + " ON " + o + ".id = " + u + ".org_id"
		f.columns = append(users, orgs...)
	case 1:
		f.sql += g.one(" JOIN", " LEFT JOIN", " RIGHT JOIN", " FULL JOIN") + " orders AS " + q
		f.sql += " ON " + q + ".user_id = " + u + ".id"
		f.columns = append(users, orders...)
	case 2:
		f = from{sql: "orders AS " + q, columns: orders}
	case 3:
		f = from{"(SELECT id, count(*) AS n, max(age) AS m FROM users GROUP BY " + g.one("id", "name") + ") AS " + u,
			[]string{u + ".id", u + ".n", u + ".m"}}
	}
	f.sql = " FROM " + f.sql
	switch g.r.IntN(4) {
	case 0:
		f.sql += " WHERE " + g.condition(f.columns)
	case 1:
		if around != nil {
			f.sql += " WHERE " + f.columns[0] + " = " + g.one(around.columns...)
		}
	}
	return f
}

func (g *jsons) condition(columns []string) string {
	c := g.one(columns...)
	return g.one(c+" IS NOT NULL", c+" > 1", c+" IS NULL", "coalesce("+c+", 0) > 0", "false", c+" IN (1, 2)")
}

// value is what a key or an element has.
func (g *jsons) value(f *from, depth int) string {
	c := g.one(f.columns...)
	switch g.r.IntN(14) {
	case 0:
		return g.one("coalesce("+c+", 'x')", "coalesce("+c+", 1)", c+" + 1", "CAST("+c+" AS TEXT)", "'lit'", "1.5",
			"upper("+c+")")
	case 1:
		return "CASE WHEN " + g.condition(f.columns) + " THEN " + c +
			g.one("", " ELSE 1", " ELSE 'x'", " ELSE "+g.one(f.columns...)) + " END"
	case 2:
		return g.one("NULL", "json_array("+c+")", "json('[1]')", "json_quote("+c+")", "hex("+c+")",
			"nullif("+c+", 1)", "(SELECT count(*)"+g.from(f).sql+")",
			"(SELECT "+c+" WHERE "+g.condition(f.columns)+")")
	case 3, 4:
		if depth > 0 {
			return g.object(f, depth-1)
		}
	case 5, 6:
		if depth > 0 {
			return g.list(f, depth-1)
		}
	}
	return c
}

func (g *jsons) object(f *from, depth int) string {
	var parts []string
	for i := range 1 + g.r.IntN(3) {
		parts = append(parts, fmt.Sprintf("'%c', %s", 'a'+i, g.value(f, depth)))
	}
	made := "json_object(" + strings.Join(parts, ", ") + ")"
	switch g.r.IntN(12) {
	case 0:
		return "CASE WHEN " + g.condition(f.columns) + " THEN " + made + " END"
	case 1:
		return "iif(" + g.condition(f.columns) + ", " + made + ", json_object('a', " + g.value(f, 0) + "))"
	case 2:
		return g.one("json("+made+")", "json_patch("+made+", '{}')", "json_set("+made+", '$.a', NULL)",
			"json_replace("+made+", '$.a', 'x')", "json_remove("+made+", '$.a')", made+" -> '$.a'", made+" ->> '$.a'",
			"json_extract("+made+", '$.a')", "replace("+made+", 'a', 'b')", "coalesce("+made+", '{}')",
			"nullif("+made+", 1)")
	}
	return made
}

// aggregate is a list of what a source has.
func (g *jsons) aggregate(f *from, depth int) string {
	value := g.value(f, depth)
	if g.r.IntN(2) == 0 {
		value = g.object(f, depth)
	}
	order := g.one("", "", " ORDER BY "+g.one(f.columns...))
	distinct := g.one("", "", "", "DISTINCT ")
	return "json_group_array(" + distinct + value + order + ")" +
		g.one("", "", " FILTER (WHERE "+g.condition(f.columns)+")")
}

func (g *jsons) list(around *from, depth int) string {
	f := g.from(around)
	query := "(SELECT " + g.aggregate(&f, depth) + f.sql +
		g.one("", "", " GROUP BY "+f.columns[0]+" LIMIT 1", " HAVING count(*) > 1") + ")"
	return g.one(query, query, "coalesce("+query+", '[]')", "ifnull("+query+", '[]')")
}

func (g *jsons) statement() string {
	f := g.from(nil)
	arm := func() string { return "SELECT " + g.object(&f, 1) + " AS j" + f.sql }
	switch g.r.IntN(12) {
	case 0:
		return "SELECT " + g.aggregate(&f, 2) + f.sql
	case 1:
		return "SELECT " + g.aggregate(&f, 1) + f.sql + " GROUP BY " + g.one(f.columns...)
	case 2:
		return arm() + g.one(" UNION ", " UNION ALL ", " EXCEPT ") + arm()
	case 3:
		return "WITH w AS " + g.one("", "MATERIALIZED ", "NOT MATERIALIZED ") + "(" + arm() +
			") SELECT json_object('a', w.j) FROM w"
	case 4:
		return "SELECT json_group_array(s.j) FROM org LEFT JOIN (" + arm() + g.one("", " LIMIT 2", " ORDER BY 1") +
			") AS s ON " + g.one("true", "org.id > 2")
	case 5:
		return "SELECT DISTINCT " + g.object(&f, 1) + f.sql + " ORDER BY 1"
	case 6:
		return "SELECT " + g.one("min", "max") + "(" + g.object(&f, 1) + ")" + f.sql +
			g.one("", " GROUP BY "+f.columns[0])
	case 7:
		return "SELECT json_group_array(" + g.value(&f, 1) + ") OVER (" +
			g.one("", "ORDER BY "+f.columns[0], "PARTITION BY "+f.columns[0]) +
			g.one("", " ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING") + ")" + f.sql
	case 8:
		return "SELECT " + g.one("lag", "lead", "first_value") + "(" + g.object(&f, 1) + ") OVER (ORDER BY " +
			f.columns[0] + ")" + f.sql
	case 9:
		return "SELECT " + g.list(&f, 2) + f.sql
	}
	return arm()
}

// TestRandomJSON: rows contradict nothing that is said of random JSON.
func TestRandomJSON(t *testing.T) {
	n, seed := 150, uint64(1)
	if v, err := strconv.Atoi(os.Getenv("SQG_RANDOM_QUERIES")); err == nil {
		n = v
	}
	if v, err := strconv.ParseUint(os.Getenv("SQG_RANDOM_SEED"), 10, 64); err == nil {
		seed = v
	}
	s := openTruth(t)
	type said struct {
		sql string
		engine.Column
	}
	g, made, sure := &jsons{r: rand.New(rand.NewPCG(seed, seed))}, []said{}, 0
	for range n {
		sql := g.statement()
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
		if err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		c := d.Columns[0]
		if c.Type.MadeJSON() || c.Type.Kind == ir.Text && !c.Nullable {
			made = append(made, said{sql, c})
		}
		if c.Type.MadeJSON() {
			sure++
		}
	}
	if sure < n/3 {
		t.Errorf("%d of %d are typed", sure, n)
	}
	for _, state := range enginetest.States(t) {
		mustRun(t, s.conn, "SAVEPOINT state;"+state)
		for _, c := range made {
			if wrong := wrongNow(t, s, c.sql, c.Column); wrong != "" {
				t.Errorf("%s\n%s", c.sql, wrong)
			}
		}
		mustRun(t, s.conn, "ROLLBACK TO state; RELEASE state")
	}
	wrong := map[string]func(*engine.Column){
		"objects and lists never NULL": func(c *engine.Column) { c.Nullable = false }}
	for name, mutate := range jsonMutants {
		wrong[name] = func(c *engine.Column) { c.Type = mutated(c.Type, mutate) }
	}
	for name, mutate := range wrong {
		caught := 0
		mustRun(t, s.conn, "SAVEPOINT state;"+enginetest.States(t)[1])
		for _, c := range made {
			if mutate(&c.Column); wrongNow(t, s, c.sql, c.Column) != "" {
				caught++
			}
		}
		mustRun(t, s.conn, "ROLLBACK TO state; RELEASE state")
		if caught < 3 {
			t.Errorf("%d rows contradict %s", caught, name)
		}
	}
}
