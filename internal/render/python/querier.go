package python

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// member is the head of a method that runs statements, which the Protocol of the class has, too. A method that returns
// what is awaited later is none to await.
func (m *module) member(k surface.Kind, name string, params []emit.Doc, result string) emit.Doc {
	head, declared := def(name, params, result), def(name, params, result)
	if m.driver.Async && k != surface.Appender {
		head = emit.Concat("async ", head)
		if k != surface.Stream {
			declared = head
		}
	}
	if surface.Faked(m.Program, k) {
		m.protocol = append(m.protocol, emit.Concat(declared, " ..."))
	}
	return head
}

// querier is the Protocol of the methods that run statements.
func (m *module) querier() []emit.Doc {
	if m.interfaced == "" {
		return nil
	}
	m.use("Protocol")
	doc := surface.Doc(surface.Interface, language, "{what}", "statements", "{class}", m.name)
	body := docLines(summary(doc))
	for _, d := range m.protocol {
		body = append(body, text(""), d)
	}
	return []emit.Doc{block(text("class "+m.interfaced+"(Protocol):"), body...)}
}
