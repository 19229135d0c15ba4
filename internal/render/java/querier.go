package java

import (
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
)

// faked is a method of the interface.
type faked struct {
	result, name string
	params       []string
}

// runs prints a method that runs statements, which the interface has, too.
func (g *generator) runs(k surface.Kind, result, name string, params []string, body ...emit.Doc) emit.Doc {
	method := signature(1, "public "+result, name, params, body...)
	if !surface.Faked(g.p, k) {
		return method
	}
	g.faked = append(g.faked, faked{result, name, params})
	return lines(emit.Text("@Override"), method)
}

// implements is the head of a class with these interfaces and its own.
func (g *generator) implements(head string, interfaces ...string) emit.Doc {
	if g.interfaced != "" {
		interfaces = append(interfaces, g.interfaced)
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

// querier is the file of the interface. To it, the types that stand in the class are those of the class.
func (g *generator) querier() []emit.File {
	if g.interfaced == "" {
		return nil
	}
	inside := g.inside()
	qualified := func(text string) string { return text }
	if inside != nil {
		named := regexp.MustCompile(`(^|[^.\w])(@Nullable )?(` + strings.Join(inside, "|") + `)\b`)
		qualified = func(text string) string { return named.ReplaceAllString(text, "${1}"+g.class+".${2}${3}") }
	}
	var members []emit.Doc
	for _, m := range g.faked {
		params := make([]string, len(m.params))
		for i, p := range m.params {
			name := strings.LastIndexByte(p, ' ')
			params[i] = qualified(p[:name]) + p[name:]
		}
		members = append(members, emit.Concat(headed(1, qualified(m.result), m.name, params, throwsSQL, ";"), ";"))
	}
	doc := surface.Doc(surface.Interface, language, "{what}", "statements", "{class}", g.class)
	text := g.classFile(g.p.Notice(), javadoc(0, doc), emit.Text("public interface "+g.interfaced), members)
	return []emit.File{{Name: g.interfaced + ".java", Text: text}}
}
