package java

import (
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
)

// joined is how a statement that joins its rows is executed, behind what it needs.
func (g *generator) joined(m *method, sql string, from *plan.Sourced) (emit.Doc, []emit.Doc) {
	load := from.Load.Load.(*plan.Source)
	name := strings.TrimSuffix(m.sqlName, "_SQL")
	class := g.types.Claim(strings.TrimSuffix(m.paramsType, "Params") + "Rows")
	a := &appender{Appender: from.Load, class: class, row: m.paramsType,
		constant: g.consts.Claim(name + "_MANY_SQL"), after: g.consts.Claim(name + "_MANY_REST_SQL")}
	in := g.bufferInserter(a)
	before := []emit.Doc{constantField(a.constant, load.SQL), constantField(a.after, load.After)}
	doc := javadoc(1, []string{"How rows of " + m.paramsType + " become columns."})
	encoders := lines(doc, emit.Concat("private static final class "+class+" {",
		emit.Indent(emit.HardLine(), paragraphs(in.members)), emit.HardLine(), "}"))
	before = append(append(before, in.constants...), encoders)
	number := func(n int) emit.Doc { return emit.Text(strconv.Itoa(n)) }
	return brokenCall("new Many<>", emit.Text(sql), g.rowBinder(m), number(m.Bulk.Few), number(m.Bulk.Rows),
		g.keyOf(m, from.Key),
		emit.Group("() ->", continued(emit.Line(), in.args[1]))), before
}

// keyOf is the function of a row's key; null where rows do not meet.
func (g *generator) keyOf(m *method, key []int) emit.Doc {
	if len(key) == 0 {
		return emit.Text("null")
	}
	g.need("keyOf")
	members := membersOf("row", m.Params)
	parts := make([]string, len(key))
	for i, p := range key {
		parts[i] = members[p]
	}
	return emit.Group("row ->", continued(emit.Line(), callShort("keyOf", parts)))
}
