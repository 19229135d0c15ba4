package duckdb

import (
	"math"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
)

var (
	whyLiteral  = infer.Why("a literal")
	whyNULL     = infer.Why("the statement says NULL here")
	whyNever    = infer.Why("computed from values that are never NULL")
	whyPredica  = infer.Why("IS NULL and IS DISTINCT FROM are never NULL")
	whyOperator = infer.Why("an operation that may give NULL")
	whyTable    = infer.Why("not known here")
)

// eval is what an expression over cols can be, where the columns in facts are known not to be NULL.
func (a *analysis) eval(e *expr, cols []column, facts positions) column {
	c := column{typ: e.logicalType()}
	switch e.Class {
	case "BOUND_REF":
		if e.Index < uint64(len(cols)) {
			c = cols[e.Index]
			if id := e.logicalType().ID; id != c.typ.ID && c.typ.ID != "" {
				panic(unknownOperator("a column that is " + c.typ.ID + " and read as " + id))
			}
			if c.Null == infer.Maybe && c.Why != whyFirst &&
				(facts[int(e.Index)] || c.padded && matched(cols, facts, c.side())) {
				c.Null, c.Why = infer.Never, whyKept
			}
			return c
		}
		c.Value = infer.Unsure(whyTable)
	case "BOUND_CONSTANT":
		c.Value = infer.Value{Null: infer.Never, Why: whyLiteral}
		if e.Value != nil && e.Value.IsNull {
			c.Value = infer.Null(whyNULL)
		}
		c.Finite = c.Finite || e.Value != nil && finite(c.typ, string(e.Value.Value))
	case "BOUND_PARAMETER":
		c.param = e.Identifier
		if why := a.nullable(e.Identifier); why != nil {
			c.Value = infer.Unsure(why)
		} else {
			c.Value = infer.Value{Null: infer.Never, Why: infer.Why("parameter " + e.Identifier + " is not nullable")}
		}
	case "BOUND_CAST":
		c = a.cast(e, cols, facts)
	case "BOUND_COMPARISON":
		if strings.Contains(e.Type, "DISTINCT_FROM") {
			c.Value = infer.Value{Null: infer.Never, Why: whyPredica}
			break
		}
		c.Value = a.all(cols, facts, e.Left, e.Right)
		a.compare(e.Left, e.Right, cols, facts)
	case "BOUND_BETWEEN":
		c.Value = a.all(cols, facts, e.Input, e.Lower, e.Upper)
	case "BOUND_CONJUNCTION":
		c.Value = a.all(cols, facts, e.Children...)
	case "BOUND_OPERATOR":
		if e.Type == "OPERATOR_COALESCE" {
			c.Value, c.some = a.coalesce(e, cols, facts)
		} else {
			c.Value = a.operator(e, cols, facts)
		}
	case "BOUND_CASE":
		c.Value, c.some = a.cases(e, cols, facts)
	case "BOUND_FUNCTION":
		c.Value = a.function(e, cols, facts)
		c.Finite = finiteResults[e.Name] && a.isFinite(cols, facts, e.Children)
	default:
		c.Value = infer.Unsure(whyOperator)
	}
	if id := c.typ.ID; id == "STRUCT" || id == "LIST" {
		c.holds = a.held(e, cols, facts)
	}
	if a.first && c.Null == infer.Never && ofFirst(e, cols) {
		c.Value = infer.Unsure(whyFirst)
	}
	return c
}

// ofFirst reports whether an expression is computed from the row of NULLs that DuckDB makes for the first of no rows.
// DuckDB believes that there are none in it and leaves out what looks for them, such as coalesce().
func ofFirst(e *expr, cols []column) (is bool) {
	if e.Class == "BOUND_REF" {
		return e.Index < uint64(len(cols)) && cols[e.Index].Why == whyFirst
	}
	e.each(func(x *expr) { is = is || ofFirst(x, cols) })
	return is
}

// matched reports whether the facts prove that an outer join found a match: a column of that side is not NULL.
func matched(cols []column, facts positions, side int) bool {
	for i := range facts {
		if i < len(cols) && cols[i].side() == side {
			return true
		}
	}
	return false
}

// all is the result of an operation that is NULL only if an operand is.
func (a *analysis) all(cols []column, facts positions, operands ...*expr) infer.Value {
	out := infer.Value{Null: infer.Never, Why: whyNever}
	for _, e := range operands {
		if e == nil {
			continue
		}
		if v := a.eval(e, cols, facts); v.Null != infer.Never && out.Null == infer.Never {
			out.Null, out.Why = infer.Maybe, v.Why
		}
	}
	return out
}

// any is the result of an operation that is NULL only if every operand is.
func (a *analysis) any(cols []column, facts positions, operands []*expr) infer.Value {
	out := infer.Unsure(whyOperator)
	for _, e := range operands {
		if out = either(out, a.eval(e, cols, facts).Value); out.Null == infer.Never {
			break
		}
	}
	return out
}

