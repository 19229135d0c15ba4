// Package golang writes a program as files of one Go package over a database driver.
package golang

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// Language is Go.
var Language = core.Language{Render: Render, Support: Support}

// supportFile has the helpers of a package, without the extension.
const supportFile = "sqg"

// generator is an output while it is being written: a part of one package, whose files share their names.
type generator struct {
	*plan.Output
	driver   *driver
	names    core.Names
	scope    *emit.Scope // names of the package
	shared   *file       // with the types that several files need
	named    []core.Declared
	imports  map[string]string // packages that generated code may name: their paths
	packages map[string]bool   // the names of those, and of others that the config names

	hidden  map[string]bool // what no parameter may be called; made on first use
	needs   map[string]bool
	schema  map[any]string            // names of the schema's types
	written map[any]bool              // types that stand in a file already
	choices map[*ir.EnumType][]string // the constants of choices
	rows    map[*ir.Row]*rowType
	partsOf map[string]bool // types whose functions for values within others are written

	variables map[string]string // of the package, by their values
	order     []string          // those values, each behind what it is made of
}

// file is a Go file: of a struct and its statements, or of types only.
type file struct {
	*plan.Program
	g       *generator
	typ     string // the struct
	imports map[string]bool
	parts   []string // declarations, in order
	methods map[*plan.Method]string
	sent    map[*plan.Method]string // expressions of their SQL, where it is always the same

	signatures map[surface.Kind][]string // of methods, by the types beside the struct that have them
}

// Render writes the files of an output.
func Render(out *plan.Output) (r core.Rendered) {
	g := newGenerator(out)
	g.checkTypes()
	var files []*file
	for _, c := range out.Classes {
		files = append(files, g.newFile(c))
	}
	g.shared = files[0]
	if out.Classes[0] != out.Program {
		g.shared = g.newFile(&plan.Program{Target: out.Target, Name: sharedName(out.Name), Files: out.Files,
			Version: out.Version})
	}
	g.nameAll(files)
	if diag.Failed(g.names.Diags) {
		return core.Rendered{Diags: g.names.Diags}
	}
	for _, f := range files {
		f.write()
	}
	g.declareVariables()
	if g.shared != files[0] {
		files = append(files, g.shared)
	}
	for _, f := range files {
		if len(f.parts) > 0 {
			r.Files = append(r.Files, emit.File{Name: fileName(f.Name) + ".go", Text: f.text(f.Notice())})
		}
	}
	r.Files = append(r.Files, g.testFile()...)
	r.Diags = g.names.Diags
	options := out.Options
	options.Package = g.packageName()
	r.Need = core.Need{Target: out.Target, Options: options, Names: g.needs, Declares: g.named}
	return r
}

func sharedName(n ir.Name) ir.Name { return ir.Name{Words: append(slices.Clone(n.Words), "types")} }

func newGenerator(out *plan.Output) *generator {
	d := driverOf(out.Target)
	imports := maps.Clone(d.imports)
	if path := nullsOf[out.Options.Nullable].path; path != "" {
		imports[importName(path)] = path
	}
	packages := packagesOf(imports, out.Program)
	return &generator{Output: out, driver: d, names: core.Names{Language: "Go"}, needs: map[string]bool{},
		imports: imports, packages: packages,
		scope:   newScope(predeclared(), ownTypes(), d.helpers(), packages),
		written: map[any]bool{}, choices: map[*ir.EnumType][]string{}, rows: map[*ir.Row]*rowType{},
		variables: map[string]string{}, partsOf: map[string]bool{}}
}

func newScope(reserved ...map[string]bool) *emit.Scope {
	return emit.NewScope(core.Union(reserved...), escape)
}

// local is a scope for the parameters and variables of a method: nothing that its code reads is hidden.
func (g *generator) local(method string) *emit.Scope {
	if g.hidden == nil {
		g.hidden = core.Union(predeclared(), g.driver.helpers(), g.packages)
		for t := token.BREAK; t <= token.VAR; t++ {
			g.hidden[t.String()] = true
		}
	}
	s := emit.NewScope(g.hidden, escape)
	s.Claim(constantName(method))
	s.Claim(scanName(method))
	return s
}

func (g *generator) packageName() string {
	return cmp.Or(g.Options.Package, packageName(g.Options.Folder))
}

func (g *generator) newFile(p *plan.Program) *file {
	return &file{Program: p, g: g, imports: map[string]bool{}, signatures: map[surface.Kind][]string{}}
}

