package core

import (
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// Language is a renderer.
type Language struct {
	Render func(*plan.Output) Rendered

	// Support renders the support files of a folder, from what all that is written there needs of them. They depend on
	// nothing else: not on how many outputs there are, nor on their order. nil where the language has none.
	Support func(version string, needs []Need) ([]emit.File, []diag.Diagnostic)
}

// Rendered is what a renderer makes of an output.
type Rendered struct {
	Files []emit.File // the class first
	Diags []diag.Diagnostic
	Need  Need
}

// Need is what an output needs of its folder's support files.
type Need struct {
	Target  *target.Target
	Options plan.Options
	Names   map[string]bool // of definitions of the prelude; empty where the output brings along what it needs

	Declares []Declared  // in a language whose files of one folder share their names
	Output   source.Span // where the config names the output
}

// Declared is a name of a folder's, and what has it, in the user's words.
type Declared struct {
	Name, What string
	Span       source.Span // of that in the SQL; none for what no statement declares
}
