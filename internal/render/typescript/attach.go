package typescript

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them, for a connection that no statement works on yet:
// migrations may need what is attached.
func (g *generator) attachments() (out []emit.Doc) {
	for i := range g.Attached {
		a := &g.Attached[i]
		for _, k := range surface.DatabaseOperations(g.Program, a) {
			params, body := ofDatabase[k](g, a)
			db := emit.Text("db: " + g.use(g.driver.migrate))
			out = append(out, emit.Concat(says(surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode)),
				function("static async "+called(k, pascal(a.Name)), append([]emit.Doc{db}, params...),
					g.driver.promise("void"), body...)))
		}
	}
	return out
}

// ofDatabase are the parameters, besides the connection, and the bodies of the methods of a database.
var ofDatabase = map[surface.Kind]func(*generator, *plan.Attached) (params, body []emit.Doc){
	surface.Attach: func(g *generator, a *plan.Attached) (params, body []emit.Doc) {
		run := func(pieces [2]string, argument string) emit.Doc {
			sql := "`" + templateBody(pieces[0]) + "${" + g.use("sqlString") + "(" + argument + ")}" +
				templateBody(pieces[1]) + "`"
			return emit.Concat(call("await db.run", emit.Text(sql)), ";")
		}
		load := emit.Concat("if (extension !== undefined) {", emit.Indent(emit.HardLine(), run(a.Load, "extension")),
			emit.HardLine(), "}")
		return []emit.Doc{emit.Text("address: string"), emit.Text("extension?: string")},
			[]emit.Doc{load, run(a.Attach, "address")}
	},
	surface.Detach: func(_ *generator, a *plan.Attached) (params, body []emit.Doc) {
		return nil, []emit.Doc{emit.Concat(call("await db.run", emit.Text(str(a.Detach))), ";")}
	},
}
