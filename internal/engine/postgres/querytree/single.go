package querytree

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// pinned is a column that has equal values in all rows of a query.
type pinned struct {
	families []uint32 // of the B-tree operators by which they are equal
	strict   bool     // by a comparison that NULL does not pass
}

// share are the families that two lists have in common.
func share(a, b []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(a), func(f uint32) bool { return !slices.Contains(b, f) })
}

// columnOf is a column of a relation of a scope.
type columnOf struct{ rel, att int }

// pins is the proof that a query returns at most one row: its relations give the same row to each, one after the
// other, as conditions compare a unique key of them with what is the same in all rows.
type pins struct {
	*scope
	columns   map[columnOf]pinned
	rows      map[int]bool // relations that give one row, or none
	relations []int
	guards    map[int][]int // of relations, as of tests: while one of these is not pinned, the relation may be there or not
	tests     []test
	keys      []string // by which relations give one row, for people
}

// test is a condition of FROM or WHERE. It holds for the rows of a query of which the relations of guard are pinned:
// those that an outer join keeps whatever the condition says.
type test struct {
	cond  *Node
	guard []int
	into  map[int]bool // the relations that it says something of; nil for all
}

// noRelation is the guard of what says nothing of the rows of a full join.
const noRelation = 0

// atMostOne says why a statement returns at most one row, where the columns of fixed have equal values in all its rows;
// "" where it may return more.
func (s *scope) atMostOne(fixed map[int]pinned) string {
	s.nested++ // a tree may lead back to itself
	defer func() { s.nested-- }()
	s.step()
	q := s.query
	switch q.int("commandType") {
	case cmdSelect:
		return s.selectsOne(fixed)
	case cmdInsert, cmdUpdate, cmdDelete:
		rte := s.relation(q.int("resultRelation"))
		if !s.catalog.unruled(rte.oid("relid")) || len(q.list("returningList")) == 0 || q.is("hasTargetSRFs") {
			return ""
		}
		p := s.pinned(nil)
		if q.int("commandType") == cmdInsert && p.all() || q.int("commandType") != cmdInsert &&
			p.rows[q.int("resultRelation")] {
			return p.why()
		}
	}
	return ""
}

func (s *scope) selectsOne(fixed map[int]pinned) string {
	q := s.query
	if limitsToOne(q) {
		return "LIMIT"
	}
	if q.is("hasTargetSRFs") {
		return ""
	}
	if ops := q.node("setOperations"); ops != nil {
		return s.operatesOne(ops, fixed)
	}
	if n := q.node("jointree").node("quals"); s.grouping == nil && n != nil && n.Tag == "CONST" &&
		n.oid("consttype") == ir.OIDBool && !isTrueConst(n) {
		return "its condition is false"
	}
	p := s.pinned(fixed)
	switch g := s.grouping; {
	case g != nil && g.sets != nil:
		return ""
	case g != nil && len(g.exprs) == 0:
		return "an aggregate without GROUP BY"
	case g != nil && p.groups(fixed):
		return "GROUP BY"
	case p.all():
		return p.why()
	case s.distinct(fixed):
		return "DISTINCT"
	}
	return ""
}

// unruled reports whether what is written to a table, or to a view of one, is written by the statement itself: no rule
// has another run.
func (c *Catalog) unruled(rel uint32) bool {
	for range maxScopes {
		r := c.relations[rel]
		switch {
		case r == nil || r.ruled:
			return false
		case r.kind != 'v':
			return r.isTable()
		}
		q := c.stored(c.view(rel))
		from := q.node("jointree").list("fromlist")
		if len(from) != 1 || from[0] == nil || from[0].Tag != "RANGETBLREF" {
			return true // its own triggers write
		}
		tables := q.list("rtable")
		if at := from[0].int("rtindex"); at < 1 || at > len(tables) || tables[at-1].int("rtekind") != rteTable {
			return true
		} else {
			rel = tables[at-1].oid("relid")
		}
	}
	return false
}

