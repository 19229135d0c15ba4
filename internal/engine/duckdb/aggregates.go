package duckdb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
)

var (
	whyGroup  = infer.Why("every group has a value to aggregate")
	whyNoRows = infer.Why("an aggregate of no rows is NULL")
	whyFilter = infer.Why("its FILTER may leave no row")
	whyRank   = infer.Why("every row has a rank")
	whyLead   = infer.Why("there may be no row before or behind it")
	whyFrame  = infer.Why("a window frame can be empty")
	whyFilled = infer.Why("its frame holds the row itself")
)

// aggregate is the output of GROUP BY: the groups, the aggregates, and the results of GROUPING().
func (a *analysis) aggregate(n *node, need positions) []column {
	below := positions{}
	if len(n.GroupingSets) <= 1 {
		for i := range need {
			if i < len(n.Groups) {
				below.add(a.whenNotNull(n.Groups[i])) // a group whose key is NULL does not survive
			}
		}
	}
	cols := see(a.operate(n.Children[0], below), below)
	var out []column
	for i, g := range n.Groups {
		c := a.eval(g, cols, nil)
		c.bounded = bounded(g, cols)
		for _, set := range n.GroupingSets {
			if holds(set, uint64(i)) {
				continue
			}
			if c.sides, c.padded = nil, false; c.Null == infer.Never {
				c.Null, c.Why = infer.Maybe, whyRollup
			}
		}
		out = append(out, c)
	}
	filled := len(n.Groups) > 0 || a.someRow(n.Children[0])
	for _, set := range n.GroupingSets {
		filled = filled && len(set) > 0 // the grand total is there without a row, too
	}
	for _, e := range n.Expressions.List {
		a.unbounded(e, cols)
		v := a.aggregated(e, cols, filled)
		v.Finite = finiteResults[e.Name] && a.isFinite(cols, nil, e.Children)
		out = append(out, column{Value: v, typ: e.logicalType(), holds: a.gathered(e, cols)})
	}
	for range n.GroupingFuncs {
		out = append(out, column{Value: infer.Value{Null: infer.Never, Why: infer.Why("GROUPING is a number")},
			typ: &logical{ID: "BIGINT"}})
	}
	return see(out, need)
}

func holds(set []uint64, i uint64) bool {
	for _, k := range set {
		if k == i {
			return true
		}
	}
	return false
}

// someRow reports whether an operator returns at least one row, whatever the tables hold.
func (a *analysis) someRow(n *node) bool {
	some := rowRules[n.Type]
	return some != nil && some(a, n)
}

// rowRules says of operators when they return a row; others need not.
var rowRules map[string]func(a *analysis, n *node) bool

func init() {
	always := func(*analysis, *node) bool { return true }
	first := func(a *analysis, n *node) bool { return a.someRow(n.Children[0]) }
	left := func(a *analysis, n *node) bool {
		return (n.JoinType == "LEFT" || n.JoinType == "SINGLE" || n.JoinType == "MARK") && a.someRow(n.Children[0])
	}
	rowRules = map[string]func(a *analysis, n *node) bool{
		"LOGICAL_DUMMY_SCAN": always, "LOGICAL_EXPRESSION_GET": always,
		"LOGICAL_PROJECTION": first, "LOGICAL_ORDER_BY": first, "LOGICAL_DISTINCT": first, "LOGICAL_WINDOW": first,
		"LOGICAL_COMPARISON_JOIN": left, "LOGICAL_ANY_JOIN": left, "LOGICAL_DELIM_JOIN": left,
		"LOGICAL_CROSS_PRODUCT": func(a *analysis,
			n *node) bool {
			return a.someRow(n.Children[0]) && a.someRow(n.Children[1])
		},
		"LOGICAL_AGGREGATE_AND_GROUP_BY": func(a *analysis,
			n *node) bool {
			return len(n.Groups) == 0 || a.someRow(n.Children[0])
		},
		"LOGICAL_UNION": func(a *analysis,
			n *node) bool {
			return slices.ContainsFunc(n.Children, a.someRow)
		},
		"LOGICAL_MATERIALIZED_CTE": func(a *analysis, n *node) bool { return a.someRow(n.Children[1]) },
		"LOGICAL_CTE_REF": func(a *analysis, n *node) bool {
			query := a.defined[n.CTEIndex]
			return query != nil && a.someRow(query)
		},
		"LOGICAL_INSERT": func(a *analysis,
			n *node) bool {
			return n.owned() && n.Conflict == "THROW" && a.someRow(n.Children[0])
		},
		"LOGICAL_MERGE_INTO": func(a *analysis, n *node) bool {
			return n.owned() && n.does("WHEN_MATCHED", "MERGE_UPDATE") &&
				n.does("WHEN_NOT_MATCHED_BY_TARGET", "MERGE_INSERT") && a.someRow(n.Children[0])
		},
	}
}

