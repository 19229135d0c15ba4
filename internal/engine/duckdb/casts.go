package duckdb

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

var (
	whyTryCast  = infer.Why("TRY_CAST of what cannot be converted is NULL")
	whyCast     = infer.Why("the conversion may give NULL")
	whyInfinite = infer.Why("the time of day of an infinite moment is NULL")
)

func (a *analysis) cast(e *expr, cols []column, facts positions) column {
	v := a.eval(e.Child, cols, facts)
	c := column{Value: infer.Value{Null: v.Null, Why: v.Why, Finite: v.Finite &&
		(e.Child.Class == "BOUND_CONSTANT" || temporal[e.Child.logicalType().ID])}, typ: e.logicalType(),
		param: v.param, some: v.some}
	ends := !v.Finite && e.Child.logicalType().ID == "TIMESTAMP WITH TIME ZONE" && c.typ.ID == "TIME WITH TIME ZONE"
	if lossless(e) && !e.TryCast && !ends {
		c.sides, c.inner = v.sides, v.inner
	}
	switch {
	case e.TryCast && !widens(e.Child.logicalType(), c.typ):
		c.Null, c.Why = infer.Maybe, whyTryCast
	case c.Null != infer.Never:
	case !lossless(e):
		c.Null, c.Why = infer.Maybe, whyCast
	case ends:
		c.Null, c.Why = infer.Maybe, whyInfinite
	}
	return c
}

// The integer types, each of which holds the values of those before it. Conversions of signed ones into each other keep
// the least and greatest value.
var (
	signed   = []string{"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"}
	unsigned = []string{"UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"}
)

// narrower are the types of numbers whose values can be converted into a type of numbers, that type among them; nil for
// any other type.
func narrower(name string) []string {
	if i := slices.Index(signed, name); i >= 0 {
		return slices.Concat(signed[:i+1], unsigned[:i])
	}
	if i := slices.Index(unsigned, name); i >= 0 {
		return unsigned[:i+1]
	}
	if name == "DOUBLE" {
		return slices.Concat(signed, unsigned, []string{"FLOAT", "DOUBLE"})
	}
	return nil
}

// widens reports whether every value of a type can be converted into another.
func widens(from, to *logical) bool {
	return to.ID == "VARCHAR" && to.alias() == "" || slices.Contains(narrower(to.ID), from.ID)
}

// lossless reports whether a conversion gives NULL for nothing but NULL: it fails where it cannot convert.
func lossless(e *expr) bool {
	from, to := e.Child.logicalType(), e.logicalType()
	if from.alias() == "JSON" && to.alias() != "JSON" && to.ID != "VARCHAR" {
		return false // JSON's null becomes NULL
	}
	switch from.ID {
	case "VARIANT", "UNION", "NULL", "SQLNULL", "UNKNOWN", "ANY", "STRUCT", "MAP":
		return false
	}
	switch to.ID {
	case "VARIANT", "UNION", "STRUCT", "MAP":
		return false
	}
	return true
}

// missing refuses conversions that DuckDB does not have. It binds them, and then fails for every value but NULL.
func (s *session) missing(ctx context.Context, plan *node, st *stating, stmt engine.Stmt) (err error) {
	plan.all(func(e *expr) {
		if e.Class != "BOUND_CAST" || err != nil {
			return
		}
		from, to := e.Child.logicalType(), e.logicalType()
		if s.converts(ctx, from, to, e.TryCast) {
			return
		}
		err = st.refused(&engine.Error{Msg: fmt.Sprintf("DuckDB has no conversion from %s to %s",
			s.catalog.nameOf(from), s.catalog.nameOf(to)),
			Offset: castAt(st.text, e.Location, e.Length),
			Hint:   "write how the value is to be read: (moment AT TIME ZONE 'UTC')::TIME, DATE '1970-01-01' + days, to_timestamp(seconds)"}, stmt)
	})
	return err
}

// castStart is how a cast is written: as a call or, behind the value, by its operator.
var castStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(::|(try_)?cast\b)`) })

// castAt is where a statement has a cast; -1 for one that stands in the text of a view or macro.
func castAt(text string, at, length uint64) int {
	if at >= uint64(len(text)) {
		return -1
	}
	if all := text[at:min(at+length, uint64(len(text)))]; !castStart().MatchString(all) {
		at += uint64(max(0, strings.LastIndex(all, "::")))
	}
	if !castStart().MatchString(text[at:]) {
		return -1
	}
	return int(at)
}

// converts reports whether DuckDB can convert values of a type into another one, by converting some value. What it
// cannot be tried with, it is taken to convert.
func (s *session) converts(ctx context.Context, from, to *logical, try bool) bool {
	value := s.catalog.someOf(from)
	if from.key() == to.key() || from.ID == "VARCHAR" || to.ID == "VARCHAR" || value == "" {
		return true
	}
	query := fmt.Sprintf("SELECT %s(v AS %s) FROM (SELECT unnest([%s]) AS v)",
		map[bool]string{false: "CAST", true: "TRY_CAST"}[try], s.catalog.nameOf(to), value)
	able, tried := s.casts[query]
	if !tried {
		var e *libduckdb.Error
		err := s.each(ctx, query, func(row) {})
		able = !errors.As(err, &e) || !strings.Contains(e.Msg, "Unimplemented type for cast")
		s.casts[query] = able
	}
	return able
}

// someOf is a value of a type as an expression; "" where none is at hand.
func (c *catalog) someOf(l *logical) string {
	name := c.nameOf(l)
	switch l.ID {
	case "LIST":
		if part := c.someOf(l.Info.Child); part != "" {
			return "CAST([" + part + "] AS " + name + ")"
		}
		return ""
	case "BIGNUM":
		return "CAST('1' AS BIGNUM)"
	case "ENUM":
		return "CAST(" + literal(l.Info.Values[0]) + " AS " + name + ")"
	}
	if value, ok := someValue[c.typeOf(l).Kind]; ok {
		return "CAST(" + literal(value) + " AS " + name + ")"
	}
	return ""
}
