package duckdb

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
)

// join is the output of any join: the left columns, then the right ones, then the mark of a MARK join.
func (a *analysis) join(n *node, need positions) []column {
	left, right := n.Children[0], n.Children[1]
	kind := n.JoinType
	switch n.Type {
	case "LOGICAL_CROSS_PRODUCT":
		kind = "INNER"
	case "LOGICAL_POSITIONAL_JOIN":
		kind = "FULL"
	}
	rawWidth := a.width(left)
	width := rawWidth
	if len(n.LeftMap) > 0 {
		width = len(n.LeftMap)
	}
	needLeft, needRight := positions{}, positions{}
	for i := range need {
		if i < width {
			needLeft[i] = true
		} else {
			needRight[i-width] = true
		}
	}
	if n.Type != "LOGICAL_POSITIONAL_JOIN" {
		kind = reduced(kind, len(needLeft) > 0, len(needRight) > 0)
	}
	belowLeft, belowRight := through(needLeft, n.LeftMap), through(needRight, n.RightMap)
	if kind == "MARK" || kind == "SEMI" || kind == "ANTI" {
		belowRight = positions{}
	}
	a.conditions(n, kind, rawWidth, belowLeft, belowRight)

	a.chosen++
	defer func() { a.chosen-- }()
	lcols := see(a.operate(left, belowLeft), belowLeft)
	if n.Type == "LOGICAL_DELIM_JOIN" {
		delim := make([]column, len(n.DelimColumns))
		for i, e := range n.DelimColumns {
			delim[i] = a.eval(e, lcols, nil)
		}
		a.delims = append(a.delims, delim)
	}
	rcols := see(a.operate(right, belowRight), belowRight)
	if n.Type == "LOGICAL_DELIM_JOIN" {
		a.delims = a.delims[:len(a.delims)-1]
		if (kind == "SINGLE" || kind == "LEFT") && keepsDelim(right) && n.Predicate == nil &&
			allNotDistinct(n.Conditions) {
			kind = "INNER" // every row finds itself
		}
	}
	if n.Predicate == nil && (kind == "LEFT" || kind == "SINGLE") && n.Type == "LOGICAL_COMPARISON_JOIN" &&
		(len(n.Conditions) == 0 && a.someRow(right) || a.findsItself(n)) {
		kind = "INNER"
	}
	for _, c := range n.Conditions {
		a.compared(a.eval(c.Left, lcols, nil), a.eval(c.Right, rcols, nil))
	}
	l, r := picked(lcols, n.LeftMap), picked(rcols, n.RightMap)
	l, r = append([]column{}, l...), append([]column{}, r...)
	switch kind {
	case "INNER":
	case "LEFT":
		a.pad(r, whyOuter, a.requires(n, rawWidth, lcols, rcols).left...)
	case "SINGLE":
		a.pad(r, whySubquery)
	case "RIGHT":
		a.pad(l, whyOuter, a.requires(n, rawWidth, lcols, rcols).right...)
	case "SEMI", "ANTI":
		return see(l, need)
	case "MARK":
		return see(append(l, a.mark(n, lcols, rcols)), need)
	case "RIGHT_SEMI", "RIGHT_ANTI":
		return see(r, need)
	default: // FULL, OUTER, and what is not known
		a.pad(l, whyOuter)
		a.pad(r, whyOuter)
	}
	return see(append(l, r...), need)
}

// peek is the output of an operator without what later rows know of it.
func (a *analysis) peek(n *node) []column {
	b := *a
	b.ctes = map[uint64][]column{}
	for k, v := range a.ctes {
		b.ctes[k] = v
	}
	cols := b.operate(n, positions{})
	a.work = b.work
	return cols
}

// width is how many columns an operator has.
func (a *analysis) width(n *node) int {
	w, ok := a.widths[n]
	if !ok {
		w = len(a.peek(n))
		a.widths[n] = w
	}
	return w
}

// required are sides of outer joins, by the side of a join above that they are on.
type required struct{ left, right []int }

// requires are the sides without whose row a join finds no match, as it compares a column of theirs.
func (a *analysis) requires(n *node, width int, lcols, rcols []column) (r required) {
	left, right := positions{}, positions{}
	a.compares(n, width, left, right)
	for i := range left {
		if i < len(lcols) {
			r.left = append(r.left, lcols[i].sides...)
		}
	}
	for i := range right {
		if i < len(rcols) {
			r.right = append(r.right, rcols[i].sides...)
		}
	}
	return r
}

// pad makes columns NULL where the other side finds no match, as it does where one of the sides has no row that it
// requires.
func (a *analysis) pad(cols []column, why *infer.Reason, requires ...int) {
	a.sides++
	for i := range cols {
		c := &cols[i]
		if len(c.sides) == 0 {
			c.inner = c.Null != infer.Never
		}
		c.padded = c.Null == infer.Never
		if c.padded {
			c.Null, c.Why = infer.Maybe, why
		}
		c.sides, c.param = slices.Concat(requires, c.sides, []int{a.sides}), ""
	}
}

// reduced is what an outer join comes to where rows with NULL on one side do not survive.
func reduced(kind string, left, right bool) string {
	switch {
	case (kind == "LEFT" || kind == "SINGLE") && right, kind == "RIGHT" && left:
		return "INNER"
	case kind != "FULL" && kind != "OUTER":
		return kind
	case left && right:
		return "INNER"
	case left:
		return "LEFT"
	case right:
		return "RIGHT"
	}
	return kind
}

// conditions adds what a join's conditions rule out, on the sides whose rows are dropped where they fail.
func (a *analysis) conditions(n *node, kind string, width int, left, right positions) {
	if kind != "INNER" && kind != "SEMI" && kind != "RIGHT" {
		left = positions{}
	}
	if kind != "INNER" && kind != "SEMI" && kind != "LEFT" && kind != "SINGLE" {
		right = positions{}
	}
	a.compares(n, width, left, right)
}

