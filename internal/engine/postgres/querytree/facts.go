package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
)

// nulltesttype of a NullTest.
const (
	isNull = iota
	isNotNull
)

// booltesttype of a BooleanTest.
const (
	isTrue = iota
	isNotTrue
	isFalse
	isNotFalse
	isUnknown
	isNotUnknown
)

// whenTrue is what n proves where it is true.
func (c place) whenTrue(n *Node) infer.Origins {
	c.step()
	if n == nil {
		return infer.Origins{}
	}
	args := n.list("args")
	switch n.Tag {
	case "BOOLEXPR":
		switch n.str("boolop") {
		case "and":
			return every(args, c.whenTrue)
		case "or":
			return some(args, c.whenTrue)
		case "not":
			return c.whenFalse(args[0])
		}
	case "NULLTEST":
		switch arg := n.node("arg"); {
		case n.int("nulltesttype") != isNotNull:
		case arg != nil && arg.Tag == "ROWEXPR" && n.is("argisrow"): // none of its fields is NULL
			return every(arg.list("args"), c.implied)
		default:
			return c.implied(arg)
		}
	case "BOOLEANTEST":
		switch n.int("booltesttype") {
		case isTrue:
			return c.whenTrue(n.node("arg"))
		case isFalse:
			return c.whenFalse(n.node("arg"))
		case isNotUnknown:
			return c.implied(n.node("arg"))
		}
	case "SCALARARRAYOPEXPR":
		if c.strict(n) && len(args) == 2 {
			// x op ALL ('{}') is true whatever x is.
			if n.is("useOr") || listed(args[1]) {
				return c.implied(args[0]).Or(c.implied(args[1]))
			}
		}
	case "SUBLINK":
		return c.whenSublink(n)
	default:
		return c.implied(n).Or(c.bounded(n))
	}
	return infer.Origins{}
}

// listed reports whether an array has its elements, at least one, written out. An array of arrays can be empty all the
// same.
func listed(n *Node) bool {
	for n != nil && (n.Tag == "RELABELTYPE" || n.Tag == "ARRAYCOERCEEXPR") {
		n = n.node("arg")
	}
	return n != nil && n.Tag == "ARRAYEXPR" && !n.is("multidims") && len(n.list("elements")) > 0
}

// whenFalse is what n proves where it is false.
func (c place) whenFalse(n *Node) infer.Origins {
	if n == nil {
		return infer.Origins{}
	}
	switch n.Tag {
	case "BOOLEXPR", "NULLTEST", "BOOLEANTEST", "DISTINCTEXPR":
		return c.notTrue(n, true)
	case "SCALARARRAYOPEXPR":
		// x op ANY ('{}') is false whatever x is.
		if args := n.list("args"); c.strict(n) && len(args) == 2 && (!n.is("useOr") || listed(args[1])) {
			return c.implied(args[0]).Or(c.implied(args[1]))
		}
		return infer.Origins{}
	case "SUBLINK":
		return infer.Origins{}
	}
	return c.implied(n)
}

// whenNotTrue is what n proves where it is false or NULL.
func (c place) whenNotTrue(n *Node) infer.Origins { return c.notTrue(n, false) }

