package java

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// Support renders what the classes of a folder have in common: a base class for each driver, and a file for each type
// that users see.
func Support(version string, needs []core.Need) (files []emit.File, diags []diag.Diagnostic) {
	bases, nullability := map[string]*generator{}, ""
	for _, n := range needs {
		if n.Options.Package != needs[0].Options.Package {
			return nil, []diag.Diagnostic{{Code: diag.ConfigValue,
				Hint: "name a folder for each, or set support: inline",
				Msg: "classes of " + packageName(needs[0]) + " and of " + packageName(n) +
					" go to one folder, where they would share support files"}}
		}
		options := plan.Options{Package: n.Options.Package, Appender: n.Options.Appender, Support: "inline"}
		g := newGenerator(&plan.Program{Target: n.Target, Options: options, Version: version})
		g.class = g.driver.support
		if have := bases[g.class]; have != nil {
			g = have
		}
		bases[g.class] = g
		for name := range n.Names {
			if name != g.class {
				g.need(name)
			}
		}
		g.p.Options.Observer = g.p.Options.Observer || n.Options.Observer
		nullability = cmp.Or(nullability, n.Options.Nullability)
	}
	types := map[string]bool{} // one that several drivers have is one
	for _, name := range slices.Sorted(maps.Keys(bases)) {
		bases[name].p.Options.Nullability = nullability
		files = append(files, bases[name].baseFiles(types)...)
	}
	return files, nil
}

func packageName(n core.Need) string {
	if n.Options.Package == "" {
		return "no package"
	}
	return n.Options.Package
}

// baseFiles are a driver's base class and the files of its public types that are not there yet.
func (g *generator) baseFiles(types map[string]bool) []emit.File {
	if g.driver.keeps {
		g.need("Statements")
	}
	members := append(g.fields(""), g.constructors()...)
	members = append(members, g.closeMethod()...)
	var files []emit.File
	g.imports = map[string]string{"Connection": "java.sql.Connection"}
	if g.driver.keeps {
		g.use("java.sql.SQLException")
	}
	for _, d := range g.driver.prelude.Closure(g.needed) {
		if !publicType.MatchString(d.Text) {
			g.useImports(d)
			members = append(members, g.preludeMember(d, true))
		} else if !types[d.Name] {
			types[d.Name] = true
			files = append(files, g.typeFile(d))
		}
	}
	doc := javadoc(0, []string{"What the classes have in common whose statements are for " + g.p.Engine().Title + "."})
	head := "abstract class " + g.class
	if g.closeable() {
		head += " implements AutoCloseable"
	}
	files = append(files, emit.File{Name: g.class + ".java",
		Text: g.classFile(plan.SupportNotice(g.p.Version), doc, emit.Text(head), members)})
	if g.needed["ArrowStream"] && !g.vectors() {
		files = append(files, arrowClass(g.p.Version))
	}
	return files
}

// typeFile is a public type of the prelude in a file of its own.
func (g *generator) typeFile(d core.Definition) emit.File {
	t := &generator{p: g.p, driver: g.driver, imports: map[string]string{}}
	t.useImports(d)
	text := strings.ReplaceAll("\n"+publicType.ReplaceAllString(g.annotate(d.Text), "  public $1"), "\n  ", "\n")[1:]
	text = comment.ReplaceAllStringFunc(text, refill)
	if g.p.Options.Nullability != "" {
		t.use("org.jspecify.annotations.NullMarked")
		text = strings.Replace(text, "\npublic ", "\n@NullMarked\npublic ", 1)
	}
	return emit.File{Name: d.Name + ".java", Text: t.preamble(plan.SupportNotice(g.p.Version)) + text + "\n"}
}

// comment is a documentation comment of several lines.
var comment = regexp.MustCompile(`(?m)^ */\*\*\n( *\* .*\n)* *\*/`)

// refill fills the lines of a comment again, which stands further to the left than it did.
func refill(text string) string {
	level := strings.Index(text, "/") / len(indentUnit)
	words := slices.DeleteFunc(strings.Fields(text), func(w string) bool { return w == "/**" || w == "*" || w == "*/" })
	d := javadoc(level, []string{strings.Join(words, " ")})
	for range level {
		d = emit.Indent(emit.HardLine(), d)
	}
	return strings.TrimLeft(emit.Print(d, width, indentUnit), "\n")
}
