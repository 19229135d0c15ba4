package querytree

import "fmt"

// list finds out whether the parameter of a condition may be a list: nothing else of the statement depends on a row of
// parameters, so that which rows are deleted is all that does. An index must find them. Without one, PostgreSQL may
// compare each row of the table with each value of the list, where a join would use a hash table.
func (b *bulk) list(q *Node, att int) {
	uses := 0
	walk(b.query, func(n *Node) bool {
		if isParam(n) {
			uses++
		}
		return true
	})
	if param := q.list("args")[1]; b.many.Command == Delete && uses == 1 && isParam(param) && b.indexed(q, att) {
		for _, r := range b.rows("SELECT typarray FROM pg_catalog.pg_type WHERE oid = %d", param.oid("paramtype")) {
			_, _ = fmt.Sscan(r[0], &b.many.list)
		}
	}
}

// indexed reports whether an index begins with a column, and answers a condition that compares it, in the table and in
// all that inherit from it.
func (b *bulk) indexed(q *Node, att int) bool {
	return len(b.rows(`SELECT 1 FROM pg_catalog.pg_class c WHERE c.oid IN (%s) AND c.relkind = 'r' AND NOT EXISTS (
SELECT FROM pg_catalog.pg_index i JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
JOIN pg_catalog.pg_opclass k ON k.oid = i.indclass[0] JOIN pg_catalog.pg_amop o ON o.amopfamily = k.opcfamily
WHERE i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL AND i.indcollation[0] IN (0, %d)
AND o.amopmethod = 403 AND o.amopstrategy = 3 AND o.amopopr = %d
AND a.attname = (SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = %d AND attnum = %d))`,
		b.family, q.oid("inputcollid"), q.oid("opno"), b.target, att)) == 0
}

// lists reports whether a DELETE whose parameter is a list does for each of its values what the statement for one does.
func (p *proof) lists() bool {
	p.listed = true
	return p.Command == Delete && p.sameTarget() && plainFrom(p.many, 1) && plainFrom(p.one, 1) &&
		p.equal(p.one.node("jointree").get("quals"), p.many.node("jointree").get("quals"))
}

// anyOf reports whether a condition is another one for one of the values of a list.
func (p *proof) anyOf(one, many *Node) bool {
	a, b := one.list("args"), many.list("args")
	return len(a) == 2 && len(b) == 2 && isParam(a[1]) && isParam(b[1]) && a[1].int("paramid") == b[1].int("paramid") && b[1].oid("paramtype") == p.list &&
		many.is("useOr") && one.oid("opno") == many.oid("opno") && one.oid("inputcollid") == many.oid("inputcollid") && p.equal(a[0], b[0])
}
