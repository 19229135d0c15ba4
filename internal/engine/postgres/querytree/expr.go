package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

var (
	whyConst     = infer.Why("a value that the statement writes")
	whyNull      = infer.Why("the statement writes NULL")
	whyTotal     = infer.Why("computed from values that are never NULL")
	whyNever     = infer.Why("this expression never gives NULL")
	whyUnknown   = infer.Why("nothing is known of this expression")
	whyParam     = infer.Why("the parameter is never NULL")
	whyParamNull = infer.Why("the parameter may be NULL")
	whyElse      = infer.Why("CASE without ELSE gives NULL where no branch applies")
	whyNullIf    = infer.Why("NULLIF gives NULL where both are equal")
	whyElement   = infer.Why("an array gives NULL outside of its bounds")
	whyFixed     = infer.Why("an element put into NULL leaves it NULL, in a type of fixed length")
	whyNoRow     = infer.Why("the subquery may return no row")
	whyCompared  = infer.Why("a comparison with NULL gives NULL")
	whyDomain    = infer.Why("the domain refuses NULL")
	whyEither    = infer.Why("one side of the full join is always there")
	whySchema    = infer.Why("there is no current schema where none of search_path exists")
	whyField     = infer.Why("a field of a row value may be NULL")
	whyXML       = infer.Why("the XML path may find nothing, and its default may be NULL")
	whyJSON      = infer.Why("the JSON path may find nothing")
)

// maybe is a value of which nothing else is known. An array of that kind may hold NULLs.
func maybe(why *infer.Reason) infer.Value {
	return infer.Value{Null: infer.Maybe, Elems: infer.Maybe, Why: why}
}

// given is a value that is never NULL.
func given(why *infer.Reason) infer.Value {
	return infer.Value{Null: infer.Never, Elems: infer.Maybe, Why: why}
}

// nodeRules evaluate an expression by its node's tag. A tag that is not here may be NULL.
var nodeRules map[string]func(place, *Node) infer.Value

func init() {
	nodeRules = map[string]func(place, *Node) infer.Value{
		"CONST": evalConst, "PARAM": evalParam, "VAR": evalVar,
		"RELABELTYPE": evalArg, "COERCEVIAIO": evalText, "COLLATEEXPR": evalArg, "CONVERTROWTYPEEXPR": evalArg,
		"JSONVALUEEXPR":   evalJSONValue,
		"ARRAYCOERCEEXPR": evalArrayCoerce, "COERCETODOMAIN": evalToDomain, "CASETESTEXPR": evalTest,
		"NULLTEST": evalNever, "BOOLEANTEST": evalNever, "DISTINCTEXPR": evalDistinct, "ROWEXPR": evalNever,
		"GROUPINGFUNC":  evalNever,
		"NEXTVALUEEXPR": evalNever, "MERGESUPPORTFUNC": evalNever, "CURRENTOFEXPR": evalNever,
		"ARRAYEXPR": evalArray, "BOOLEXPR": evalBool, "ROWCOMPAREEXPR": evalRowCompare,
		"COALESCEEXPR": evalCoalesce, "MINMAXEXPR": evalMinMax, "CASEEXPR": evalCase, "NULLIFEXPR": evalNullIf,
		"SQLVALUEFUNCTION": evalValueFunction, "FUNCEXPR": evalCall, "OPEXPR": evalCall, "SCALARARRAYOPEXPR": evalAnyOf,
		"AGGREF": evalAggregate, "WINDOWFUNC": evalWindow, "SUBLINK": evalSublink,
		"FIELDSELECT": evalField, "SUBSCRIPTINGREF": evalSubscript, "FIELDSTORE": evalNever, "NAMEDARGEXPR": evalArg,
		"JSONCONSTRUCTOREXPR": evalJSONConstructor, "JSONISPREDICATE": evalJSONTest, "JSONEXPR": evalJSONExpr,
		"XMLEXPR": evalXML,
	}
}

