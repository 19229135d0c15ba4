package duckdb

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// shapes are queries of one call, %[1]s, over a relation of its arguments, %[2]s, in the states where an aggregate has
// nothing to aggregate or a frame is empty. Its rows number from 1 in n, and every second one belongs to a group.
var shapes = map[string][]string{
	"aggregate": {
		"SELECT %[1]s FROM %[2]s",
		"SELECT %[1]s FROM %[2]s WHERE n < 0",
		"SELECT n %% 2, %[1]s FROM %[2]s GROUP BY n %% 2",
		"SELECT n %% 2, %[1]s FROM %[2]s WHERE n < 0 GROUP BY ROLLUP (n %% 2)",
		"SELECT n %% 2, %[1]s FILTER (WHERE n < 0) FROM %[2]s GROUP BY n %% 2",
		"SELECT %[1]s OVER () FROM %[2]s",
		"SELECT %[1]s FILTER (WHERE n < 0) OVER (ORDER BY n) FROM %[2]s",
		"SELECT %[1]s OVER (ORDER BY n ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) FROM %[2]s",
		"SELECT %[1]s OVER (ORDER BY n ROWS BETWEEN CURRENT ROW AND CURRENT ROW EXCLUDE CURRENT ROW) FROM %[2]s",
	},
	"scalar": {"SELECT %[1]s FROM %[2]s"},
	"macro":  {"SELECT %[1]s FROM %[2]s"},
	// A table function takes no columns: %[3]s is a call with literals.
	"table":       {"SELECT * FROM %[3]s", "SELECT r.* FROM (VALUES (1)) LEFT JOIN %[3]s AS r ON true"},
	"table_macro": {"SELECT * FROM %[3]s"},
}

var overloadCount = flag.Int("overloads", 1, "overloads to call of each function; there are up to 40")

// lasting are functions that sleep, or that end what the test needs.
var lasting = map[string]bool{"pg_sleep": true, "sleep_ms": true, "truncate_duckdb_logs": true,
	"enable_profiling": true}

// TestClaims calls every function that DuckDB lists, but for those that are made for its own use and that fail
// assertions (DuckDB 2.0 lists comparisons as well): over no rows, groups whose values are all NULL, empty frames, NULL
// and extreme arguments. A column that is said not to be NULL must hold none.
func TestClaims(t *testing.T) {
	s := openTruth(t)
	var overloads []row
	if err := s.each(context.Background(),
		"SELECT function_name, parameter_types, function_type FROM duckdb_functions() "+
			"WHERE function_type <> 'pragma' AND function_name NOT SIMILAR TO '(icu_)?collate.*|__.*|[<=>!]+|IS .*'",
		func(r row) { overloads = append(overloads, r) }); err != nil {
		t.Fatal(err)
	}
	statements, columns, never := 0, 0, 0
	tried := map[string]int{} // by name: most have an overload for each number type
	for _, o := range overloads {
		if tried[o.text(0)]++; notFuzzed[o.text(0)] || lasting[o.text(0)] || tried[o.text(0)] > *overloadCount {
			continue
		}
		args := argumentsOf(o.text(0), o.texts(1), 6)
		if len(args) == 0 {
			continue // a type without literals
		}
		call := ir.Quote(o.text(0)) + "(" + strings.Join(numbered(len(o.texts(1))), ", ") + ")"
		literally := ir.Quote(o.text(0)) + "(" + strings.Join(args[0], ", ") + ")"
		for _, relation := range relationsOf(args) {
			for _, shape := range shapes[o.text(2)] {
				claimed, total, ok := s.contradicted(t,
					strings.TrimSuffix(fmt.Sprintf(shape+"%.0[1]s%.0[2]s%.0[3]s", call, relation, literally), " "))
				if ok {
					statements, columns, never = statements+1, columns+total, never+claimed
				}
			}
		}
	}
	t.Logf("%d statements, %d columns, of which %d are said not to be NULL", statements, columns, never)
	if statements < 3000 || never < 1000 {
		t.Error("too little was tried")
	}
}

// numbered are the columns of a relation of arguments.
func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("a%d", i+1)
	}
	return names
}

// relationsOf makes relations of lists of arguments: as they are, with NULL of its type in place of each argument in
// turn, and with NULL for all of them; and of each list by itself, as one that fails keeps the others from being seen.
func relationsOf(lists [][]string) (out []string) {
	nulls := []int{-1, len(lists[0])}
	if len(lists[0]) > 1 {
		for i := range lists[0] {
			nulls = append(nulls, i)
		}
	}
	for _, at := range nulls {
		out = append(out, relationOf(lists, at))
	}
	for _, args := range lists[:min(2, len(lists))] {
		out = append(out, relationOf([][]string{args}, -1))
	}
	return out
}

// relationOf makes a relation of lists of arguments, with NULL in place of one of them; of all where there is no such.
func relationOf(lists [][]string, null int) string {
	var rows []string
	for i, args := range lists {
		columns := []string{strconv.Itoa(i + 1)}
		for at, a := range args {
			if at == null || null == len(args) {
				a = "nullif(" + a + ", " + a + ")"
			}
			columns = append(columns, a)
		}
		rows = append(rows, "("+strings.Join(columns, ", ")+")")
	}
	return "(VALUES " + strings.Join(rows, ", ") + ") AS v(" +
		strings.Join(append([]string{"n"}, numbered(len(lists[0]))...), ", ") + ")"
}

// contradicted describes a statement and runs it; ok is whether both could be done.
func (s *session) contradicted(t *testing.T, sql string) (claimed, total int, ok bool) {
	t.Helper()
	d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
	if err != nil {
		return 0, 0, false
	}
	null := make([]bool, len(d.Columns))
	short, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := s.each(short, sql, func(r row) {
		for i := range null {
			null[i] = null[i] || r[i] == nil
		}
	}); err != nil {
		return 0, 0, false
	}
	for i, c := range d.Columns {
		if !c.Nullable {
			claimed++
		}
		if !c.Nullable && null[i] {
			t.Errorf("%s is said not to be NULL (%s), and is\n%s", c.Name, c.Why, sql)
		}
	}
	return claimed, len(d.Columns), true
}