// owned reports whether a change is of a table that DuckDB itself holds, where nothing leaves a row out.
func (n *node) owned() bool {
	return n.TableInfo != nil && (n.TableInfo.Catalog == own || n.TableInfo.Catalog == temp)
}

// does reports whether a MERGE, or an ON CONFLICT, does one thing with every row of a kind.
func (n *node) does(when, what string) bool {
	for _, a := range n.Actions {
		if a.When == when {
			return len(a.Value) == 1 && a.Value[0].Type == what && a.Value[0].Condition == nil
		}
	}
	return false
}

func (a *analysis) aggregated(e *expr, cols []column, filled bool) infer.Value {
	switch {
	case counts[e.Name]:
		return infer.Value{Null: infer.Never, Why: whyCount}
	case !filled:
		return infer.Unsure(whyNoRows)
	case !a.keepsAll(e.Filter, cols):
		return infer.Unsure(whyFilter)
	case lists[e.Name]:
		return infer.Value{Null: infer.Never, Why: whyGroup}
	case !aggregates[e.Name]:
		return infer.Unsure(infer.Why(e.Name + " may give NULL"))
	}
	args := e.Children[:min(1, len(e.Children))]
	if byAll[e.Name] {
		args = e.Children
	}
	if v := a.all(cols, nil, args...); v.Null != infer.Never {
		return infer.Unsure(v.Why)
	}
	return infer.Value{Null: infer.Never, Why: whyGroup}
}

// unbounded notes a bitstring_agg whose bits DuckDB does not know how to number: it looks at what is stored in a column
// for the least and the greatest value, and gives up when the statement runs where it finds none.
func (a *analysis) unbounded(e *expr, cols []column) {
	if e.Name == "bitstring_agg" && len(e.Children) == 1 &&
		(e.Type == "WINDOW_AGGREGATE" || !bounded(e.Children[0], cols)) {
		a.refused = e.Name
	}
}

// bounding are the functions for which DuckDB computes the least and greatest value from those of the arguments, up to
// the type for which it does.
var bounding = map[string][]string{
	"+": summed, "-": summed, "*": summed, "@": summed, "abs": summed, "add": summed, "subtract": summed,
	"multiply": summed,
	"year":     days, "month": days, "day": days, "dayofmonth": days, "dayofweek": days, "dayofyear": days, "decade": days,
	"century":    days,
	"millennium": days, "quarter": days, "week": days, "weekday": days, "weekofyear": days, "yearweek": days,
	"isodow": days, "dow": days, "doy": days, "isoyear": days,
	"era": days, "hour": clocks, "minute": clocks, "second": clocks, "millisecond": clocks, "microsecond": clocks,
	"epoch_ms": clocks,
}

var (
	summed = []string{"TINYINT", "SMALLINT", "INTEGER", "BIGINT"}
	days   = []string{"DATE", "TIMESTAMP"}
	clocks = []string{"DATE", "TIMESTAMP", "TIME"}
	// measured are the types whose conversion to an integer keeps the least and greatest value.
	measured = append([]string{"HUGEINT", "FLOAT", "DOUBLE", "DECIMAL"}, summed...)
)

// isNull reports whether an expression is NULL, of whatever type.
func isNull(e *expr) bool {
	for e.Class == "BOUND_CAST" && e.Child != nil {
		e = e.Child
	}
	return e.Class == "BOUND_CONSTANT" && e.Value != nil && e.Value.IsNull
}