// eval is what an expression can be.
func (c place) eval(n *Node) infer.Value {
	c.step()
	if n == nil {
		return maybe(whyUnknown)
	}
	if v, ok := c.grouped(n); ok {
		return v
	}
	rule := nodeRules[n.Tag]
	if rule == nil {
		return maybe(whyUnknown)
	}
	c.nested++
	v := rule(c, n)
	c.nested--
	if v.Null.Nullable() && len(c.repeats) > 0 {
		if at, ok := c.repeated(n, false); ok && c.facts.Has(c.origin(at, false)) {
			v.Null, v.Why = infer.Never, whyCondition
		}
	}
	return v
}

// never reports whether every expression is never NULL, and otherwise why one can be.
func (c place) never(list ...*Node) (bool, *infer.Reason) {
	for _, n := range list {
		if v := c.eval(n); v.Null.Nullable() {
			return false, v.Why
		}
	}
	return true, whyTotal
}

// ifArgs is a value that is NULL only if an argument is.
func (c place) ifArgs(list ...*Node) infer.Value {
	if ok, why := c.never(list...); !ok {
		return maybe(why)
	}
	return given(whyTotal)
}

func evalConst(c place, n *Node) infer.Value {
	if n.is("constisnull") {
		return infer.Null(whyNull)
	}
	v := given(whyConst)
	v.Finite = finiteConst(n)
	// The header of an array: size, dimensions, and an offset that is 0 unless the array holds NULLs.
	if b := n.bytes("constvalue"); c.catalog.arrays[n.oid("consttype")] && len(b) >= 16 && b[8]|b[9]|b[10]|b[11] == 0 {
		v.Elems = infer.Never
	}
	return v
}

func evalParam(c place, n *Node) infer.Value {
	if n.int("paramkind") != 0 {
		return maybe(whyUnknown)
	}
	return c.params(n.int("paramid"))
}

func evalArg(c place, n *Node) infer.Value { return c.eval(n.node("arg")).Computed() }

// evalText is a cast by way of text, which can make an array of what was none.
func evalText(c place, n *Node) infer.Value {
	v := c.eval(n.node("arg")).Computed()
	v.Elems, v.Finite = infer.Maybe, false
	return v
}

func evalNever(place, *Node) infer.Value { return given(whyNever) }

// evalDistinct: only an operator of one's own can leave open whether two values are equal.
func evalDistinct(c place, n *Node) infer.Value {
	if c.catalog.function(n.oid("opfuncid")).never == unproven {
		return maybe(whyCompared)
	}
	return given(whyNever)
}

func evalTest(c place, _ *Node) infer.Value {
	if c.test == nil {
		return maybe(whyUnknown)
	}
	return *c.test
}

func evalArrayCoerce(c place, n *Node) infer.Value {
	v := c.eval(n.node("arg")).Computed()
	inner := c
	inner.test = &infer.Value{Null: v.Elems, Why: whyElement}
	v.Elems = inner.eval(n.node("elemexpr")).Null
	return v
}

func evalToDomain(c place, n *Node) infer.Value {
	v := c.eval(n.node("arg")).Computed()
	if v.Null.Nullable() && c.catalog.refusesNull(n.oid("resulttype")) {
		v.Null, v.Why = infer.Never, whyDomain
	}
	return v
}

func evalArray(c place, n *Node) infer.Value {
	v := given(whyNever)
	v.Elems = infer.Unreached
	for _, e := range n.list("elements") {
		elem := c.eval(e)
		if n.is("multidims") {
			if elem.Null.Nullable() {
				elem.Elems |= infer.Maybe
			}
			v.Elems |= elem.Elems
		} else {
			v.Elems |= elem.Null
		}
	}
	return v
}

func evalBool(c place, n *Node) infer.Value { return c.ifArgs(n.list("args")...) }

func evalRowCompare(c place, n *Node) infer.Value {
	if !builtinOperators(n) {
		return maybe(whyCompared)
	}
	return c.ifArgs(append(n.list("largs"), n.list("rargs")...)...)
}

