package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them, for a connection that no statement works on yet:
// migrations may need what is attached.
func (m *module) attachments() (out []emit.Doc) {
	conn := text("conn: " + m.driver.Connection)
	execute := func(sql emit.Doc) emit.Doc { return call("conn.execute", sql) }
	for _, a := range m.Attached {
		m.helpers["_literal"] = true
		sql := func(pieces [2]string, argument string) emit.Doc {
			joined := []any{word(pieces[0]), " + _literal(" + argument + ")"}
			if pieces[1] != "" {
				joined = append(joined, " + ", word(pieces[1]))
			}
			return emit.Concat(joined...)
		}
		params := []emit.Doc{conn, text("address: str"), text("extension: str | None = None")}
		doc := func(k surface.Kind) []emit.Doc {
			return docLines(summary(surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode)))
		}
		out = append(out,
			stack(text("@staticmethod"), block(def(called(surface.Attach, databaseWords(a.Name)), params, "None"), append(doc(surface.Attach),
				block(text("if extension is not None:"), execute(sql(a.Load, "extension"))),
				execute(sql(a.Attach, "address")))...)),
			stack(text("@staticmethod"), block(def(called(surface.Detach, databaseWords(a.Name)), []emit.Doc{conn}, "None"),
				append(doc(surface.Detach), execute(text(word(a.Detach))))...)))
	}
	return out
}
