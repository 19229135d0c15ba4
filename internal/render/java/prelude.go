package java

import (
	"embed"
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

//go:embed prelude/*.java prelude/*/*.java
var preludeFiles embed.FS

var (
	importLine  = regexp.MustCompile(`(?m)^import ([\w.]+)\.(\w+);$`)
	memberHead  = regexp.MustCompile(`(?m)^  (?:private|public) (?:[\w ]*\b(?:class|interface|record) (\w+)|[^=;({]*?\b(\w+)(?:\(| =|;))`)
	methodHead  = regexp.MustCompile(`(?m)^  ((?:private|public) [^=;{}()]*?)\s([\w<>]+)\(([^{};=]*?)\)(\s+throws [\w, ]+)? \{$`)
	privateType = regexp.MustCompile(`(?m)^  private ((?:abstract |static |final )*(?:class|interface|record|enum) )`)
	publicType  = regexp.MustCompile(`(?m)^  public (?:static )?((?:final )?(?:class|interface|record|enum) )`)
	marked      = regexp.MustCompile(`/\*\? (.*?) \*/( ?)`)
	markedLast  = regexp.MustCompile(` /\*\? .*? \*/([>\[,])`)
)

// prelude is the members that a generated class of a driver may have, from the classes in these files, and what
// the engine's data says of transactions, and the SQL of the table of migrations.
func prelude(id string, files ...string) *core.Prelude {
	return core.NewPrelude(preludeFiles, ".java", split,
		append([]string{"Nested", "Optionals", "Pages", "Transactions"}, files...)...).With(func() []core.Definition {
		var statements []emit.Doc
		plan.TrackingOf(target.Find(id)).Each(func(_, sql string) {
			d, _ := quote(sql, width-len("          ,"))
			statements = append(statements, d)
		})
		constant := emit.Concat("  ", emit.Indent("private static final Tracking TRACKING =",
			continued(emit.HardLine(), brokenCall("new Tracking", statements...), ";")))
		tracking := core.Definition{Name: "TRACKING", Text: emit.Print(constant, width, "  "),
			Uses: []string{"Tracking"}}
		return append(transactions(target.Find(id).Engine), tracking)
	})
}

// split splits a class into its members, which stand between blank lines; what is indented by more than a member
// belongs to the one above.
func split(source string) []core.Definition {
	imports := map[string]string{}
	for _, m := range importLine.FindAllStringSubmatch(source, -1) {
		imports[m[2]] = m[1] + "." + m[2]
	}
	_, body, _ := strings.Cut(source, " {\n")
	body = strings.TrimSuffix(body, "\n}\n")
	var parts []string
	for _, part := range strings.Split(body, "\n\n") {
		if strings.HasPrefix(part, "   ") {
			parts[len(parts)-1] += "\n\n" + part
		} else {
			parts = append(parts, part)
		}
	}
	out := make([]core.Definition, len(parts))
	for i, part := range parts {
		m := memberHead.FindStringSubmatch(part)
		out[i] = core.Definition{Name: m[1] + m[2], Text: part, Uses: usesOf(part)}
		for _, used := range out[i].Uses {
			if class, ok := imports[used]; ok {
				out[i].Imports = append(out[i].Imports, class)
			}
		}
	}
	return out
}

// usesOf are the types, constants and methods that a text names, but for members of others: what starts with a small
// letter is a method only where it is called, and a variable elsewhere.
func usesOf(text string) []string {
	var out []string
	seen := map[string]bool{}
	code := codeOf(text)
	core.Words(code, func(name string, start, end int) {
		method := strings.HasSuffix(code[:start], "::")
		variable := name[0] >= 'a' && !strings.HasPrefix(code[end:], "(") && !method
		if name[0] != '_' && !strings.HasSuffix(code[:start], ".") && !variable && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	})
	return out
}

// codeOf is a text without its comments and literals.
func codeOf(text string) string {
	var b strings.Builder
	for {
		at := strings.IndexAny(text, "\"'/")
		if at < 0 {
			return b.String() + text
		}
		b.WriteString(text[:at])
		text = text[at:]
		n := 1
		switch {
		case strings.HasPrefix(text, "//"):
			if n = strings.IndexByte(text, '\n'); n < 0 {
				n = len(text)
			}
		case strings.HasPrefix(text, "/*"):
			n = ending(text, 2, "*/")
		case strings.HasPrefix(text, `"""`):
			n = ending(text, 3, `"""`)
		case text[0] != '/':
			n = ending(text, 1, text[:1])
		default:
			b.WriteByte('/')
			text = text[1:]
			continue
		}
		b.WriteByte(' ')
		text = text[n:]
	}
}

// ending is where a comment or a literal ends, with what ends it.
func ending(text string, from int, end string) int {
	escapes := strings.ContainsAny(end, `"'`)
	for i := from; i < len(text); i++ {
		switch {
		case escapes && text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], end):
			return i + len(end)
		}
	}
	return len(text)
}

