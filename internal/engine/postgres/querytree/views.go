package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
)

// viewRow is a column of a row that was written through a view, which the view's own conditions say nothing of.
func (c place) viewRow(n *Node, ref ColumnRef) infer.Value {
	base, direct, _ := c.catalog.viewed(ref)
	if !direct || ref.Att < 1 || c.query.int("commandType") == cmdMerge {
		return maybe(whyView)
	}
	v := maybe(whyColumn)
	if v.Source = c.source(base); c.catalog.notNull(base, true) && c.version(n) != absentVersion {
		v.Null, v.Why = infer.Never, whyNotNull
	}
	if e := target(c.query.list("targetList"), int(ref.Att)); c.version(n) == newVersion &&
		c.query.node("onConflict") == nil && e != nil && e.Tag != "SETTODEFAULT" {
		put := c.before().eval(e)
		put.Source = v.Source
		return c.stored(base.Rel, int(base.Att), put, v)
	}
	return v
}

// isRuled reports whether a rule of a relation, or of one that a view reads, may run other statements instead.
func (c *Catalog) isRuled(rel uint32) bool {
	for range maxScopes {
		r := c.relations[rel]
		if r == nil || r.ruled || r.kind != 'v' {
			return r == nil || r.ruled
		}
		from := c.stored(c.view(rel)).node("jointree").list("fromlist")
		rtable := c.stored(c.view(rel)).list("rtable")
		if len(from) != 1 || from[0].int("rtindex") < 1 || from[0].int("rtindex") > len(rtable) {
			return false // such a view takes rules or triggers of its own
		}
		rel = rtable[from[0].int("rtindex")-1].oid("relid")
	}
	return true
}

// viewed is the table's column behind a view's. direct says that no trigger comes between, so that what is written into
// the view's column goes there.
func (c *Catalog) viewed(ref ColumnRef) (base ColumnRef, direct, ok bool) {
	direct = true
	for range maxScopes {
		r := c.relations[ref.Rel]
		if r == nil || r.kind != 'v' {
			return ref, direct, true
		}
		direct = direct && r.before == 0
		q := c.stored(c.view(ref.Rel))
		if q == nil || q.has("setOperations") {
			break
		}
		v := target(q.list("targetList"), int(ref.Att))
		rtable := q.list("rtable")
		if v == nil || v.Tag != "VAR" || v.int("varno") < 1 || v.int("varno") > len(rtable) || v.int("varattno") < 1 ||
			rtable[v.int("varno")-1].int("rtekind") != rteTable {
			break
		}
		ref = ColumnRef{rtable[v.int("varno")-1].oid("relid"), int16(v.int("varattno"))}
	}
	return ColumnRef{}, false, false
}
