package typescript

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// extensions is the method that loads DuckDB's extensions, for a connection that no statement works on yet: migrations
// may need them.
func (g *generator) extensions() emit.Doc {
	body := make([]emit.Doc, len(g.Extensions))
	for i, name := range g.Extensions {
		body[i] = emit.Concat(call("await db.run", call(g.use("loading"), emit.Text(str(name)), emit.Text("folder"))),
			";")
	}
	params := []emit.Doc{emit.Text("db: " + g.use(g.driver.migrate)), emit.Text("folder?: string")}
	doc := surface.Doc(surface.Extensions, language, "{extensions}", strings.Join(g.Extensions, ", "))
	return emit.Concat(says(doc),
		function("static async "+called(surface.Extensions, ""), params, g.driver.promise("void"), body...))
}