// need marks a member of the prelude as used, and those that it uses itself where they go into the class as well.
func (g *generator) need(name string) {
	if g.needed[name] {
		return
	}
	if !g.driver.prelude.Has(name) {
		panic("no " + name + " in the prelude")
	}
	if g.base != "" {
		g.needed[name] = true
		return
	}
	for _, d := range g.driver.prelude.Closure(map[string]bool{name: true}) {
		g.needed[d.Name] = true
		g.useImports(d)
	}
}

func (g *generator) useImports(d core.Definition) {
	for _, i := range d.Imports {
		g.use(i)
	}
	if strings.Contains(d.Text, "/*?") {
		g.nullable("")
	}
}

// preludeMembers are the members of the prelude that are used, for the end of a class.
func (g *generator) preludeMembers() []emit.Doc {
	var out []emit.Doc
	for _, d := range g.driver.prelude.Closure(g.needed) {
		out = append(out, g.preludeMember(d, false))
	}
	return out
}

// preludeMember is a member of the prelude, open to the classes of the package where those need it.
func (g *generator) preludeMember(d core.Definition, open bool) emit.Doc {
	text := g.annotate(d.Text)
	if open {
		text = privateType.ReplaceAllString(text, "  $1")
	}
	text = methodHead.ReplaceAllStringFunc(text, func(head string) string { return layHead(head, open) })
	return emit.Raw(strings.TrimPrefix(text, "  "))
}

// annotate keeps or drops what is marked as an annotation.
func (g *generator) annotate(text string) string {
	if g.p.Options.Nullability == "" {
		return marked.ReplaceAllString(markedLast.ReplaceAllString(text, "$1"), "")
	}
	return strings.ReplaceAll(marked.ReplaceAllString(text, "$1$2"), "@Nullable[]", "@Nullable []")
}

// layHead lays a method's head out again: what stands for a marked text changes its length.
func layHead(s string, open bool) string {
	m := methodHead.FindStringSubmatch(s)
	before := strings.Join(strings.Fields(m[1]), " ")
	if open {
		before = strings.TrimPrefix(before, "private ")
	}
	params := strings.Join(strings.Fields(m[3]), " ")
	throws := strings.TrimSpace(m[4])
	d := header(1, before, m[2], splitTop(params), throws)
	return emit.Print(emit.Indent(emit.HardLine(), d), width, indentUnit)[1:] + " {"
}

// erased are the types of a method's parameters as the compiler tells methods apart.
func erased(params string) []string {
	var types []string
	for _, p := range splitTop(marked.ReplaceAllString(params, "")) {
		t, _, _ := strings.Cut(p[:strings.LastIndexByte(p, ' ')], "<")
		types = append(types, t)
	}
	return types
}

// splitTop splits at the commas that stand in no angle brackets.
func splitTop(s string) []string {
	var out []string
	depth, start := 0, 0
	for i, r := range s {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
		case r == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	if last := strings.TrimSpace(s[start:]); last != "" {
		out = append(out, last)
	}
	return out
}
