package golang

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
)

// Support writes the file with the helpers that the outputs of a package need.
func Support(version string, needs []core.Need) ([]emit.File, []diag.Diagnostic) {
	first, names := needs[0], map[string]bool{}
	for _, n := range needs {
		refused := func(format string, args ...any) ([]emit.File, []diag.Diagnostic) {
			return nil, []diag.Diagnostic{{Code: diag.ConfigValue, Msg: fmt.Sprintf(format, args...),
				Hint: "name a folder for each: a folder is a package", Span: n.Output}}
		}
		switch {
		case n.Target != first.Target:
			return refused("the code of %s and of %s goes to one folder", first.Target.ID(), n.Target.ID())
		case n.Options.Package != first.Options.Package:
			return refused("the packages %s and %s go to one folder", first.Options.Package, n.Options.Package)
		}
		maps.Copy(names, n.Names)
	}
	if clashes := nameClashes(needs); len(clashes) > 0 {
		return nil, clashes
	}
	driver, notice := driverOf(first.Target), plan.SupportNotice(version)
	file := func(name, tag string, definitions []core.Definition) emit.File {
		var parts []string
		imports := map[string]bool{}
		for _, d := range definitions {
			for _, i := range d.Imports {
				imports[i] = true
			}
			parts = append(parts, d.Text)
		}
		return emit.File{Name: name + ".go", Text: fileText(notice, tag, first.Options.Package, imports, parts)}
	}
	definitions, ways := driver.closure(names)
	files := []emit.File{file(supportFile, "", definitions)}
	for _, t := range ways {
		files = append(files, file(t.file, t.tag, t.prelude.All()))
	}
	return files, nil
}

// closure is what names need, and the files of the builds of which the package has one: those need something, too.
func (d *driver) closure(names map[string]bool) (definitions []core.Definition, files []tagged) {
	definitions = d.prelude.Closure(names)
	more := maps.Clone(names)
	for _, t := range d.tagged {
		all := t.prelude.All()
		if !slices.ContainsFunc(definitions,
			func(d core.Definition) bool { return slices.Contains(d.Uses, all[0].Name) }) {
			continue
		}
		files = append(files, t)
		for _, definition := range all {
			for _, u := range definition.Uses {
				more[u] = true
			}
		}
	}
	if len(files) > 0 {
		definitions = d.prelude.Closure(more)
	}
	return definitions, files
}

// nameClashes reports what is declared twice in a package. What a clash of two names takes along is not reported again:
// one for each place.
func nameClashes(needs []core.Need) (diags []diag.Diagnostic) {
	type owner struct {
		core.Declared
		need core.Need
	}
	place := func(o owner) source.Span {
		if o.Span != (source.Span{}) {
			return o.Span
		}
		return o.need.Output
	}
	first, reported := map[string]owner{}, map[source.Span]bool{}
	for _, n := range needs {
		for _, d := range n.Declares {
			before, there := first[d.Name]
			if !there {
				first[d.Name] = owner{d, n}
				continue
			}
			here := owner{d, n}
			if reported[place(here)] {
				continue
			}
			reported[place(here)] = true
			diags = append(diags, diag.Diagnostic{Code: diag.NameClash, Span: place(here),
				Msg: fmt.Sprintf("%s and %s would both be %s in the package %s", before.What, d.What, d.Name,
					n.Options.Package),
				Hint:  "rename one of them, name a folder for each output, or make one unit of both with `classes: file`",
				Notes: []diag.Note{{Span: place(before), Msg: "the other is here"}}})
		}
	}
	return diags
}
