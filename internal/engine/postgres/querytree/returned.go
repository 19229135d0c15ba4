package querytree

import "slices"

// Returned decides whether one statement for many rows would change and return for each what a call for each does, in
// their order.
func (c *Catalog) Returned(q *Node) (Many, error) {
	m, err := c.Many(q)
	switch {
	case err != nil:
	case m.Command == Delete && !keyed(q, m):
		err = refuse("", "which of several rows of one key deletes a row depends on more than the key")
	case m.Command == Insert && leavesOut(q):
		err = refuse("",
			"ON CONFLICT leaves rows out, and nothing tells which of those that come back is of which row of parameters")
	case m.Command == Insert && uses(q.get("returningList")) > 0:
		err = refuse("", "RETURNING has a parameter, and that of an INSERT of many rows sees none")
	case m.Command == Insert:
		m.Ordered = true // as what comes back is counted
	}
	return m, err
}

// leavesOut reports whether an INSERT may neither insert a row nor change one.
func leavesOut(q *Node) bool {
	conflict := q.node("onConflict")
	return conflict != nil && (conflict.int("action") <= onConflictNothing || conflict.has("onConflictWhere"))
}

// Apart reports whether rows of parameters with one key are to be run by themselves, so that each returns what it makes
// of a row, which one statement changes once.
func (m Many) Apart() bool { return m.Command != Delete && len(m.Key) > 0 }

// keyed reports whether nothing in WHERE depends on a row of parameters but the comparisons with its key.
func keyed(q *Node, m Many) bool {
	return uses(q.node("jointree").node("quals")) == len(m.Key)
}

// TargetName is what a statement calls the table that it changes.
func TargetName(q *Node) string {
	return q.list("rtable")[q.int("resultRelation")-1].node("eref").str("aliasname")
}

// AssumesReturned says why many rows return what each returns, for people.
func (m Many) AssumesReturned() []string {
	const (
		apart = "where two have one key, the statement changes and returns nothing, and each row is run by itself, in their order"
		first = "PostgreSQL returns each row as it inserts it, so the first row that comes back is of the first row of parameters"
	)
	switch {
	case m.Command == Update:
		return []string{"rows of parameters with different keys change different rows of the table, and see nothing of each other", apart}
	case m.Command == Insert && m.Apart():
		return []string{"rows with different keys meet in no row of the table, and each is inserted, or changes one",
			apart, first}
	case m.Command == Insert:
		return []string{"rows are inserted in their order, and meet only where a unique index refuses the later one",
			first}
	}
	return []string{"no row of parameters sees what another deletes",
		"of rows of parameters with one key, the first deletes and returns, as nothing is left for others"}
}

// ProvesReturned reports whether a statement for many rows changes and returns for each of them what another does for
// one, and behind that the row's number. It reads the rows from a WITH query, whose columns are the parameters in the
// order of their numbers and behind them the row's number.
func (m Many) ProvesReturned(one, many *Node, params int) bool {
	if m.Command == Insert {
		return m.provesInserted(one, many, params)
	}
	p := &proof{Many: m, one: one, many: many}
	list, own := many.list("returningList"), one.list("returningList")
	if many.int("commandType") != m.Command || many.int("resultRelation") != one.int("resultRelation") ||
		slices.ContainsFunc(many.list("cteList"), changesRows) || !p.changes() ||
		len(list) != len(own)+1 || !returns(list[len(own)], p.rows, params+1) {
		return false
	}
	for i, t := range own {
		if !p.equal(t, list[i]) {
			return false
		}
	}
	return true
}

// rowNumber is the function row_number().
const rowNumber = 3100

// provesInserted: the WITH queries are the rows, and last the INSERT that takes them in the order of their numbers; the
// statement itself counts what comes of that.
func (m Many) provesInserted(one, many *Node, params int) bool {
	ctes, list, own := many.list("cteList"), many.list("targetList"), one.list("returningList")
	last := len(ctes) - 1
	if many.int("commandType") != cmdSelect || last < 1 || slices.ContainsFunc(ctes[:last], changesRows) ||
		len(many.list("rtable")) != 1 || !plainFrom(many, 1, "cteList", "windowClause") ||
		many.node("jointree").has("quals") || len(list) != len(own)+1 {
		return false
	}
	from, insert := many.list("rtable")[0], ctes[last].node("ctequery")
	if from.int("rtekind") != rteCTE || from.str("ctename") != ctes[last].str("ctename") || insert == nil ||
		insert.int("commandType") != Insert ||
		insert.int("resultRelation") != one.int("resultRelation") {
		return false
	}
	for i := range own {
		if !returns(list[i], 1, i+1) {
			return false
		}
	}
	p := proof{Many: m, one: one, many: insert}
	returned := p // inserts is about another part of the statement
	return numbers(list[len(own)].node("expr"), many.list("windowClause")) && p.inserts() && p.inOrder(params+1) &&
		returned.equal(one.get("returningList"), insert.get("returningList"))
}

func changesRows(cte *Node) bool { return cte.node("ctequery").int("commandType") != cmdSelect }

// numbers reports whether an expression is row_number() over rows as they come.
func numbers(n *Node, windows []*Node) bool {
	return n != nil && n.Tag == "WINDOWFUNC" && n.oid("winfnoid") == rowNumber && !n.has("aggfilter") &&
		len(windows) == 1 &&
		len(windows[0].list("partitionClause")) == 0 && len(windows[0].list("orderClause")) == 0
}

// inOrder reports whether the SELECT of an INSERT sorts its rows by one of their columns, the least first.
func (p *proof) inOrder(column int) bool {
	source := p.many.list("rtable")[1].node("subquery")
	sort := source.list("sortClause")
	if len(sort) != 1 || sort[0].oid("sortop") != int8Less {
		return false
	}
	for _, t := range source.list("targetList") {
		if t.int("ressortgroupref") == sort[0].int("tleSortGroupRef") {
			return returns(t, 1, column)
		}
	}
	return false
}

// int8Less is the operator < of two bigint.
const int8Less = 412
