package querytree

// hasRow reports whether a query returns at least one row.
func (s *scope) hasRow() bool {
	q := s.query
	if q.int("commandType") != cmdSelect || q.is("hasTargetSRFs") || q.has("limitOffset") || q.has("havingQual") ||
		!atLeastOne(q.node("limitCount")) {
		return false
	}
	if ops := q.node("setOperations"); ops != nil {
		return ops.int("op") == unionOp && (s.fromHasRow(ops.node("larg")) || s.fromHasRow(ops.node("rarg")))
	}
	if s.grouping != nil && s.grouping.empty {
		return true
	}
	return s.fromHasRow(q.node("jointree"))
}

// returnsRow reports whether a statement returns at least one row: a query, or an INSERT that leaves none out.
func (s *scope) returnsRow() bool {
	q := s.query
	switch {
	case q.int("commandType") == cmdSelect:
		return s.hasRow()
	case q.int("commandType") != Insert || len(q.list("returningList")) == 0 || leavesOut(q):
		return false
	}
	events := onInsert
	if q.has("onConflict") {
		events |= onUpdate
	}
	return s.catalog.keeps(s.rtable[q.int("resultRelation")-1].oid("relid"), events) && s.fromHasRow(q.node("jointree"))
}

// atLeastOne reports whether a LIMIT lets a row through. A fraction may round to 0.
func atLeastOne(n *Node) bool {
	n = limit(n)
	switch {
	case n == nil:
		return true
	case n.Tag != "CONST":
		return false
	}
	for _, b := range n.bytes("constvalue") {
		if b != 0 {
			return true // a negative number is an error
		}
	}
	return n.is("constisnull")
}

// limit is what the user writes for LIMIT, which takes a bigint.
func limit(n *Node) *Node {
	const bigintOfInteger = 481
	if n != nil && n.Tag == "FUNCEXPR" && n.oid("funcid") == bigintOfInteger && len(n.list("args")) == 1 {
		return n.list("args")[0]
	}
	return n
}

// fromHasRow reports whether a part of FROM gives at least one row.
func (s *scope) fromHasRow(n *Node) bool {
	if n == nil {
		return false
	}
	s.nested++ // a tree may lead back to itself
	defer func() { s.nested-- }()
	s.step()
	switch n.Tag {
	case "RANGETBLREF":
		rte := s.relation(n.int("rtindex"))
		switch {
		case rte == nil:
		case rte.int("rtekind") == rteValues, rte.int("rtekind") == rteResult:
			return true
		case rte.int("rtekind") == rteSubquery:
			s.columns(n.int("rtindex"))
			return s.subs[n.int("rtindex")].hasRow()
		case rte.int("rtekind") == rteCTE:
			if in, cte := s.at(s.below).beneath().definition(rte); cte != nil && !cte.is("cterecursive") {
				return in.sub(cte.node("ctequery")).hasRow()
			}
		}
	case "FROMEXPR":
		if n.has("quals") {
			return false
		}
		for _, part := range n.list("fromlist") {
			if !s.fromHasRow(part) {
				return false
			}
		}
		return true
	case "JOINEXPR":
		left, right := s.fromHasRow(n.node("larg")), s.fromHasRow(n.node("rarg"))
		switch joinType(n.int("jointype")) {
		case leftJoin:
			return left
		case rightJoin:
			return right
		case fullJoin:
			return left || right
		}
		return left && right && !n.has("quals")
	case "SETOPERATIONSTMT":
		return n.int("op") == unionOp && (s.fromHasRow(n.node("larg")) || s.fromHasRow(n.node("rarg")))
	}
	return false
}
