package querytree

import (
	"fmt"
	"slices"

	"github.com/sqg-dev/sqg/internal/infer"
)

// sides are the outer joins that can put NULL in for a value, each by a name of its own, and whether it may be NULL
// where none does.
type sides struct {
	joins []string
	inner bool
}

// outerSides says of the columns that may be NULL which sides of outer joins they come from.
func (s *scope) outerSides(columns []Column) {
	if s.query.int("commandType") != cmdSelect || s.query.has("setOperations") {
		return
	}
	numbers := map[string]int{}
	i := 0
	for _, t := range s.query.list("targetList") {
		if t.is("resjunk") {
			continue
		}
		if col := &columns[i]; col.Nullable {
			of := s.at(s.above).outer(t.node("expr"))
			for _, join := range of.joins {
				if numbers[join] == 0 {
					numbers[join] = len(numbers) + 1
				}
				col.Sides = append(col.Sides, numbers[join])
			}
			slices.Sort(col.Sides)
			col.Inner = of.inner
		}
		i++
	}
}

// outer says it of an expression that is a column of a relation, unchanged.
func (c place) outer(n *Node) (of sides) {
	for n != nil && n.Tag == "RELABELTYPE" {
		n = n.node("arg")
	}
	if n == nil || n.Tag != "VAR" || n.int("varlevelsup") > 0 || c.grouping != nil && c.grouping.sets != nil {
		return of
	}
	rte, rel, att := c.relation(n.int("varno")), n.int("varno"), n.int("varattno")
	joins, ok := c.nulling(n)
	if rte == nil || !ok {
		return of
	}
	switch rte.int("rtekind") {
	case rteGroup:
		if g := c.grouping; g != nil && att >= 1 && att <= len(g.exprs) {
			return c.beneath().outer(g.exprs[att-1])
		}
		return of
	case rteJoin:
		if list := rte.list("joinaliasvars"); att >= 1 && att <= len(list) {
			of = c.outer(list[att-1])
		}
	case rteTable, rteSubquery, rteCTE:
		sub := c.queryOf(rel, rte)
		if e := sub.expression(att); e != nil {
			of = sub.at(sub.above).outer(e)
			for i, join := range of.joins { // of this use of it
				of.joins[i] = fmt.Sprintf("%d.%s", rel, join)
			}
		}
	}
	if len(of.joins) == 0 {
		of.inner = c.base(n, rte, att).Null.Nullable()
	}
	for _, side := range joins {
		if !c.present(c.facts, c.joins[side.rel], side.kind) {
			c.require(&of.joins, side)
		}
	}
	slices.Sort(of.joins)
	of.joins = slices.Compact(of.joins)
	return of
}

// require adds a side of a join, and those without whose row the join finds none for it, as it compares a column of
// theirs.
func (s *scope) require(joins *[]string, side atom) {
	name := fmt.Sprintf("%d/%d", side.rel, side.kind)
	if slices.Contains(*joins, name) {
		return
	}
	*joins = append(*joins, name)
	if kind := s.joins[side.rel].kind(); kind != leftJoin && kind != rightJoin {
		return
	}
	proved := s.at(infer.Origins{}).beneath().whenTrue(s.joins[side.rel].node.node("quals"))
	for rel := range s.joins {
		for _, kind := range []atomKind{leftAtom, rightAtom} {
			other := atom{scope: s, kind: kind, rel: rel}
			if proved.Has(s.origin(other, false)) {
				s.require(joins, other)
			}
		}
	}
}

// queryOf is the scope of a relation that is a query; nil for one that is not read so.
func (c place) queryOf(rel int, rte *Node) *scope {
	if rte.int("rtekind") != rteCTE {
		if known := c.catalog.relations[rte.oid("relid")]; rte.int("rtekind") == rteTable &&
			(known == nil || known.kind != 'v') {
			return nil
		}
		c.columns(rel)
		return c.subs[rel]
	}
	at, cte := c.definition(rte)
	if cte == nil || cte.is("cterecursive") {
		return nil
	}
	return at.scope.of(cte)
}
