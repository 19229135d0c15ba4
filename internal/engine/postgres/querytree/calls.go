package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
)

var (
	whyFunction  = infer.Why("the function may return NULL")
	whyOwn       = infer.Why("what the function returns is not known")
	whyStrict    = infer.Why("the function gives NULL where an argument is NULL")
	whyNoRows    = infer.Why("over no rows the aggregate is NULL")
	whyNoValue   = infer.Why("over values that are all NULL the aggregate is NULL")
	whyCounted   = infer.Why("every group has a value to aggregate")
	whyHolds     = infer.Why("the array may hold NULLs")
	whyCount     = infer.Why("a count")
	whyAggregate = infer.Why("the aggregate may be NULL")
	whyFrame     = infer.Why("the window's frame may be empty")
	whyInFrame   = infer.Why("the window's frame holds the row itself")
	whyOtherRow  = infer.Why("there may be no such row in the window")
)

// callee is the function that a call or operator runs, whether it returns a set, and its arguments.
func callee(n *Node) (oid uint32, set bool, args []*Node) {
	if n.Tag == "FUNCEXPR" {
		return n.oid("funcid"), n.is("funcretset"), n.list("args")
	}
	return n.oid("opfuncid"), n.is("opretset"), n.list("args")
}

func evalCall(c place, n *Node) infer.Value {
	oid, set, args := callee(n)
	f := c.catalog.function(oid)
	switch {
	case set:
		return c.spread(n)
	case oid >= firstOwn:
		return c.ownFunction(oid, f, args)
	}
	v := maybe(whyFunction)
	switch {
	case rangeTypes[f.name] && len(args) == 3: // NULL for the bounds is no bound, and for the flags an error
		v = given(whyNever)
	case f.never == unproven && ofFinite[f.name]:
		if (f.name == "extract" || f.name == "date_part") && len(args) == 2 && monotonic(args[0]) {
			v = c.ifArgs(args...)
		} else {
			v = c.ifFinite(f.name, args)
		}
	case f.never == unproven:
	case (f.name == "array_remove" || f.name == "array_replace") && !n.is("funcvariadic"): // they look for NULL as for anything
		v = c.ifArgs(args[0])
	case n.is("funcvariadic"): // VARIADIC NULL gives NULL
		v = c.ifArgs(args...)
	case f.never == always:
		v = given(whyNever)
	case (f.name == "format" || f.name == "concat_ws") && len(args) > 0: // the others may be NULL
		v = c.ifArgs(args[0])
	default:
		v = c.ifArgs(args...)
	}
	if elems := elementRules[f.name]; elems != nil && inOrder(args) {
		v.Elems = elems(c, args)
	}
	v.Finite = finiteResults[f.name] && c.finite(args)
	return v
}

var rangeTypes = map[string]bool{"int4range": true, "int8range": true, "numrange": true, "daterange": true,
	"tsrange": true, "tstzrange": true}

// inOrder reports whether arguments are given by position.
func inOrder(args []*Node) bool {
	for _, a := range args {
		if a == nil || a.Tag == "NAMEDARGEXPR" {
			return false
		}
	}
	return true
}

// monotonic reports whether a part of a date or time grows with it: such a part of infinity is infinite. The others are
// NULL.
func monotonic(part *Node) bool {
	b := part.bytes("constvalue")
	if part.Tag != "CONST" || len(b) < 4 {
		return false
	}
	switch string(b[4:]) {
	case "year", "decade", "century", "millennium", "epoch":
		return true
	}
	return false
}

// elementRules say what the arrays that a function returns hold.
var elementRules = map[string]func(place, []*Node) infer.Nullness{
	"string_to_array": func(_ place, args []*Node) infer.Nullness {
		if len(args) == 2 {
			return infer.Never
		}
		return infer.Maybe
	},
	"regexp_split_to_array": neverHolds, "parse_ident": neverHolds, "tsvector_to_array": neverHolds,
	"array_append":  func(c place, args []*Node) infer.Nullness { return c.eval(args[0]).Elems | c.eval(args[1]).Null },
	"array_prepend": func(c place, args []*Node) infer.Nullness { return c.eval(args[0]).Null | c.eval(args[1]).Elems },
	"array_cat": func(c place,
		args []*Node) infer.Nullness {
		return c.eval(args[0]).Elems | c.eval(args[1]).Elems
	},
	"array_remove": sameElements, "array_shuffle": sameElements, "array_sort": sameElements,
	"array_reverse": sameElements, "trim_array": sameElements,
}

