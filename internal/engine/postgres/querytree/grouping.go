package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
)

// grouping is how a scope's rows are grouped.
type grouping struct {
	rte   int          // the relation of kind rteGroup, which version 18 reads grouped expressions from
	exprs []*Node      // what is grouped by
	sets  []*Node      // groupingSets
	kept  map[int]bool // of exprs: those that every grouping set has
	empty bool         // the group of all rows may be among them, which is there even if no row is
}

var whyGroupingSets = infer.Why("a grouping set that leaves the expression out gives NULL")

// groups reads how the scope's rows are grouped; nil where they are not.
func (s *scope) groups() *grouping {
	q := s.query
	if !q.is("hasAggs") && !q.has("groupClause") && !q.has("groupingSets") && !q.has("havingQual") {
		return nil
	}
	g := &grouping{sets: q.list("groupingSets"), kept: map[int]bool{}}
	for i, rte := range s.rtable {
		if rte.int("rtekind") == rteGroup {
			g.rte, g.exprs = i+1, rte.list("groupexprs")
		}
	}
	refs := map[int]int{} // by tleSortGroupRef, the position in exprs
	for i, clause := range q.list("groupClause") {
		refs[clause.int("tleSortGroupRef")] = i
		if g.rte == 0 {
			g.exprs = append(g.exprs, s.sortGroup(clause.int("tleSortGroupRef")))
		}
	}
	if len(g.sets) == 0 {
		g.sets = nil
		g.empty = len(g.exprs) == 0
		for i := range g.exprs {
			g.kept[i] = true
		}
		return g
	}
	g.empty = true
	for _, set := range g.sets { // GROUP BY a, ROLLUP (b): every combination
		refsOf, empty := required(set)
		g.empty = g.empty && empty
		for ref := range refsOf {
			if i, ok := refs[ref]; ok {
				g.kept[i] = true
			}
		}
	}
	g.mistaken()
	return g
}

// mistaken keeps no expression that equals one that is left out: the tree may read the one where the query names the
// other, while the server groups by each of them.
func (g *grouping) mistaken() {
	for i, e := range g.exprs {
		for k, other := range g.exprs {
			if !g.kept[k] && same(e, other) {
				delete(g.kept, i)
			}
		}
	}
}

// kind of a GroupingSet.
const (
	emptySet = iota
	simpleSet
	rollupSet
	cubeSet
	setsSet
)

// required are the references that every grouping set of n has; empty says whether the empty set may be among them.
func required(n *Node) (refs map[int]bool, empty bool) {
	switch n.int("kind") {
	case simpleSet:
		refs = map[int]bool{}
		for _, ref := range n.numbers("content") {
			refs[ref] = true
		}
		return refs, len(refs) == 0
	case setsSet:
		for i, part := range n.list("content") {
			of, none := required(part)
			empty = empty || none
			if i == 0 {
				refs = of
				continue
			}
			for ref := range refs {
				if !of[ref] {
					delete(refs, ref)
				}
			}
		}
		return refs, empty
	}
	return nil, true
}

// sortGroup is the expression in the target list with that reference.
func (s *scope) sortGroup(ref int) *Node {
	for _, t := range s.query.list("targetList") {
		if t.int("ressortgroupref") == ref {
			return t.node("expr")
		}
	}
	return nil
}

// nulled reports whether a grouping set may leave out what n reads, a Var above the grouping that no group relation
// stands for.
func (g *grouping) nulled(c place, n *Node) bool {
	return g.rte == 0 && g.sets != nil && !c.inner
}

// grouped evaluates an expression that is grouped by. Up to version 17 the target list repeats such expressions, and
// what grouping sets leave out is NULL there, whatever the expression would give.
func (c place) grouped(n *Node) (infer.Value, bool) {
	g := c.grouping
	if g == nil || g.rte != 0 || c.inner {
		return infer.Value{}, false
	}
	for i, e := range g.exprs {
		if same(e, n) {
			return g.leftOut(i, c.beneath().eval(n)), true
		}
	}
	return infer.Value{}, false
}

// beneath is the place with the rows that are grouped.
func (c place) beneath() place {
	c.inner = true
	c.facts = c.facts.Or(c.below)
	return c
}

// leftOut is the value of the expression at i above the grouping.
func (g *grouping) leftOut(i int, v infer.Value) infer.Value {
	if !g.kept[i] {
		v.Null, v.Why = infer.Maybe, whyGroupingSets
	}
	return v
}