// builtinOperators reports whether rows are compared by PostgreSQL's own operators, which give NULL for NULL and for
// nothing else.
func builtinOperators(n *Node) bool {
	for _, oid := range n.numbers("opnos") {
		if oid >= firstOwn {
			return false
		}
	}
	return true
}

func evalCoalesce(c place, n *Node) infer.Value {
	v := c.coalesce(n)
	if !v.Null.Nullable() {
		return v
	}
	// At least one side of a full join is there: whichever it is, is some argument not NULL?
	for _, at := range c.fullJoins(n) {
		other := at
		at.kind, other.kind = leftAtom, rightAtom
		if !c.knowing(at).coalesce(n).Null.Nullable() && !c.knowing(other).coalesce(n).Null.Nullable() {
			v.Null, v.Why = infer.Never, whyEither
			return v
		}
	}
	return v
}

func (c place) coalesce(n *Node) infer.Value {
	var v infer.Value
	for i, a := range n.list("args") {
		if next := c.eval(a); i == 0 || v.Null == infer.Always {
			v = next
		} else {
			v = infer.Join(infer.NonNull(v), next)
			v.Why = next.Why
		}
		if !v.Null.Nullable() {
			break
		}
	}
	return v.Computed()
}

// fullJoins are those that n reads a side of.
func (c place) fullJoins(n *Node) (list []atom) {
	seen := map[int]bool{}
	walk(n, func(v *Node) bool {
		if v.Tag != "VAR" || v.int("varlevelsup") != 0 {
			return v.Tag != "QUERY"
		}
		for _, index := range v.numbers("varnullingrels") {
			if j := c.joins[index]; j != nil && j.kind() == fullJoin && !seen[index] {
				seen[index] = true
				list = append(list, atom{scope: c.scope, rel: index})
			}
		}
		return true
	})
	return list
}

// knowing is the place with an atom more.
func (c place) knowing(at atom) place {
	c.facts.Add(c.origin(at, true))
	return c
}

// given is the place with facts more.
func (c place) given(facts infer.Origins) place {
	c.facts = c.facts.Or(facts)
	return c
}

func evalMinMax(c place, n *Node) infer.Value {
	v := maybe(whyUnknown)
	for _, a := range n.list("args") {
		if v = c.eval(a).Computed(); !v.Null.Nullable() {
			break
		}
	}
	v.Elems, v.Finite = infer.Maybe, c.finite(n.list("args"))
	return v
}

func evalCase(c place, n *Node) infer.Value {
	if arg := n.node("arg"); arg != nil {
		test := c.eval(arg)
		c.test = &test
	}
	var v infer.Value
	for _, w := range n.list("args") {
		cond := w.node("expr")
		branch := c.given(c.caseFacts(n, cond, true))
		v = infer.Join(v, branch.eval(w.node("result")))
		c = c.given(c.caseFacts(n, cond, false))
	}
	if last := n.node("defresult"); last != nil {
		rest := c.eval(last)
		if rest.Null == infer.Always && rest.Why == whyNull {
			rest.Why = whyElse
		}
		v = infer.Join(v, rest)
	} else {
		v = infer.Join(v, infer.Null(whyElse))
	}
	return v.Computed()
}

// caseFacts is what a WHEN proves where it applies, or where it does not. In CASE x WHEN y, an x equal to y is not
// NULL.
func (c place) caseFacts(n, cond *Node, applies bool) infer.Origins {
	if !applies {
		return c.whenNotTrue(cond)
	}
	facts := c.whenTrue(cond)
	if arg := n.node("arg"); arg != nil && (cond.Tag == "OPEXPR") && c.catalog.function(cond.oid("opfuncid")).strict {
		facts = facts.Or(c.implied(arg))
	}
	return facts
}

func evalNullIf(c place, n *Node) infer.Value {
	args := n.list("args")
	v := maybe(whyNullIf)
	if len(args) > 0 {
		first := c.eval(args[0])
		v.Elems, v.Finite = first.Elems, first.Finite
	}
	return v
}

const currentSchema = 14

