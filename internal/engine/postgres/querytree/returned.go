package querytree

// Returned decides whether one statement for many rows would change and return for each what a call for each does, in
// their order.
func (c *Catalog) Returned(q *Node) (Many, error) {
	switch {
	case q.int("commandType") == Update:
		return Many{}, refuse("", "rows of one key would each return what they made of a row, which one UPDATE changes once")
	case q.int("commandType") == Insert:
		return Many{}, refuse("", "an INSERT of many rows does not say which of its rows is whose; a MERGE does from PostgreSQL 17 on, which a program need not have")
	}
	m, err := c.Many(q)
	if err == nil && !keyed(q, m) {
		err = refuse("", "which of several rows of one key deletes a row depends on more than the key")
	}
	return m, err
}

// keyed reports whether nothing in WHERE depends on a row of parameters but the comparisons with its key.
func keyed(q *Node, m Many) bool {
	uses := 0
	walk(q.node("jointree").node("quals"), func(n *Node) bool {
		if isParam(n) {
			uses++
		}
		return true
	})
	return uses == len(m.Key)
}

// TargetName is what a statement calls the table that it changes.
func TargetName(q *Node) string {
	return q.list("rtable")[q.int("resultRelation")-1].node("eref").str("aliasname")
}

// AssumesReturned says why many rows return what each returns, for people.
func (m Many) AssumesReturned() []string {
	return []string{"no row of parameters sees what another deletes",
		"of rows of parameters with one key, the first deletes and returns, as nothing is left for others"}
}

// ProvesReturned reports whether a statement for many rows changes and returns for each of them what another does for
// one, and behind that the row's number. It reads the rows from its one WITH query, whose columns are the parameters in
// the order of their numbers and behind them the row's number.
func (m Many) ProvesReturned(one, many *Node, params int) bool {
	p := &proof{Many: m, one: one, many: many, rows: 2}
	list, own := many.list("returningList"), one.list("returningList")
	rtable := many.list("rtable")
	if len(rtable) != 2 || rtable[1].int("rtekind") != rteCTE || len(many.list("cteList")) != 1 || many.int("resultRelation") != one.int("resultRelation") ||
		!p.sameTarget() || len(list) != len(own)+1 || !returns(list[len(own)], p.rows, params+1) {
		return false
	}
	for i, t := range own {
		if !p.equal(t, list[i]) {
			return false
		}
	}
	return many.int("commandType") == Delete && plainFrom(many, 2, "cteList") && plainFrom(one, 1) &&
		p.equal(one.node("jointree").get("quals"), many.node("jointree").get("quals"))
}
