package plan

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// ServerText is what most drivers give of a type without a counterpart.
const ServerText = "its text as the server has it"

// Unsupported says that a target has no counterpart of a field's type. as is the language's type of what the driver
// gives of such a value where an override asks for it, "" where it gives nothing; what says in words what that is.
func Unsupported(t *target.Target, f ir.Field, as, what string) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.UnsupportedType, Span: f.Span,
		Msg:  fmt.Sprintf("%s has the type %s, which %s cannot hold", f.Name.SQL, f.Type.SQL, t.ID()),
		Hint: "cast it to a type that it can hold"}
	if as != "" {
		d.Hint = fmt.Sprintf("cast it to text, or write under overrides: `- {type: %q, as: %s}` for %s", f.Type.SQL, as, what)
	}
	return d
}

// cannot is a type that a target's driver fails on when the program runs, though the language has a counterpart.
type cannot struct {
	is        func(ir.Type) bool
	why, hint string
}

var cannots = map[string]cannot{
	"rust/postgres/tokio-postgres": {func(t ir.Type) bool { return t.Kind == ir.Multirange && !t.BuiltIn() },
		"the driver does not know multiranges of range types that the schema makes",
		"write it as an array of ranges: ARRAY(SELECT unnest(column)), and a parameter as range_agg(r) over unnest(${ranges})"},
}

// checkFields warns of what the target's driver fails on.
func (b *builder) checkFields(p *Program) {
	c, ok := cannots[b.target.ID()]
	if !ok {
		return
	}
	for f := range p.Fields {
		if f.Override == nil && f.Type.Holds(c.is) {
			b.diags = append(b.diags, diag.Diagnostic{Code: diag.UnsupportedType, Severity: diag.Warning, Span: f.Span,
				Msg: fmt.Sprintf("%s has the type %s, with which each call of %s fails: %s", f.Name.SQL, f.Type.SQL, b.target.ID(), c.why), Hint: c.hint})
		}
	}
}
