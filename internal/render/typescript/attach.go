package typescript

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them, for a connection that no statement works on yet:
// migrations may need what is attached.
func (g *generator) attachments() (out []emit.Doc) {
	for _, a := range g.Attached {
		db := emit.Text("db: " + g.use(g.driver.migrate))
		run := func(pieces [2]string, argument string) emit.Doc {
			sql := "`" + templateBody(pieces[0]) + "${" + g.use("sqlString") + "(" + argument + ")}" + templateBody(pieces[1]) + "`"
			return emit.Concat(call("await db.run", emit.Text(sql)), ";")
		}
		load := emit.Concat("if (extension !== undefined) {", emit.Indent(emit.HardLine(), run(a.Load, "extension")), emit.HardLine(), "}")
		doc := func(k surface.Kind) emit.Doc {
			return says(surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode))
		}
		out = append(out,
			emit.Concat(doc(surface.Attach), function("static async "+called(surface.Attach, pascal(a.Name)), []emit.Doc{db, emit.Text("address: string"), emit.Text("extension?: string")}, g.driver.promise("void"),
				load, run(a.Attach, "address"))),
			emit.Concat(doc(surface.Detach),
				function("static async "+called(surface.Detach, pascal(a.Name)), []emit.Doc{db}, g.driver.promise("void"), emit.Concat(call("await db.run", emit.Text(str(a.Detach))), ";"))))
	}
	return out
}