func neverHolds(place, []*Node) infer.Nullness { return infer.Never }

func sameElements(c place, args []*Node) infer.Nullness { return c.eval(args[0]).Elems }

// ownFunction calls a function of the schema: one written in SQL, whose body was analysed when it was made, is looked
// into.
func (c place) ownFunction(oid uint32, f function, args []*Node) infer.Value {
	if f.never == withArgs { // of an extension
		return c.ifArgs(args...)
	}
	s, why := c.body(oid, f, args)
	if s == nil {
		return maybe(why)
	}
	list := s.results()
	if len(list) != 1 {
		return maybe(whyOwn)
	}
	if !s.hasRow() {
		return maybe(whyNoRow)
	}
	return list[0].Computed()
}

// body is the scope of the query that a function runs; nil with the reason where it may give NULL without running it,
// or where it is not known.
func (c place) body(oid uint32, f function, args []*Node) (*scope, *infer.Reason) {
	q := c.catalog.stored(c.catalog.bodies[oid])
	if q == nil || q.int("commandType") != cmdSelect {
		return nil, whyOwn
	}
	if f.strict && len(args) < f.args {
		return nil, whyStrict // the default of one that was left out may be NULL
	}
	values := map[int]infer.Value{}
	for i, a := range args {
		v := c.eval(a).Computed()
		if f.strict && v.Null.Nullable() {
			return nil, whyStrict
		}
		if a.Tag == "NAMEDARGEXPR" {
			i = a.int("argnumber")
		}
		values[i+1] = v
	}
	return c.open(q, nil, func(n int) infer.Value {
		if v, ok := values[n]; ok {
			return v
		}
		return maybe(whyDefault)
	}), nil
}

// setRules are what set-returning functions give: their columns' values. None of them returns a row for an argument
// that is NULL.
var setRules = map[string]func(c place, n *Node) []infer.Value{
	"generate_series": oneValue, "generate_subscripts": oneValue, "regexp_split_to_table": oneValue,
	"regexp_matches":      oneValue,
	"json_array_elements": oneValue, "jsonb_array_elements": oneValue, "json_object_keys": oneValue,
	"jsonb_object_keys": oneValue,
	"jsonb_path_query":  oneValue,
	"json_each":         keyAndValue, "jsonb_each": keyAndValue, "json_each_text": keyAndMaybe,
	"jsonb_each_text": keyAndMaybe,
	"string_to_table": func(_ place, n *Node) []infer.Value {
		if len(n.list("args")) == 2 {
			return []infer.Value{given(whyNever)}
		}
		return []infer.Value{maybe(whyFunction)}
	},
	"unnest": func(c place, n *Node) []infer.Value {
		args := n.list("args")
		if n.oid("funcid") != unnestArray || len(args) != 1 {
			return nil
		}
		if c.eval(args[0]).Elems == infer.Never {
			return []infer.Value{given(whyTotal)}
		}
		return []infer.Value{maybe(whyHolds)}
	},
}

const unnestArray = 2331 // unnest(anyarray)

func oneValue(c place, n *Node) []infer.Value {
	v := given(whyNever)
	oid, _, args := callee(n)
	v.Finite = finiteResults[c.catalog.function(oid).name] && c.finite(args)
	return []infer.Value{v}
}
func keyAndValue(place, *Node) []infer.Value {
	return []infer.Value{given(whyNever), given(whyNever)}
}
func keyAndMaybe(place, *Node) []infer.Value {
	return []infer.Value{given(whyNever), maybe(whyFunction)}
}

// rows are the columns of what a set-returning function gives; nil where nothing is known.
func (c place) rows(n *Node) []infer.Value {
	oid, _, args := callee(n)
	f := c.catalog.function(oid)
	if c.catalog.rows[n.oid("funcresulttype")] && n.Tag == "FUNCEXPR" && oid < firstOwn {
		return nil // the fields of the row values may be NULL
	}
	if oid >= firstOwn {
		s, _ := c.body(oid, function{name: f.name}, args) // a strict one returns no rows where an argument is NULL
		if s == nil || c.catalog.rows[n.oid("funcresulttype")] && len(s.results()) == 1 {
			return nil
		}
		return s.results()
	}
	if rule := setRules[f.name]; rule != nil {
		return rule(c, n)
	}
	return nil
}

