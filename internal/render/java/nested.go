package java

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// nest and rowKey name the functions that put rows with a list together, and that of their key. A row as it is
// read has a list of one object, or of none.
func (g *generator) nest(r *ir.Row) string   { return "nest" + g.rowType[r] }
func (g *generator) rowKey(r *ir.Row) string { return "keyOf" + g.rowType[r] }

// nesters are these functions; nil for rows without a list.
func (g *generator) nesters(r *ir.Row) []emit.Doc {
	if r.List() == nil {
		return nil
	}
	g.use("java.util.List")
	g.need("gather")
	typ := g.rowType[r]
	names := components("column", r.Shown())
	keys := make([]emit.Doc, len(r.Keys()))
	for i, at := range r.Keys() {
		keys[i] = emit.Text("row." + names[at] + "()")
	}
	key := keys[0]
	if len(keys) > 1 {
		key = call("List.of", keys...)
	}
	list := names[r.ListAt()]
	gather := call("gather", emit.Text("rows"), g.static(g.rowKey(r)), reference(typ, list))
	body := []emit.Doc{stmt("return ", gather)}
	if inner := r.List().Row; inner.List() != nil {
		each := emit.Group("row ->", continued(emit.Line(), call(g.nest(inner), emit.Text("row."+list+"()"))))
		body = []emit.Doc{stmt(gather), stmt(call("rows.forEach", each)), emit.Text("return rows;")}
	}
	return []emit.Doc{
		block(header(1, g.own("static Object"), g.rowKey(r), []string{typ + " row"}, ""), stmt("return ", key)),
		block(header(1, g.own("static List<"+typ+">"), g.nest(r), []string{"List<" + typ + "> rows"}, ""), body...),
	}
}

// static is a reference to a static method of the class.
func (g *generator) static(method string) emit.Doc { return reference(g.class, method) }

func reference(class, method string) emit.Doc {
	return emit.Group(class, continued(emit.SoftLine(), "::"+method))
}

// puts reports whether a method of these types is one that puts rows together.
func (g *generator) puts(signature string) bool {
	name, types, _ := strings.Cut(signature, "(")
	for r, typ := range g.rowType {
		if r.List() != nil && (name == g.nest(r) && types == "List)" || name == g.rowKey(r) && types == typ+")") {
			return true
		}
	}
	return false
}

// nests reports whether several rows that the engine returns make one row.
func (m *method) nests() bool { return m.Row.List() != nil }

// nested are the statements that return what a query has found, put together: all rows, or the first.
func (g *generator) nested(m *method, found emit.Doc) []emit.Doc {
	rows := m.local("rows")
	put := call(g.nest(m.Row), found)
	if m.Result == ir.All && !g.p.Options.Observer {
		return []emit.Doc{stmt("return ", put)}
	}
	body := []emit.Doc{assign("List<"+g.rowType[m.Row]+"> "+rows, put)}
	count, result := rows+".size()", rows
	if m.Result == ir.One {
		count = "Math.min(" + count + ", 1)"
		result = rows + ".get(0)"
		if m.Required() {
			g.need("NoRowException")
			body = append(body, block(emit.Text("if ("+rows+".isEmpty())"), emit.Text("throw new NoRowException();")))
		} else {
			result = rows + ".isEmpty() ? null : " + result
		}
	}
	if g.p.Options.Observer {
		body = append(body, emit.Text(m.operation+".counted("+count+");"))
	}
	return append(body, emit.Text("return "+result+";"))
}
