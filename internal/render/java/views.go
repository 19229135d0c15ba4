package java

import (
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// head is the head of a method, for an interface.
type head struct {
	result, name string
	params       []string
}

// runs prints a method that runs a statement, or is of a table, which has none. Interfaces have it, too.
func (g *generator) runs(k surface.Kind, m *method, result, name string, params []string, body ...emit.Doc) emit.Doc {
	method := signature(1, "public "+result, name, params, body...)
	var of *plan.Method
	if m != nil {
		of = m.Method
	}
	views := surface.ViewsOf(g.p, k, of)
	if views == nil {
		return method
	}
	for _, view := range views {
		g.heads[view] = append(g.heads[view], head{result, name, params})
	}
	return lines(emit.Text("@Override"), method)
}

// implements is the head of a class with these interfaces and its own.
func (g *generator) implements(head string, interfaces ...string) emit.Doc {
	for _, view := range surface.Views(g.p) {
		interfaces = append(interfaces, g.views[view])
	}
	if len(interfaces) == 0 {
		return emit.Text(head)
	}
	return emit.Group(head, continued(emit.Line(), "implements "+strings.Join(interfaces, ", ")))
}

// inside are the types that stand in the class.
func (g *generator) inside() (names []string) {
	for _, r := range g.rows {
		names = append(names, g.rowType[r])
	}
	for _, m := range g.methods {
		if m.Declares() {
			names = append(names, m.paramsType)
		}
	}
	for _, a := range g.appends {
		names = append(names, a.class)
	}
	if g.unit == g.p {
		for _, d := range g.schemaTypes() {
			names = append(names, d.name)
		}
	}
	if g.inline() {
		for _, d := range g.driver.prelude.Closure(g.needed) {
			if publicType.MatchString(d.Text) {
				names = append(names, d.Name)
			}
		}
	}
	return names
}

// interfaces are the files of the interfaces. To them, the types that stand in the class are those of the class.
func (g *generator) interfaces() (files []emit.File) {
	views := surface.Views(g.p)
	if views == nil {
		return nil
	}
	inside := g.inside()
	qualified := func(text string) string { return text }
	if inside != nil {
		named := regexp.MustCompile(`(^|[^.\w])(@Nullable )?(` + strings.Join(inside, "|") + `)\b`)
		qualified = func(text string) string { return named.ReplaceAllString(text, "${1}"+g.class+".${2}${3}") }
	}
	for _, view := range views {
		var members []emit.Doc
		for _, m := range g.heads[view] {
			params := make([]string, len(m.params))
			for i, p := range m.params {
				name := strings.LastIndexByte(p, ' ')
				params[i] = qualified(p[:name]) + p[name:]
			}
			members = append(members, emit.Concat(headed(1, qualified(m.result), m.name, params, throwsSQL, ";"), ";"))
		}
		doc := surface.Doc(view, language, "{what}", "statements", "{class}", g.class)
		text := g.classFile(g.p.Notice(), javadoc(0, doc), emit.Text("public interface "+g.views[view]), members)
		files = append(files, emit.File{Name: g.views[view] + ".java", Text: text})
	}
	return files
}
