package querytree

import (
	"maps"
	"slices"
	"strconv"
)

// conflictKey finds the parameters that ON CONFLICT DO UPDATE finds rows by. Without it, rows do not meet: a second one
// of a key fails or is left out, as it would by itself.
func (b *bulk) conflictKey() error {
	conflict := b.conflict()
	if conflict.int("action") <= onConflictNothing {
		return nil
	}
	list := b.query.list("targetList")
	for _, t := range list {
		if p := t.node("expr"); isParam(p) && !t.is("resjunk") && !b.stamped[t.int("resno")] {
			b.many.excluded[p.int("paramid")] = t.int("resno")
		}
	}
	for _, att := range b.arbiters(conflict) {
		e := target(list, att)
		p, coerced := b.stores(e)
		switch {
		case b.stamped[att]:
			return refuse("", "a trigger sets a column of ON CONFLICT")
		case p > 0:
			b.many.Key = append(b.many.Key, p)
			if coerced {
				b.many.coerced[p] = b.rows("SELECT pg_catalog.format_type(atttypid, atttypmod) FROM pg_catalog.pg_attribute WHERE attrelid = %d AND attnum = %d", b.target, att)[0][0]
			}
		case e == nil || e.Tag != "CONST":
			return refuse("give the columns of ON CONFLICT in VALUES as ${parameter} alone",
				"two rows may have one key where a column of ON CONFLICT is not a parameter or a constant as it is")
		}
	}
	if len(b.many.Key) == 0 {
		return refuse("", "all rows would have one key: no column of ON CONFLICT is a parameter")
	}
	if len(b.rows(`SELECT 1 FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
WHERE a.attrelid = %d AND NOT c.collisdeterministic
UNION SELECT 1 FROM pg_catalog.pg_index i JOIN pg_catalog.pg_collation c ON c.oid = ANY (i.indcollation::oid[])
WHERE i.indrelid IN (%s) AND i.indisunique AND NOT c.collisdeterministic`, b.target, b.family)) > 0 {
		return refuse("", "%s has a column or an index whose collation takes different texts for equal", b.table)
	}
	return nil
}

// lengths are PostgreSQL's own functions that fit a value to a length or a precision: of bpchar, varchar, bit, varbit,
// numeric, time, timestamp, timestamptz, timetz, interval.
var lengths = []uint32{668, 669, 1685, 1687, 1703, 1968, 1961, 1967, 1969, 1200}

// stores is the parameter that a value is, 0 for none, and whether it is fitted to a column's length or precision.
func (b *bulk) stores(e *Node) (param int, coerced bool) {
	e = relabelled(e)
	if e != nil && e.Tag == "FUNCEXPR" && slices.Contains(lengths, e.oid("funcid")) &&
		e.int("funcformat") == implicitCast {
		args := e.list("args")
		if slices.ContainsFunc(args[1:], func(a *Node) bool { return a == nil || a.Tag != "CONST" }) {
			return 0, false
		}
		e, coerced = relabelled(args[0]), true
	}
	if !isParam(e) {
		return 0, false
	}
	return e.int("paramid"), coerced
}

// implicitCast is a function's format where nobody wrote it.
const implicitCast = 2

// arbiters are the numbers of the columns of the index that ON CONFLICT names.
func (b *bulk) arbiters(conflict *Node) (atts []int) {
	if constraint := conflict.oid("constraint"); constraint != 0 {
		for _, r := range b.rows("SELECT unnest(conkey) FROM pg_catalog.pg_constraint WHERE oid = %d", constraint) {
			att, _ := strconv.Atoi(r[0])
			atts = append(atts, att)
		}
		return atts
	}
	for _, e := range conflict.list("arbiterElems") {
		atts = append(atts, e.node("expr").int("varattno")) // 0 for an expression, which no column is
	}
	return atts
}

// uniques refuses to change what a unique index or an exclusion constraint compares: whether rows collide would depend
// on the order in which they are taken.
func (b *bulk) uniques() error {
	conflict := b.conflict()
	assigned := map[int]bool{}
	switch {
	case b.many.Command == Update:
		assigned = b.assigned(b.query.list("targetList"))
		maps.Copy(assigned, b.stamped)
	case b.many.Command == Insert && conflict.int("action") > onConflictNothing:
		assigned = b.assigned(conflict.list("onConflictSet"))
		maps.Copy(assigned, b.stamped)
		for _, att := range b.arbiters(conflict) { // SET key = excluded.key
			if e := relabelled(target(conflict.list("onConflictSet"), att)); e != nil && e.Tag == "VAR" &&
				e.int("varattno") == att &&
				e.int("varno") == conflict.int("exclRelIndex") {
				delete(assigned, att)
			}
		}
	}
	if len(assigned) == 0 {
		return nil
	}
	assignedNames := ""
	for att := range assigned {
		assignedNames += "," + strconv.Itoa(att)
	}
	// An index depends on the columns that its expressions and its WHERE read, but not on those of a whole row.
	found := b.rows(`SELECT DISTINCT x.relname FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND (a.attnum = ANY (i.indkey::int2[]) OR a.attnum IN (
  SELECT refobjsubid FROM pg_catalog.pg_depend WHERE classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND objid = i.indexrelid
  AND refclassid = classid AND refobjid = i.indrelid))
WHERE i.indrelid IN (%s) AND (i.indisunique OR i.indisexclusion) AND (pg_catalog.concat(i.indexprs, i.indpred) LIKE '%%:varattno 0 %%'
OR a.attgenerated <> '' OR a.attname IN (SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = %d AND attnum IN (%s))) ORDER BY 1`,
		b.family, b.target, assignedNames[1:])
	if len(found) > 0 {
		return refuse("", "SET changes what the index %s keeps apart: which rows collide depends on their order",
			firsts(found))
	}
	return nil
}

