package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
)

// rtekind of a RangeTblEntry.
const (
	rteTable = iota
	rteSubquery
	rteJoin
	rteFunction
	rteTableFunc
	rteValues
	rteCTE
	rteNamedTuplestore
	rteResult
	rteGroup
)

var (
	whyNotNull   = infer.Why("the column is NOT NULL")
	whyColumn    = infer.Why("the column may be NULL")
	whyOuter     = infer.Why("there may be no row on that side of the outer join")
	whyWhole     = infer.Why("a row is there")
	whyView      = infer.Why("what a view's trigger or a rule returns is not known")
	whySystem    = infer.Why("nothing is known of this table")
	whyForeign   = infer.Why("foreign tables and materialized views do not check NOT NULL")
	whyPadded    = infer.Why("of several set-returning functions the shorter ones are padded with NULL")
	whyNotTarget = infer.Why("the row may be in the target only")
	whyOrdinal   = infer.Why("a row number")
	whyCondition = infer.Why("a condition of the statement rules NULL out")
)

// relation is a range table entry by its number.
func (s *scope) relation(index int) *Node {
	if index < 1 || index > len(s.rtable) {
		return nil
	}
	return s.rtable[index-1]
}

// level is the place of the query that a Var is of.
func (c place) level(v *Node) (place, bool) {
	facts := c.facts
	for range v.int("varlevelsup") {
		if c.up == nil {
			return c, false
		}
		c = *c.up
	}
	c.facts = facts
	return c, true
}

func evalVar(c place, n *Node) infer.Value { return c.variable(n, n.int("varattno")) }

// variable is a column of a relation: what the relation gives, unless an outer join puts NULL in.
func (c place) variable(n *Node, att int) infer.Value {
	c, ok := c.level(n)
	if !ok {
		return maybe(whyUnknown)
	}
	rte := c.relation(n.int("varno"))
	sides, ok := c.nulling(n)
	if rte == nil || !ok {
		return maybe(whyUnknown)
	}
	if c.grouping != nil && c.grouping.nulled(c, n) {
		return maybe(whyGroupingSets)
	}
	if c.changed(n.int("varno")) && c.catalog.isRuled(rte.oid("relid")) {
		return maybe(whyView) // nor do the statement's conditions say anything of it
	}
	v := c.base(n, rte, att)
	if c.returning && c.query.int("commandType") == cmdMerge && !c.changed(n.int("varno")) &&
		c.merges(cmdUnmatchedSource) {
		v.Null, v.Why = infer.Maybe, whyNotTarget
		return v
	}
	if rte.int("rtekind") == rteGroup && c.facts.Has(c.origin(c.atomOf(n), false)) {
		return infer.NonNull(v)
	}
	for _, side := range sides {
		if !c.present(c.facts, c.joins[side.rel], side.kind) {
			v.Null, v.Why = v.Null|infer.Always, whyOuter
			return v
		}
	}
	v.Finite = v.Finite || att > 0 && c.isWithin(n, att)
	if v.Null.Nullable() && att != 0 && c.facts.Has(c.origin(c.atomWith(n, att), false)) {
		v.Null, v.Why = infer.Never, whyCondition
	}
	return v
}

// atomOf is a Var's column.
func (c place) atomOf(n *Node) atom { return c.atomWith(n, n.int("varattno")) }

func (c place) atomWith(n *Node, att int) atom {
	at := atom{scope: c.scope, kind: columnAtom, rel: n.int("varno"), att: att}
	if c.changed(at.rel) {
		at.version = c.version(n)
	}
	return at
}

// base is a column before outer joins.
func (c place) base(n, rte *Node, att int) infer.Value {
	rel := n.int("varno")
	switch rte.int("rtekind") {
	case rteTable:
		return c.tableColumn(n, rte, att)
	case rteJoin:
		if list := rte.list("joinaliasvars"); att > 0 && att <= len(list) {
			return c.eval(list[att-1])
		}
	case rteGroup:
		g := c.grouping
		if g == nil || att < 1 || att > len(g.exprs) {
			break
		}
		return g.leftOut(att-1, c.beneath().eval(g.exprs[att-1]))
	case rteSubquery, rteFunction, rteTableFunc, rteValues, rteCTE:
		if att == 0 && rte.int("rtekind") != rteFunction {
			return given(whyWhole)
		}
		return c.column(rel, att)
	}
	return maybe(whyUnknown)
}

const tableOID = -6 // the attribute number of tableoid

