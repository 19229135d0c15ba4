package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// textOf is the method that tells an observer the SQL of a statement.
func (g *generator) textOf() []emit.Doc {
	const k = surface.TextOf
	if !surface.ClassHas(g.p, k) {
		return nil
	}
	constants := map[*plan.Method]string{}
	for _, m := range g.methods {
		constants[m.Method] = m.sqlName
	}
	var cases []emit.Doc
	for _, m := range g.p.Told() {
		cases = append(cases, emit.Group(emit.Concat("case ", quoted(m.Name.SQL), " ->"),
			continued(emit.Line(), emit.Text(constants[m]+";"))))
	}
	cases = append(cases, emit.Text("default -> null;"))
	result := surface.ResultType(surface.Sent, language)
	return []emit.Doc{lines(javadoc(1, surface.Doc(k, language)),
		block(emit.Text("public static "+g.nullable(result)+" "+called(k, "")+"(String query)"),
			emit.Concat(block(emit.Text("return switch (query)"), cases...), ";")))}
}
