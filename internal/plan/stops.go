package plan

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
)

// stop is where an override of a type does not reach into another type, since the driver alone makes and takes that.
type stop struct {
	is        func(o Options, t ir.Type) bool
	why, hint string
}

// stops are those of targets, or of languages.
var stops = map[string]stop{
	"go/postgres/pgx": {func(_ Options, t ir.Type) bool {
		return t.Holds(func(t ir.Type) bool {
			o := t.Override
			return o != nil && (o.Decode != "" || o.Encode != "") && (o.Type == "string" || o.Type == "[]byte")
		})
	}, "pgx takes the server's text for a string and for bytes, without the functions",
		"name a type of your own for it, such as `type Key string`"},
	"typescript": {func(o Options, t ir.Type) bool {
		return t.Holds(func(t ir.Type) bool {
			return (t.Kind == ir.Range || t.Kind == ir.Multirange) && t.Elem.Overridden()
		})
	}, "a range is its text", "say what all of it becomes"},
	"typescript/duckdb": {func(o Options, _ ir.Type) bool { return !o.Plain },
		"the driver's own class for it holds the driver's values only",
		"set `plain: true`, or say what all of it becomes"},
}

// reaches reports whether overrides reach what a field's type is made of, and warns where they do not.
func (b *builder) reaches(f ir.Field, t ir.Type) bool {
	s, ok := stops[b.target.ID()]
	if !ok {
		s, ok = stops[b.target.Language]
	}
	switch {
	case ok && s.is(b.opts, t):
	case !b.carried(t, false).Overridden():
		s = stop{why: "a part of it has no counterpart in any language, and so its value is its text",
			hint: "say what all of it becomes (`- {type: " + t.SQL + ", as: …}`)"}
	default:
		return true
	}
	for part := range t.Parts {
		for i, r := range b.overrides.rules {
			if part.Override == &b.overrides.rules[i].To {
				b.diags = append(b.diags, diag.Diagnostic{Code: diag.OverrideStops, Severity: diag.Warning,
					Span: r.Span, Hint: s.hint,
					Msg: fmt.Sprintf("the override for %s does not reach into %s, which is %s: %s", r, f.Name.SQL,
						t.SQL, s.why)})
				return false
			}
		}
	}
	return false
}