// compares adds the columns of each side that are not NULL where a join finds a match.
func (a *analysis) compares(n *node, width int, left, right positions) {
	if n.Type == "LOGICAL_COMPARISON_JOIN" || n.Type == "LOGICAL_DELIM_JOIN" {
		for _, c := range n.Conditions {
			if strings.Contains(c.Comparison, "DISTINCT_FROM") {
				continue
			}
			left.add(a.whenNotNull(c.Left))
			right.add(a.whenNotNull(c.Right))
		}
	}
	predicate := n.Predicate
	if n.Type == "LOGICAL_ANY_JOIN" {
		predicate = n.Condition
	}
	if predicate == nil {
		return
	}
	for i := range a.whenTrue(predicate) { // counts left columns, then right ones
		if i < width {
			left[i] = true
		} else {
			right[i-width] = true
		}
	}
}

var whyMark = infer.Why("IN and EXISTS of values that are never NULL")

// mark is whether a row has a match: NULL where a comparison was with NULL.
func (a *analysis) mark(n *node, l, r []column) column {
	c := column{Value: infer.Value{Null: infer.Never, Why: whyMark}, typ: &logical{ID: "BOOLEAN"}}
	unsure := func(why *infer.Reason) { c.Null, c.Why = infer.Maybe, why }
	if n.Predicate != nil || n.Type == "LOGICAL_ANY_JOIN" {
		unsure(infer.Why("a comparison that may be with NULL"))
	}
	for _, k := range n.Conditions {
		if strings.Contains(k.Comparison, "DISTINCT_FROM") {
			continue
		}
		for _, v := range []column{a.eval(k.Left, l, nil), a.eval(k.Right, r, nil)} {
			if v.Null != infer.Never {
				unsure(v.Why)
			}
		}
	}
	return c
}

func allNotDistinct(conditions []condition) bool {
	for _, c := range conditions {
		if c.Comparison != "COMPARE_NOT_DISTINCT_FROM" {
			return false
		}
	}
	return true
}

// keepsDelim reports whether an operator returns every row of the delim scan in it, so that the delim join finds a
// match.
func keepsDelim(n *node) bool {
	switch n.Type {
	case "LOGICAL_DELIM_GET":
		return true
	case "LOGICAL_PROJECTION":
		return keepsDelim(n.Children[0])
	case "LOGICAL_COMPARISON_JOIN":
		return n.JoinType == "LEFT" && keepsDelim(n.Children[0])
	}
	return false
}

// findsItself reports whether a join finds every row of its left side on the right. DuckDB 2.0 makes such joins of
// correlated subqueries: it groups the left side's rows, computes something for each group, and joins by the groups.
func (a *analysis) findsItself(n *node) bool {
	left := n.Children[0]
	if left.Type != "LOGICAL_CTE_REF" || len(n.Conditions) == 0 || !allNotDistinct(n.Conditions) {
		return false
	}
	for _, c := range n.Conditions {
		if c.Left.Class != "BOUND_REF" || c.Right.Class != "BOUND_REF" ||
			!a.groups(n.Children[1], c.Right.Index, left.CTEIndex, c.Left.Index) {
			return false
		}
	}
	return true
}

// groups reports whether an operator returns a row for each group of a common table expression's rows. Its column k is
// a key of the groups: that column of the expression.
func (a *analysis) groups(n *node, k, of, column uint64) bool {
	switch n.Type {
	case "LOGICAL_PROJECTION":
		es := n.Expressions.List
		return k < uint64(len(es)) && es[k].Class == "BOUND_REF" && a.groups(n.Children[0], es[k].Index, of, column)
	case "LOGICAL_COMPARISON_JOIN":
		return n.JoinType == "LEFT" && len(n.LeftMap) == 0 && a.groups(n.Children[0], k, of, column)
	case "LOGICAL_CTE_REF":
		made := a.defined[n.CTEIndex]
		if made == nil || made.Type != "LOGICAL_AGGREGATE_AND_GROUP_BY" || len(made.GroupingSets) > 1 ||
			k >= uint64(len(made.Groups)) {
			return false
		}
		key, rows := made.Groups[k], made.Children[0]
		return key.Class == "BOUND_REF" && key.Index == column && rows.Type == "LOGICAL_CTE_REF" && rows.CTEIndex == of
	}
	return false
}

// mergedKey reports whether an expression is the COALESCE that USING puts over the two keys of a full join: one of them
// is not NULL where both are so before the join.
func (a *analysis) mergedKey(e *expr, below *node) bool {
	if e.Class != "BOUND_OPERATOR" || e.Type != "OPERATOR_COALESCE" || len(e.Children) != 2 ||
		below.Type != "LOGICAL_COMPARISON_JOIN" ||
		below.JoinType != "FULL" && below.JoinType != "OUTER" || len(below.LeftMap) > 0 || len(below.RightMap) > 0 {
		return false
	}
	at := func(e *expr) int {
		for e.Class == "BOUND_CAST" && e.Child != nil && lossless(e) {
			e = e.Child
		}
		if e.Class == "BOUND_REF" {
			return int(e.Index)
		}
		return -1
	}
	i, j := at(e.Children[0]), at(e.Children[1])
	i, j = min(i, j), max(i, j)
	l, r := a.peek(below.Children[0]), a.peek(below.Children[1])
	return i >= 0 && i < len(l) && j >= len(l) && j-len(l) < len(r) && l[i].Null == infer.Never &&
		r[j-len(l)].Null == infer.Never
}