// bounded reports whether DuckDB knows the least and the greatest value of an expression.
func bounded(e *expr, cols []column) bool {
	every := func(es ...*expr) bool {
		return !slices.ContainsFunc(es, func(x *expr) bool { return x == nil || !bounded(x, cols) })
	}
	switch e.Class {
	case "BOUND_REF":
		return e.Index < uint64(len(cols)) && cols[e.Index].bounded
	case "BOUND_CONSTANT":
		return true
	case "BOUND_CAST":
		return bounded(e.Child, cols) && slices.Contains(signed, e.logicalType().ID) &&
			(e.Child.Class == "BOUND_CONSTANT" || slices.Contains(measured, e.Child.logicalType().ID))
	case "BOUND_OPERATOR":
		return e.Type == "OPERATOR_COALESCE" && every(e.Children...)
	case "BOUND_CASE":
		results := []*expr{e.Else}
		for _, c := range e.CaseChecks {
			results = append(results, c.Then)
		}
		return every(results...) && !slices.ContainsFunc(results, isNull)
	case "BOUND_FUNCTION":
		name, args := e.Name, e.Children
		switch {
		case name == "struct_extract":
			return every(args[0])
		case name == "date_part" && len(args) == 2 && args[0].Class == "BOUND_CONSTANT" && args[0].Value != nil:
			name, args = strings.ToLower(strings.Trim(string(args[0].Value.Value), `"`)), args[1:]
		}
		types, known := bounding[name]
		return known && (name != "+" || len(args) == 2) && every(args...) &&
			!slices.ContainsFunc(args, func(x *expr) bool { return !slices.Contains(types, x.logicalType().ID) })
	}
	return false
}

// windowed is what a window function gives.
func (a *analysis) windowed(e *expr, cols []column) infer.Value {
	switch e.Type {
	case "WINDOW_ROW_NUMBER", "WINDOW_RANK", "WINDOW_RANK_DENSE", "WINDOW_PERCENT_RANK", "WINDOW_CUME_DIST":
		return infer.Value{Null: infer.Never, Why: whyRank}
	case "WINDOW_NTILE":
		return a.all(cols, nil, e.Children...)
	case "WINDOW_LAG", "WINDOW_LEAD":
		if e.DefaultExpr == nil {
			return infer.Unsure(whyLead)
		}
		return a.all(cols, nil, append(append([]*expr{}, e.Children...), e.DefaultExpr, e.OffsetExpr)...)
	}
	if e.Type == "WINDOW_AGGREGATE" && counts[e.Name] {
		return infer.Value{Null: infer.Never, Why: whyCount}
	}
	if !a.keepsAll(e.Filters, cols) || !a.keepsAll(e.Filter, cols) {
		return infer.Unsure(whyFilter)
	}
	if !holdsRow(e) {
		return infer.Unsure(whyFrame)
	}
	switch {
	case e.Type == "WINDOW_AGGREGATE" && lists[e.Name]:
		return infer.Value{Null: infer.Never, Why: whyFilled}
	case e.Type == "WINDOW_AGGREGATE" && aggregates[e.Name], e.Type == "WINDOW_FIRST_VALUE",
		e.Type == "WINDOW_LAST_VALUE":
		v := a.all(cols, nil, e.Children...)
		if v.Null == infer.Never {
			v.Why = whyFilled
		}
		return v
	}
	name := e.Name
	if name == "" { // as of WINDOW_NTH_VALUE
		name = strings.ToLower(strings.TrimPrefix(e.Type, "WINDOW_"))
	}
	return infer.Unsure(infer.Why(name + " may give NULL"))
}

// keepsAll reports whether a FILTER leaves no row out: there is none, or all that it asks is what holds of every row.
func (a *analysis) keepsAll(filter *expr, cols []column) bool {
	switch {
	case filter == nil:
		return true
	case filter.Type == "CONJUNCTION_AND":
		return !slices.ContainsFunc(filter.Children, func(e *expr) bool { return !a.keepsAll(e, cols) })
	}
	return filter.Type == "OPERATOR_IS_NOT_NULL" && a.eval(filter.Children[0], cols, nil).Null == infer.Never
}

// holdsRow reports whether a row's frame always holds the row itself.
func holdsRow(e *expr) bool {
	from := e.Start == "UNBOUNDED_PRECEDING" || strings.HasPrefix(e.Start, "CURRENT_ROW") ||
		counted(e.Start, "PRECEDING", e.StartExpr)
	to := e.End == "UNBOUNDED_FOLLOWING" || strings.HasPrefix(e.End, "CURRENT_ROW") ||
		counted(e.End, "FOLLOWING", e.EndExpr)
	return from && to && (e.Exclude == "NO_OTHER" || e.Exclude == "TIES")
}

// counted reports whether a bound of a frame is so many rows or groups away, in that direction. A distance of values
// can leave the row itself out: NaN is no distance from NaN.
func counted(bound, direction string, by *expr) bool {
	if bound != "EXPR_"+direction+"_ROWS" && bound != "EXPR_"+direction+"_GROUPS" {
		return false
	}
	for by != nil && by.Class == "BOUND_CAST" {
		by = by.Child
	}
	if by == nil || by.Class != "BOUND_CONSTANT" || by.Value == nil || by.Value.IsNull {
		return false
	}
	n, err := strconv.Atoi(string(by.Value.Value))
	return err == nil && n >= 0
}