// limitsToOne reports whether a LIMIT of a query is the constant 1, or 0.
func limitsToOne(q *Node) bool {
	n := limit(q.node("limitCount"))
	if n == nil || n.Tag != "CONST" || n.is("constisnull") || q.int("limitOption") != 0 {
		return false
	}
	for i, b := range n.bytes("constvalue") {
		if i == 0 && b > 1 || i > 0 && b != 0 {
			return false
		}
	}
	return true
}

// operatesOne is the same of UNION, INTERSECT and EXCEPT.
func (s *scope) operatesOne(n *Node, fixed map[int]pinned) string {
	s.nested++
	defer func() { s.nested-- }()
	s.step()
	if n != nil && n.Tag == "RANGETBLREF" {
		s.columns(n.int("rtindex"))
		if sub := s.subs[n.int("rtindex")]; sub != nil {
			return sub.atMostOne(fixed)
		}
		return ""
	}
	types := n.numbers("colTypes")
	all := len(types) > 0
	for i := range types {
		_, is := fixed[i+1]
		all = all && is
	}
	switch op := n.int("op"); {
	case !n.is("all") && all:
		return "a row of UNION, INTERSECT or EXCEPT is there once"
	case op == unionOp:
		return ""
	}
	return s.operatesOne(n.node("larg"), fixed)
}

// distinct reports whether DISTINCT leaves one row of those in which the columns of fixed are equal.
func (s *scope) distinct(fixed map[int]pinned) bool {
	clauses := s.query.list("distinctClause")
	for _, clause := range clauses {
		at := 0
		for _, t := range s.query.list("targetList") {
			if t.int("ressortgroupref") == clause.int("tleSortGroupRef") {
				at = t.int("resno")
			}
		}
		if !s.sharesOperator(fixed[at], clause) {
			return false
		}
	}
	return len(clauses) > 0
}

// sharesOperator reports whether values that are pinned are one for a clause of GROUP BY or DISTINCT.
func (s *scope) sharesOperator(p pinned, clause *Node) bool {
	return len(share(p.families, s.catalog.equalities()[clause.oid("eqop")])) > 0
}

// pinned follows the conditions of a query from the columns of fixed to its relations.
func (s *scope) pinned(fixed map[int]pinned) *pins {
	p := &pins{scope: s, columns: map[columnOf]pinned{}, rows: map[int]bool{}, guards: map[int][]int{}}
	p.from(s.query.node("jointree"), nil, nil)
	for _, t := range s.query.list("targetList") {
		if v, is := fixed[t.int("resno")]; is && s.query.int("commandType") == cmdSelect {
			p.pin(t.node("expr"), v)
		}
	}
	for p.advance() {
	}
	return p
}

// from notes the relations and the conditions of a part of FROM.
func (p *pins) from(n *Node, guard []int, into map[int]bool) {
	switch {
	case n == nil:
	case n.Tag == "RANGETBLREF":
		p.relations = append(p.relations, n.int("rtindex"))
		p.guards[n.int("rtindex")] = guard
	case n.Tag == "FROMEXPR":
		for _, part := range n.list("fromlist") {
			p.from(part, guard, into)
		}
		p.conditions(n.node("quals"), guard, into)
	case n.Tag == "JOINEXPR":
		j := p.joins[n.int("rtindex")]
		if j == nil {
			panic(stop("a join is not as expected"))
		}
		left, right := guard, guard
		intoLeft, intoRight := into, into
		switch j.kind() {
		case leftJoin:
			right, intoRight = slices.Concat(guard, keys(j.left)), j.right
		case rightJoin:
			left, intoLeft = slices.Concat(guard, keys(j.right)), j.left
		case fullJoin:
			left, right = []int{noRelation}, []int{noRelation}
		}
		p.from(n.node("larg"), left, intoLeft)
		p.from(n.node("rarg"), right, intoRight)
		switch j.kind() {
		case innerJoin:
			p.conditions(n.node("quals"), guard, into)
		case leftJoin:
			p.conditions(n.node("quals"), right, intoRight)
		case rightJoin:
			p.conditions(n.node("quals"), left, intoLeft)
		}
	}
}

