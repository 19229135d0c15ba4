package querytree

import (
	"fmt"
	"slices"
)

// Apart says why a query has to run once for each row of parameters: what it returns for one may differ from call to
// call. It is "" for a query that can be one for many rows.
func (c *Catalog) Apart(q *Node) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("sqg does not understand what PostgreSQL made of it: %v", p)
		}
	}()
	r := newReach(c)
	r.code(q, false)
	for _, f := range r.close() {
		if f.volatile {
			return "each call evaluates the function " + f.name
		}
	}
	if r.sampled {
		return "TABLESAMPLE takes another sample for each call"
	}
	return ""
}

// ProvesLookup reports whether a query for many rows of parameters returns for each of them what another returns for
// one: it reads the rows from its first relation, whose columns are the parameters in the order of their numbers and
// behind them the row's number; its second relation is the query for one row, but for the parameters; and it returns
// the columns of that and the row's number.
func ProvesLookup(one, many *Node, params int) bool {
	rtable, list := many.list("rtable"), many.list("targetList")
	if len(rtable) != 2 || rtable[1].int("rtekind") != rteSubquery || !plainFrom(many, 2) ||
		many.node("jointree").has("quals") {
		return false
	}
	if rtable[0].int("rtekind") == rteSubquery && !sorts(rtable[0].node("subquery"), params+1) {
		return false
	}
	sub := rtable[1].node("subquery")
	column := 0
	for _, t := range sub.list("targetList") {
		if !t.is("resjunk") {
			if column++; column >= len(list) || !returns(list[column-1], 2, t.int("resno")) {
				return false
			}
		}
	}
	if len(list) != column+1 || !returns(list[column], 1, params+1) {
		return false
	}
	p := &proof{one: one, many: sub, rows: 1}
	return p.equal(one, sub)
}

// sorts reports whether a query has the rows of its one relation as they are, but for their order.
func sorts(q *Node, columns int) bool {
	list := q.list("targetList")
	if len(q.list("rtable")) != 1 || !plainFrom(q, 1, "sortClause") || q.node("jointree").has("quals") ||
		len(list) != columns {
		return false
	}
	for i, t := range list {
		if t.is("resjunk") || !returns(t, 1, i+1) {
			return false
		}
	}
	return true
}

// LookupKeys are the numbers of the parameters that a query compares a column of a table with by the equality that the
// column's type is sorted by.
func (c *Catalog) LookupKeys(q *Node) (keys []int) {
	b := &bulk{Catalog: c, query: q}
	walk(q, func(n *Node) bool {
		args := n.list("args")
		if n.Tag != "OPEXPR" || len(args) != 2 {
			return true
		}
		for i := range args {
			p, v := relabelled(args[i]), relabelled(args[1-i])
			if isParam(p) && v != nil && v.Tag == "VAR" && !slices.Contains(keys, p.int("paramid")) {
				if typ, _ := exprType(args[i]); b.equals(n.oid("opno"), typ) {
					keys = append(keys, p.int("paramid"))
				}
			}
		}
		return true
	})
	return keys
}

// returns reports whether what is returned is a column of a relation as it is.
func returns(t *Node, relation, att int) bool {
	v := t.node("expr")
	return v != nil && v.Tag == "VAR" && v.int("varno") == relation && v.int("varattno") == att &&
		v.int("varlevelsup") == 0
}
