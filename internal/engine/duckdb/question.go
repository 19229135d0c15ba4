package duckdb

import (
	"fmt"
	"slices"
	"strings"
)

// question is what a query asks, free of how the plan arranges it: rows of tables that are joined and filtered, in an
// order.
type question struct {
	From    product
	Order   []term // the expression of each is within
	Columns []term
	rows    bool // the relation of the rows is joined, before all else
}

// product is tables of which all rows meet that satisfy the conditions, in any order.
type product struct {
	Tables []any // a term for a table, an outer for a left join
	Where  []term
}

// outer is a left join.
type outer struct{ Left, Right, On product }

// questionOf reads a plan. What it does not know it does not pass over.
func questionOf(text string) (q question, err error) {
	plan, err := boundPlan(text)
	if err != nil {
		return q, err
	}
	defer unfitted(&err)
	a := &asking{}
	top := plan
	if plan["type"] == "LOGICAL_PROJECTION" && only(plan["children"])["type"] == "LOGICAL_ORDER_BY" {
		top = only(plan["children"])
	}
	if top["type"] == "LOGICAL_ORDER_BY" {
		var cols []term
		a.From, cols = a.operate(only(top["children"]))
		for _, o := range list(top["orders"]) {
			a.Order = append(a.Order, resolve(o, cols))
		}
		a.Columns = mapped(cols, top["projections"])
		if plan["type"] != top["type"] {
			a.Columns = resolveAll(plan["expressions"], a.Columns)
		}
	} else {
		a.From, a.Columns = a.operate(plan)
	}
	return a.question, nil
}

// asking is the reading of one plan.
type asking struct {
	question
	tables int
	right  int // how many left joins there are that what is read is at the right side of
}

// notOfLookups are operators in the words of SQL.
var notOfLookups = map[string]string{
	"LOGICAL_LIMIT": "LIMIT", "LOGICAL_AGGREGATE_AND_GROUP_BY": "an aggregate or groups",
	"LOGICAL_DISTINCT": "DISTINCT", "LOGICAL_WINDOW": "a window",
	"LOGICAL_UNNEST": "unnest()", "LOGICAL_UNION": "UNION", "LOGICAL_EXCEPT": "EXCEPT",
	"LOGICAL_INTERSECT": "INTERSECT", "LOGICAL_SAMPLE": "a sample",
	"LOGICAL_MATERIALIZED_CTE": "WITH", "LOGICAL_RECURSIVE_CTE": "WITH RECURSIVE", "LOGICAL_DELIM_JOIN": "a subquery",
	"LOGICAL_ORDER_BY": "ORDER BY in a subquery",
}

// operate is an operator's output, and the tables that it is of.
func (a *asking) operate(n term) (product, []term) {
	switch kind := n["type"].(string); kind {
	case "LOGICAL_DUMMY_SCAN":
		if a.rows || a.tables > 0 || a.right > 0 {
			panic(unfit("it has a relation that is no table"))
		}
		a.rows = true
		return product{}, noColumn
	case "LOGICAL_GET":
		return a.scan(n)
	case "LOGICAL_PROJECTION":
		of, cols := a.operate(only(n["children"]))
		return of, resolveAll(n["expressions"], cols)
	case "LOGICAL_FILTER":
		of, cols := a.operate(only(n["children"]))
		return of.and(product{Where: resolveAll(n["expressions"], cols)}), mapped(cols, n["projection_map"])
	case "LOGICAL_CROSS_PRODUCT":
		children := list(n["children"])
		left, cols := a.operate(children[0].(term))
		right, more := a.operate(children[1].(term))
		return left.and(right), slices.Concat(cols, more)
	case "LOGICAL_COMPARISON_JOIN":
		return a.join(n)
	default:
		name, ok := notOfLookups[kind]
		if !ok {
			name = "in its plan " + kind
		}
		panic(unfit("it has " + name))
	}
}

