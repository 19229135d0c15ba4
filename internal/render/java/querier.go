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

// memberType finds a type that stands in a class; its group is the name.
var memberType = regexp.MustCompile(`(?m)^  public (?:static |final |abstract |sealed )*(?:class|record|enum|interface) (\w+)`)

// querier is the file of the interface. To it, the types that stand in the class are those of the class.
func (g *generator) querier(class string) []emit.File {
	if g.interfaced == "" {
		return nil
	}
	var inside []string
	for _, m := range memberType.FindAllStringSubmatch(class, -1) {
		inside = append(inside, m[1])
	}
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
