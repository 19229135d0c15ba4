package java

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// keyReaders are the functions that read a value that a cursor holds, by its type.
var keyReaders = map[string]string{"Byte": "Byte::valueOf", "Short": "Short::valueOf", "Integer": "Integer::valueOf",
	"Long":   "Long::valueOf",
	"Double": "Double::valueOf", "Boolean": "Boolean::valueOf", "String": "String::toString",
	"BigDecimal": "BigDecimal::new", "UUID": "UUID::fromString",
	"LocalDate": "LocalDate::parse", "LocalDateTime": "LocalDateTime::parse", "OffsetDateTime": "OffsetDateTime::parse",
	"Instant": "Instant::parse"}

// keyReader is the function that reads a column's value from a cursor; "" where a cursor holds none of that type.
func (g *generator) keyReader(f ir.Field) string {
	if f.Override != nil {
		return ""
	}
	return keyReaders[boxed(g.typeOf(f))]
}

// page prints the method of a query of pages.
func (g *generator) page(m *method) emit.Doc {
	g.need("Page")
	g.need("Paging")
	g.need("all")
	s := g.scopeFor(m)
	p, page := m.Page, s.local("page")
	tag := quoted(p.Tag)
	if p.Sort >= 0 {
		sort := m.params[p.Sort]
		first := quoted(m.Params[p.Sort].Type.Enum.Labels[0])
		tag = emit.Group(tag, continued(emit.Line(), "+ ("+sort+" == null ? ", first, " : "+sort+".getValue())"))
	}
	args := []emit.Doc{quoted(m.Name.SQL), tag, emit.Text(m.params[p.Size]), emit.Text(strconv.Itoa(len(p.Keys))),
		emit.Text(m.params[p.After]), emit.Text(m.params[p.Before])}
	body := []emit.Doc{assign("Paging "+page, call("new Paging", args...))}
	names := components("column", m.Row.Shown())
	of := make([]emit.Doc, len(p.Keys))
	for i, k := range p.Keys {
		f := m.Row.Fields[k.Column]
		local := s.local(components("column", []ir.Field{m.Params[k.Param].Field})[0])
		s.params = append(s.params[:len(s.params):len(s.params)], local)
		body = append(body, assign(g.nullable(boxed(g.typeOf(f)))+" "+local,
			call(page+".key", emit.Text(strconv.Itoa(i)), emit.Text(g.keyReader(f)))))
		if of[i] = emit.Text("row"); !m.Pluck {
			of[i] = emit.Text("row." + names[m.Row.At(k.Column)] + "()")
		}
	}
	sql, chosen := g.sql(s)
	body = append(body, chosen...)
	rows := brokenCall("all", emit.Text(sql), g.binding(s), g.counted(s, g.reader(s)))
	keys := emit.Group("row ->", continued(emit.Line(), arrayOf(of)))
	body = append(body, stmt("return ", brokenCall(page+".of", rows, keys)))
	d := g.runs(surface.Page, m, "Page<"+g.result(m)+">", m.name, g.parameters(m), g.observed(s, body, nil)...)
	return m.documented(d, surface.Page)
}