// keys of a set, those of joins left out by who looks for relations alone.
func keys(set map[int]bool) []int { return slices.Sorted(maps.Keys(set)) }

// conditions notes what a condition consists of.
func (p *pins) conditions(n *Node, guard []int, into map[int]bool) {
	if n != nil && n.Tag == "BOOLEXPR" && n.str("boolop") == "and" {
		for _, arg := range n.list("args") {
			p.conditions(arg, guard, into)
		}
		return
	}
	if n != nil {
		p.tests = append(p.tests, test{n, guard, into})
	}
}

// holds reports whether the relations of a guard are pinned.
func (p *pins) holds(guard []int) bool {
	return !slices.ContainsFunc(guard, func(rel int) bool { return !p.rows[rel] && p.joins[rel] == nil })
}

func (p *pins) all() bool { return p.holds(p.relations) }

func (p *pins) why() string {
	if len(p.keys) == 0 {
		return "it goes through no table's rows"
	}
	return "the key " + strings.Join(p.keys, " and ")
}

// advance goes one step further, and reports whether there was one.
func (p *pins) advance() (moved bool) {
	p.step()
	for _, rel := range p.relations {
		if !p.rows[rel] && p.one(rel) {
			p.rows[rel], moved = true, true
		}
	}
	for _, t := range p.tests {
		if !p.holds(t.guard) {
			continue
		}
		op, strict := t.cond, true
		if op.Tag == "BOOLEXPR" && op.str("boolop") == "not" && len(op.list("args")) == 1 {
			if op, strict = op.list("args")[0], false; op == nil || op.Tag != "DISTINCTEXPR" {
				continue
			}
		} else if op.Tag != "OPEXPR" {
			continue
		}
		args, families := op.list("args"), p.catalog.equalities()[op.oid("opno")]
		if len(args) != 2 || len(families) == 0 || p.catalog.loose()[op.oid("inputcollid")] {
			continue
		}
		for i, arg := range args {
			other := args[1-i]
			if of, is := p.settled(arg, families); is && p.says(t, other) {
				moved = p.pin(other, pinned{of, strict}) || moved
			}
		}
	}
	return moved
}

// says reports whether a condition says something of an expression.
func (p *pins) says(t test, n *Node) bool {
	v := relabel(n)
	return v != nil && v.Tag == "VAR" && (t.into == nil || t.into[v.int("varno")])
}

func relabel(n *Node) *Node {
	for n != nil && n.Tag == "RELABELTYPE" {
		n = n.node("arg")
	}
	return n
}

// pin notes that an expression has equal values in all rows, where it is a column.
func (p *pins) pin(n *Node, v pinned) bool {
	n = relabel(n)
	if n == nil || n.Tag != "VAR" || n.int("varlevelsup") != 0 || n.int("varattno") <= 0 || len(v.families) == 0 {
		return false
	}
	at := columnOf{n.int("varno"), n.int("varattno")}
	if had, is := p.columns[at]; is && (had.strict || !v.strict) {
		return false
	}
	p.columns[at] = v
	return true
}

// settled reports whether an expression has equal values in all rows, by which of the families.
func (p *pins) settled(n *Node, families []uint32) ([]uint32, bool) {
	if v := relabel(n); v != nil && v.Tag == "VAR" && v.int("varlevelsup") == 0 && !p.rows[v.int("varno")] {
		of := share(p.columns[columnOf{v.int("varno"), v.int("varattno")}].families, families)
		return of, len(of) > 0
	}
	return families, p.constant(n, 0)
}

// plainTags are the nodes of expressions that give the same for the same rows; functions are looked at beside.
var plainTags = namesOf(`CONST PARAM VAR RELABELTYPE FUNCEXPR OPEXPR SQLVALUEFUNCTION COALESCEEXPR COLLATEEXPR`)

