package duckdb

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// observed is a random statement with which of its columns were NULL in some state.
type observed struct {
	sql      string
	changes  bool // it is an INSERT, UPDATE, DELETE or MERGE
	null     []bool
	returned enginetest.Returned // in all of them
}

// TestRandom runs random statements over random contents: no column that is said not to be NULL may ever be. Mutants of
// the analysis show that this would be noticed.
func TestRandom(t *testing.T) {
	s := openTruth(t)
	if err := s.Apply(context.Background(), randomSchema); err != nil {
		t.Fatal(err)
	}
	count, seed := enginetest.RandomCount(1500)
	g := newQueries(seed + 10)
	var list []*observed
	failed := 0
	for range count {
		if g.Chance(.15) {
			list = append(list, &observed{sql: g.change(), changes: true})
			continue
		}
		sql, _ := g.query(2)
		list = append(list, &observed{sql: sql})
	}
	for _, fill := range randomStates {
		s.begin(t, fill)
		for _, o := range list {
			if o.changes { // a state of its own, as there are no savepoints
				s.undo(t)
				s.begin(t, fill)
			}
			if !s.observe(o) {
				failed++
				s.undo(t)
				s.begin(t, fill)
			} else if o.changes {
				s.undo(t)
				s.begin(t, fill)
			}
		}
		s.undo(t)
	}
	t.Logf("%d of %d runs failed, as by dividing or converting", failed, len(list)*len(randomStates))
	sum := hold(t, s, list, false)
	sum.Report(t, len(list), len(randomStates))
	if sum.NotNull*4 < sum.Columns || sum.Fallbacks > 0 {
		t.Errorf("%d claims for %d columns, %d statements fell back: that proves little", sum.NotNull, sum.Columns,
			sum.Fallbacks)
	}
	if s.second() {
		return // 1.5 shows what the mutants do
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			defer m.apply()()
			if sum := hold(t, s, list, true); len(sum.Contradictions) == 0 {
				t.Error("nothing contradicts it")
			}
		})
	}
	t.Run("a query without FROM has no column", func(t *testing.T) {
		defer swap("LOGICAL_DUMMY_SCAN", func(*analysis, *node, positions) []column { return nil })()
		if sum := hold(t, s, list, false); sum.Fallbacks == 0 {
			t.Error("no type of the plan differs from the statement's")
		} else {
			t.Logf("%d statements fell back, %d contradictions", sum.Fallbacks, len(sum.Contradictions))
		}
	})
}

func (s *session) begin(t *testing.T, fill string) {
	t.Helper()
	if err := s.exec(context.Background(), "BEGIN; "+fill); err != nil {
		t.Fatal(err)
	}
}

func (s *session) undo(t *testing.T) {
	t.Helper()
	if err := s.exec(context.Background(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
}

// observe runs a statement in the state at hand.
func (s *session) observe(o *observed) bool {
	short, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	rows := 0
	err := s.each(short, o.sql, func(r row) {
		rows++
		if o.null == nil {
			o.null = make([]bool, len(r))
		}
		for i := range r {
			o.null[i] = o.null[i] || r[i] == nil
		}
	})
	if err == nil {
		o.returned.See(rows)
	}
	return err == nil
}

// hold compares what was seen with what the analysis says; it can stop at the first contradiction.
func hold(t *testing.T, s *session, list []*observed, first bool) enginetest.Tally {
	t.Helper()
	var sum enginetest.Tally
	for _, o := range list {
		if first && len(sum.Contradictions) > 0 {
			break
		}
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: o.sql})
		if err != nil { // DuckDB refuses it, and will when it runs
			if o.null != nil && !(s.second() && strings.Contains(err.Error(), "inequal num bindings")) { // a fault of 2.0.0's MERGE
				t.Errorf("%v, but it runs: %s", err, o.sql)
			}
			continue
		}
		if d.Fallback != "" {
			sum.Fallbacks++
			t.Logf("fell back: %s: %s", d.Fallback, o.sql)
		}
		sum.Returns(d.Found, d.Single, o.returned, o.sql)
		for i, c := range d.Columns {
			sum.Columns++
			null := i < len(o.null) && o.null[i]
			switch {
			case c.Nullable && null:
				sum.Nullable++
				sum.Witnessed++
			case c.Nullable:
				sum.Nullable++
			default:
				sum.NotNull++
				if null {
					sum.Contradictions = append(sum.Contradictions,
						c.Name+" is said not to be NULL ("+c.Why+"), and is\n"+o.sql)
				}
			}
		}
	}
	return sum
}

// TestRandomTypes: the columns of random queries have the types that DuckDB says they have, and what is said to come
// from a table's column is in it.
func TestRandomTypes(t *testing.T) {
	s := openTruth(t)
	if err := s.Apply(context.Background(), randomSchema); err != nil {
		t.Fatal(err)
	}
	count, seed := enginetest.RandomCount(1500)
	g := newQueries(seed + 4)
	columns, sources := 0, 0
	if err := s.Apply(context.Background(), randomStates[len(randomStates)-1]); err != nil {
		t.Fatal(err)
	}
	for range count / 3 {
		sql, _ := g.query(2)
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: sql})
		if err != nil {
			continue
		}
		var types []string
		if err := s.each(context.Background(), "DESCRIBE "+sql,
			func(r row) { types = append(types, r.text(1)) }); err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		seen := make([]map[string]bool, len(d.Columns))
		short, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		_ = s.each(short, sql, func(r row) {
			for i := range r {
				if seen[i] == nil {
					seen[i] = map[string]bool{}
				}
				if r[i] != nil {
					seen[i][fmt.Sprint(r[i])] = true
				}
			}
		})
		cancel()
		for i, c := range d.Columns {
			columns++
			if c.Type.SQL != types[i] {
				t.Errorf("%s is %s, not %s\n%s", c.Name, types[i], c.Type.SQL, sql)
			}
			if c.Source.Table == "" {
				continue
			}
			sources++
			stored := map[string]bool{}
			if err := s.each(context.Background(),
				"SELECT "+ir.Quote(c.Source.Column)+" FROM "+ir.Quote(c.Source.Table),
				func(r row) { stored[fmt.Sprint(r[0])] = true }); err != nil {
				t.Fatal(err)
			}
			for v := range seen[i] {
				if !stored[v] {
					t.Errorf("%s is said to be %s, which has no %s\n%s", c.Name, c.Source, v, sql)
				}
			}
		}
	}
	t.Logf("%d columns, %d of them from tables", columns, sources)
	if sources*10 < columns {
		t.Errorf("only %d of %d columns come from tables: that proves little", sources, columns)
	}
}