// coalesce is the first operand that is not NULL, and the parameters that this may be.
func (a *analysis) coalesce(e *expr, cols []column, facts positions) (out infer.Value, params []string) {
	out = infer.Unsure(whyOperator)
	for _, x := range e.Children {
		v := a.eval(x, cols, facts)
		out, params = either(out, v.Value), append(params, v.params()...)
	}
	return out, params
}

// either is a value that is NULL only if both are. The first that is never NULL says why, else the last.
func either(a, b infer.Value) infer.Value {
	switch {
	case a.Null == infer.Never:
		return a
	case b.Null == infer.Never:
		return infer.Value{Null: infer.Never, Why: b.Why}
	}
	a.Why = b.Why
	return a
}

// temporal are the types that have infinities, or that may be one of them.
var temporal = map[string]bool{"": true, "UNKNOWN": true, "DATE": true, "TIMESTAMP": true, "TIMESTAMP_S": true,
	"TIMESTAMP_MS": true, "TIMESTAMP_NS": true, "TIMESTAMP WITH TIME ZONE": true}

// finite reports whether a literal is no infinity: of dates and times those are the ends of the integers that stand for
// them.
func finite(typ *logical, literal string) bool {
	if !temporal[typ.ID] {
		return !strings.Contains(strings.ToLower(literal), "inf")
	}
	n, err := strconv.ParseInt(literal, 10, 64)
	return err == nil && n > -math.MaxInt32 && n < math.MaxInt32 || err == nil && typ.ID != "DATE" &&
		n > -math.MaxInt64 && n < math.MaxInt64
}

// isFinite reports whether no argument of a call is an infinite date or time.
func (a *analysis) isFinite(cols []column, facts positions, args []*expr) bool {
	for _, x := range args {
		if temporal[x.logicalType().ID] && !a.eval(x, cols, facts).Finite {
			return false
		}
	}
	return true
}

func (a *analysis) operator(e *expr, cols []column, facts positions) infer.Value {
	switch e.Type {
	case "OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL":
		return infer.Value{Null: infer.Never, Why: whyPredica}
	case "OPERATOR_NOT", "COMPARE_IN", "COMPARE_NOT_IN":
		for _, x := range e.Children[1:] {
			a.compare(e.Children[0], x, cols, facts)
		}
		return a.all(cols, facts, e.Children...)
	}
	return infer.Unsure(whyOperator)
}

// cases is what CASE gives, and the parameters among it.
func (a *analysis) cases(e *expr, cols []column, facts positions) (out infer.Value, params []string) {
	known := positions{}
	known.add(facts)
	arm := func(x *expr, facts positions) {
		if x != nil && !fails(x) {
			v := a.eval(x, cols, facts)
			out, params = infer.Join(out, v.Computed()), append(params, v.params()...)
		}
	}
	for _, c := range e.CaseChecks {
		taken := positions{}
		taken.add(known)
		taken.add(a.whenTrue(c.When))
		arm(c.Then, taken)
		known.add(a.whenFalse(c.When, false))
	}
	arm(e.Else, known)
	return out, params
}

// fails reports whether an expression is a call of error(), which never returns.
func fails(e *expr) bool {
	for e.Class == "BOUND_CAST" && e.Child != nil {
		e = e.Child
	}
	return e.Class == "BOUND_FUNCTION" && e.Name == "error"
}

func (a *analysis) function(e *expr, cols []column, facts positions) infer.Value {
	var args []*expr
	for _, x := range e.Children {
		if x.Class != "BOUND_LAMBDA" && x.logicalType().ID != "LAMBDA" {
			args = append(args, x)
		}
	}
	switch r := functions[e.Name]; {
	case e.Name == "greatest" || e.Name == "least":
		return a.any(cols, facts, args)
	case e.Name == "concat_ws" && len(args) > 0:
		return a.all(cols, facts, args[0]) // it leaves NULLs out
	case (e.Name == "//" || e.Name == "%") && len(args) == 2 && nonZero(args[1]):
		return a.all(cols, facts, args...)
	case datePart[e.Name] || e.Name == "time_bucket" && len(args) == 3 && temporal[args[2].logicalType().ID]:
		of := args
		if e.Name == "time_bucket" {
			of = args[2:]
		}
		if !a.isFinite(cols, facts, of) {
			return infer.Unsure(infer.Why(e.Name + " of an infinite date or time is NULL"))
		}
		return a.all(cols, facts, args...)
	case element(e) != nil:
		return a.eval(element(e), cols, facts).Computed()
	case e.Name == "/" && e.logicalType().ID == "INTERVAL":
		return infer.Unsure(infer.Why("an interval divided by 0 is NULL"))
	case r == always:
		return infer.Value{Null: infer.Never, Why: infer.Why(e.Name + " is never NULL")}
	case r&never != 0:
		return a.all(cols, facts, args...)
	}
	return infer.Unsure(infer.Why(e.Name + " may give NULL"))
}