// tableColumn is a column of a table or view.
func (c place) tableColumn(n, rte *Node, att int) infer.Value {
	rel, inherited := rte.oid("relid"), rte.is("inh")
	known := c.catalog.relations[rel]
	v := maybe(whyColumn)
	switch {
	case known == nil:
		v = maybe(whySystem)
	case c.changed(n.int("varno")) && known.kind == 'v':
		return c.viewRow(n, ColumnRef{rel, int16(att)})
	case known.kind == 'v':
		if att == 0 {
			return given(whyWhole)
		}
		return c.column(n.int("varno"), att)
	case att == 0 && known.isTable(), att == tableOID:
		v = given(whyWhole)
	case att < 0:
		if known.kind == 'r' && len(known.children) == 0 {
			v = given(whyWhole)
		}
	case !known.isTable():
		v = maybe(whyForeign)
	case c.catalog.notNull(ColumnRef{rel, int16(att)}, inherited):
		v = given(whyNotNull)
	case known.columns[int16(att)].generated != "" && len(known.children) == 0:
		v = c.generated(rte, known.columns[int16(att)].generated)
	}
	if att > 0 {
		v.Source = c.source(ColumnRef{rel, int16(att)})
		if known != nil && c.catalog.everywhere(ColumnRef{rel, int16(att)}, inherited,
			func(col column) bool { return col.full }) {
			v.Elems = infer.Never
		}
		v.Finite = c.catalog.finite || known != nil &&
			c.catalog.everywhere(ColumnRef{rel, int16(att)}, inherited,
				func(col column) bool { return col.low && col.high })
	}
	return c.written(n, rel, att, v)
}

// generated is a column that is computed from the others of its row. Functions and domains of the schema may have been
// others when the row was stored, so they prove nothing.
func (c place) generated(rte *Node, text string) infer.Value {
	e := c.catalog.stored(text)
	walk(e, func(n *Node) bool {
		if oid, _, _ := callee(n); oid >= firstOwn || n.Tag == "COERCETODOMAIN" {
			e = nil
		}
		return e != nil
	})
	if e == nil {
		return maybe(whyColumn)
	}
	s := c.open(&Node{Tag: "QUERY", fields: []field{{"commandType", "1"}, {"rtable", []any{rte}}}}, nil, noParameters)
	return s.at(s.below).eval(e).Computed()
}

// source numbers a column.
func (a *analysis) source(ref ColumnRef) infer.Source {
	n := a.numbers[ref]
	if n == 0 {
		n = infer.Source(len(a.numbers) + 1)
		a.numbers[ref], a.sources[n] = n, ref
	}
	return n
}

// columns are what a relation that is not a table gives.
func (s *scope) columns(index int) []infer.Value {
	list, known := s.relations[index]
	if !known {
		s.relations[index] = nil // a relation that reads itself proves nothing
		list = s.read(index)
		s.relations[index] = list
	}
	return list
}

func (s *scope) read(index int) []infer.Value {
	here, rte := s.at(s.below).beneath(), s.relation(index)
	switch rte.int("rtekind") {
	case rteTable: // a view; parameters and facts of the statement have no part in it
		if q := s.catalog.stored(s.catalog.view(rte.oid("relid"))); q != nil {
			s.subs[index] = s.open(q, nil, noParameters)
			return s.subs[index].results()
		}
	case rteSubquery:
		s.subs[index] = here.sub(rte.node("subquery"))
		return s.subs[index].results()
	case rteValues:
		return here.valueRows(rte)
	case rteCTE:
		return here.cte(rte)
	case rteFunction:
		return here.functionRows(rte)
	case rteTableFunc:
		return tableFunction(rte.node("tablefunc"))
	}
	return nil
}

// column is what a subquery or view gives, given what the statement's conditions prove of its rows.
func (c place) column(index, att int) infer.Value {
	list := c.columns(index)
	if att < 1 || att > len(list) {
		return maybe(whyUnknown)
	}
	if e := c.subs[index].expression(att); e != nil && list[att-1].Null.Nullable() {
		sub := c.subs[index]
		return sub.at(sub.above).given(c.facts).eval(e).Detached()
	}
	return list[att-1].Detached()
}

// expression is what a column of the scope's query is, where each of its rows is one of FROM's rows; nil elsewhere.
func (s *scope) expression(att int) *Node {
	if s == nil || s.grouping != nil || s.query.has("setOperations") || s.query.int("commandType") != cmdSelect {
		return nil
	}
	return target(s.query.list("targetList"), att)
}

func (c place) valueRows(rte *Node) (list []infer.Value) {
	rows, _ := rte.get("values_lists").([]any)
	for i, row := range rows {
		for n, e := range nodes(row) {
			v := c.eval(e).Computed()
			if i == 0 {
				list = append(list, v)
			} else if n < len(list) {
				list[n] = infer.Join(list[n], v)
			}
		}
	}
	return list
}