// notTrue is what n proves where it is false or, unless strictly is set, NULL.
func (c place) notTrue(n *Node, strictly bool) infer.Origins {
	c.step()
	if n == nil {
		return infer.Origins{}
	}
	args := n.list("args")
	part := func(n *Node) infer.Origins { return c.notTrue(n, strictly) }
	switch n.Tag {
	case "BOOLEXPR":
		switch n.str("boolop") {
		case "or":
			return every(args, part)
		case "and":
			return some(args, part)
		case "not":
			if strictly || twoValued(args[0]) {
				return c.whenTrue(args[0])
			}
		}
	case "NULLTEST": // never NULL itself
		switch arg := n.node("arg"); {
		case n.int("nulltesttype") != isNull:
		case arg != nil && arg.Tag == "ROWEXPR" && n.is("argisrow"): // some field is not NULL
			return some(arg.list("args"), c.implied)
		default:
			return c.implied(arg)
		}
	case "BOOLEANTEST":
		switch n.int("booltesttype") {
		case isNotTrue:
			return c.whenTrue(n.node("arg"))
		case isNotFalse:
			return c.whenFalse(n.node("arg"))
		case isUnknown:
			return c.implied(n.node("arg"))
		}
	case "DISTINCTEXPR": // equal, so neither is NULL if one is not
		if len(args) == 2 {
			for i := range args {
				if !c.eval(args[i]).Null.Nullable() {
					return c.implied(args[1-i])
				}
			}
		}
	default:
		if strictly {
			return c.whenFalse(n)
		}
	}
	return infer.Origins{}
}

// twoValued reports whether a condition is never NULL by its very form.
func twoValued(n *Node) bool {
	switch n.Tag {
	case "NULLTEST", "BOOLEANTEST", "DISTINCTEXPR":
		return true
	}
	return false
}

// every is what all conditions prove together.
func every(list []*Node, f func(*Node) infer.Origins) (out infer.Origins) {
	for _, n := range list {
		out = out.Or(f(n))
	}
	return out
}

// some is what each condition proves by itself.
func some(list []*Node, f func(*Node) infer.Origins) (out infer.Origins) {
	for i, n := range list {
		if i == 0 {
			out = f(n)
		} else {
			out = out.And(f(n))
		}
	}
	return out
}

// whenSublink: a row that is there met the subquery's own conditions, and those of ANY.
func (c place) whenSublink(n *Node) (out infer.Origins) {
	kind, query := n.int("subLinkType"), n.node("subselect")
	if kind != existsSublink && kind != anySublink || query == nil {
		return out
	}
	around := map[*scope]bool{}
	for p := &c; p != nil; p = p.up {
		around[p.scope] = true
	}
	out = c.only(c.sub(query).above, func(at atom) bool { return around[at.scope] })
	if kind == anySublink {
		out = out.Or(c.whenTrue(n.node("testexpr")))
	}
	return out
}

// strict reports whether a call gives NULL where an argument is NULL.
func (c place) strict(n *Node) bool {
	key, set := "opfuncid", "opretset"
	if n.Tag == "FUNCEXPR" {
		key, set = "funcid", "funcretset"
	}
	return !n.is(set) && c.catalog.function(n.oid(key)).strict
}

// implied is what n proves where it is not NULL.
func (c place) implied(n *Node) (out infer.Origins) {
	c.step()
	if n == nil {
		return out
	}
	c.nested++
	defer func() { c.nested-- }()
	if at, ok := c.repeated(n, true); ok {
		out.Add(c.origin(at, true))
	}
	switch n.Tag {
	case "VAR":
		return c.impliedVar(n)
	case "RELABELTYPE", "COERCEVIAIO", "COLLATEEXPR", "ARRAYCOERCEEXPR", "COERCETODOMAIN", "FIELDSELECT":
		return out.Or(c.implied(n.node("arg")))
	case "ROWCOMPAREEXPR": // its first pair decides, or comes out equal
		if left, right := n.list("largs"), n.list("rargs"); len(left) > 0 && len(right) > 0 && builtinOperators(n) {
			return c.implied(left[0]).Or(c.implied(right[0]))
		}
	case "OPEXPR", "FUNCEXPR":
		if c.strict(n) {
			return out.Or(every(n.list("args"), c.implied))
		}
	case "NULLIFEXPR":
		if args := n.list("args"); len(args) > 0 {
			return c.implied(args[0])
		}
	case "BOOLEXPR":
		if n.str("boolop") == "not" {
			return c.implied(n.list("args")[0])
		}
	case "COALESCEEXPR", "MINMAXEXPR":
		return some(n.list("args"), c.implied)
	case "SUBSCRIPTINGREF":
		if !n.has("refassgnexpr") {
			return out.Or(c.implied(n.node("refexpr"))).Or(every(n.list("refupperindexpr"), c.implied))
		}
	}
	return out
}

