package typescript

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
)

const supportHeading = "// Support code: what the statements above need, the same in every generated file."

// Language renders TypeScript.
var Language = core.Language{Render: Render, Support: Support}

// Render writes a module for each class of an output, and one with the types that they share and what reads and writes
// those.
func Render(out *plan.Output) core.Rendered {
	r := core.Rendered{Need: core.Need{Target: out.Target, Options: out.Options, Names: map[string]bool{}}}
	add := func(g *generator, name string, user func() []emit.Doc) {
		if diag.Failed(r.Diags) {
			return
		}
		if text := g.write(user()); text != "" {
			r.Files = append(r.Files, emit.File{Name: name + out.Target.Extension(), Text: text})
		}
		maps.Copy(r.Need.Names, g.needs)
	}
	var shared *generator
	var types []emit.Doc
	if t := out.Shared; len(t.Rows)+len(t.Enums)+len(t.Structs)+len(t.Unions) > 0 {
		shared = newGenerator(&plan.Program{Target: out.Target, Options: out.Options, Files: out.Files,
			Version: out.Version,
			Rows:    t.Rows, Enums: t.Enums, Structs: t.Structs, Unions: t.Unions}, nil)
		shared.file = kebab(out.Name) + "-types"
		r.Diags = append(r.Diags, shared.check()...)
		types = shared.typesOnly(t)
	}
	for _, c := range out.Classes {
		g := newGenerator(c, shared)
		r.Diags = append(r.Diags, g.check()...)
		add(g, kebab(c.Name), g.users)
	}
	if shared != nil {
		add(shared, shared.file, func() []emit.Doc { return slices.Concat(types, shared.before, shared.after) })
	}
	r.Files = append(r.Files, testFile(out)...)
	if diag.Failed(r.Diags) {
		r.Files = nil
	}
	return r
}

// Support writes the helpers that the modules of a folder need, a file for each driver.
func Support(version string, needs []core.Need) (files []emit.File, diags []diag.Diagnostic) {
	names := map[string]map[string]bool{}
	for _, n := range needs {
		driver := driverName(n.Target, n.Options)
		names[driver] = core.Union(names[driver], n.Names)
	}
	for _, driver := range sortedKeys(names) {
		d, used := drivers[driver], core.Union(names[driver])
		code := helpers(d, used)
		var exports []string
		for name := range names[driver] {
			if isType(d, name) {
				name = "type " + name
			}
			exports = append(exports, name)
		}
		slices.SortFunc(exports, func(a, b string) int {
			return strings.Compare(strings.TrimPrefix(a, "type "), strings.TrimPrefix(b, "type "))
		})
		parts := []string{"// " + plan.SupportNotice(version)}
		if imports := d.importLines(used, code); len(imports) > 0 {
			parts = append(parts, printed(emit.Join(emit.HardLine(), imports)))
		}
		parts = append(parts, code, printed(emit.Concat("export ", braces(exports), ";")))
		files = append(files, emit.File{Name: supportName(driver) + ".ts", Text: strings.Join(parts, "\n\n") + "\n"})
	}
	return files, nil
}

func supportName(driver string) string { return "sqg-" + driver }

// write lays a module out: what is the user's, and below it the helpers unless they are in a file of their own.
func (g *generator) write(user []emit.Doc) string {
	if len(user) == 0 {
		return ""
	}
	text := printed(emit.Join(blank, user))
	own, support := g.used, []emit.Doc(nil)
	if g.Options.Support == "file" {
		g.needs = map[string]bool{}
		names := map[string]bool{}
		for name := range g.used {
			if g.driver.prelude.Has(name) {
				g.needs[name], names[name] = true, !isType(g.driver, name)
			}
		}
		if len(names) > 0 {
			support = []emit.Doc{importLine(names, "./"+supportName(driverName(g.Target, g.Options))+".js")}
		}
	} else if code := helpers(g.driver, own); code != "" {
		text += "\n\n" + supportHeading + "\n\n" + code
	}
	imports := g.driver.importLines(own, text)
	for _, module := range sortedKeys(g.foreign) {
		imports = append(imports, importLine(g.foreign[module], module))
	}
	if len(g.borrowed) > 0 {
		names := namesIn(quotedText.ReplaceAllString(text, ""))
		maps.DeleteFunc(g.borrowed, func(name string, _ bool) bool {
			return !slices.Contains(names, name[strings.LastIndex(name, " ")+1:])
		})
	}
	if len(g.borrowed) > 0 {
		imports = append(imports, importLine(g.borrowed, "./"+g.shared.file+".js"))
	}
	head := "// " + g.Notice()
	if imports = append(imports, support...); len(imports) > 0 {
		head += "\n\n" + printed(emit.Join(emit.HardLine(), imports))
	}
	return head + "\n\n" + text + "\n"
}

