package querytree

import (
	"slices"
	"strconv"

	"github.com/sqg-dev/sqg/internal/ir"
)

// list finds out whether the parameter of a condition may be a list: nothing else of the statement depends on a row of
// parameters, so that which rows are deleted is all that does. An index must find them. Without one, PostgreSQL may
// compare each row of the table with each value of the list, where a join would use a hash table.
func (b *bulk) list(q *Node, att int) {
	if param := q.list("args")[1]; b.many.Command == Delete && uses(b.query) == 1 && isParam(param) &&
		b.indexed(q, att) {
		b.many.list = b.listOf(param)
	}
}

// uses is how often there is a parameter in a part of a statement.
func uses(n any) (count int) {
	walk(n, func(n *Node) bool {
		if isParam(n) {
			count++
		}
		return true
	})
	return count
}

// listOf is the type of a list of a parameter's values.
func (b *bulk) listOf(param *Node) uint32 {
	for _, r := range b.rows("SELECT typarray FROM pg_catalog.pg_type WHERE oid = %d", param.oid("paramtype")) {
		oid, _ := strconv.ParseUint(r[0], 10, 32)
		return uint32(oid)
	}
	return 0
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
	return len(a) == 2 && len(b) == 2 && isParam(a[1]) && isParam(b[1]) && a[1].int("paramid") == b[1].int("paramid") &&
		b[1].oid("paramtype") == p.list &&
		many.is("useOr") && one.oid("opno") == many.oid("opno") && one.oid("inputcollid") == many.oid("inputcollid") &&
		p.equal(a[0], b[0])
}

// Keyed is how a query for many rows of parameters returns with each row the value of the parameter that it is found
// for: its one parameter is a list, of which a column must be one.
type Keyed struct {
	Table, Column string // as the query calls them

	list uint32 // the type of the list
	rel  int    // of the column, with its number
	att  int
}

// Exact reports whether values of a type are equal where their texts are, so that a program tells which are.
func Exact(typ uint32) bool { return slices.Contains(exact, typ) }

var exact = []uint32{20, 21, 23, ir.OIDText, 2950} // bigint, smallint, integer, text, uuid

// Keyed finds the parameter and the column; false where there is none, or what is returned for one value depends on
// more than the rows with it.
func (c *Catalog) Keyed(q *Node) (k Keyed, ok bool) {
	defer func() { // of what PostgreSQL made there is something that sqg does not understand
		if recover() != nil {
			k, ok = Keyed{}, false
		}
	}()
	b := &bulk{Catalog: c, query: q}
	if !rowByRow(q) || uses(q) != 1 {
		return k, false
	}
	for _, cond := range conjuncts(q.node("jointree").node("quals")) {
		args := cond.list("args")
		if cond.Tag != "OPEXPR" || len(args) != 2 || !isParam(args[1]) {
			continue
		}
		v, typ := relabelled(args[0]), args[1].oid("paramtype")
		if v == nil || v.Tag != "VAR" || v.int("varlevelsup") != 0 || v.int("varattno") <= 0 || !Exact(typ) {
			return k, false
		}
		own := v.oid("vartype") == typ || v.oid("vartype") == ir.OIDVarchar && typ == ir.OIDText
		rte := q.list("rtable")[v.int("varno")-1]
		if !own || rte.int("rtekind") != rteTable || !b.heirs(rte.oid("relid"), rte.is("inh"), (*relation).isTable) {
			return k, false
		}
		b.over(rte.oid("relid"))
		k = Keyed{Table: rte.node("eref").str("aliasname"), list: b.listOf(args[1]), rel: v.int("varno"),
			att: v.int("varattno")}
		names, _ := rte.node("eref").get("colnames").([]any)
		k.Column, _ = names[k.att-1].(string)
		return k, b.equals(cond.oid("opno"), typ) && b.deterministic(cond.oid("inputcollid")) && b.indexed(cond, k.att)
	}
	return k, false
}

// rowByRow reports whether what a query returns of a row depends on no other, and on no order.
func rowByRow(q *Node) bool {
	for _, key := range arranged {
		if len(q.list(key)) > 0 || q.node(key) != nil {
			return false
		}
	}
	return q.int("commandType") == cmdSelect && !q.is("hasAggs") && !q.is("hasWindowFuncs") && !q.is("hasTargetSRFs")
}

// Returned is where a query itself returns the column; false where it does not.
func (k Keyed) Returned(one *Node) (at int, ok bool) {
	at = slices.IndexFunc(one.list("targetList"),
		func(t *Node) bool { return returns(t, k.rel, k.att) && !t.is("resjunk") })
	return at, at >= 0
}

// Proves reports whether a query for a list returns what another returns for each of its values, and behind that the
// value of the column. Everything else must be the same in both Query trees.
func (k Keyed) Proves(one, many *Node) bool {
	own, list := one.list("targetList"), many.list("targetList")
	return len(list) == len(own)+1 && returns(list[len(own)], k.rel, k.att) && !list[len(own)].is("resjunk") &&
		k.proves(one, many)
}

// ProvesOwn reports whether a query for a list returns what another returns for each of its values, and no more.
func (k Keyed) ProvesOwn(one, many *Node) bool {
	return len(many.list("targetList")) == len(one.list("targetList")) && k.proves(one, many)
}

// proves reports whether a query for a list begins with the columns of another and is otherwise the same.
func (k Keyed) proves(one, many *Node) bool {
	own, list := one.list("targetList"), many.list("targetList")
	if len(one.fields) != len(many.fields) {
		return false
	}
	p := &proof{Many: Many{list: k.list}, one: one, many: many, listed: true}
	for i, f := range one.fields {
		switch g := many.fields[i]; {
		case f.key != g.key:
			return false
		case f.key == "targetList":
			for i, t := range own {
				if !p.equal(t, list[i]) {
					return false
				}
			}
		case !passed[f.key] && !p.equal(f.value, g.value):
			return false
		}
	}
	return true
}
