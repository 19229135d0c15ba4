package python

import (
	"github.com/sqg-dev/sqg/internal/surface"
)

import "github.com/sqg-dev/sqg/internal/emit"

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
		doc := docLines([]string{
			"Attach a PostgreSQL database as " + a.Name.SQL + ", " + a.Mode + ".", "",
			"It is there for the whole database instance. Its address is a URL or key=value",
			"pairs, as libpq takes them; extension is the file of DuckDB's extension for",
			"PostgreSQL, where DuckDB cannot fetch it.",
		})
		out = append(out,
			stack(text("@staticmethod"), block(def(called(surface.Attach, databaseWords(a.Name)), params, "None"), append(doc,
				block(text("if extension is not None:"), execute(sql(a.Load, "extension"))),
				execute(sql(a.Attach, "address")))...)),
			stack(text("@staticmethod"), block(def(called(surface.Detach, databaseWords(a.Name)), []emit.Doc{conn}, "None"),
				text(`"""Detach `+a.Name.SQL+` again."""`), execute(text(word(a.Detach))))))
	}
	return out
}
