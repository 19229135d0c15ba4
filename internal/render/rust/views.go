package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// viewed is the head of a method, for a trait.
type viewed struct {
	name   string
	params []string
	result string
}

// runs notes a method that runs a statement, or is of a table, which has none. Traits have it, too.
func (f *file) runs(k surface.Kind, of *plan.Method, name string, params []string, result string) {
	for _, view := range surface.ViewsOf(f.Program, k, of) {
		f.heads[view] = append(f.heads[view], viewed{name, params, f.later(result)})
	}
}

// traits are those of the struct's methods, and the struct's implementations, which call its own.
func (f *file) traits() (all []string) {
	for _, view := range surface.Views(f.Program) {
		all = append(all, f.trait(view)...)
	}
	return all
}

func (f *file) trait(view surface.Kind) []string {
	var heads, bodies []string
	for _, m := range f.heads[view] {
		args := []string{"self"}
		for _, p := range m.params[1:] {
			name, _, _ := strings.Cut(p, ": ")
			args = append(args, name)
		}
		heads = append(heads, declaration("fn "+m.name, m.params, m.result, 4)+";")
		bodies = append(bodies, signature("fn "+m.name, m.params, m.result,
			4)+"\n        "+functionCall("Self::"+m.name, args)+"\n    }")
	}
	doc := says(surface.Doc(view, language, "{what}", "statements", "{class}", code(f.typ)))
	return []string{
		docText(doc, "") + "pub trait " + f.views[view] + " {\n" + strings.Join(heads, "\n\n") + "\n}",
		"impl " + f.views[view] + " for " + f.typ + "<'_> {\n" + strings.Join(bodies, "\n\n") + "\n}",
	}
}

// functionCall is the call of a function at an indentation of two levels.
func functionCall(function string, args []string) string {
	flat := strings.Join(args, ", ")
	if one := function + "(" + flat + ")"; length(flat) <= narrow && 8+length(one) <= width {
		return one
	}
	const in = "\n            "
	return function + "(" + in + strings.Join(args, ","+in) + ",\n        )"
}
