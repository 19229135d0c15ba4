package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
)

// varreturningtype of a Var.
const (
	returningDefault = iota
	returningOld
	returningNew
)

// versions of a row that a statement changes, for atoms. The row that WHERE saw is 0, as that of any relation.
const (
	oldVersion = iota
	absentVersion
	newVersion
	mergedVersion
)

// matchKind of a MergeAction whose row is in the target only.
const cmdUnmatchedSource = 1

var (
	whyNoOld   = infer.Why("a row that was inserted has no old version")
	whyNoNew   = infer.Why("a row that was deleted has no new version")
	whyStored  = infer.Why("the statement stores a value that is never NULL")
	whyDefault = infer.Why("the column's default may be NULL")
)

// changed reports whether rel is the relation that the statement changes, seen from RETURNING.
func (c place) changed(rel int) bool {
	return c.returning && rel == c.query.int("resultRelation") && c.query.int("commandType") != cmdSelect
}

// version is which version of a changed row a Var reads.
func (c place) version(v *Node) int {
	of := v.int("varreturningtype")
	switch c.query.int("commandType") {
	case cmdUpdate:
		if of == returningOld {
			return oldVersion
		}
		return newVersion
	case cmdDelete:
		if of == returningNew {
			return absentVersion
		}
		return oldVersion
	case cmdInsert:
		if of == returningOld {
			return absentVersion
		}
		return newVersion
	}
	switch of {
	case returningOld:
		return absentVersion
	case returningNew:
		return newVersion
	}
	return mergedVersion
}

// written is a column of a relation that the statement changes, given what it is in the table.
func (c place) written(n *Node, rel uint32, att int, v infer.Value) infer.Value {
	if excluded := c.query.node("onConflict").int("exclRelIndex"); excluded != 0 && excluded == n.int("varno") {
		return c.stored(rel, att, c.inserted(c.query, att), v)
	}
	if !c.changed(n.int("varno")) {
		return v
	}
	version := c.version(n)
	source := v.Source
	switch c.query.int("commandType") {
	case cmdUpdate:
		if version == newVersion {
			v = c.stored(rel, att, c.updated(c.query.list("targetList"), n, att, v), v)
		}
	case cmdDelete:
		if version == absentVersion {
			v = infer.Null(whyNoNew)
		}
	case cmdInsert:
		if version == absentVersion {
			v = maybe(whyNoOld)
		} else {
			v = c.stored(rel, att, c.upserted(att), v)
		}
	case cmdMerge:
		v = c.merged(rel, att, version, v)
	}
	v.Source = source
	return v
}

// stored is what a column holds after the statement wrote the value put there: the value itself, unless a trigger
// changes it.
func (c place) stored(rel uint32, att int, put, v infer.Value) infer.Value {
	if att <= 0 || !c.catalog.plain(rel) || c.catalog.relations[rel].columns[int16(att)].generated != "" {
		return v
	}
	if v.Elems.Nullable() {
		v.Elems = put.Elems
	}
	v.Finite = v.Finite || put.Finite
	if v.Null.Nullable() {
		if v.Null, v.Why = put.Null, put.Why; put.Null == infer.Never {
			v.Why = whyStored
		}
	}
	return v
}

// target is the expression that a target list assigns to a column.
func target(list []*Node, att int) *Node {
	for _, t := range list {
		if t.int("resno") == att && !t.is("resjunk") {
			return t.node("expr")
		}
	}
	return nil
}

// before is the place in which the statement's assignments are evaluated.
func (c place) before() place { return c.scope.at(c.below).beneath() }

func (c place) inserted(action *Node, att int) infer.Value {
	e := target(action.list("targetList"), att)
	switch rows := c.assignedRows(e); {
	case rows != nil:
		var v infer.Value
		for _, e := range rows {
			if e.Tag == "SETTODEFAULT" {
				v = infer.Join(v, c.preset(att))
			} else {
				v = infer.Join(v, c.before().eval(e).Computed())
			}
		}
		return v
	case e != nil && e.Tag != "SETTODEFAULT":
		return c.before().eval(e)
	}
	return c.preset(att)
}

// assignedRows is what each row of a VALUES list assigns, where e is a column of one.
func (c place) assignedRows(e *Node) (list []*Node) {
	if e == nil || e.Tag != "VAR" || e.int("varlevelsup") != 0 || len(e.numbers("varnullingrels")) > 0 {
		return nil
	}
	rte := c.relation(e.int("varno"))
	if rte == nil || rte.int("rtekind") != rteValues {
		return nil
	}
	rows, _ := rte.get("values_lists").([]any)
	for _, row := range rows {
		fields := nodes(row)
		if n := e.int("varattno"); n < 1 || n > len(fields) || fields[n-1] == nil {
			return nil
		} else {
			list = append(list, fields[n-1])
		}
	}
	return list
}

// preset is a column's default.
func (c place) preset(att int) infer.Value {
	rte := c.relation(c.query.int("resultRelation"))
	if r := c.catalog.relations[rte.oid("relid")]; r != nil {
		if e := c.catalog.stored(r.columns[int16(att)].preset); e != nil {
			return c.before().eval(e).Computed()
		}
	}
	return maybe(whyDefault)
}

// updated is a column after UPDATE: what is assigned, or else what it was.
func (c place) updated(list []*Node, n *Node, att int, v infer.Value) infer.Value {
	if e := target(list, att); e != nil {
		return c.before().eval(e)
	}
	old := atom{scope: c.scope, kind: columnAtom, rel: n.int("varno"), att: att}
	if c.below.Has(c.origin(old, false)) {
		return infer.NonNull(v)
	}
	return v
}

// upserted is a column after INSERT, or after the UPDATE that it becomes on conflict.
func (c place) upserted(att int) infer.Value {
	v := c.inserted(c.query, att)
	conflict := c.query.node("onConflict")
	if conflict.int("action") <= onConflictNothing {
		return v
	}
	if e := target(conflict.list("onConflictSet"), att); e != nil {
		return infer.Join(v, c.before().eval(e))
	}
	return infer.Join(v, maybe(whyColumn))
}

const onConflictNothing = 1 // of an OnConflictExpr without one: 0

// merges reports whether MERGE has an action of that matchKind.
func (c place) merges(kind int) bool {
	for _, m := range c.query.list("mergeActionList") {
		if m.int("matchKind") == kind {
			return true
		}
	}
	return false
}

// merged is a column after MERGE, which may have inserted, updated or deleted the row.
func (c place) merged(rel uint32, att, version int, v infer.Value) infer.Value {
	var out infer.Value
	for _, m := range c.query.list("mergeActionList") {
		one := v
		switch m.int("commandType") {
		case cmdInsert:
			if version == absentVersion {
				one = infer.Null(whyNoOld)
			} else {
				one = c.stored(rel, att, c.inserted(m, att), v)
			}
		case cmdUpdate:
			if e := target(m.list("targetList"), att); e != nil && version != absentVersion {
				one = c.stored(rel, att, c.before().eval(e), v)
			}
		case cmdDelete:
			if version == newVersion {
				one = infer.Null(whyNoNew)
			}
		default:
			continue // DO NOTHING returns nothing
		}
		out = infer.Join(out, one)
	}
	return out
}
