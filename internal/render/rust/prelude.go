package rust

import (
	"embed"
	"maps"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

//go:embed prelude/*.rs
var preludeFiles embed.FS

// prelude is the parts of a driver's support file, each a file: those that every file has, and those for some types and
// methods, which may have crates of their own.
func prelude(id string, always []string, parts ...string) *core.Prelude {
	files := append(slices.Clone(always), parts...)
	n := -1
	return core.NewPrelude(preludeFiles, ".rs", func(source string) []core.Definition {
		n++
		name := files[n]
		uses, body := split(source)
		d := core.Definition{Name: name, Text: body, Imports: uses}
		if n > 0 {
			d.Uses = always[:1]
		} else {
			d.Uses = always[1:]
		}
		if strings.Contains(source, "struct Tracking") {
			d.Text += "\n\n" + tracking(id)
		}
		return []core.Definition{d}
	}, files...)
}

// split is what a file imports, and its other items.
func split(source string) (uses []string, body string) {
	var rest []string
	for l := range strings.SplitSeq(source, "\n") {
		if strings.HasPrefix(l, "use ") || strings.HasPrefix(l, "pub use ") {
			uses = append(uses, strings.TrimSuffix(l, ";"))
		} else {
			rest = append(rest, l)
		}
	}
	return uses, strings.TrimSpace(strings.Join(rest, "\n"))
}

// tracking is the SQL of the table of migrations.
func tracking(id string) string {
	var b strings.Builder
	b.WriteString("const TRACKING: Tracking = Tracking {\n")
	plan.TrackingOf(target.Find(id)).Each(func(name, sql string) {
		b.WriteString(assigned("    "+name+":", quote(sql), ",") + "\n")
	})
	return b.String() + "};"
}

// Support writes the module with the helpers that the outputs of a folder need.
func Support(version string, needs []core.Need) ([]emit.File, []diag.Diagnostic) {
	first, names := needs[0], map[string]bool{}
	d := driverOf(first.Target)
	for _, n := range needs {
		if n.Target != first.Target {
			return nil, []diag.Diagnostic{{Code: diag.ConfigValue, Span: n.Output, Hint: "name a folder for each",
				Msg: "the code of " + first.Target.ID() + " and of " + n.Target.ID() + " goes to one folder"}}
		}
		maps.Copy(names, n.Names)
	}
	var uses, parts []string
	for _, part := range d.prelude.Closure(names) {
		uses = append(uses, part.Imports...)
		parts = append(parts, part.Text)
	}
	text := "// " + plan.SupportNotice(version) + "\n\n#![allow(dead_code)]\n\n" + imports(uses) + "\n" + strings.Join(parts, "\n\n") + "\n"
	return []emit.File{{Name: supportFile + ".rs", Text: text}}, nil
}

// imports are the imports of several files as one would have them: those of the standard library first, those that are
// handed on last.
func imports(uses []string) string {
	leaves := map[string][]string{} // what is imported, by where it is
	for _, u := range uses {
		from, what := "", u
		if i := strings.LastIndex(u, "::"); i >= 0 {
			from, what = u[:i], u[i+2:]
		}
		what = strings.Trim(what, "{}")
		if what[0] >= 'a' { // a module stands alone
			from, what = u, ""
		}
		for w := range strings.SplitSeq(what, ", ") {
			if !slices.Contains(leaves[from], w) {
				leaves[from] = append(leaves[from], w)
			}
		}
	}
	var groups [3][]string
	for from, what := range leaves {
		slices.Sort(what)
		line := from + "::{" + strings.Join(what, ", ") + "}"
		if len(what) == 1 {
			line = strings.TrimSuffix(from+"::"+what[0], "::")
		}
		i := 1
		switch {
		case strings.HasPrefix(line, "pub "), strings.HasPrefix(line, "pub(crate) "):
			i = 2
		case strings.HasPrefix(line, "use std::"):
			i = 0
		}
		groups[i] = append(groups[i], line+";\n")
	}
	var out []string
	for _, g := range groups {
		if slices.Sort(g); len(g) > 0 {
			out = append(out, strings.Join(g, ""))
		}
	}
	return strings.Join(out, "\n")
}
