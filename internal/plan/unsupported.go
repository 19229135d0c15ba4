package plan

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// Unsupported says that a target has no counterpart of a field's type. text is the language's type for text, as which
// the server gives any value where an override asks for it; "" where none can.
func Unsupported(t *target.Target, f ir.Field, text string) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.UnsupportedType, Span: f.Span,
		Msg:  fmt.Sprintf("%s has the type %s, which %s cannot hold", f.Name.SQL, f.Type.SQL, t.ID()),
		Hint: "cast it to a type that it can hold"}
	if text != "" {
		d.Hint = fmt.Sprintf("cast it to text, or write under overrides: `- {type: %q, as: %s}` for its text as the server has it", f.Type.SQL, text)
	}
	return d
}
