package duckdb

import (
	"maps"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// pinned are columns of an operator that have the same value in all rows that matter: true where that is not NULL.
type pinned map[int]bool

// pin notes a column, and reports whether that says more than before.
func (p pinned) pin(i int, notNull bool) bool {
	had, is := p[i]
	if is && (had || !notNull) {
		return false
	}
	p[i] = notNull
	return true
}

// equal are two columns of an operator that are equal in all rows that matter, neither of them NULL.
type equal [2]int

// conditions are what is known of the rows of an operator that matter.
type conditions struct {
	pinned
	equals []equal
}

// close pins the columns that equal a pinned one.
func (c conditions) close() {
	for again := true; again; {
		again = false
		for _, e := range c.equals {
			for i := range e {
				if _, is := c.pinned[e[i]]; is {
					again = c.pin(e[0], true) || c.pin(e[1], true) || again
				}
			}
		}
	}
}

// below is the same as an operator's input counts its columns: at says which of them an output column is, -1 for none.
func (c conditions) below(at func(i int) int) conditions {
	out := conditions{pinned: pinned{}}
	for i, notNull := range c.pinned {
		if j := at(i); j >= 0 {
			out.pin(j, notNull)
		}
	}
	for _, e := range c.equals {
		if i, j := at(e[0]), at(e[1]); i >= 0 && j >= 0 {
			out.equals = append(out.equals, equal{i, j})
		}
	}
	return out
}

// mapping is a projection map as below takes it.
func mapping(by []uint64) func(int) int {
	return func(i int) int {
		switch {
		case len(by) == 0:
			return i
		case i < len(by):
			return int(by[i])
		}
		return -1
	}
}

// test adds what a condition says of the rows that it leaves.
func (c *conditions) test(e *expr) {
	switch {
	case e == nil:
	case e.Class == "BOUND_CONJUNCTION" && e.Type == "CONJUNCTION_AND":
		for _, child := range e.Children {
			c.test(child)
		}
	case e.Class == "BOUND_COMPARISON":
		c.compare(e.Left, e.Right, e.Type, 0)
	}
}

// compare adds what a comparison says. The operator's columns from that number on are those of its right side.
func (c *conditions) compare(left, right *expr, comparison string, from int) {
	if comparison != "COMPARE_EQUAL" && comparison != "COMPARE_NOT_DISTINCT_FROM" {
		return
	}
	strict := comparison == "COMPARE_EQUAL"
	l, r := refOf(left), refOf(right)
	switch {
	case l >= 0 && r >= 0 && strict:
		c.equals = append(c.equals, equal{l, from + r})
	case l >= 0 && r < 0 && given(right):
		c.pin(l, strict)
	case r >= 0 && l < 0 && given(left):
		c.pin(from+r, strict)
	}
}

// refOf is the input column that an expression is, converted to a type that holds all of its values at most; -1 for
// anything else.
func refOf(e *expr) int {
	for e != nil && e.Class == "BOUND_CAST" && e.Child != nil && !e.TryCast &&
		keepsApart(e.Child.logicalType(), e.logicalType()) {
		e = e.Child
	}
	if e == nil || e.Class != "BOUND_REF" {
		return -1
	}
	return int(e.Index)
}

// keepsApart reports whether a conversion makes different values of different ones.
func keepsApart(from, to *logical) bool {
	if to.ID == "DOUBLE" {
		return from.ID == "DOUBLE" || from.ID != "BIGINT" && slices.Contains(narrower("BIGINT"), from.ID)
	}
	return slices.Contains(narrower(to.ID), from.ID)
}

// given reports whether an expression is a parameter or a constant, converted or not.
func given(e *expr) bool {
	for e != nil && e.Class == "BOUND_CAST" {
		e = e.Child
	}
	return e != nil && (e.Class == "BOUND_PARAMETER" || e.Class == "BOUND_CONSTANT")
}

// single says why a plan returns at most one row; "" where it may return more.
func (a *analysis) single(plan *node) (why string) {
	defer func() {
		if recover() != nil {
			why = "" // where this proof gives up, what is proven besides stays so
		}
	}()
	s := &finder{analysis: a}
	if !s.one(plan, conditions{pinned: pinned{}}) {
		return ""
	}
	if s.why != "" {
		return s.why
	}
	if len(s.keys) == 0 {
		return "it goes through no table's rows"
	}
	slices.Sort(s.keys)
	return "the key " + strings.Join(slices.Compact(s.keys), " and ")
}

// finder proves that operators return at most one row.
type finder struct {
	*analysis
	keys []string // of tables, for people
	why  string   // what it is beside
}

func (s *finder) because(why string) bool {
	s.why = why
	return true
}

// one reports whether an operator returns at most one row of those that the conditions leave.
func (s *finder) one(n *node, c conditions) bool {
	if s.work++; s.work > maxWork {
		panic(unknownOperator("so many operators"))
	}
	c.close()
	same := func(child int) bool { return s.one(n.Children[child], c) }
	switch n.Type {
	case "LOGICAL_DUMMY_SCAN":
		return true
	case "LOGICAL_EXPRESSION_GET":
		return len(n.Expressions.Rows) == 1
	case "LOGICAL_GET":
		return s.scans(n, c)
	case "LOGICAL_PROJECTION":
		return s.one(n.Children[0], c.below(func(i int) int {
			if i >= len(n.Expressions.List) {
				return -1
			}
			return refOf(n.Expressions.List[i])
		}))
	case "LOGICAL_FILTER":
		below := c.below(mapping(n.ProjectionMap))
		for _, e := range n.Expressions.List {
			if isFalse(e) {
				return s.because("its condition is false")
			}
			below.test(e)
		}
		return s.one(n.Children[0], below)
	case "LOGICAL_ORDER_BY":
		by := n.Projections
		if len(by) == 0 {
			by = n.ProjectionMap
		}
		return s.one(n.Children[0], c.below(mapping(by)))
	case "LOGICAL_WINDOW": // its columns come behind those of the input; a condition on what it counts is none on its rows
		width := s.width(n.Children[0])
		return s.one(n.Children[0], c.below(func(i int) int {
			if i < width {
				return i
			}
			return -1
		}))
	case "LOGICAL_LIMIT":
		return n.limitsToOne() && s.because("LIMIT") || same(0)
	case "LOGICAL_SAMPLE":
		return same(0)
	case "LOGICAL_DISTINCT":
		return s.distinct(n, c) && s.because("DISTINCT") || same(0)
	case "LOGICAL_AGGREGATE_AND_GROUP_BY":
		return s.aggregates(n, c)
	case "LOGICAL_EXCEPT", "LOGICAL_INTERSECT":
		return same(0)
	case "LOGICAL_MATERIALIZED_CTE":
		return same(1)
	case "LOGICAL_CTE_REF":
		query := s.defined[n.CTEIndex]
		return query != nil && s.one(query, c)
	case "LOGICAL_INSERT", "LOGICAL_UPDATE", "LOGICAL_DELETE", "LOGICAL_MERGE_INTO":
		source := n.Children[0]
		for n.Type == "LOGICAL_MERGE_INTO" && !slices.ContainsFunc(n.Actions, isMatched) &&
			(source.Type == "LOGICAL_PROJECTION" || source.JoinType == "LEFT") {
			source = source.Children[0] // a row that finds several others is left out
		}
		return n.owned() && s.one(source, conditions{pinned: pinned{}})
	case "LOGICAL_CROSS_PRODUCT", "LOGICAL_COMPARISON_JOIN", "LOGICAL_ANY_JOIN", "LOGICAL_DELIM_JOIN":
		return s.joins(n, c)
	}
	return false
}

func isMatched(a mergeBranch) bool { return a.When == "WHEN_MATCHED" }

// isFalse reports whether a condition is the constant false.
func isFalse(e *expr) bool {
	for e != nil && e.Class == "BOUND_CAST" {
		e = e.Child
	}
	return e != nil && e.Class == "BOUND_CONSTANT" && e.Value != nil &&
		(string(e.Value.Value) == "false" || string(e.Value.Value) == `"f"`)
}

// limitsToOne reports whether a LIMIT is the constant 1, or 0.
func (n *node) limitsToOne() bool {
	return n.Limit != nil && n.Limit.Type == "CONSTANT_VALUE" && n.Limit.Constant <= 1
}

// distinct reports whether all rows that matter are one for DISTINCT.
func (s *finder) distinct(n *node, c conditions) bool {
	if len(n.DistinctTarget) == 0 {
		return false
	}
	for _, e := range n.DistinctTarget {
		if _, is := c.pinned[refOf(e)]; !is {
			return false
		}
	}
	return true
}

// aggregates is one of GROUP BY, whose columns come first.
func (s *finder) aggregates(n *node, c conditions) bool {
	if len(n.Groups) == 0 {
		return len(n.GroupingSets) <= 1 && s.because("an aggregate without GROUP BY")
	}
	if len(n.GroupingSets) > 1 {
		return false
	}
	below := conditions{pinned: pinned{}}
	for i, g := range n.Groups {
		if notNull, is := c.pinned[i]; is {
			if at := refOf(g); at >= 0 {
				below.pin(at, notNull)
			}
		}
	}
	grouped := filtered(n.Children[0])
	for i, g := range n.Groups {
		_, above := c.pinned[i]
		if _, is := grouped[refOf(g)]; !is && !above {
			return s.one(n.Children[0], below)
		}
	}
	return s.because("GROUP BY")
}

// filtered are the columns of an operator that its own conditions pin.
func filtered(n *node) pinned {
	out := pinned{}
	switch n.Type {
	case "LOGICAL_PROJECTION":
		below := filtered(n.Children[0])
		for i, e := range n.Expressions.List {
			if notNull, is := below[refOf(e)]; is {
				out.pin(i, notNull)
			}
		}
	case "LOGICAL_FILTER":
		c := conditions{pinned: filtered(n.Children[0])}
		for _, e := range n.Expressions.List {
			c.test(e)
		}
		c.close()
		if len(n.ProjectionMap) == 0 {
			return c.pinned
		}
		for i, at := range n.ProjectionMap {
			if notNull, is := c.pinned[int(at)]; is {
				out.pin(i, notNull)
			}
		}
	}
	return out
}

// joins is one of a join. Each side pins columns of the other by the conditions that hold of the other's rows.
func (s *finder) joins(n *node, c conditions) bool {
	left, right := n.Children[0], n.Children[1]
	kind := n.JoinType
	if n.Type == "LOGICAL_CROSS_PRODUCT" {
		kind = "INNER"
	}
	raw := s.width(left)
	width := raw
	if len(n.LeftMap) > 0 {
		width = len(n.LeftMap)
	}
	toLeft, toRight := mapping(n.LeftMap), mapping(n.RightMap)
	// The columns of both sides, the right ones behind the left ones.
	both := c.below(func(i int) int {
		if i < width {
			return toLeft(i)
		}
		if j := toRight(i - width); j >= 0 && kind != "MARK" {
			return raw + j
		}
		return -1
	})
	on := conditions{pinned: maps.Clone(both.pinned), equals: slices.Clone(both.equals)}
	if n.Type != "LOGICAL_DELIM_JOIN" {
		for _, k := range n.Conditions {
			on.compare(k.Left, k.Right, k.Comparison, raw)
		}
	}
	predicate := n.Predicate
	if n.Type == "LOGICAL_ANY_JOIN" {
		predicate = n.Condition
	}
	on.test(predicate)
	isLeft := func(i int) int {
		if i < raw {
			return i
		}
		return -1
	}
	isRight := func(i int) int { return i - raw }
	// oneSide is one of a side by what is known of it, where all columns of the other are the same in all rows or none.
	oneSide := func(side *node, of conditions, at func(int) int, all bool, other *node, from int) bool {
		known := conditions{pinned: maps.Clone(of.pinned), equals: slices.Clone(of.equals)}
		if all {
			for i := range s.width(other) {
				known.pin(from+i, false)
			}
		}
		known.close()
		return s.one(side, known.below(at))
	}
	switch kind {
	case "INNER":
		return oneSide(left, on, isLeft, false, nil, 0) && oneSide(right, on, isRight, true, left, 0) ||
			oneSide(right, on, isRight, false, nil, 0) && oneSide(left, on, isLeft, true, right, raw)
	case "LEFT":
		return n.Type != "LOGICAL_DELIM_JOIN" && oneSide(left, both, isLeft, false, nil, 0) &&
			oneSide(right, on, isRight, true, left, 0)
	case "RIGHT":
		return n.Type != "LOGICAL_DELIM_JOIN" && oneSide(right, both, isRight, false, nil, 0) &&
			oneSide(left, on, isLeft, true, right, raw)
	case "SEMI", "ANTI", "MARK", "SINGLE":
		return oneSide(left, both, isLeft, false, nil, 0)
	}
	return false
}

// scans reports whether a key of a table has the same value in all rows.
func (s *finder) scans(n *node, c conditions) bool {
	table, ok := tableOf(n)
	if !ok || n.Name != "seq_scan" {
		return false
	}
	columns := map[string]bool{} // by name: pinned, and not NULL
	for k := range n.ColumnIndexes {
		at := k
		if len(n.ProjectionIDs) > 0 {
			at = slices.Index(n.ProjectionIDs, uint64(k))
		}
		notNull, is := c.pinned[at]
		if index := n.ColumnIndexes[k]; is && index.Index < uint64(len(n.Names)) && len(index.Children) == 0 {
			of := table
			of.column = n.Names[index.Index]
			null, _ := s.catalog.nullness(of)
			columns[of.column] = columns[of.column] || notNull || !null.Nullable()
		}
	}
	for _, key := range s.catalog.unique[table] {
		if !slices.ContainsFunc(key, func(name string) bool { return !columns[name] }) {
			s.keys = append(s.keys, ir.KeyOf(table.table, key...))
			return true
		}
	}
	return false
}
