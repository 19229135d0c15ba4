package typescript

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// textOf is the method that tells an observer the SQL of a statement.
func (g *generator) textOf() []emit.Doc {
	if !surface.ClassHas(g.Program, surface.TextOf) {
		return nil
	}
	told := g.Told()
	entries := make([]emit.Doc, len(told))
	for i, m := range told {
		entries[i] = array([]emit.Doc{emit.Text(str(m.Name.SQL)), emit.Text(g.sent[m])})
	}
	name := g.module.Claim("sqlByName")
	list := array(entries)
	if len(entries) > 1 {
		list = emit.Concat("[", emit.Indent(emit.HardLine(), emit.Join(emit.Concat(",", emit.HardLine()), entries)), ",",
			emit.HardLine(), "]")
	}
	g.before = append(g.before, emit.Concat("const "+name+" = new Map<string, string>(", list, ");"))
	return []emit.Doc{emit.Concat(says(surface.Doc(surface.TextOf, language)),
		function("static "+called(surface.TextOf, ""), []emit.Doc{emit.Text("query: string")},
			surface.ResultType(surface.Sent, language), emit.Text("return "+name+".get(query);")))}
}
