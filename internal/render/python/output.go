package python

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
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// Language is Python.
var Language = core.Language{Render: Render, Support: Support}

// supportHeading stands between what is the user's and the helpers.
const supportHeading = "# Support code, the same in every generated file that needs it."

// startsDefinition matches what has two blank lines between it and the imports.
var startsDefinition = regexp.MustCompile(`^(?:@|class |def |async def )`)

// Render writes the modules of an output.
func Render(out *plan.Output) (r core.Rendered) {
	unit := newModule(out.Program, out.Program)
	unit.checkTypes()
	modules := []*module{unit}
	if out.Classes[0] != out.Program {
		modules = unit.divide(out)
	}
	bodies := make([][]emit.Doc, len(modules))
	for i, m := range modules {
		bodies[i] = m.classBody()
		r.Diags = append(r.Diags, m.names.Diags...)
	}
	if unit != modules[0] {
		r.Diags = append(r.Diags, unit.names.Diags...)
	}
	if diag.Failed(r.Diags) {
		return r
	}
	for i, m := range modules {
		r.Files = append(r.Files, m.file(bodies[i]...))
	}
	if unit != modules[0] && len(unit.exports) > 0 {
		r.Files = append(r.Files, unit.file())
	}
	r.Files = append(r.Files, unit.testFile()...)
	r.Need = core.Need{Target: out.Target, Options: out.Options, Names: unit.needs}
	return r
}

// Support writes the modules with the helpers that the units of a folder need: one for each driver.
func Support(version string, needs []core.Need) (files []emit.File, _ []diag.Diagnostic) {
	names := map[*target.Target]map[string]bool{}
	for _, n := range needs {
		names[n.Target] = core.Union(names[n.Target], n.Names)
	}
	byID := func(a, b *target.Target) int { return cmp.Compare(a.ID(), b.ID()) }
	for _, t := range slices.SortedFunc(maps.Keys(names), byID) {
		m := newModule(&plan.Program{Target: t}, &plan.Program{})
		m.exports = names[t]
		text := m.text(plan.SupportNotice(version), nil)
		files = append(files, emit.File{Name: supportModule(t) + t.Extension(), Text: text})
	}
	return files, nil
}

func supportModule(t *target.Target) string { return "sqg_" + cmp.Or(t.Driver, t.Engine) }

// divide makes a module of each class, and leaves to this one what they share.
func (m *module) divide(out *plan.Output) []*module {
	for _, r := range out.Shared.Rows {
		m.exports[m.rowOf(r).class] = true
	}
	for _, e := range out.Shared.Enums {
		m.exports[m.enumOf(e).class] = true
	}
	for _, s := range out.Shared.Structs {
		m.exports[m.structOf(s).class] = true
	}
	for _, u := range out.Shared.Unions {
		m.exports[m.unionOf(u).class] = true
	}
	m.divided = true
	modules := make([]*module, len(out.Classes))
	for i, c := range out.Classes {
		modules[i] = newModule(c, out.Program)
		modules[i].unit = m
	}
	return modules
}

// fileName is the module's, without the extension.
func (m *module) fileName() string {
	name := snake(m.Name, "queries")
	if m.divided {
		name += "_types"
	}
	return newScope(imported).Claim(name)
}

// file is the module as it is written. Types come first, then the user's SQL and the class, then what reads and writes
// their values. Helpers are last, but for those that are types, which values of aliases name.
func (m *module) file(class ...emit.Doc) emit.File {
	rows, conversions := m.rowDocs()
	sections := slices.Concat(m.namedDocs(), rows, m.dicts, together(m.params), together(m.migrations),
		together(m.constants),
		class, together(m.lookups), conversions, m.functions)
	return emit.File{Name: m.fileName() + m.Target.Extension(), Text: m.text(m.Notice(), sections)}
}

