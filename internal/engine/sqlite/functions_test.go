package sqlite

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// functionValues are arguments by declared type; they go for what functions treat in their own way.
var functionValues = map[string][]any{
	"INTEGER": {0, 1, -1, 7, 1 << 30, -5, 65, math.MaxInt64, math.MinInt64},
	"REAL":    {0.0, 1.5, -2.5, 1e300, math.Inf(1), math.Inf(-1), 0.5},
	"TEXT": {"", "a", "abc", "2024-01-01", "2024-01-01 10:20:30", "now", "start of month", `{"a":1,"b":null}`,
		"[1,2]", "null", "$", "$.a", "$.b", "12", "9e999", "-1 day", "%d", "%s", "%Y", "zz", "4142"},
	"BLOB": {[]byte{}, []byte{0, 255}, []byte("a"), []byte("{}")},
}

var valueTypes = slices.Sorted(maps.Keys(functionValues))

// notCalled are functions that only work inside of a full-text query.
var notCalled = map[string]bool{"bm25": true, "snippet": true, "highlight": true}

// TestFunctions calls every function that SQLite lists or the analysis knows with many values and holds what comes out
// against what Describe says of it. A function of the table that no call succeeds of is a mistake in it.
func TestFunctions(t *testing.T) {
	s := openTruth(t)
	rng := rand.New(rand.NewSource(1))
	names := map[string]bool{}
	for name := range functions {
		names[name] = true
	}
	for _, name := range s.listed(t, "type = 's'") {
		names[name] = true
	}
	for name := range names {
		ran := notCalled[name] || functions[name] == nil
		for arity := range 5 {
			sql := callText(name, arity)
			st, _, fault := s.conn.prepare(sql)
			if fault != nil {
				continue
			}
			claims := map[string]*engine.Description{}
			for range 400 {
				args, hints := randomArgs(rng, arity)
				key := fmt.Sprint(hints)
				if claims[key] == nil {
					d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Params: hints})
					if err != nil {
						t.Fatal(err)
					}
					claims[key] = d
				}
				if callHolds(t, st, args, claims[key].Columns[0]) {
					ran = true
				}
			}
			st.close()
		}
		if !ran {
			t.Errorf("%s never ran", name)
		}
	}
}

// listed are the functions of SQLite's own list.
func (s *session) listed(t *testing.T, where string) (names []string) {
	t.Helper()
	sql := "SELECT DISTINCT name FROM pragma_function_list WHERE name GLOB '[a-z]*' AND name <> 'load_extension' AND " +
		where
	if err := s.conn.query(sql, func(r *stmt) { names = append(names, r.text(0)) }); err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return names
}

// TestAggregates holds what is said of every aggregate and window function that SQLite lists against what it returns
// over no rows, rows of nothing but NULL, extremes, and frames without rows.
func TestAggregates(t *testing.T) {
	s := enginetest.Open(t, Open, `CREATE TABLE v (i INT, r REAL, t TEXT, b BLOB, g INT NOT NULL) STRICT;
		INSERT INTO v VALUES (NULL, NULL, NULL, NULL, 0), (9223372036854775807, 9e999, '', x'', 1),
		(-9223372036854775808, -9e999, 'abc', x'00ff', 2), (4, 1e308, '{}', x'31', 1), (0, -1e308, '7', x'61', 3)`).(*session)
	ran := 0
	for _, name := range s.listed(t, "type IN ('a', 'w')") {
		for _, args := range []string{"", "*", "i", "r", "t", "b", "g", "i, t", "t, i", "i, 2", "t, ','", "r, 0.5",
			"i, 1, 0", "r, 2, r", "g, g"} {
			for _, rest := range []string{" FROM v", " FROM v WHERE 0", " FROM v WHERE i IS NULL", " FROM v GROUP BY g",
				" FILTER (WHERE 0) FROM v GROUP BY g", " FILTER (WHERE i IS NOT NULL) FROM v GROUP BY i",
				" OVER () FROM v",
				" OVER (ORDER BY g) FROM v", " OVER (ORDER BY g ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING) FROM v",
				" OVER (PARTITION BY g ORDER BY i ROWS 1 PRECEDING) FROM v",
				" OVER (ORDER BY g ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM v",
				" OVER (ORDER BY r ROWS CURRENT ROW) FROM v",
				" FILTER (WHERE g > 0) OVER (ORDER BY g ROWS 1 PRECEDING) FROM v",
				" OVER (ORDER BY g ROWS BETWEEN CURRENT ROW AND CURRENT ROW EXCLUDE CURRENT ROW) FROM v"} {
				sql := "SELECT " + name + "(" + args + ")" + rest
				d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
				if err != nil {
					continue
				}
				cols := []seen{{bools: true}}
				if rows, _ := s.conn.observe(t, sql, nil, cols); rows > 0 {
					ran++
				}
				if wrong := contradicted(d.Columns[0], d.Fallback != "", cols[0], seen{bools: true}); wrong != "" {
					t.Errorf("%s: %s", sql, wrong)
				}
			}
		}
	}
	if ran < 500 {
		t.Errorf("only %d calls ran", ran)
	}
}

func callText(name string, arity int) string {
	var list []string
	for i := range arity {
		list = append(list, fmt.Sprintf("?%d", i+1))
	}
	switch name {
	case "->", "->>":
		return "SELECT " + strings.Join(list, " "+name+" ")
	case "current_date", "current_time", "current_timestamp":
		return "SELECT " + name + strings.Repeat(" x y", arity)
	case "likelihood":
		return "SELECT likelihood(" + strings.Join(list, ",") + ", 0.5)"
	}
	return "SELECT " + name + "(" + strings.Join(list, ",") + ")"
}

func randomArgs(rng *rand.Rand, arity int) (args []any, hints []engine.ParamHint) {
	for range arity {
		typ := valueTypes[rng.Intn(len(valueTypes))]
		h := engine.ParamHint{Type: typ, Nullable: engine.No}
		v := functionValues[typ][rng.Intn(len(functionValues[typ]))]
		if rng.Intn(4) == 0 {
			h.Nullable = engine.Yes
			if rng.Intn(2) == 0 {
				v = nil
			}
		}
		args, hints = append(args, v), append(hints, h)
	}
	return args, hints
}

// callHolds runs one call; false where SQLite refuses the arguments.
func callHolds(t *testing.T, st *stmt, args []any, c engine.Column) bool {
	t.Helper()
	for i, a := range args {
		st.bind(t, i+1, a)
	}
	defer st.reset()
	if more, fault := st.step(); fault != nil || !more {
		return false
	}
	var saw seen
	saw.look(st, 0)
	if saw.null && !c.Nullable {
		t.Errorf("%s of %q is NULL though %q", c.Name, args, c.Why)
	}
	if saw.classes&^holds(c.Type) != 0 && !c.Overflow {
		t.Errorf("%s of %q holds %x, not %v", c.Name, args, saw.classes, c.Type.Kind)
	}
	return true
}