// references refuses foreign keys that see rows of the same load, or whose actions reach further than one table.
func (b *bulk) references() error {
	related := b.related()
	own := "SELECT conname FROM pg_catalog.pg_constraint WHERE contype = 'f' AND conrelid IN (%s) AND confrelid IN (%s)"
	switch b.many.Command {
	case Insert:
		columns := maps.Clone(b.stamped)
		maps.Copy(columns, b.assigned(b.query.list("targetList")))
		maps.Copy(columns, b.assigned(b.conflict().list("onConflictSet")))
		written := "0"
		for att := range columns {
			written += ", " + strconv.Itoa(att)
		}
		// Heirs number their columns in their own way.
		if f := b.rows(own+` AND EXISTS (SELECT FROM pg_catalog.pg_attribute c JOIN pg_catalog.pg_attribute a ON a.attrelid = %[3]d AND a.attname = c.attname
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid WHERE c.attrelid = conrelid AND c.attnum = ANY (conkey)
AND (a.attnum IN (%[4]s) OR a.atthasdef OR a.attidentity <> '' OR t.typdefault IS NOT NULL))`, related, related, b.target, written); len(f) > 0 {
			return refuse("", "%s refers to itself (%s): a row could refer to a later one of the same load", b.table,
				firsts(f))
		}
	case Delete:
		if f := b.rows(own, related, related); len(f) > 0 {
			return refuse("", "%s refers to itself (%s): whether a row may be deleted depends on which went before",
				b.table, firsts(f))
		}
		return b.cascades()
	}
	return nil
}

// cascades refuses what ON DELETE does where rows of the same load could meet in it.
func (b *bulk) cascades() error {
	seen := []string{}
	for _, r := range b.rows(`SELECT f.conname, f.conrelid, f.confdeltype, EXISTS (SELECT FROM pg_catalog.pg_constraint g WHERE g.contype = 'f' AND g.confrelid = f.conrelid)
OR EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = f.conrelid AND NOT t.tgisinternal)
OR EXISTS (SELECT FROM pg_catalog.pg_rewrite w WHERE w.ev_class = f.conrelid) OR EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE f.conrelid IN (h.inhrelid, h.inhparent))
FROM pg_catalog.pg_constraint f WHERE f.contype = 'f' AND f.confrelid IN (%s) AND f.confdeltype IN ('c', 'n', 'd')`, b.family) {
		if r[2] == "d" || r[3] == "t" || slices.Contains(seen, r[1]) {
			return refuse("", "what the foreign key %s does ON DELETE reaches further than one table", r[0])
		}
		seen = append(seen, r[1])
	}
	return nil
}

// Proves reports whether a statement for many rows does with each of them what another does with one. It is a SELECT
// whose WITH has a part that changes the table, reading the rows from its last relation: its columns are the
// parameters, in the order of their numbers. Or the one parameter of a DELETE is a list there. Everything else must be
// the same in both Query trees. Or the statement for many rows is that part itself.
func (m Many) Proves(one, many *Node, part string) bool {
	if many.int("commandType") == m.Command {
		return m.provesPart(one, many)
	}
	for _, cte := range many.list("cteList") {
		if cte.str("ctename") == part {
			return m.provesPart(one, cte.node("ctequery"))
		}
	}
	return false
}

func (m Many) provesPart(one, many *Node) bool {
	if many == nil || many.int("commandType") != m.Command || many.int("resultRelation") != one.int("resultRelation") {
		return false
	}
	p := &proof{Many: m, one: one, many: many}
	switch {
	case m.Command == Insert:
		return p.inserts()
	case m.Listed() && len(many.list("rtable")) == 1:
		return p.lists()
	}
	return p.changes()
}

type proof struct {
	Many
	one, many *Node
	source    *Node // of an INSERT: its SELECT
	rows      int   // the number of the relation that has the rows
	depth     int   // of queries within the statement
	conflict  bool  // within ON CONFLICT, where there are no rows but EXCLUDED
	listed    bool  // there is no relation that has the rows: the parameter is a list
}

// sameTarget reports whether both change the same table, under the same name.
func (p *proof) sameTarget() bool {
	i := p.one.int("resultRelation") - 1
	a, b := p.one.list("rtable")[i], p.many.list("rtable")[i]
	return a.oid("relid") == b.oid("relid") && a.is("inh") == b.is("inh") && same(a.get("alias"), b.get("alias"))
}