// constant reports whether an expression gives the same value in all rows: it reads only relations of one row, at so
// many queries above it.
func (p *pins) constant(n *Node, depth int) bool {
	is := n != nil
	walk(n, func(x *Node) bool {
		switch {
		case !plainTags[x.Tag]:
			is = false
		case x.Tag == "VAR":
			is = is && (x.int("varlevelsup") > depth || p.rows[x.int("varno")])
		case x.Tag == "FUNCEXPR" || x.Tag == "OPEXPR":
			oid, set, _ := callee(x)
			is = is && !set && oid < firstOwn && p.catalog.function(oid).steady
		}
		return is
	})
	return is
}

// one reports whether a relation gives the same row to all rows of the query, or none to any.
func (p *pins) one(rel int) bool {
	rte := p.relation(rel)
	switch {
	case rte == nil, rte.is("lateral") && !p.alone(rel):
		return false
	case !p.holds(p.guards[rel]) && !p.there(rel):
		return false
	}
	switch rte.int("rtekind") {
	case rteTable:
		if table := p.catalog.relations[rte.oid("relid")]; table != nil && table.kind != 'v' {
			return p.byKey(rel, rte, table)
		}
		return p.oneOf(rel)
	case rteSubquery:
		return p.oneOf(rel)
	case rteCTE:
		in, cte := p.at(p.below).beneath().definition(rte)
		return cte != nil && !cte.is("cterecursive") && in.sub(cte.node("ctequery")).atMostOne(p.fixed(rel)) != ""
	case rteValues:
		rows, _ := rte.get("values_lists").([]any)
		return len(rows) == 1
	}
	return rte.int("rtekind") == rteResult || rte.int("rtekind") == rteFunction && p.call(rte)
}

// call reports whether a function in FROM returns one row: it returns no set.
func (p *pins) call(rte *Node) bool {
	calls := rte.list("functions")
	if len(calls) != 1 || rte.is("funcordinality") {
		return false
	}
	call := calls[0].node("funcexpr")
	return call != nil && call.Tag == "FUNCEXPR" && !call.is("funcretset")
}

// oneOf is one of a subquery or view.
func (p *pins) oneOf(rel int) bool {
	p.scope.columns(rel)
	sub := p.subs[rel]
	return sub != nil && sub.atMostOne(p.fixed(rel)) != ""
}

// alone reports whether what a lateral relation reads of others is the same in all rows.
func (p *pins) alone(rel int) bool {
	for _, other := range p.relations {
		if other != rel && !p.rows[other] {
			return false
		}
	}
	return true
}

// there reports whether a condition on a relation leaves out the rows that it has no row in.
func (p *pins) there(rel int) bool {
	for at, v := range p.columns {
		if at.rel == rel && v.strict {
			return true
		}
	}
	return false
}

// fixed are the columns of a relation that are pinned.
func (p *pins) fixed(rel int) map[int]pinned {
	out := map[int]pinned{}
	for at, v := range p.columns {
		if at.rel == rel {
			out[at.att] = v
		}
	}
	return out
}

// byKey reports whether a unique index of a table finds one row by columns that are pinned.
func (p *pins) byKey(rel int, rte *Node, table *relation) bool {
	if table.kind == 'f' || table.kind == 'r' && rte.is("inh") && len(table.children) > 0 {
		return false // each heir has an index of its own
	}
	for _, index := range p.catalog.uniques()[rte.oid("relid")] {
		if !slices.ContainsFunc(index.columns, func(c uniqueColumn) bool {
			v, is := p.columns[columnOf{rel, c.att}]
			return !is || !slices.Contains(v.families, c.family) ||
				!v.strict && !index.nulls && !p.catalog.notNull(ColumnRef{rte.oid("relid"), int16(c.att)},
					rte.is("inh"))
		}) {
			p.keys = append(p.keys, index.name)
			return true
		}
	}
	return false
}