// typesOnly is a module of types that several classes share.
func (g *generator) typesOnly(t plan.Types) []emit.Doc {
	isChoice := func(e *ir.EnumType) bool { return e.Choice != "" }
	for _, e := range t.Enums {
		if e.Choice != "" {
			g.choice(e)
		}
	}
	t.Enums = slices.DeleteFunc(slices.Clone(t.Enums), isChoice)
	g.values.declare(t)
	for _, r := range g.Rows {
		g.declareRow(r)
	}
	return g.declared
}

// typeName is the name of an enum's or a composite type's type; mine reports whether it is for this module to declare
// it.
func (g *generator) typeName(definition any, isValue bool) (name string, mine bool) {
	if g.shared != nil {
		return g.borrow(g.shared.schema[definition], isValue), false
	}
	return g.schema[definition], true
}

// borrow imports what classes share, and is what it is called here.
func (g *generator) borrow(name string, isValue bool) string {
	local, done := g.lent[name]
	if !done {
		local = g.module.Claim(name)
		g.lent[name] = local
	}
	if local != name {
		name += " as " + local
	}
	g.borrowed[name] = g.borrowed[name] || isValue
	return local
}

// exporting stands before what classes share.
func (g *generator) exporting() string {
	if g.file != "" {
		return "export "
	}
	return ""
}

// sharedRows are the row types that the class's statements have and other classes may have, too.
func (g *generator) sharedRows() (rows []*ir.Row) {
	if g.shared == nil {
		return nil
	}
	for _, m := range g.Methods {
		if m.Row != nil && !m.Pluck {
			rows = slices.AppendSeq(rows, m.Row.Objects)
		}
	}
	for _, a := range g.Appenders {
		rows = append(rows, a.Row)
	}
	return slices.DeleteFunc(rows, func(r *ir.Row) bool { return slices.Contains(g.Rows, r) })
}

// helpers is the code of the helpers in used, to which it adds what they need.
func helpers(d *driver, used map[string]bool) string {
	var texts []string
	for _, def := range d.prelude.Closure(used) {
		for _, name := range def.Uses {
			used[name] = true
		}
		texts = append(texts, def.Text)
	}
	return strings.Join(texts, "\n\n")
}

// isType reports whether a helper is a type and nothing else.
func isType(d *driver, name string) bool {
	return slices.ContainsFunc(d.prelude.All(), func(def core.Definition) bool {
		return def.Name == name && typeOnly.MatchString(def.Text)
	})
}

var quotedText = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`)

var typeOnly = regexp.MustCompile(`(?m)^(?:interface|type) `)

// importLines import what a text uses of the driver's modules.
func (d *driver) importLines(used map[string]bool, text string) []emit.Doc {
	var lines []emit.Doc
	names := map[string]bool{}
	for as, name := range d.imports {
		if used[as] {
			isValue := d.values && calledIn(text, as)
			if as != name {
				name += " as " + as
			}
			names[name] = isValue
		}
	}
	if len(names) > 0 {
		lines = append(lines, importLine(names, d.module))
	}
	for _, as := range sortedKeys(d.defaults) {
		if used[as] {
			lines = append(lines, emit.Text("import "+as+" from "+str(d.defaults[as])+";"))
		}
	}
	return lines
}

// calledIn reports whether a name of the driver's is more than a type in a text: a constant, or a class that is made,
// tested for or asked.
func calledIn(text, name string) bool {
	if name == strings.ToUpper(name) {
		return true
	}
	return regexp.MustCompile(`(?:new|instanceof) ` + name + `\b|\b` + name + `[.(]`).MatchString(text)
}

// importLine imports names of a module, those that are true as values and the others as types.
func importLine(names map[string]bool, module string) emit.Doc {
	head := "import type "
	for _, isValue := range names {
		if isValue {
			head = "import "
		}
	}
	sorted := sortedKeys(names)
	for i, name := range sorted {
		if head == "import " && !names[name] {
			sorted[i] = "type " + name
		}
	}
	return emit.Concat(head, braces(sorted), " from "+str(module)+";")
}

// braces is a list of names to import or to export.
func braces(names []string) emit.Doc {
	return emit.Group(openBraces(names))
}

// openBraces is such a list that breaks where the group breaks that it stands in.
func openBraces(names []string) emit.Doc {
	list := make([]emit.Doc, len(names))
	for i, name := range names {
		list[i] = emit.Text(name)
	}
	return emit.Concat("{", emit.Indent(emit.Line(), emit.Join(emit.Concat(",", emit.Line()), list)),
		emit.IfBroken(",", ""), emit.Line(), "}")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// printed is a document as Prettier has it.
func printed(d emit.Doc) string { return emit.Print(d, 80, "  ") }