// spread is a set-returning function in the target list.
func (c place) spread(n *Node) infer.Value {
	if c.spreads < 0 {
		c.scope.spreads = 0
		walk(c.query.get("targetList"), func(m *Node) bool {
			if m.is("funcretset") || m.is("opretset") {
				c.scope.spreads++
			}
			return m.Tag != "QUERY"
		})
	}
	if c.scope.spreads != 1 {
		return maybe(whyPadded)
	}
	if list := c.rows(n); len(list) == 1 {
		return list[0].Computed()
	}
	return maybe(whyFunction)
}

// functionRows are the columns of functions in FROM.
func (c place) functionRows(rte *Node) (list []infer.Value) {
	functions := rte.list("functions")
	for _, f := range functions {
		e := f.node("funcexpr")
		var of []infer.Value
		_, set, _ := callee(e)
		switch {
		case len(functions) > 1:
		case e.Tag == "FUNCEXPR" && set:
			of = c.rows(e)
		case f.int("funccolcount") == 1 && !c.catalog.rows[e.oid("funcresulttype")]:
			of = []infer.Value{c.eval(e).Computed()}
		}
		for i := range f.int("funccolcount") {
			switch {
			case len(functions) > 1:
				list = append(list, maybe(whyPadded))
			case len(of) == f.int("funccolcount"):
				list = append(list, of[i].Detached())
			default:
				list = append(list, maybe(whyFunction))
			}
		}
	}
	if rte.is("funcordinality") {
		list = append(list, given(whyOrdinal))
	}
	return list
}

// tableFunction is the columns of XMLTABLE or JSON_TABLE: those that number the rows, or are declared NOT NULL, are not
// NULL. In JSON_TABLE that holds of the outermost path, whose plan says which columns it has.
func tableFunction(n *Node) []infer.Value {
	const jsonTable = 1
	list := make([]infer.Value, len(n.numbers("coltypes")))
	sure, why := map[int]bool{}, whyXML
	if n.int("functype") == jsonTable {
		why = whyJSON
		plan, values := n.node("plan"), n.list("colvalexprs")
		for i := plan.int("colMin"); plan != nil && i <= plan.int("colMax") && i < len(values); i++ {
			sure[i] = i >= 0 && values[i] == nil
		}
	} else {
		for _, i := range append(n.numbers("notnulls"), n.int("ordinalitycol")) {
			sure[i] = true
		}
	}
	for i := range list {
		if list[i] = maybe(why); sure[i] {
			list[i] = given(whyOrdinal)
		}
	}
	return list
}

// evalAnyOf is x op ANY (array) or x op ALL (array).
func evalAnyOf(c place, n *Node) infer.Value {
	args := n.list("args")
	if len(args) != 2 || c.catalog.function(n.oid("opfuncid")).never == unproven {
		return maybe(whyCompared)
	}
	v := c.ifArgs(args...)
	if !v.Null.Nullable() && c.eval(args[1]).Elems.Nullable() {
		return maybe(whyCompared)
	}
	return v
}

// aggregate says when an aggregate over rows that are there gives NULL.
type aggregate uint8

const (
	counts aggregate = 1 + iota // never, over no rows either
	keeps                       // never
	needs                       // where every value of its first argument is NULL
)

var aggregates = map[string]aggregate{
	"count": counts, "regr_count": counts,
	"array_agg": keeps, "json_agg": keeps, "jsonb_agg": keeps, "json_agg_strict": keeps, "jsonb_agg_strict": keeps,
	"json_object_agg": keeps, "jsonb_object_agg": keeps,
	"json_object_agg_strict": keeps, "json_object_agg_unique": keeps, "json_object_agg_unique_strict": keeps,
	"jsonb_object_agg_strict": keeps, "jsonb_object_agg_unique": keeps, "jsonb_object_agg_unique_strict": keeps,
	"sum": needs, "avg": needs, "min": needs, "max": needs, "string_agg": needs, "bool_and": needs, "bool_or": needs,
	"every":   needs,
	"bit_and": needs, "bit_or": needs, "bit_xor": needs, "any_value": needs, "range_agg": needs,
	"range_intersect_agg": needs,
	"stddev_pop":          needs, "var_pop": needs, "mode": needs, "percentile_disc": needs, "percentile_cont": needs,
}

// aggkind of an Aggref.
const (
	hypotheticalSet = "h"
	orderedSet      = "o"
)

