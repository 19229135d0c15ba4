package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// textOf is the method that tells an observer the SQL of a statement.
func (m *module) textOf() []emit.Doc {
	if !surface.ClassHas(m.Program, surface.TextOf) {
		return nil
	}
	var entries []emit.Doc
	for _, told := range m.Told() {
		entries = append(entries, text(word(told.Name.SQL)+": "+m.sent[told]))
	}
	name := m.scope.Claim("_TEXTS")
	m.constants = append(m.constants, brackets(name+" = {", entries, "}"))
	const k = surface.TextOf
	return []emit.Doc{stack(text("@staticmethod"), block(
		def(called(k, ""), []emit.Doc{text("query: str")}, surface.ResultType(surface.Sent, language)),
		lines(docstring(summary(surface.Doc(k, language)))), text("return "+name+".get(query)")))}
}
