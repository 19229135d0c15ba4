package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them, for a connection that no statement works on yet:
// migrations may need what is attached.
func (g *generator) attachments() (ds []emit.Doc) {
	for i := range g.p.Attached {
		a := &g.p.Attached[i]
		g.need("literal")
		g.need("runSql")
		g.use("java.sql.SQLException")
		for _, k := range surface.DatabaseOperations(g.p, a) {
			doc := javadoc(1, surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode))
			ds = append(ds, ofDatabase[k](called(k, pascal(a.Name)), a, doc)...)
		}
	}
	return ds
}

// ofDatabase print the methods of a database, by their names.
var ofDatabase = map[surface.Kind]func(name string, a *plan.Attached, doc emit.Doc) []emit.Doc{
	surface.Attach: func(name string, a *plan.Attached, doc emit.Doc) []emit.Doc {
		return []emit.Doc{
			lines(doc, signature(1, "public static void", name, []string{"Connection connection", "String address"},
				runAround(a.Attach, "address"))),
			lines(javadoc(1, surface.Overload(surface.Attach)),
				signature(1, "public static void", name,
					[]string{"Connection connection", "String address", "String extension"},
					runAround(a.Load, "extension"), stmt(call(name, emit.Text("connection"), emit.Text("address"))))),
		}
	},
	surface.Detach: func(name string, a *plan.Attached, doc emit.Doc) []emit.Doc {
		return []emit.Doc{lines(doc, signature(1, "public static void", name, []string{"Connection connection"},
			stmt(call("runSql", emit.Text("connection"), quoted(a.Detach)))))}
	},
}

// runAround runs SQL with a text between its pieces.
func runAround(pieces [2]string, argument string) emit.Doc {
	joined := []any{quoted(pieces[0]), " + literal(" + argument + ")"}
	if pieces[1] != "" {
		joined = append(joined, " + ", quoted(pieces[1]))
	}
	return stmt(call("runSql", emit.Text("connection"), emit.Concat(joined...)))
}