// nameAll names what users see, in the order of its importance: a struct before row types, those before types of the
// schema.
func (g *generator) nameAll(files []*file) {
	for _, f := range files {
		f.typ = g.names.Type(g.scope, exported(f.Name, "Queries"), "the struct", source.Span{})
		g.declare(f.typ, "the struct of "+f.Name.SQL, source.Span{})
		for _, k := range surface.ClassOperations(f.Program) {
			if k == surface.New || k == surface.Prepared {
				g.declare(f.called(k), "the constructor of "+f.typ, source.Span{})
			}
		}
	}
	used := usedRows(files)
	for _, r := range g.Rows {
		t := &rowType{natural: naturalRow(r)}
		if g.rows[r] = t; used[r] {
			g.nameRow(t, r)
		}
	}
	for _, f := range files {
		f.methods, f.sent = g.names.Members(f.Program, g.members()), map[*plan.Method]string{}
	}
}

func (g *generator) nameRow(t *rowType, r *ir.Row) {
	t.name = g.names.RowType(g.scope, t.natural, r)
	g.declare(t.name, "the row type "+r.Name.SQL, r.Span)
}

// claim takes a name of the package.
func (g *generator) claim(name, what string, span source.Span) string {
	return g.declare(g.scope.Claim(name), what, span)
}

// declare keeps a name of the package, and what has it, for the outputs that share the package.
func (g *generator) declare(name, what string, span source.Span) string {
	g.named = append(g.named, core.Declared{Name: name, What: what, Span: span})
	return name
}

// usedRows are the row types that methods return or take.
func usedRows(files []*file) map[*ir.Row]bool {
	used := map[*ir.Row]bool{}
	for _, f := range files {
		for _, m := range f.Methods {
			if !m.Pluck && m.Row != nil {
				used[m.Row.Declared()] = true
			}
		}
		for _, a := range f.Appenders {
			used[a.Row] = true
		}
	}
	return used
}

// need has the package's support file define a name, and returns it.
func (g *generator) need(name string) string {
	switch prelude := g.driver.prelude; {
	case prelude.Has(name):
		g.needs[name] = true
	case prelude.Has(dotted(name)):
		g.needs[dotted(name)] = true
	default:
		panic("the prelude of " + g.Target.ID() + " has no " + name)
	}
	return name
}

// use imports what a piece of code names by its package, and returns it.
func (f *file) use(code string) string {
	core.Words(code, func(word string, start, end int) {
		if path := f.g.imports[word]; path != "" && strings.HasPrefix(code[end:], ".") &&
			!strings.HasSuffix(code[:start], ".") {
			f.imports[path] = true
		}
	})
	return code
}

func (f *file) add(format string, args ...any) {
	f.parts = append(f.parts, fmt.Sprintf(format, args...))
}

// called is the name of a method of the struct, or of a function beside it. The package has such a function once: its
// name has the struct's, unless that is called like the package: New, NewTasks.
func (f *file) called(k surface.Kind) string {
	if !surface.Of(k).In[language].Apart || strings.EqualFold(f.typ, f.g.packageName()) {
		return called(k, "")
	}
	return called(k, f.typ)
}

// text is the file.
func (f *file) text(notice string) string {
	return fileText(notice, "", f.g.packageName(), f.imports, f.parts)
}

// fileText is a file, of builds with a tag where that is not "".
func fileText(notice, tag, pkg string, imports map[string]bool, parts []string) string {
	var b strings.Builder
	b.WriteString("// " + notice + "\n\n")
	if tag != "" {
		b.WriteString("//go:build " + tag + "\n\n")
	}
	b.WriteString("package " + pkg + "\n")
	var groups [2][]string
	for _, p := range slices.Sorted(maps.Keys(imports)) {
		i, line := 0, `"`+p+`"`
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
			i = 1
		}
		if name := importNames[p]; name != "" {
			line = name + " " + line
		}
		groups[i] = append(groups[i], line)
	}
	if len(imports) > 0 {
		b.WriteString("\nimport (\n")
		for i, group := range groups {
			if i > 0 && len(group) > 0 && len(groups[0]) > 0 {
				b.WriteString("\n")
			}
			for _, line := range group {
				b.WriteString("\t" + line + "\n")
			}
		}
		b.WriteString(")\n")
	}
	for _, p := range parts {
		b.WriteString("\n" + p + "\n")
	}
	return b.String()
}

// importNames are those of packages that are not called like the last element of their path, or that no code names.
var importNames = map[string]string{"github.com/mattn/go-sqlite3": "_", "modernc.org/sqlite": "_"}

// checkTypes reports the types that Go cannot hold with the driver.
func (g *generator) checkTypes() {
	g.names.Diags = append(g.names.Diags, g.Program.Unkept(func(f ir.Field) bool { return f.Override == nil })...)
	for f := range g.Program.Fields {
		for t := range f.Type.Parts {
			_, known := g.driver.kinds[t.Kind]
			if t.IsScalar() && !known || f.Override == nil && g.driver.lacks != nil && g.driver.lacks(t) {
				g.names.Diags = append(g.names.Diags, plan.Unsupported(g.Target, *f))
				break
			}
		}
	}
}