func evalValueFunction(_ place, n *Node) infer.Value {
	if n.int("op") == currentSchema {
		return maybe(whySchema)
	}
	v := given(whyNever)
	v.Finite = true // the date and the time, among others
	return v
}

// subLinkType of a SubLink.
const (
	existsSublink = iota
	allSublink
	anySublink
	rowCompareSublink
	exprSublink
	multiExprSublink
	arraySublink
)

func evalSublink(c place, n *Node) infer.Value {
	kind, query := n.int("subLinkType"), n.node("subselect")
	if kind == existsSublink {
		return given(whyNever)
	}
	if query == nil {
		return maybe(whyUnknown)
	}
	s := c.sub(query)
	columns := s.results()
	switch kind {
	case arraySublink:
		v := given(whyNever)
		if len(columns) == 1 {
			if v.Elems = columns[0].Null; c.catalog.mayBeArray(resultColumns(query)[0].Type) {
				v.Elems |= columns[0].Elems // an array of arrays is one array
			}
		}
		return v
	case exprSublink:
		if len(columns) != 1 {
			return maybe(whyUnknown)
		}
		v := columns[0].Detached()
		if !s.hasRow() && !v.Null.Nullable() {
			v.Null, v.Why = infer.Maybe, whyNoRow
		}
		return v
	case anySublink, allSublink:
		test := n.node("testexpr")
		list := []*Node{test}
		if test != nil && test.Tag == "BOOLEXPR" {
			list = test.list("args")
		}
		for _, t := range list {
			if t == nil || t.Tag != "OPEXPR" || c.catalog.function(t.oid("opfuncid")).never == unproven {
				return maybe(whyCompared)
			}
			for _, a := range t.list("args") {
				if stripped(a).int("paramkind") == sublinkParam && stripped(a).Tag == "PARAM" {
					continue
				}
				if ok, why := c.never(a); !ok {
					return maybe(why)
				}
			}
		}
		for _, v := range columns {
			if v.Null.Nullable() {
				return maybe(whyCompared)
			}
		}
		return given(whyTotal)
	}
	return maybe(whyNoRow)
}

// sublinkParam is the paramkind of a PARAM that stands for a subquery's column.
const sublinkParam = 2

// stripped is an expression without the casts around it.
func stripped(n *Node) *Node {
	for n != nil {
		switch {
		case n.Tag == "RELABELTYPE", n.Tag == "COERCEVIAIO", n.Tag == "COERCETODOMAIN", n.Tag == "ARRAYCOERCEEXPR",
			n.Tag == "COLLATEEXPR":
			n = n.node("arg")
		case n.Tag == "FUNCEXPR" && (n.int("funcformat") == 1 || n.int("funcformat") == 2) && len(n.list("args")) > 0:
			n = n.list("args")[0]
		default:
			return n
		}
	}
	return n
}

func evalField(c place, n *Node) infer.Value {
	arg, number := n.node("arg"), n.int("fieldnum")
	if arg == nil {
		return maybe(whyUnknown)
	}
	switch arg.Tag {
	case "ROWEXPR":
		if args := arg.list("args"); number >= 1 && number <= len(args) {
			return c.eval(args[number-1]).Computed()
		}
	case "VAR":
		if arg.int("varattno") == 0 {
			return c.variable(arg, number)
		}
	}
	return maybe(whyField)
}

func evalSubscript(c place, n *Node) infer.Value {
	if n.has("refassgnexpr") {
		if typ := n.oid("refcontainertype"); typ != ir.OIDJSONB && !c.catalog.arrays[typ] {
			return maybe(whyFixed)
		}
		return given(whyNever)
	}
	container := n.node("refexpr")
	if len(n.list("reflowerindexpr")) == 0 {
		return maybe(whyElement)
	}
	parts := []*Node{container}
	for _, key := range []string{"refupperindexpr", "reflowerindexpr"} {
		for _, bound := range n.list(key) {
			if bound != nil { // [:] leaves a bound out
				parts = append(parts, bound)
			}
		}
	}
	v := c.ifArgs(parts...)
	v.Elems = c.eval(container).Elems
	return v
}
