package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// analysis is the work on one statement.
type analysis struct {
	catalog *Catalog
	origins map[atom]infer.Origin
	sources map[infer.Source]ColumnRef
	numbers map[ColumnRef]infer.Source
	steps   int
	depth   int // of scopes that are being opened
	nested  int // of expressions that are being looked at
}

func newAnalysis(c *Catalog) *analysis {
	return &analysis{catalog: c, origins: map[atom]infer.Origin{}, sources: map[infer.Source]ColumnRef{},
		numbers: map[ColumnRef]infer.Source{}}
}

// maxSteps bounds the work on a statement, maxScopes how deep its queries, views and functions nest, maxNested how deep
// its expressions do: a tree that leads back to itself must not exhaust the stack.
const (
	maxSteps  = 400_000
	maxScopes = 200
	maxNested = 3 * maxDepth
)

// stop is what the analysis panics with where it cannot go on.
type stop string

func (a *analysis) step() {
	if a.steps++; a.steps > maxSteps || a.nested > maxNested {
		panic(stop("the statement is too complex to analyse"))
	}
}

// atom is something that a condition can prove of the rows of a scope.
//
// A column: it is not NULL in any row in which its relation takes part. A side of a join: in no row in which the join
// takes part is that side missing. What an outer join puts in for a missing side is NULL; a Var lists these joins in
// varnullingrels.
//
// The ends of a date's or time's range: in no row in which its relation takes part is the column infinity, or
// -infinity.
//
// An expression that is written more than once: it is not NULL.
type atom struct {
	scope   *scope
	kind    atomKind
	rel     int // index of the relation or join
	att     int
	version int // of a row that the statement changes: as varreturningtype, but old rows of UPDATE and DELETE are 0
}

type atomKind uint8

const (
	columnAtom atomKind = iota
	leftAtom
	rightAtom
	repeatAtom
	ceilingAtom
	floorAtom
)

// origin is the number of an atom; where make is not set, 0 for one that nothing proved anything of.
func (a *analysis) origin(at atom, make bool) infer.Origin {
	o := a.origins[at]
	if o == 0 && make && len(a.origins) < infer.MaxOrigins {
		o = infer.Origin(len(a.origins) + 1)
		a.origins[at] = o
	}
	return o
}

// scope is one Query of the statement.
type scope struct {
	*analysis
	query     *Node
	up        *place // where it stands; nil for the statement itself, a view or a function
	params    parameters
	rtable    []*Node
	joins     map[int]*join
	ctes      map[string][]infer.Value
	relations map[int][]infer.Value
	subs      map[int]*scope // of the relations: subqueries and views
	opened    map[subKey]*scope
	values    []infer.Value // what it returns, once that is known

	repeats  []*Node       // expressions that conditions prove something of
	grouping *grouping     // nil where rows are not grouped
	below    infer.Origins // of the rows that FROM and WHERE give
	above    infer.Origins // of the rows that the target list sees
	spreads  int           // set-returning functions in the target list, -1 until counted
}

// join is a JoinExpr by its rtindex.
type join struct {
	node  *Node
	left  map[int]bool // relations and joins on its left
	right map[int]bool
}

// joinType of a JoinExpr.
type joinType int

const (
	innerJoin joinType = iota
	leftJoin
	fullJoin
	rightJoin
)

func (j *join) kind() joinType { return joinType(j.node.int("jointype")) }

// place is a place where expressions are evaluated.
type place struct {
	*scope
	facts     infer.Origins
	inner     bool         // in FROM, WHERE or an aggregate's arguments: rows are not grouped yet
	returning bool         // in RETURNING: the changed relation's columns are those of new rows
	test      *infer.Value // what a CASETESTEXPR stands for
}

// commands of a Query or MergeAction.
const (
	cmdSelect = 1 + iota
	cmdUpdate
	cmdInsert
	cmdDelete
	cmdMerge
	cmdUtility
)

// parameters are the values of $1, $2 and so on.
type parameters func(n int) infer.Value

func noParameters(int) infer.Value { return maybe(whyUnknown) }

// sub prepares the scope of a query within c, or finds it where that was done before.
func (c place) sub(q *Node) *scope {
	key := subKey{q, c.facts, c.inner, c.returning, c.test}
	if c.opened[key] == nil {
		c.opened[key] = c.open(q, &c, c.params)
	}
	return c.opened[key]
}

// subKey is what the scope of a query within another depends on.
type subKey struct {
	query            *Node
	facts            infer.Origins
	inner, returning bool
	test             *infer.Value
}

// open prepares a Query's scope: its relations, joins and what its conditions prove.
func (a *analysis) open(q *Node, up *place, params parameters) *scope {
	a.step()
	if a.depth++; a.depth > maxScopes || q == nil {
		panic(stop("the statement nests too deeply to analyse"))
	}
	defer func() { a.depth-- }()
	s := &scope{analysis: a, query: q, up: up, params: params, rtable: q.list("rtable"), joins: map[int]*join{},
		ctes:      map[string][]infer.Value{},
		relations: map[int][]infer.Value{}, subs: map[int]*scope{}, opened: map[subKey]*scope{}, spreads: -1}
	if up != nil {
		s.below, s.above = up.facts, up.facts
	}
	s.grouping = s.groups()
	tree := q.node("jointree")
	if tree == nil {
		return s
	}
	s.sides(tree)
	if q.int("commandType") == cmdMerge {
		return s // which conditions a row met depends on the action
	}
	s.below = s.settle(tree, s.below)
	switch {
	case s.grouping == nil:
		s.above = s.below
	case s.grouping.sets == nil && len(s.grouping.exprs) > 0:
		s.above = s.below
	}
	if s.grouping != nil {
		s.above = s.above.Or(s.at(s.above).whenTrue(q.node("havingQual")))
	}
	return s
}

