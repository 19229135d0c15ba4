package typescript

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// querier is the type of the methods that run statements. It takes them from the class, so that it has their overloads
// and comments; the class's private members would keep all else from being of the class's own type.
func (g *generator) querier() []emit.Doc {
	if g.interfaced == "" {
		return nil
	}
	var names []string
	add := func(operations []surface.Kind, of string) {
		for _, k := range operations {
			if surface.Faked(g.Program, k) {
				names = append(names, str(called(k, of)))
			}
		}
	}
	for _, m := range g.Methods {
		add(surface.Operations(g.Program, m), g.methods[m])
	}
	for _, a := range g.Appenders {
		add(surface.TableOperations(g.Program, a), pascal(a.Name))
	}
	doc := surface.Doc(surface.Interface, language, "{what}", "statements", "{class}", g.class)
	return []emit.Doc{emit.Concat(says(doc), "export type "+g.interfaced+" = ",
		emit.Group("Pick<", emit.Indent(emit.SoftLine(),
			g.class+",", emit.Line(), union(names)), emit.SoftLine(), ">"), ";")}
}

// nameQuerier names that type, where there is one.
func (g *generator) nameQuerier() {
	if surface.ClassHas(g.Program, surface.Interface) {
		g.interfaced = g.names.Type(g.module, called(surface.Interface, g.class), "the interface of "+g.class,
			source.Span{})
	}
}