func (a *asking) join(n term) (product, []term) {
	kind := n["join_type"].(string)
	if kind != "INNER" && kind != "LEFT" {
		panic(unfit("it has a join that is " + kind))
	}
	if n["predicate"] != nil {
		panic(unfit("its join has another condition than comparisons"))
	}
	children := list(n["children"])
	left, cols := a.operate(children[0].(term))
	if kind == "LEFT" {
		a.right++
		defer func() { a.right-- }()
	}
	right, more := a.operate(children[1].(term))
	var on product
	for _, c := range list(n["conditions"]) {
		c := c.(term)
		if c["comparison"] == nil {
			panic(unfit("its join has another condition than comparisons"))
		}
		on.Where = append(on.Where, term{"expression_class": "BOUND_COMPARISON", "type": c["comparison"],
			"left": resolve(c["left"], cols), "right": resolve(c["right"], more)})
	}
	cols = slices.Concat(mapped(cols, n["left_projection_map"]), mapped(more, n["right_projection_map"]))
	if kind == "LEFT" {
		return product{Tables: []any{outer{left, right, product{}.and(on)}}}, cols
	}
	return left.and(right).and(on), cols
}

// scan is the output of a table.
func (a *asking) scan(n term) (product, []term) {
	of, _ := n["function_data"].(term)
	if n["name"] != "seq_scan" || of == nil {
		panic(unfit(fmt.Sprintf("it reads from %v(), which is no table", n["name"])))
	}
	if len(list(n["children"])) > 0 {
		panic(unfit("its plan has several parts"))
	}
	a.tables++
	name := fmt.Sprint(a.tables)
	table := term{"catalog": of["catalog"], "schema": of["schema"], "table": of["table"], "number": name}
	cols := scanned(n)
	for _, c := range cols {
		c["table"] = name
	}
	return product{Tables: []any{table}}, cols
}

// and are the rows of both, in a form that does not depend on how conditions are written.
func (j product) and(k product) product {
	out := product{Tables: slices.Concat(j.Tables, k.Tables)}
	for _, t := range slices.Concat(j.Where, k.Where) {
		out.Where = append(out.Where, straight(t))
	}
	slices.SortFunc(out.Where, func(a, b term) int { return strings.Compare(said(a), said(b)) })
	return out
}

// turned are comparisons and what they are with their sides exchanged.
var turned = map[string]string{
	"COMPARE_EQUAL": "COMPARE_EQUAL", "COMPARE_NOTEQUAL": "COMPARE_NOTEQUAL",
	"COMPARE_LESSTHAN": "COMPARE_GREATERTHAN", "COMPARE_GREATERTHAN": "COMPARE_LESSTHAN",
	"COMPARE_LESSTHANOREQUALTO":    "COMPARE_GREATERTHANOREQUALTO",
	"COMPARE_GREATERTHANOREQUALTO": "COMPARE_LESSTHANOREQUALTO",
	"COMPARE_DISTINCT_FROM":        "COMPARE_DISTINCT_FROM", "COMPARE_NOT_DISTINCT_FROM": "COMPARE_NOT_DISTINCT_FROM",
}

// straight has the sides of a comparison in one order, as DuckDB turns those that join.
func straight(t term) term {
	kind, _ := t["type"].(string)
	if turned[kind] == "" || t["expression_class"] != "BOUND_COMPARISON" || said(t["left"]) <= said(t["right"]) {
		return t
	}
	return term{"expression_class": "BOUND_COMPARISON", "type": turned[kind], "left": t["right"], "right": t["left"]}
}

// table is the only one of a query; nil where it joins several.
func (q question) table() term {
	if len(q.From.Tables) != 1 {
		return nil
	}
	t, _ := q.From.Tables[0].(term)
	return t
}

// proves reports whether a query with the relation of one row, the parameters, asks what the query for one does, and
// returns the number of the row behind it, which is a parameter. It may sort by the table's order besides, and does
// where the query has no order.
func (q question) proves(one question, number int) bool {
	last := len(q.Columns) - 1
	if !q.rows || one.rows || last < 0 || parameterOf(q.Columns[last]) != number {
		return false
	}
	order := q.Order
	if n := len(one.Order); one.table() != nil && len(order) != n {
		if row, _ := order[n]["expression"].(term); len(order) > n+1 || row["row"] != true ||
			order[n]["type"] != "ASCENDING" {
			return false
		}
		order = order[:n]
	} else if one.table() != nil && n == 0 {
		return false
	}
	return said(q.From) == said(one.From) && slices.EqualFunc(order, one.Order, alike) &&
		slices.EqualFunc(q.Columns[:last], one.Columns, alike)
}

func alike(a, b term) bool { return said(a) == said(b) }
