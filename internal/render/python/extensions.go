package python

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// extensions is the method that loads DuckDB's extensions, for a connection that no statement works on yet: migrations
// may need them.
func (m *module) extensions() emit.Doc {
	m.helpers["_loading"] = true
	body := docLines(summary(surface.Doc(surface.Extensions, language, "{extensions}",
		strings.Join(m.Extensions, ", "))))
	for _, name := range m.Extensions {
		body = append(body, call("conn.execute", call("_loading", text(word(name)), text("folder"))))
	}
	params := []emit.Doc{text("conn: " + m.driver.Connection), text("folder: str | None = None")}
	return stack(text("@staticmethod"), block(def(called(surface.Extensions, ""), params, "None"), body...))
}