// at is a place in the scope where the facts hold.
func (s *scope) at(facts infer.Origins) place { return place{scope: s, facts: facts} }

// sides notes the joins below n and returns what takes part in it.
func (s *scope) sides(n *Node) map[int]bool {
	out := map[int]bool{}
	add := func(part *Node) map[int]bool {
		of := s.sides(part)
		for i := range of {
			out[i] = true
		}
		return of
	}
	switch {
	case n == nil:
	case n.Tag == "RANGETBLREF":
		out[n.int("rtindex")] = true
	case n.Tag == "FROMEXPR":
		for _, part := range n.list("fromlist") {
			add(part)
		}
	case n.Tag == "JOINEXPR":
		j := &join{node: n, left: add(n.node("larg")), right: add(n.node("rarg"))}
		s.joins[n.int("rtindex")] = j
		out[n.int("rtindex")] = true
	}
	return out
}

// settle collects what the conditions of FROM and WHERE prove, until there is no more: a fact can turn an outer join
// into an inner one, whose condition then proves more.
func (s *scope) settle(tree *Node, facts infer.Origins) infer.Origins {
	for {
		before := facts
		s.collect(tree, true, &facts)
		if facts == before {
			return facts
		}
	}
}

// collect adds what the conditions below n prove. sure says that no outer join above can leave all of this out: only
// then does a condition say something of what is not below it, the columns of queries around.
func (s *scope) collect(n *Node, sure bool, facts *infer.Origins) {
	if n == nil {
		return
	}
	switch n.Tag {
	case "FROMEXPR":
		for _, part := range n.list("fromlist") {
			s.collect(part, sure, facts)
		}
		*facts = facts.Or(s.at(*facts).beneath().whenTrue(n.node("quals")))
	case "JOINEXPR":
		j := s.joins[n.int("rtindex")]
		kind := j.kind()
		s.collect(n.node("larg"), sure && (kind == innerJoin || kind == leftJoin), facts)
		s.collect(n.node("rarg"), sure && (kind == innerJoin || kind == rightJoin), facts)
		proved := s.at(*facts).beneath().whenTrue(n.node("quals"))
		// The condition holds where both sides are there, so it says something of a side that is never there alone.
		left, right := s.present(*facts, j, leftAtom), s.present(*facts, j, rightAtom)
		*facts = facts.Or(s.only(proved, func(at atom) bool {
			switch {
			case left && right:
				return sure || at.scope == s
			case at.scope != s || at.kind == repeatAtom:
				return false
			case j.left[at.rel]:
				return right
			}
			return left && j.right[at.rel]
		}))
	}
}

// present reports whether a side of a join is there in every row of the join.
func (s *scope) present(facts infer.Origins, j *join, side atomKind) bool {
	kind := j.kind()
	switch {
	case kind == innerJoin, kind == leftJoin && side == leftAtom, kind == rightJoin && side == rightAtom:
		return true
	case kind > rightJoin:
		return false
	case kind == leftJoin && isTrueConst(j.node.node("quals")) && s.fromHasRow(j.node.node("rarg")):
		return true // LEFT JOIN LATERAL (SELECT count(*) …) ON true
	}
	return facts.Has(s.origin(atom{scope: s, kind: side, rel: j.node.int("rtindex")}, false))
}

// isTrueConst reports whether a condition is the constant true.
func isTrueConst(n *Node) bool {
	b := n.bytes("constvalue")
	return n != nil && n.Tag == "CONST" && n.oid("consttype") == ir.OIDBool && len(b) > 0 && b[0] == 1
}

// only is the facts whose atoms pass.
func (a *analysis) only(facts infer.Origins, pass func(atom) bool) infer.Origins {
	var out infer.Origins
	for at, o := range a.origins {
		if facts.Has(o) && pass(at) {
			out.Add(o)
		}
	}
	return out
}

// nulling are the joins that can put NULL in for a Var, each with the side on which the Var's relation is. ok is false
// where the tree is not as expected.
func (s *scope) nulling(v *Node) (sides []atom, ok bool) {
	rel := v.int("varno")
	for _, index := range v.numbers("varnullingrels") {
		if s.grouping != nil && index == s.grouping.rte {
			continue
		}
		j := s.joins[index]
		switch {
		case j == nil:
			return nil, false
		case j.left[rel]:
			sides = append(sides, atom{scope: s, kind: leftAtom, rel: index})
		case j.right[rel]:
			sides = append(sides, atom{scope: s, kind: rightAtom, rel: index})
		default:
			return nil, false
		}
	}
	return sides, true
}
