package typescript

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// viewTypes are the types of the class's methods. They take them from the class, so that they have their overloads and
// comments; the class's private members would keep all else from being of the class's own type.
func (g *generator) viewTypes() (types []emit.Doc) {
	for _, view := range surface.Views(g.Program) {
		var names []string
		add := func(operations []surface.Kind, m *plan.Method, of string) {
			for _, k := range operations {
				if slices.Contains(surface.ViewsOf(g.Program, k, m), view) {
					names = append(names, str(called(k, of)))
				}
			}
		}
		for _, m := range g.Methods {
			add(surface.Operations(g.Program, m), m, g.methods[m])
		}
		for _, a := range g.Appenders {
			add(surface.TableOperations(g.Program, a), nil, pascal(a.Name))
		}
		doc := surface.Doc(view, language, "{what}", "statements", "{class}", g.class)
		types = append(types, emit.Concat(says(doc), "export type "+g.views[view]+" = ",
			emit.Group("Pick<", emit.Indent(emit.SoftLine(),
				g.class+",", emit.Line(), union(names)), emit.SoftLine(), ">"), ";"))
	}
	return types
}
