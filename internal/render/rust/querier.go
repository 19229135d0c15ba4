package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/surface"
)

// faked is a method of the trait.
type faked struct {
	name   string
	params []string
	result string
}

// runs notes a method that runs statements, which the trait has, too.
func (f *file) runs(k surface.Kind, name string, params []string, result string) {
	if surface.Faked(f.Program, k) {
		f.faked = append(f.faked, faked{name, params, f.later(result)})
	}
}

// querier is the trait of the methods that run statements, and the struct's implementation, which calls its own.
func (f *file) querier() []string {
	if f.trait == "" {
		return nil
	}
	var heads, bodies []string
	for _, m := range f.faked {
		args := []string{"self"}
		for _, p := range m.params[1:] {
			name, _, _ := strings.Cut(p, ": ")
			args = append(args, name)
		}
		heads = append(heads, declaration("fn "+m.name, m.params, m.result, 4)+";")
		bodies = append(bodies, signature("fn "+m.name, m.params, m.result,
			4)+"\n        "+functionCall("Self::"+m.name, args)+"\n    }")
	}
	doc := says(surface.Doc(surface.Interface, language, "{what}", "statements", "{class}", code(f.typ)))
	return []string{
		docText(doc, "") + "pub trait " + f.trait + " {\n" + strings.Join(heads, "\n\n") + "\n}",
		"impl " + f.trait + " for " + f.typ + "<'_> {\n" + strings.Join(bodies, "\n\n") + "\n}",
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
