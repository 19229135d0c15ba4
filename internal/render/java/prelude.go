package java

import (
	"embed"
	"regexp"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/emit"
)

//go:embed prelude/*.java prelude/*/*.java
var preludeFiles embed.FS

// section is a part of the prelude, by its name, with the sections and imports that it needs.
type section struct {
	name    string
	needs   []string
	text    string
	imports []string
	types   []string // that it defines
	methods []string // name(Type,Type) of those that it defines
}

var (
	sectionHead = regexp.MustCompile(`(?m)^  // section (\w+):(.*)\n\n?`)
	importLine  = regexp.MustCompile(`(?m)^import (?:static )?([\w.]+)\.(\w+);$`)
	marked      = regexp.MustCompile(`/\*\? (.*?) \*/( ?)`)
	markedLast  = regexp.MustCompile(` /\*\? .*? \*/([>\[])`)
	typeHead    = regexp.MustCompile(`(?m)^  [\w ]*\b(?:class|interface|record|enum) (\w+)`)
	methodHead  = regexp.MustCompile(`(?m)^  ((?:private|public) [^=;{}()]*?)\s([\w<>]+)\(([^{};=]*?)\)(\s+throws \w+)? \{$`)
)

// sectionsOf a driver, in the order of the files. They are read on first use: other languages and commands need none.
func sectionsOf(files ...string) func() []section {
	return sync.OnceValue(func() []section {
		var out []section
		for _, name := range files {
			src, err := preludeFiles.ReadFile("prelude/" + name)
			if err != nil {
				panic(err)
			}
			out = append(out, parsePrelude(string(src))...)
		}
		return out
	})
}

func parsePrelude(src string) []section {
	type imported struct {
		class string
		named *regexp.Regexp
	}
	var imports []imported
	for _, m := range importLine.FindAllStringSubmatch(src, -1) {
		imports = append(imports, imported{m[1] + "." + m[2], regexp.MustCompile(`\b` + m[2] + `\b`)})
	}
	heads := sectionHead.FindAllStringSubmatchIndex(src, -1)
	var out []section
	for i, h := range heads {
		end := strings.LastIndex(src, "}")
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		s := section{name: src[h[2]:h[3]], needs: strings.Fields(src[h[4]:h[5]]), text: strings.TrimRight(src[h[1]:end], "\n")}
		for _, m := range typeHead.FindAllStringSubmatch(s.text, -1) {
			s.types = append(s.types, m[1])
		}
		for _, m := range methodHead.FindAllStringSubmatch(s.text, -1) {
			s.methods = append(s.methods, m[2]+"("+strings.Join(erased(m[3]), ",")+")")
		}
		for _, i := range imports {
			if i.named.MatchString(s.text) {
				s.imports = append(s.imports, i.class)
			}
		}
		out = append(out, s)
	}
	return out
}

// need marks a section of the prelude, and what it needs itself, as used.
func (g *generator) need(name string) {
	if g.sections[name] {
		return
	}
	g.sections[name] = true
	for _, s := range g.driver.sections() {
		if s.name != name {
			continue
		}
		for _, i := range s.imports {
			g.use(i)
		}
		for _, n := range s.needs {
			g.need(n)
		}
		if strings.Contains(s.text, "/*?") {
			g.nullable("")
		}
		return
	}
	panic("no section " + name + " in the prelude")
}

// preludeMembers are the sections that are used, for the end of a class.
func (g *generator) preludeMembers() []emit.Doc {
	var out []emit.Doc
	for _, s := range g.driver.sections() {
		if !g.sections[s.name] {
			continue
		}
		text := g.annotate(s.text)
		out = append(out, emit.Raw(strings.TrimPrefix(methodHead.ReplaceAllStringFunc(text, layHead), "  ")))
	}
	return out
}

// annotate keeps or drops what is marked as an annotation.
func (g *generator) annotate(text string) string {
	if g.p.Options.Nullability == "" {
		return marked.ReplaceAllString(markedLast.ReplaceAllString(text, "$1"), "")
	}
	return strings.ReplaceAll(marked.ReplaceAllString(text, "$1$2"), "@Nullable[]", "@Nullable []")
}

// layHead lays a method's head out anew: what stands for a marked text changes its length.
func layHead(s string) string {
	m := methodHead.FindStringSubmatch(s)
	params := strings.Join(strings.Fields(m[3]), " ")
	throws := strings.TrimSpace(m[4])
	d := header(1, strings.Join(strings.Fields(m[1]), " "), m[2], splitTop(params), throws)
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
