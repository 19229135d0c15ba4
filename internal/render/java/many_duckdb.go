package java

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// joined is how a statement that joins its rows is executed, behind what it needs.
func (g *generator) joined(m *method, sql string) (emit.Doc, []emit.Doc) {
	from := m.Bulk.From
	load := from.Load.Load.(*plan.Source)
	name := strings.TrimSuffix(m.sqlName, "_SQL")
	class := g.types.Claim(strings.TrimSuffix(m.paramsType, "Params") + "Rows")
	a := &appender{Appender: from.Load, class: class, row: m.paramsType,
		constant: g.consts.Claim(name + "_MANY_SQL"), after: g.consts.Claim(name + "_MANY_REST_SQL")}
	in := g.bufferInserter(a)
	before := []emit.Doc{constantField(a.constant, load.SQL), constantField(a.after, load.After)}
	doc := javadoc(1, []string{"How rows of " + m.paramsType + " become columns."})
	encoders := lines(doc, emit.Concat("private static final class "+class+" {", emit.Indent(emit.HardLine(), paragraphs(in.members)), emit.HardLine(), "}"))
	before = append(append(before, in.constants...), encoders)
	number := func(n int) emit.Doc { return emit.Text(strconv.Itoa(n)) }
	return brokenCall("new Many<>", emit.Text(sql), g.rowBinder(m), number(m.Bulk.Few), number(m.Bulk.Rows), g.keyOf(m),
		emit.Group("() ->", continued(emit.Line(), in.args[1]))), before
}

// keyOf is the function of a row's key; null where rows do not meet.
func (g *generator) keyOf(m *method) emit.Doc {
	if len(m.Bulk.From.Key) == 0 {
		return emit.Text("null")
	}
	g.need("keyOf")
	names := components("column", ir.ParamFields(m.Params))
	parts := make([]string, len(m.Bulk.From.Key))
	for i, p := range m.Bulk.From.Key {
		parts[i] = "row." + names[p] + "()"
	}
	return emit.Group("row ->", continued(emit.Line(), callShort("keyOf", parts)))
}
