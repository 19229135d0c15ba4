package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// vectors reports whether methods read and write vectors of Apache Arrow.
func (g *generator) vectors() bool {
	return surface.Has(surface.ArrowInsert, language, g.p.Target.Part())
}

var vectorClasses = []string{"org.apache.arrow.memory.BufferAllocator", "org.apache.arrow.vector.ipc.ArrowReader"}

// vectorMethods prints the method that returns a query's rows as vectors.
func vectorMethods(g *generator, m *method) []emit.Doc {
	for _, c := range vectorClasses {
		g.use(c)
	}
	g.need("openArrow")
	s := g.scopeFor(m)
	allocator := s.local("allocator")
	sql, setup := g.sql(s)
	open := m.call()("openArrow", emit.Text(s.field("connection")), emit.Text(sql), emit.Text(allocator), g.binding(s))
	params := append([]string{"BufferAllocator " + allocator}, g.parameters(m)...)
	d := g.runs(surface.ArrowResult, m, "ArrowReader", called(surface.ArrowResult, m.name), params,
		append(setup, stmt("return ", open))...)
	return []emit.Doc{documented(d, surface.Doc(surface.ArrowResult, language, "{it}", m.name+"()", "{arrow}",
		"Arrow's vectors"))}
}

// vectorInserts prints the methods that insert the rows of vectors.
func vectorInserts(g *generator, a *appender, _ inserter) []emit.Doc {
	for _, c := range append(vectorClasses, "java.util.List", "org.apache.arrow.vector.VectorSchemaRoot") {
		g.use(c)
	}
	g.need("insertArrow")
	g.need("readerOf")
	columns := make([]string, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		columns[i] = `"` + escapeLine(f.Column, true) + `"`
	}
	sql, _ := quote(a.ByName, width-len("              ,"))
	var insert emit.Doc = call("insertArrow", emit.Text("connection"), sql, callShort("List.of", columns),
		emit.Text("allocator"), emit.Text("rows"))
	if g.p.Options.Observer {
		g.need("observed")
		insert = call("observed", emit.Text("observer"), quoted(a.Name.SQL),
			emit.Group("operation ->", continued(emit.Line(), call("operation.counted", insert))))
	}
	table := docText([]string{a.Name.SQL})[0]
	name := called(surface.ArrowInsert, pascal(a.Name))
	return []emit.Doc{
		documented(g.runs(surface.ArrowInsert, nil, "long", name, []string{"BufferAllocator allocator", "ArrowReader rows"},
			stmt("return ", insert)),
			surface.Doc(surface.ArrowInsert, language, "{table}", table)),
		lines(javadoc(1, surface.Overload(surface.ArrowInsert)),
			g.runs(surface.ArrowInsert, nil, "long", name, []string{"BufferAllocator allocator", "VectorSchemaRoot rows"},
				stmt("return ", call(name, emit.Text("allocator"),
					call("readerOf", emit.Text("allocator"), emit.Text("rows")))))),
	}
}