// cte is the columns of a common table expression, which may belong to a query further out.
func (c place) cte(rte *Node) []infer.Value {
	c, cte := c.definition(rte)
	if cte == nil {
		return nil
	}
	name := rte.str("ctename")
	if list, known := c.ctes[name]; known {
		return list
	}
	return c.defined(name, cte)
}

// definition finds a common table expression, and the query that it belongs to.
func (c place) definition(rte *Node) (place, *Node) {
	for range rte.int("ctelevelsup") {
		if c.up == nil {
			return c, nil
		}
		c = *c.up
	}
	for _, cte := range c.query.list("cteList") {
		if cte.str("ctename") == rte.str("ctename") {
			return c, cte
		}
	}
	return c, nil
}

// around is the place of the queries in WITH.
func (s *scope) around() place {
	facts := infer.Origins{}
	if s.up != nil {
		facts = s.up.facts
	}
	return s.at(facts)
}

// of is the scope of a common table expression that does not recurse.
func (s *scope) of(cte *Node) *scope { return s.around().sub(cte.node("ctequery")) }

func (s *scope) defined(name string, cte *Node) []infer.Value {
	q, here := cte.node("ctequery"), s.around()
	s.ctes[name] = nil
	if !cte.is("cterecursive") {
		s.ctes[name] = s.of(cte).results()
		return s.ctes[name]
	}
	// Start from the arm that does not recurse, and add what the whole gives until nothing is new.
	first := q.node("setOperations").node("larg")
	if first == nil || first.Tag != "RANGETBLREF" {
		return nil
	}
	rtable, arm := q.list("rtable"), first.int("rtindex")
	if arm < 1 || arm > len(rtable) {
		return nil
	}
	list := append(here.sub(rtable[arm-1].node("subquery")).results(), extraColumns(cte)...)
	for {
		s.ctes[name] = list
		next := s.open(q, &here, s.params).results() // again, as it reads the list
		if len(next) > len(list) {
			s.ctes[name] = nil
			return nil
		}
		changed := false
		joined := append([]infer.Value{}, list...)
		for i := range next {
			joined[i] = infer.Join(list[i].Detached(), next[i].Detached())
			changed = changed || !joined[i].Equal(list[i].Detached())
		}
		list = joined
		if !changed {
			s.ctes[name] = list
			return list
		}
	}
}

// extraColumns are those that SEARCH and CYCLE add, which the query itself does not have.
func extraColumns(cte *Node) (list []infer.Value) {
	if cte.has("search_clause") {
		list = append(list, given(whyNever))
	}
	if cycle := cte.node("cycle_clause"); cycle != nil {
		mark := given(whyNever)
		for _, key := range []string{"cycle_mark_value", "cycle_mark_default"} {
			if v := cycle.node(key); v == nil || v.Tag != "CONST" || v.is("constisnull") {
				mark = maybe(whyUnknown)
			}
		}
		list = append(list, mark, given(whyNever))
	}
	return list
}

// results are the columns that the scope's query returns.
func (s *scope) results() []infer.Value {
	if s.values == nil {
		s.values = s.evaluated()
	}
	return s.values
}

func (s *scope) evaluated() (list []infer.Value) {
	q := s.query
	if ops := q.node("setOperations"); ops != nil {
		return s.setOperation(ops)
	}
	key, c := "targetList", s.at(s.above)
	if q.int("commandType") != cmdSelect {
		key, c.returning = "returningList", true
	}
	for _, t := range q.list(key) {
		if !t.is("resjunk") {
			list = append(list, c.eval(t.node("expr")))
		}
	}
	return list
}

// op of a SetOperationStmt.
const (
	unionOp = 1 + iota
	intersectOp
	exceptOp
)

func (s *scope) setOperation(n *Node) []infer.Value {
	if n == nil {
		return nil
	}
	if n.Tag == "RANGETBLREF" {
		return s.columns(n.int("rtindex"))
	}
	left, right := s.setOperation(n.node("larg")), s.setOperation(n.node("rarg"))
	if len(left) != len(right) {
		return nil
	}
	list := make([]infer.Value, len(left))
	for i := range list {
		l, r := left[i].Detached(), right[i].Detached()
		switch n.int("op") {
		case unionOp:
			list[i] = infer.Join(l, r)
		case intersectOp:
			list[i] = l
			if !r.Null.Nullable() {
				list[i].Null, list[i].Why = infer.Never, r.Why
			}
		case exceptOp:
			list[i] = l
		default:
			list[i] = maybe(whyUnknown)
		}
	}
	return list
}