// groups reports whether all rows are in one group.
func (p *pins) groups(fixed map[int]pinned) bool {
	for i, e := range p.grouping.exprs {
		clause := p.query.list("groupClause")[i]
		if _, is := p.settled(e, p.catalog.equalities()[clause.oid("eqop")]); is {
			continue
		}
		if !slices.ContainsFunc(p.query.list("targetList"), func(t *Node) bool {
			v, is := fixed[t.int("resno")]
			return is && p.sharesOperator(v, clause) && p.isGroup(t.node("expr"), i)
		}) {
			return false
		}
	}
	return true
}

// isGroup reports whether an expression is what the rows are grouped by at i.
func (p *pins) isGroup(n *Node, i int) bool {
	if g := p.grouping; g.rte != 0 {
		v := relabel(n)
		return v != nil && v.Tag == "VAR" && v.int("varlevelsup") == 0 && v.int("varno") == g.rte &&
			v.int("varattno") == i+1
	}
	return same(n, p.grouping.exprs[i])
}

// unique is a unique index of all rows of a table.
type unique struct {
	name    string // table.column, or table (a, b)
	nulls   bool   // it takes NULLs for equal
	columns []uniqueColumn
}

type uniqueColumn struct {
	att    int
	family uint32
}

const uniquesSQL = `SELECT i.indrelid, i.indexrelid, k.att, o.opcfamily, i.indnullsnotdistinct, t.relname, a.attname FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid AND x.relam = 403 JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
CROSS JOIN LATERAL ROWS FROM (pg_catalog.unnest(i.indkey::int2[]), pg_catalog.unnest(i.indclass::oid[])) WITH ORDINALITY k (att, class, at)
JOIN pg_catalog.pg_opclass o ON o.oid = k.class JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.att
WHERE i.indisunique AND i.indimmediate AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indrelid >= %d
ORDER BY i.indrelid, i.indisprimary DESC, i.indexrelid, k.at`

// uniques are the unique indexes of all rows, by table.
func (c *Catalog) uniques() map[uint32][]unique {
	if c.unique == nil {
		c.unique = map[uint32][]unique{}
		var last uint32
		var names []string
		for _, r := range c.read(fmt.Sprintf(uniquesSQL, firstNormal)) {
			list := c.unique[r.oid(0)]
			if r.oid(1) != last {
				last, names = r.oid(1), nil
				list = append(list, unique{nulls: r.text(4) == "t"})
			}
			u := &list[len(list)-1]
			u.columns = append(u.columns, uniqueColumn{r.int(2), r.oid(3)})
			names = append(names, r.text(6))
			u.name = ir.KeyOf(r.text(5), names...)
			c.unique[r.oid(0)] = list
		}
	}
	return c.unique
}

// equalities are the families of B-tree operators by operator: those that it is the equality of.
func (c *Catalog) equalities() map[uint32][]uint32 {
	if c.equal == nil {
		c.equal = map[uint32][]uint32{}
		for _, r := range c.read("SELECT amopopr, amopfamily FROM pg_catalog.pg_amop WHERE amopmethod = 403 AND amopstrategy = 3 ORDER BY 2") {
			c.equal[r.oid(0)] = append(c.equal[r.oid(0)], r.oid(1))
		}
	}
	return c.equal
}

// loose are the collations that take different texts for equal.
func (c *Catalog) loose() map[uint32]bool {
	if c.collations == nil {
		c.collations = map[uint32]bool{}
		for _, r := range c.read("SELECT oid FROM pg_catalog.pg_collation WHERE NOT collisdeterministic") {
			c.collations[r.oid(0)] = true
		}
	}
	return c.collations
}

// read asks the server for rows.
func (c *Catalog) read(sql string) (list []row) {
	rows, err := c.query(sql)
	if err != nil {
		panic(stop("the catalogue cannot be read: " + err.Error()))
	}
	for _, r := range rows {
		list = append(list, r)
	}
	return list
}