// impliedVar: a column that is not NULL, of a relation that is there.
func (c place) impliedVar(n *Node) (out infer.Origins) {
	c, ok := c.level(n)
	if !ok {
		return out
	}
	sides, ok := c.nulling(n)
	if !ok {
		return out
	}
	for _, side := range sides {
		out.Add(c.origin(side, true))
	}
	rte, att := c.relation(n.int("varno")), n.int("varattno")
	switch {
	case rte == nil || att == 0:
		return out
	case rte.int("rtekind") == rteJoin:
		if list := rte.list("joinaliasvars"); att > 0 && att <= len(list) {
			out = out.Or(c.implied(list[att-1]))
		}
		return out
	case rte.int("rtekind") == rteGroup && c.grouping != nil && att > 0 && att <= len(c.grouping.exprs):
		out = out.Or(c.implied(c.grouping.exprs[att-1]))
	case c.grouping != nil && c.grouping.nulled(c, n):
		return out // the row above the grouping has NULL where those below have not
	}
	out.Add(c.origin(c.atomOf(n), true))
	if kind := rte.int("rtekind"); kind == rteSubquery || kind == rteTable {
		c.columns(n.int("varno"))
		if sub := c.subs[n.int("varno")]; sub != nil {
			out = out.Or(sub.at(sub.above).implied(sub.expression(att)))
		}
	}
	return out
}

// repeated is the atom of an expression that a condition says is not NULL, and that may be written again elsewhere: an
// aggregate, a function or operator that can give NULL, an element, a field. Over the same columns, and where nothing
// volatile has a part in it, it is the same value again. add notes one that was not seen before.
func (c place) repeated(n *Node, add bool) (at atom, ok bool) {
	switch n.Tag {
	case "AGGREF", "FIELDSELECT", "SUBSCRIPTINGREF":
	case "FUNCEXPR", "OPEXPR":
		if oid, _, _ := callee(n); c.catalog.function(oid).never != unproven {
			return at, false // NULL only if an argument is
		}
	default:
		return at, false
	}
	for i, e := range c.scope.repeats {
		if same(e, n) {
			return c.repeat(i), true
		}
	}
	if !add || n.int("agglevelsup") != 0 || c.grouping != nil && c.grouping.nulled(c, n) || !c.steady(n) {
		return at, false
	}
	c.scope.repeats = append(c.scope.repeats, n)
	return c.repeat(len(c.scope.repeats) - 1), true
}

// repeat is an atom of this place: rows before grouping, after it, and as RETURNING sees them have other values.
func (c place) repeat(i int) atom {
	at := atom{scope: c.scope, kind: repeatAtom, rel: i}
	if c.inner && c.grouping != nil {
		at.version |= 1
	}
	if c.returning {
		at.version |= 2
	}
	return at
}

// steady reports whether an expression reads columns, and gives the same value for the same row. One that reads none
// could be part of a row that an outer join leaves out, and would not show it: its columns do, by the joins that they
// list.
func (c place) steady(n *Node) bool {
	ok, reads := true, false
	walk(n, func(m *Node) bool {
		switch m.Tag {
		case "AGGREF":
			ok, reads = ok && m.oid("aggfnoid") < firstOwn, true
		case "VAR":
			reads = reads || m.int("varlevelsup") == 0
		case "TARGETENTRY", "CONST", "RELABELTYPE", "COERCEVIAIO", "PARAM", "SORTGROUPCLAUSE", "FIELDSELECT":
		case "SUBSCRIPTINGREF":
			ok = ok && !m.has("refassgnexpr")
		case "FUNCEXPR", "OPEXPR":
			oid, set, _ := callee(m)
			ok = ok && oid < firstOwn && !set && c.catalog.function(oid).steady
		default:
			ok = false
		}
		return ok
	})
	return ok && reads
}
