package java

import (
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// withVectors adds the methods that read and write vectors of Apache Arrow.
func withVectors(d driver) driver {
	d.reading, d.writing = vectorMethods, vectorInserts
	return d
}

func vectorsName(method string) string     { return method + "Arrow" }
func bulkVectorsName(table ir.Name) string { return "bulkInsert" + pascal(table) + "Arrow" }

var vectorClasses = []string{"org.apache.arrow.memory.BufferAllocator", "org.apache.arrow.vector.ipc.ArrowReader"}

// vectorMethods prints the method that returns a query's rows as vectors. What changes rows has none: it would be done
// again on the connection of the reader.
func vectorMethods(g *generator, m *method) []emit.Doc {
	if !m.Cursor {
		return nil
	}
	for _, c := range vectorClasses {
		g.use(c)
	}
	g.need("openArrow")
	s := g.scopeFor(m)
	allocator := s.local("allocator")
	sql, setup := g.sql(s)
	open := m.call()("openArrow", emit.Text(s.field("connection")), emit.Text(sql), emit.Text(allocator), g.binding(s))
	params := append([]string{"BufferAllocator " + allocator}, g.parameters(m)...)
	d := signature(1, "public ArrowReader", vectorsName(m.name), params, append(setup, stmt("return ", open))...)
	note := "What " + m.name + "() returns as Arrow's vectors; the reader must be closed."
	return []emit.Doc{documented(&method{Method: &plan.Method{Query: &ir.Query{}}}, d, note)}
}

// vectorInserts prints the methods that insert the rows of vectors.
func vectorInserts(g *generator, a *appender) []emit.Doc {
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
	insert := call("insertArrow", emit.Text("connection"), sql, callShort("List.of", columns), emit.Text("allocator"), emit.Text("rows"))
	table := docText([]string{a.Name.SQL})[0]
	name := bulkVectorsName(a.Name)
	return []emit.Doc{
		lines(javadoc(1, []string{"Inserts rows into " + table + ", all or none, from vectors that are called like the columns, " +
			"closes the reader and returns how many."}),
			signature(1, "public long", name, []string{"BufferAllocator allocator", "ArrowReader rows"}, stmt("return ", insert))),
		lines(javadoc(1, []string{"The same from vectors that stay the caller's."}),
			signature(1, "public long", name, []string{"BufferAllocator allocator", "VectorSchemaRoot rows"},
				stmt("return ", call(name, emit.Text("allocator"), call("readerOf", emit.Text("allocator"), emit.Text("rows")))))),
	}
}
