package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them, for a connection that no statement works on yet:
// migrations may need what is attached.
func (g *generator) attachments() (ds []emit.Doc) {
	for _, a := range g.p.Attached {
		g.need("literal")
		g.need("runSql")
		g.use("java.sql.SQLException")
		attach := called(surface.Attach, pascal(a.Name))
		sql := func(pieces [2]string, argument string) emit.Doc {
			joined := []any{quoted(pieces[0]), " + literal(" + argument + ")"}
			if pieces[1] != "" {
				joined = append(joined, " + ", quoted(pieces[1]))
			}
			return stmt(call("runSql", emit.Text("connection"), emit.Concat(joined...)))
		}
		doc := func(k surface.Kind) emit.Doc {
			return lines(javadoc(1, surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode)))
		}
		ds = append(ds,
			lines(doc(surface.Attach),
				signature(1, "public static void", attach, []string{"Connection connection", "String address"}, sql(a.Attach, "address"))),
			lines(javadoc(1, surface.Overload(surface.Attach)),
				signature(1, "public static void", attach, []string{"Connection connection", "String address", "String extension"},
					sql(a.Load, "extension"), stmt(call(attach, emit.Text("connection"), emit.Text("address"))))),
			lines(doc(surface.Detach),
				signature(1, "public static void", called(surface.Detach, pascal(a.Name)), []string{"Connection connection"},
					stmt(call("runSql", emit.Text("connection"), quoted(a.Detach))))))
	}
	return ds
}