// element is the part of a list or struct that is written out, where a call picks one of them; nil for any other call.
func element(e *expr) *expr {
	if len(e.Children) != 2 || e.Children[0].Class != "BOUND_FUNCTION" {
		return nil
	}
	of, key := e.Children[0], e.Children[1]
	for key.Class == "BOUND_CAST" && key.Child != nil {
		key = key.Child
	}
	if key.Class != "BOUND_CONSTANT" || key.Value == nil || key.Value.IsNull {
		return nil
	}
	switch {
	case (e.Name == "array_extract" || e.Name == "list_extract" || e.Name == "list_element") &&
		(of.Name == "list_value" || of.Name == "list_pack"):
		if n, err := strconv.Atoi(string(key.Value.Value)); err == nil && n >= 1 && n <= len(of.Children) {
			return of.Children[n-1]
		}
	case e.Name == "struct_extract" && of.Name == "struct_pack" && of.logicalType().Info != nil:
		name, _ := strconv.Unquote(string(key.Value.Value))
		for i, m := range of.logicalType().Info.Children {
			if strings.EqualFold(m.First, name) && i < len(of.Children) {
				return of.Children[i]
			}
		}
	}
	return nil
}

// nonZero reports whether an expression is a literal number other than 0.
func nonZero(e *expr) bool {
	for e.Class == "BOUND_CAST" && e.Child != nil {
		e = e.Child
	}
	if e.Class != "BOUND_CONSTANT" || e.Value == nil || e.Value.IsNull {
		return false
	}
	n, err := strconv.ParseFloat(string(e.Value.Value), 64)
	return err == nil && n != 0
}

// whenTrue are the columns that are not NULL where e is true.
func (a *analysis) whenTrue(e *expr) positions {
	switch e.Class {
	case "BOUND_CONJUNCTION":
		return combined(e.Children, e.Type == "CONJUNCTION_AND", a.whenTrue)
	case "BOUND_OPERATOR":
		switch e.Type {
		case "OPERATOR_IS_NOT_NULL":
			return a.whenNotNull(e.Children[0])
		case "OPERATOR_NOT":
			return a.whenFalse(e.Children[0], true)
		case "COMPARE_IN":
			return a.whenNotNull(e.Children[0])
		case "COMPARE_NOT_IN":
			if len(e.Children) > 1 {
				return a.whenNotNull(e.Children[0])
			}
		}
		return positions{}
	case "BOUND_COMPARISON":
		if e.Type == "COMPARE_NOT_DISTINCT_FROM" && a.value(e.Left) {
			return a.whenNotNull(e.Right)
		}
		if e.Type == "COMPARE_NOT_DISTINCT_FROM" && a.value(e.Right) {
			return a.whenNotNull(e.Left)
		}
	case "BOUND_BETWEEN":
		return combined([]*expr{e.Input, e.Lower, e.Upper}, true, a.whenNotNull)
	}
	return a.whenNotNull(e)
}

// value reports whether an expression is a literal or parameter that is not NULL.
func (a *analysis) value(e *expr) bool {
	switch e.Class {
	case "BOUND_CONSTANT", "BOUND_PARAMETER":
		return a.eval(e, nil, nil).Null == infer.Never
	}
	return false
}

// combined is what holds where all parts do, or where one of them does, which one is not known.
func combined(parts []*expr, every bool, of func(*expr) positions) positions {
	out := positions{}
	for i, e := range parts {
		facts := of(e)
		if every || i == 0 {
			out.add(facts)
			continue
		}
		for k := range out {
			if !facts[k] {
				delete(out, k)
			}
		}
	}
	return out
}

// whenFalse are the columns that are not NULL where e is not true; strictly means that it is false and not NULL.
func (a *analysis) whenFalse(e *expr, strictly bool) positions {
	switch e.Class {
	case "BOUND_CONJUNCTION":
		return combined(e.Children, e.Type == "CONJUNCTION_OR",
			func(x *expr) positions { return a.whenFalse(x, strictly) })
	case "BOUND_OPERATOR":
		switch {
		case e.Type == "OPERATOR_IS_NULL":
			return a.whenNotNull(e.Children[0])
		case e.Type == "OPERATOR_NOT" && (strictly || e.Children[0].Type == "OPERATOR_IS_NOT_NULL"):
			return a.whenTrue(e.Children[0])
		case e.Type == "COMPARE_IN" && strictly:
			return a.whenNotNull(e.Children[0])
		}
	case "BOUND_COMPARISON", "BOUND_REF":
		if strictly {
			return a.whenNotNull(e)
		}
	}
	return positions{}
}

// whenNotNull are the columns that are not NULL where e is not NULL.
func (a *analysis) whenNotNull(e *expr) positions {
	out := positions{}
	switch e.Class {
	case "BOUND_REF":
		out[int(e.Index)] = true
	case "BOUND_CAST":
		if to := e.logicalType().ID; to != "UNION" && to != "VARIANT" { // they can hold NULL without being it
			return a.whenNotNull(e.Child)
		}
	case "BOUND_COMPARISON":
		if !strings.Contains(e.Type, "DISTINCT_FROM") {
			out.add(a.whenNotNull(e.Left))
			out.add(a.whenNotNull(e.Right))
		}
	case "BOUND_FUNCTION":
		if !isStrict(e.Name, len(e.Children)) || e.Name == "||" && e.logicalType().ID != "VARCHAR" {
			return out
		}
		for _, x := range e.Children {
			out.add(a.whenNotNull(x))
		}
	}
	return out
}
