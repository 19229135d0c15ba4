package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them, for a connection that no statement works on yet:
// migrations may need what is attached.
func (m *module) attachments() (out []emit.Doc) {
	for i := range m.Attached {
		a := &m.Attached[i]
		m.helpers["_literal"] = true
		for _, k := range surface.DatabaseOperations(m.Program, a) {
			params, body := ofDatabase[k](a)
			doc := docLines(summary(surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode)))
			params = append([]emit.Doc{text("conn: " + m.driver.Connection)}, params...)
			out = append(out, stack(text("@staticmethod"),
				block(def(called(k, databaseWords(a.Name)), params, "None"), append(doc, body...)...)))
		}
	}
	return out
}

// ofDatabase are the parameters, besides the connection, and the bodies of the methods of a database.
var ofDatabase = map[surface.Kind]func(*plan.Attached) (params, body []emit.Doc){
	surface.Attach: func(a *plan.Attached) (params, body []emit.Doc) {
		return []emit.Doc{text("address: str"), text("extension: str | None = None")}, []emit.Doc{
			block(text("if extension is not None:"), executeAround(a.Load, "extension")),
			executeAround(a.Attach, "address"),
		}
	},
	surface.Detach: func(a *plan.Attached) (params, body []emit.Doc) {
		return nil, []emit.Doc{call("conn.execute", text(word(a.Detach)))}
	},
}

// executeAround executes SQL with a text between its pieces.
func executeAround(pieces [2]string, argument string) emit.Doc {
	joined := []any{word(pieces[0]), " + _literal(" + argument + ")"}
	if pieces[1] != "" {
		joined = append(joined, " + ", word(pieces[1]))
	}
	return call("conn.execute", emit.Concat(joined...))
}