// mutants are ways to get the analysis wrong; each must be contradicted.
var mutants = []struct {
	name  string
	apply func() (restore func())
}{
	{"outer joins ignored", bent(func(n *node) { n.JoinType = "INNER" }, "COMPARISON_JOIN", "ANY_JOIN", "DELIM_JOIN")},
	{"subqueries always give a row", bent(func(n *node) {
		if n.JoinType == "SINGLE" {
			n.JoinType = "INNER"
		}
	}, "COMPARISON_JOIN", "DELIM_JOIN")},
	{"left joins taken for right joins", bent(func(n *node) {
		if n.JoinType == "LEFT" {
			n.JoinType = "RIGHT"
		}
	}, "COMPARISON_JOIN", "ANY_JOIN")},
	{"positional joins of equal length", bent(func(n *node) { n.Type = "LOGICAL_CROSS_PRODUCT" }, "POSITIONAL_JOIN")},
	{"OR proves what AND does", bent(func(n *node) {
		for i, e := range n.Expressions.List {
			c := *e
			if c.Type == "CONJUNCTION_OR" {
				c.Type = "CONJUNCTION_AND"
			}
			n.Expressions.List[i] = &c
		}
	}, "FILTER")},
	{"only the first arm of a union", bent(func(n *node) { n.Children[1] = n.Children[0] }, "UNION")},
	{"only the first arm of a recursion", bent(func(n *node) { n.Children[1] = n.Children[0] }, "RECURSIVE_CTE")},
	{"infinity never stored", func() func() { return replace(&temporal, map[string]bool{}, func() {}) }},
	{"ROLLUP ignored", bent(func(n *node) { n.GroupingSets = nil }, "AGGREGATE_AND_GROUP_BY")},
	{"row of NULLs for the first of none forgotten", bent(func(n *node) {
		for i, e := range n.Expressions.List {
			c := *e
			c.Partitions = []*expr{e}
			n.Expressions.List[i] = &c
		}
	}, "WINDOW")},
	{"FILTER of aggregates ignored", bent(func(n *node) {
		for i, e := range n.Expressions.List {
			c := *e
			c.Filter, c.Filters = nil, nil
			n.Expressions.List[i] = &c
		}
	}, "AGGREGATE_AND_GROUP_BY", "WINDOW")},
	{"window frames ignored", bent(func(n *node) {
		for i, e := range n.Expressions.List {
			c := *e
			c.Start, c.End, c.Exclude = "UNBOUNDED_PRECEDING", "UNBOUNDED_FOLLOWING", "NO_OTHER"
			n.Expressions.List[i] = &c
		}
	}, "WINDOW")},
	{"aggregates of no rows ignored", func() func() {
		all := map[string]bool{}
		for name := range aggregates {
			all[name] = true
		}
		return replace(&lists, map[string]bool{}, replace(&counts, all, func() {}))
	}},
	{"every function NULL only if an argument is", func() func() {
		all := map[string]rule{}
		for _, name := range []string{"//", "%", "array_extract", "struct_extract", "list_extract"} {
			all[name] = never
		}
		for name, r := range functions {
			all[name] = r | never
		}
		return replace(&functions, all, func() {})
	}},
	{"conditions leave no row out", rowful("LOGICAL_FILTER",
		func(a *analysis, n *node) bool { return a.someRow(n.Children[0]) })},
	{"every change returns a row", rowful("LOGICAL_MERGE_INTO", func(*analysis, *node) bool { return true })},
	{"every column NOT NULL", func() func() {
		scan := operators["LOGICAL_GET"]
		return swap("LOGICAL_GET", func(a *analysis, n *node, need positions) []column {
			cols := scan(a, n, need)
			for i := range cols {
				cols[i].Null = infer.Never
			}
			return cols
		})
	}},
}

// bent is a mutant that takes some operators for others.
func bent(change func(*node), names ...string) func() func() {
	return func() func() {
		restore := func() {}
		for _, name := range names {
			right := operators["LOGICAL_"+name]
			undo := swap("LOGICAL_"+name, func(a *analysis, n *node, need positions) []column {
				c := *n
				c.Children = append([]*node{}, n.Children...)
				c.Expressions.List = append([]*expr{}, n.Expressions.List...)
				change(&c)
				return right(a, &c, need)
			})
			before := restore
			restore = func() { undo(); before() }
		}
		return restore
	}
}

// rowful has another rule for when an operator returns a row.
func rowful(name string, some func(*analysis, *node) bool) func() func() {
	return func() func() {
		all := maps.Clone(rowRules)
		all[name] = some
		return replace(&rowRules, all, func() {})
	}
}

func swap(name string, f func(*analysis, *node, positions) []column) func() {
	before := operators[name]
	operators[name] = f
	return func() { operators[name] = before }
}

func replace[T any](where *T, by T, and func()) func() {
	before := *where
	*where = by
	return func() { *where = before; and() }
}