func evalAggregate(c place, n *Node) infer.Value {
	oid := n.oid("aggfnoid")
	rule := aggregates[c.catalog.function(oid).name]
	switch {
	case oid >= firstOwn:
		return maybe(whyOwn)
	case rule == counts, n.str("aggkind") == hypotheticalSet:
		return given(whyCount)
	case rule == 0:
		return maybe(whyAggregate)
	case n.int("agglevelsup") != 0:
		return maybe(whyNoRows)
	}
	inner := c.scope.at(c.below).beneath()
	filter := n.node("aggfilter")
	inner = inner.given(inner.whenTrue(filter))
	var values []infer.Value
	for _, t := range n.list("args") {
		values = append(values, inner.eval(t.node("expr")))
	}
	v := given(whyCounted)
	if len(values) == 0 {
		return maybe(whyAggregate)
	}
	v.Elems, v.Finite = aggregatedElements(oid, values[0]), finiteResults[c.catalog.function(oid).name] &&
		values[0].Finite
	switch {
	case filter != nil, c.grouping == nil, c.grouping.empty && !c.fromHasRow(c.query.node("jointree")):
		v.Null, v.Why = infer.Maybe, whyNoRows
	case rule == needs && values[0].Null.Nullable():
		v.Null, v.Why = infer.Maybe, whyNoValue
	case n.str("aggkind") == orderedSet:
		if ok, why := c.never(n.list("aggdirectargs")...); !ok {
			v.Null, v.Why = infer.Maybe, why
		}
	}
	return v
}

// aggregatedElements is what the array holds that an aggregate makes of values.
func aggregatedElements(oid uint32, of infer.Value) infer.Nullness {
	switch oid {
	case 2335: // array_agg(anynonarray)
		return of.Null
	case 4053: // array_agg(anyarray), which refuses NULL
		return of.Elems
	}
	return infer.Maybe
}

// frameOptions of a WindowClause.
const (
	frameRange          = 0x2
	startUnbounded      = 0x20
	endUnbounded        = 0x100
	startCurrent        = 0x200
	endCurrent          = 0x400
	startPreceding      = 0x800
	endFollowing        = 0x4000
	excludeCurrentGroup = 0x8000 | 0x10000
)

// holdsRow reports whether every row is in its own frame.
func (s *scope) holdsRow(winref int) bool {
	for _, w := range s.query.list("windowClause") {
		if w.int("winref") != winref {
			continue
		}
		o := w.int("frameOptions")
		starts, ends := startUnbounded|startCurrent, endUnbounded|endCurrent
		if o&frameRange == 0 || w.oid("startInRangeFunc") < firstOwn && w.oid("endInRangeFunc") < firstOwn {
			starts, ends = starts|startPreceding, ends|endFollowing
		}
		return o&starts != 0 && o&ends != 0 && o&excludeCurrentGroup == 0
	}
	return false
}

func evalWindow(c place, n *Node) infer.Value {
	oid, args := n.oid("winfnoid"), n.list("args")
	if oid >= firstOwn {
		return maybe(whyOwn)
	}
	rows := c.scope.at(c.above) // other rows than the one that a CASE knows something of
	name := c.catalog.function(oid).name
	rule := aggregates[name]
	var values []infer.Value
	for _, a := range args {
		values = append(values, rows.eval(a))
	}
	switch name {
	case "row_number", "rank", "dense_rank", "percent_rank", "cume_dist":
		return given(whyCount)
	case "ntile":
		return rows.ifArgs(args...)
	case "lag", "lead":
		if len(args) == 3 {
			return rows.ifArgs(args...)
		}
		return maybe(whyOtherRow)
	case "nth_value":
		return maybe(whyOtherRow)
	case "first_value", "last_value":
		rule = needs
	}
	v := given(whyInFrame)
	if len(values) > 0 {
		v.Elems, v.Finite = aggregatedElements(oid, values[0]), finiteResults[name] && values[0].Finite
	}
	switch {
	case rule == counts:
		return given(whyCount)
	case rule == 0 || len(values) == 0:
		return maybe(whyAggregate)
	case n.has("aggfilter") || !c.holdsRow(n.int("winref")):
		v.Null, v.Why = infer.Maybe, whyFrame
	case rule == needs && values[0].Null.Nullable():
		v.Null, v.Why = infer.Maybe, whyNoValue
	}
	return v
}