// arranged are the parts of a query that restrict or arrange its rows.
var arranged = []string{"cteList", "groupClause", "groupingSets", "havingQual", "windowClause", "distinctClause",
	"sortClause", "limitOffset",
	"limitCount", "rowMarks", "setOperations"}

// plainFrom reports whether a query reads this many relations and nothing else restricts or arranges its rows.
func plainFrom(q *Node, relations int, but ...string) bool {
	for _, key := range arranged {
		if len(q.list(key)) > 0 && !slices.Contains(but, key) || q.node(key) != nil {
			return false
		}
	}
	from := q.node("jointree").list("fromlist")
	return len(from) == relations && !slices.ContainsFunc(from,
		func(n *Node) bool { return n == nil || n.Tag != "RANGETBLREF" })
}

func (p *proof) changes() bool {
	p.rows = 2
	return len(p.many.list("rtable")) == 2 && p.many.list("rtable")[1].int("rtekind") == rteCTE && p.sameTarget() &&
		plainFrom(p.many, 2, "cteList") && plainFrom(p.one, 1) &&
		p.equal(p.one.get("targetList"), p.many.get("targetList")) &&
		p.equal(p.one.node("jointree").get("quals"), p.many.node("jointree").get("quals"))
}

func (p *proof) inserts() bool {
	if len(p.many.list("rtable")) < 2 || !p.sameTarget() || !plainFrom(p.many, 1, "cteList") ||
		p.many.list("rtable")[1].int("rtekind") != rteSubquery {
		return false
	}
	p.source = p.many.list("rtable")[1].node("subquery")
	if len(p.source.list("rtable")) != 1 || p.source.list("rtable")[0].int("rtekind") != rteCTE ||
		!plainFrom(p.source, 1, "sortClause") ||
		len(p.source.list("sortClause")) < 1 || p.source.node("jointree").has("quals") || p.source.is("hasTargetSRFs") {
		return false
	}
	p.rows = 1
	if !p.equal(p.one.get("targetList"), p.many.get("targetList")) || p.one.str("override") != p.many.str("override") {
		return false
	}
	p.conflict = true
	return p.equal(p.one.get("onConflict"), p.many.get("onConflict"))
}

// passed are the fields that say where something is written, or count relations.
var passed = map[string]bool{"location": true, "varnosyn": true, "varattnosyn": true, "exclRelIndex": true,
	"exclRelTlist": true, "resorigtbl": true,
	"resorigcol": true, "resname": true, "stmt_location": true, "stmt_len": true}

// equal compares a part of the statement for one row with that for many.
func (p *proof) equal(a, b any) bool {
	switch a := a.(type) {
	case *Node:
		b, ok := b.(*Node)
		if a == nil || b == nil || !ok {
			return ok && a == b
		}
		return p.equalNodes(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, p.equal)
	}
	return a == b
}

func (p *proof) equalNodes(a, b *Node) bool {
	if p.source != nil && !p.conflict && p.depth == 0 && b.Tag == "VAR" && b.int("varno") == 2 &&
		b.int("varlevelsup") == 0 {
		source := p.source
		p.source = nil // its expressions are the statement's own
		ok := p.equal(a, target(source.list("targetList"), b.int("varattno")))
		p.source = source
		return ok
	}
	switch {
	case isParam(a):
		return p.given(a, b)
	case p.listed && a.Tag == "OPEXPR" && b.Tag == "SCALARARRAYOPEXPR":
		return p.anyOf(a, b)
	case a.Tag != b.Tag || len(a.fields) != len(b.fields):
		return false
	case a.Tag == "QUERY":
		p.depth++
		defer func() { p.depth-- }()
	case a.Tag == "VAR" && p.conflict && a.int("varlevelsup") == p.depth && p.isExcluded(a, p.one):
		return p.isExcluded(b, p.many) && b.int("varlevelsup") == p.depth && a.int("varattno") == b.int("varattno")
	}
	for i, f := range a.fields {
		g := b.fields[i]
		if f.key != g.key || !passed[f.key] && !p.equal(f.value, g.value) {
			return false
		}
	}
	return true
}

func (p *proof) isExcluded(v, of *Node) bool {
	return v.Tag == "VAR" && v.int("varno") == of.node("onConflict").int("exclRelIndex")
}

// given reports whether an expression is the row's value of a parameter.
func (p *proof) given(param, v *Node) bool {
	if v.Tag != "VAR" || v.int("varlevelsup") != p.depth || v.oid("vartype") != param.oid("paramtype") ||
		v.oid("varcollid") != param.oid("paramcollid") {
		return false
	}
	n := param.int("paramid")
	if p.conflict {
		att, known := p.excluded[n]
		return known && p.isExcluded(v, p.many) && v.int("varattno") == att
	}
	return v.int("varno") == p.rows && v.int("varattno") == n
}

// Excluded is the column of the table that a parameter goes into as it is, for ON CONFLICT to read it from; "" for
// none.
func (c *Catalog) Excluded(q *Node, m Many, param int) string {
	att, known := m.excluded[param]
	if !known {
		return ""
	}
	for _, t := range q.list("targetList") {
		if t.int("resno") == att {
			return t.str("resname")
		}
	}
	return ""
}
