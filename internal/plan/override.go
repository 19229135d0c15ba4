package plan

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// OverrideRule is an entry of overrides: in a generator's config. Exactly one of Column, Type and Query says which
// fields it is for; a rule for a query's column beats one for a table's column, which beats one for a type.
type OverrideRule struct {
	Column string // table.column, or schema.table.column
	Type   string // the engine's name of a type
	Query  string // query.column, or query.parameter
	To     ir.Override
	Span   source.Span
}

func (r OverrideRule) String() string {
	switch {
	case r.Query != "":
		return "query: " + r.Query
	case r.Column != "":
		return "column: " + r.Column
	}
	return "type: " + r.Type
}

// isOf reports whether the rule is for a column or parameter of one statement.
func (r OverrideRule) isOf(query string, f ir.Field) bool {
	return strings.EqualFold(r.Query, query+"."+f.Name.SQL)
}

type overrides struct {
	rules []OverrideRule
	used  []bool
}

func newOverrides(rules []OverrideRule) *overrides {
	return &overrides{rules: rules, used: make([]bool, len(rules))}
}

// find returns the language type that the config asks for; query is "" where the field's row is not one query's own.
func (o *overrides) find(f ir.Field, query string) *ir.Override {
	best, rank := -1, 0
	for i, r := range o.rules {
		n := 0
		switch {
		case query != "" && r.isOf(query, f):
			n = 3
		case r.Column != "" && f.Source.Table != "" &&
			(strings.EqualFold(r.Column, f.Source.Table+"."+f.Source.Column) ||
				strings.EqualFold(r.Column, f.Source.Schema+"."+f.Source.Table+"."+f.Source.Column)):
			n = 2
		// numeric(10,2), and any numeric
		case r.Type != "" && (strings.EqualFold(r.Type, f.Type.SQL) || strings.EqualFold(r.Type, f.Type.Ref)):
			n = 1
		}
		if n > 0 {
			o.used[i] = true
		}
		if n > rank {
			best, rank = i, n
		}
	}
	if best < 0 {
		return nil
	}
	return &o.rules[best].To
}

// of reports whether a rule is for a column of one statement alone.
func (o *overrides) of(q *ir.Query) bool {
	return slices.ContainsFunc(q.Row.Fields, func(f ir.Field) bool {
		return slices.ContainsFunc(o.rules, func(r OverrideRule) bool { return r.isOf(q.Name.SQL, f) })
	})
}

// unused reports the rules that no field matched: a misspelt column would otherwise be silently left as it is.
func (o *overrides) unused() []diag.Diagnostic {
	var ds []diag.Diagnostic
	for i, r := range o.rules {
		if !o.used[i] {
			ds = append(ds, diag.Diagnostic{
				Code: diag.BadOverride, Span: r.Span,
				Msg:  "the override for " + r.String() + " matches no column or parameter",
				Hint: "`sqg inspect` lists columns with their type and the table column they come from",
			})
		}
	}
	return ds
}
