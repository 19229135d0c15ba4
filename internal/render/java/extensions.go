package java

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// extensions are the methods that load DuckDB's extensions, for a connection that no statement works on yet: migrations
// may need them.
func (g *generator) extensions() []emit.Doc {
	if !surface.ClassHas(g.p, surface.Extensions) {
		return nil
	}
	g.need("loading")
	g.need("runSql")
	g.use("java.sql.SQLException")
	load := called(surface.Extensions, "")
	method := func(doc []string, params []string, folder string) emit.Doc {
		body := make([]emit.Doc, len(g.p.Extensions))
		for i, name := range g.p.Extensions {
			body[i] = stmt(call("runSql", emit.Text("connection"), call("loading", quoted(name), emit.Text(folder))))
		}
		return lines(javadoc(1, doc), signature(1, "public static void", load, params, body...))
	}
	return []emit.Doc{
		method(surface.Doc(surface.Extensions, language, "{extensions}", strings.Join(g.p.Extensions, ", ")),
			[]string{"Connection connection"}, `""`),
		method(surface.Overload(surface.Extensions), []string{"Connection connection", "String folder"}, "folder"),
	}
}