// text is a module's text: a notice, imports, sections, and the helpers that they need if no other module has them.
func (m *module) text(notice string, sections []emit.Doc) string {
	own := make([]string, len(sections))
	for i, d := range sections {
		own[i] = emit.Print(d, width, "    ")
	}
	used := map[string]bool{}
	for _, name := range usesOf(strings.Join(own, "\n")) {
		used[name] = true
	}
	if m.unit != nil { // expressions that the unit's module made
		maps.Copy(m.helpers, m.unit.helpers)
		maps.Copy(m.wanted, m.unit.wanted)
	}
	for name := range m.wanted {
		for _, name := range []string{name, name + "."} {
			if used[name] {
				m.addImport(name)
			}
		}
	}
	for local, name := range m.borrowed {
		if used[local] {
			if local != name {
				name += " as " + local
			}
			m.near.name("."+m.unit.fileName(), name)
		}
	}
	types, helpers := m.support(used)
	head := []emit.Doc{text(comment(notice))}
	if len(helpers) > 0 {
		head = append(head, text(""), text("from __future__ import annotations")) // some name what stands below
		if len(own) > 0 {
			helpers = append([]string{supportHeading}, helpers...)
		}
	}
	for _, b := range []*importBlock{m.std, m.third, m.other, m.near} {
		if imports := b.print(); len(imports) > 0 {
			head = append(append(head, text("")), imports...)
		}
	}
	var exports []string
	if len(m.exports) > 0 {
		names := make([]emit.Doc, 0, len(m.exports))
		for _, name := range slices.SortedFunc(maps.Keys(m.exports), compareExported) {
			names = append(names, text(word(name)))
		}
		exports = []string{emit.Print(brackets("__all__ = [", names, "]"), width, "    ")}
	}
	var out strings.Builder
	out.WriteString(emit.Print(stack(head...), width, "    "))
	before := false // a definition, behind which there are two blank lines as before one
	for _, section := range slices.Concat(exports, types, own, helpers) {
		definition := startsDefinition.MatchString(section)
		if definition || before {
			out.WriteString("\n")
		}
		out.WriteString("\n\n" + section)
		before = definition
	}
	return out.String() + "\n"
}

// early are helpers that constants are made with, and defaults of parameters.
var early = core.Set("UNSET _Optional")

// support gives the helpers that the text uses, those that are types apart, or imports them from the module that has
// them.
func (m *module) support(used map[string]bool) (types, others []string) {
	direct := map[string]bool{}
	for name := range m.helpers {
		if used[name] && m.driver.Prelude.Has(name) {
			direct[name] = true
		}
	}
	switch {
	case m.Options.Support == "file":
		for name := range direct {
			m.near.name("."+supportModule(m.Target), name)
			m.home().needs[name] = true
		}
		return nil, nil
	case m.unit != nil:
		for name := range direct {
			m.near.name("."+m.unit.fileName(), name)
			m.unit.exports[name] = true
		}
		return nil, nil
	}
	for _, h := range m.driver.Prelude.Closure(direct, m.exports) {
		for _, u := range h.Uses {
			m.addImport(u)
		}
		if m.driver.Types[h.Name] || early[h.Name] {
			if len(m.exports) > 0 && h.Name[0] != '_' {
				m.exports[h.Name] = true
			}
			types = append(types, h.Text)
		} else {
			others = append(others, h.Text)
		}
	}
	return types, others
}

// home is the module that has the types which several classes may share.
func (m *module) home() *module {
	if m.unit != nil {
		return m.unit
	}
	return m
}

// borrow takes a class of the unit's module.
func (m *module) borrow(c *namedClass) *namedClass {
	m.take(c.class, source.Span{})
	return c
}

func (m *module) take(class string, span source.Span) {
	if m.borrowed[class] == "" {
		m.borrowed[class] = class
		m.names.Type(m.scope, class, "the shared type "+class, span)
	}
}

// lent is what a function or a type of the unit's module is called here.
func (m *module) lent(name string) string {
	for local, lent := range m.borrowed {
		if lent == name {
			return local
		}
	}
	local := m.scope.Claim(name)
	m.borrowed[local] = name
	m.unit.exports[name] = true
	return local
}
