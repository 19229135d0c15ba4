package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// member is the head of a method that runs a statement, or is of a table, which has none. Protocols of the class have
// it, too. A method that returns what is awaited later is none to await.
func (m *module) member(k surface.Kind, of *plan.Method, name string, params []emit.Doc, result string) emit.Doc {
	head, declared := def(name, params, result), def(name, params, result)
	if m.driver.Async && k != surface.Appender {
		head = emit.Concat("async ", head)
		if k != surface.Stream {
			declared = head
		}
	}
	for _, view := range surface.ViewsOf(m.Program, k, of) {
		m.protocols[view] = append(m.protocols[view], emit.Concat(declared, " ..."))
	}
	return head
}

// protocolClasses are the Protocols of the class's methods.
func (m *module) protocolClasses() (classes []emit.Doc) {
	for _, view := range surface.Views(m.Program) {
		m.use("Protocol")
		body := docLines(summary(surface.Doc(view, language, "{what}", "statements", "{class}", m.name)))
		for _, d := range m.protocols[view] {
			body = append(body, text(""), d)
		}
		classes = append(classes, block(text("class "+m.views[view]+"(Protocol):"), body...))
	}
	return classes
}
