package corpus

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// A nesting is a join whose columns are lists in lists, and beside it the queries that a person writes who has no
// lists: one for the rows, and for each row one for its list.
type nesting struct {
	name string
	sql  string
	hand []string
}

// keysOf are the columns that tell rows of a table of corpus/nested apart, and othersOf what else is read of it, in
// which $ is the table.
var (
	keysOf = map[string][]string{
		"customer": {"id"}, "purchase": {"id"}, "product": {"code"}, "item": {"purchase_id", "line"}, "tag": {"id"},
	}
	othersOf = map[string][]string{
		"customer": {"$.name", "upper($.name)"},
		"purchase": {"$.made", "$.note",
			"coalesce($.note, 'none')", "(SELECT c.name FROM customer AS c WHERE c.id = $.customer_id)"},
		"product": {"$.name", "(SELECT max(g.name) FROM tag AS g WHERE g.product = $.code)"},
		"item": {"$.quantity", "$.quantity * 2", "upper($.product)",
			"(SELECT count(*) FROM tag AS g WHERE g.id = $.line)"},
		"tag": {"$.name", "coalesce($.name, 'none')", "nullif($.name, 'ink')"},
	}
	wheresOf = map[string][]string{
		"customer": {"$.id > 0"},
		"purchase": {"$.id > 1", "$.id IN (SELECT purchase_id FROM item)"},
		"product":  {"$.code <> 'b'"},
		"item":     {"$.quantity > 0", "$.product <> 'b'", "$.line < 2"},
		"tag":      {"$.id > 1", "$.id < 4"},
	}
)

// A way leads from the rows of a table to those of another: the column of each that are equal.
type way struct{ to, from, column string }

var waysOf = map[string][]way{
	"customer": {{"purchase", "id", "customer_id"}},
	"purchase": {{"item", "id", "purchase_id"}},
	"product":  {{"item", "code", "product"}, {"tag", "code", "product"}},
	"item":     {{"tag", "product", "product"}, {"product", "product", "code"}},
	"tag":      {{"item", "product", "product"}},
}

// A level is the table whose rows are the lists of one depth.
type level struct {
	way
	inner   bool
	columns []string // in which $ is the table
	where   string
	order   []string
}

// nestingOf makes one of two to four levels.
func nestingOf(r *rand.Rand, name string) nesting {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	at := way{to: one("customer", "purchase", "product", "item", "tag")}
	var levels []level
	for depth := 2 + r.IntN(3); len(levels) < depth; {
		l := level{way: at, inner: r.IntN(3) == 0, where: "1 = 1"}
		next := waysOf[at.to][r.IntN(len(waysOf[at.to]))]
		for _, key := range keysOf[at.to] {
			// What all rows of a list share need not be told of each, unless the next list is found by it.
			if len(levels) > 0 && key == at.column && len(keysOf[at.to]) > 1 && key != next.from && r.IntN(2) == 0 {
				continue
			}
			l.columns = append(l.columns, "$."+key)
			l.order = append(l.order, "$."+key+one("", " DESC"))
		}
		for _, other := range append([]string{"$." + next.from}, othersOf[at.to]...) {
			if other == "$."+next.from && !slices.Contains(l.columns, other) || other != "$."+next.from && r.IntN(2) == 0 {
				l.columns = append(l.columns, other)
			}
		}
		r.Shuffle(len(l.columns), func(i, j int) { l.columns[i], l.columns[j] = l.columns[j], l.columns[i] })
		if r.IntN(2) == 0 {
			l.where = one(wheresOf[at.to]...)
		}
		levels, at = append(levels, l), next
	}
	// Of a table that FROM names twice, SQLite does not tell which of them an expression is of.
	times := map[string]int{}
	for _, l := range levels {
		times[l.to]++
	}
	for i, l := range levels {
		levels[i].columns = slices.DeleteFunc(l.columns, func(c string) bool {
			return times[l.to] > 1 && strings.Contains(c, "(")
		})
	}
	return nesting{name: name, sql: joined(levels), hand: handWritten(levels)}
}

func of(text, alias string) string { return strings.ReplaceAll(text, "$", alias) }

// joined is the statement of a user: a column is called by its lists and its number.
func joined(levels []level) string {
	var columns, order []string
	from, path, where := "", "", ""
	for i, l := range levels {
		alias := fmt.Sprintf("t%d", i)
		if i > 0 {
			path += fmt.Sprintf("list%d[].", i)
			join := map[bool]string{false: " LEFT JOIN ", true: " JOIN "}[l.inner]
			from += fmt.Sprintf("%s%s AS %s ON %s.%s = t%d.%s AND %s", join, l.to, alias, alias, l.column, i-1, l.from,
				of(l.where, alias))
		} else {
			from, where = l.to+" AS "+alias, of(l.where, alias)
		}
		for n, c := range l.columns {
			columns = append(columns, fmt.Sprintf("%s AS \"%sc%d\"", of(c, alias), path, n))
		}
		for _, o := range l.order {
			order = append(order, of(o, alias))
		}
	}
	return "SELECT " + strings.Join(columns, ", ") + " FROM " + from + " WHERE " + where + " ORDER BY " +
		strings.Join(order, ", ")
}

