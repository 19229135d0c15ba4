package plan

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// OverrideRule is an entry of overrides: in a generator's config, or what a preset stands for. Exactly one of Column,
// Type, Query and Preset says which fields it is for; a rule for a query's column beats one for a table's column, which
// beats one for a type, which beats a preset.
type OverrideRule struct {
	Column string // table.column, or schema.table.column
	Type   string // the engine's name of a type
	Query  string // query.column, or query.parameter
	Preset string // an option and its word, for all values of Kind
	Kind   ir.Kind
	To     ir.Override
	Span   source.Span
}

func (r OverrideRule) String() string {
	switch {
	case r.Query != "":
		return "query: " + r.Query
	case r.Column != "":
		return "column: " + r.Column
	case r.Preset != "":
		return r.Preset
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
	return o.best(func(r OverrideRule) int {
		switch {
		case query != "" && r.isOf(query, f):
			return 5
		case r.Column != "" && f.Source.Table != "" &&
			(strings.EqualFold(r.Column, f.Source.Table+"."+f.Source.Column) ||
				strings.EqualFold(r.Column, f.Source.Schema+"."+f.Source.Table+"."+f.Source.Column)):
			return 4
		}
		return r.rank(f.Type)
	})
}

// ofType is the same for the parts of a type, whose only name is that of their type.
func (o *overrides) ofType(t ir.Type) *ir.Override {
	return o.best(func(r OverrideRule) int { return r.rank(t) })
}

// rank is 0 where the rule is not for a type. A domain's name beats that of the type that it is over.
func (r OverrideRule) rank(t ir.Type) int {
	is := func(name string) bool { return strings.EqualFold(r.Type, name) }
	switch {
	case r.Preset != "" && r.Kind == t.Kind && t.Extension == "":
		return 1
	case r.Type == "":
	case is(t.SQL) || is(t.Ref): // numeric(10,2), and any numeric
		return 3
	case t.Domain != nil && slices.ContainsFunc(t.Domain.Over, is):
		return 2
	}
	return 0
}

// best is the first rule of the highest rank, and takes down all that have one.
func (o *overrides) best(rank func(OverrideRule) int) *ir.Override {
	best, highest := -1, 0
	for i, r := range o.rules {
		n := rank(r)
		if n > 0 {
			o.used[i] = true
		}
		if n > highest {
			best, highest = i, n
		}
	}
	if best < 0 {
		return nil
	}
	return &o.rules[best].To
}

// within gives what a type is made of the language types that the config asks for: elements, keys, bounds and fields.
// A type of an extension is made of nothing that SQL knows.
func (b *builder) within(t ir.Type) ir.Type {
	if len(b.overrides.rules) == 0 || t.Extension != "" || t.Choice() {
		return t
	}
	t.Key, t.Elem = b.part(t.Key), b.part(t.Elem)
	if t.Struct != nil {
		t.Struct = b.structOf(t.Struct)
	}
	return t
}

func (b *builder) part(t *ir.Type) *ir.Type {
	if t == nil || t.Kind == ir.Nested {
		return t
	}
	part := b.partAs(*t, b.overrides.ofType(*t))
	return &part
}

// partAs is a part of a type with what the config asks for, if anything.
func (b *builder) partAs(t ir.Type, o *ir.Override) ir.Type {
	if o == nil {
		return b.within(t)
	}
	t = asItsText(t, o)
	t.Override = o
	return t
}

// asItsText is a type under an override. Values of the schema's enums, composite types and unions are of types that
// generated code defines, and functions take and make these. An override without functions has none of them in its
// place: as with a type that no language has a counterpart of, the text of a value is what is there.
func asItsText(t ir.Type, o *ir.Override) ir.Type {
	defined := func(t ir.Type) bool { return t.Enum != nil || t.Struct != nil }
	if o.Decode != "" || o.Encode != "" || o.Renames() || t.Choice() || !t.Holds(defined) {
		return t
	}
	return ir.Type{Kind: ir.Other, SQL: t.SQL, Ref: t.Ref, Domain: t.Domain}
}

// structOf is the program's copy of a composite type, where a field of it has another type.
func (b *builder) structOf(s *ir.StructType) *ir.StructType {
	if c, ok := b.structs[s]; ok {
		return c
	}
	c := *s
	c.Fields = slices.Clone(s.Fields)
	changed := false
	for i := range c.Fields {
		f := &c.Fields[i]
		f.Type = b.partAs(f.Type, b.overrides.find(*f, "")) // a row that a statement makes has a column's values
		changed = changed || f.Type.Overridden()
	}
	if b.structs[s] = s; changed {
		b.structs[s], b.structs[&c] = &c, &c
	}
	return b.structs[s]
}

// of reports whether a rule is for a column of one statement alone.
func (o *overrides) of(q *ir.Query) bool {
	return slices.ContainsFunc(q.Row.Fields, func(f ir.Field) bool {
		return slices.ContainsFunc(o.rules, func(r OverrideRule) bool { return r.isOf(q.Name.SQL, f) })
	})
}

// unused reports the entries that no field matched: a misspelt column would otherwise be silently left as it is.
func (o *overrides) unused() []diag.Diagnostic {
	var ds []diag.Diagnostic
	for i, r := range o.rules {
		if !o.used[i] && r.Preset == "" {
			ds = append(ds, diag.Diagnostic{
				Code: diag.BadOverride, Span: r.Span,
				Msg:  "the override for " + r.String() + " matches no column or parameter",
				Hint: "`sqg inspect` lists columns with their type and the table column they come from",
			})
		}
	}
	return ds
}