// handWritten are the queries of a person. A row is there where each inner join below it finds one, and those that lead
// there.
func handWritten(levels []level) (queries []string) {
	deepest := 0
	for i, l := range levels[1:] {
		if l.inner {
			deepest = i + 1
		}
	}
	var exists func(i int, around string) string
	exists = func(i int, around string) string {
		if i > deepest {
			return ""
		}
		l, alias := levels[i], fmt.Sprintf("e%d", i)
		return fmt.Sprintf(" AND EXISTS (SELECT 1 FROM %s AS %s WHERE %s.%s = %s.%s AND %s%s)", l.to, alias, alias, l.column,
			around, l.from, of(l.where, alias), exists(i+1, alias))
	}
	for i, l := range levels {
		columns, where, order := []string{}, of(l.where, "h"), []string{}
		for _, c := range l.columns {
			columns = append(columns, of(c, "h"))
		}
		for _, o := range l.order {
			order = append(order, of(o, "h"))
		}
		if i > 0 {
			for at, c := range levels[i-1].columns {
				if c == "$."+l.from {
					where += fmt.Sprintf(" AND h.%s = #%d", l.column, at)
				}
			}
		}
		queries = append(queries, "SELECT "+strings.Join(columns, ", ")+" FROM "+l.to+" AS h WHERE "+where+exists(i+1, "h")+
			" ORDER BY "+strings.Join(order, ", "))
	}
	return queries
}

// forbidden counts the NULLs in rows that their types do not allow.
func forbidden(rows []any, r *ir.Row) (n int) {
	for _, values := range rows {
		for i, f := range r.Shown() {
			value := values.([]any)[i]
			if row := f.Type.Object(); row != nil {
				n += forbidden(value.([]any), row)
			} else if value == nil && !f.Nullable {
				n++
			}
		}
	}
	return n
}

// TestRandomNames compares lists of random joins with what hand-written queries find, for random rows of each engine.
// SQG_NESTINGS is how many statements there are.
func TestRandomNames(t *testing.T) {
	statements := 25
	if n, err := strconv.Atoi(os.Getenv("SQG_NESTINGS")); err == nil {
		statements = n
	}
	for _, name := range []string{"sqlite", "duckdb", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := os.ReadFile("nested/" + name + ".sql")
			if err != nil {
				t.Fatal(err)
			}
			head, _, _ := strings.Cut(string(file), "-- TESTDATA")
			r := rand.New(rand.NewPCG(5, 6))
			nestings := map[string]nesting{}
			for i := range statements {
				n := nestingOf(r, fmt.Sprintf("random_%d", i))
				nestings[n.name] = n
				head += fmt.Sprintf("-- QUERY %s\n%s;\n\n", n.name, n.sql)
			}
			path := filepath.Join(t.TempDir(), name+".sql")
			if err := os.WriteFile(path, []byte(head), 0o600); err != nil {
				t.Fatal(err)
			}
			e := engineOf(t, path, newServer(t))
			truth := func(is bool) string {
				return map[string]map[bool]string{"sqlite": {false: "0", true: "1"}}[name][is]
			}
			if name != "sqlite" {
				truth = strconv.FormatBool
			}
			caught, rows := map[folding]int{}, 0
			for range 5 {
				o := e.open(t)
				for _, m := range e.model.Migrations {
					if err := o.script(m.SQL); err != nil {
						t.Fatal(err)
					}
				}
				if err := o.script(randomRows(r, truth)); err != nil {
					t.Fatal(err)
				}
				for _, q := range e.model.Queries {
					n := nestings[q.Name.SQL]
					flat, err := o.query(statement(o, q, nil), q.Row.Fields)
					if err != nil {
						t.Fatal(err)
					}
					rows += len(flat)
					want := shown(t, asked(t, o, n.hand, q.Row, nil))
					got := (folding{witness: true, key: true}).fold(flat, q.Row)
					if shown(t, got) != want {
						t.Fatalf("%s\n%s\ninstead of\n%s", n.sql, shown(t, got), want)
					}
					if nulls := forbidden(got, q.Row); nulls > 0 {
						t.Fatalf("%s\n%d NULLs that the types do not allow: %s", n.sql, nulls, want)
					}
					for _, mutant := range []folding{{key: true}, {witness: true}} {
						if shown(t, mutant.fold(flat, q.Row)) != want {
							caught[mutant]++
						}
					}
				}
			}
			if caught[folding{key: true}] == 0 || caught[folding{witness: true}] == 0 || rows < 5*statements {
				t.Errorf("%d rows; mutants that are caught: %v", rows, caught)
			}
		})
	}
}
