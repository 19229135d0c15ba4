// Package rust writes a program as modules of Rust over a database driver.
package rust

import (
	"fmt"
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

// Language is Rust.
var Language = core.Language{Render: Render, Support: Support}

// supportFile has the helpers of a folder, without the extension: the module sqg beside those that use it.
const supportFile = "sqg"

// generator is an output while it is being written.
type generator struct {
	*plan.Output
	driver  *driver
	names   core.Names
	shared  *file // with the types that several files need
	needs   map[string]bool
	schema  map[any]string // names of the schema's types
	written map[any]bool   // types that stand in a file already
	rows    map[*ir.Row]*rowType
}

// file is a module: of a struct and its statements, or of types only.
type file struct {
	*plan.Program
	g       *generator
	typ     string                    // the struct
	views   map[surface.Kind]string   // the traits of its methods
	heads   map[surface.Kind][]viewed // their methods
	scope   *emit.Scope
	imports map[string]bool
	parts   []string // declarations, in order
	body    []string // the struct's methods
	methods map[*plan.Method]string
	sent    map[*plan.Method]string // expressions of their SQL, where it is always the same
	// functions for values that hold others of the program's types, and their names by what they return
	codecs    []string
	functions map[string]string
	slots     int  // statements that are prepared once
	nested    bool // a type is so deep that clippy wants an alias for it
	mapped    bool // an object is of one column, so that clippy wants a map
}

// Render writes the files of an output.
func Render(out *plan.Output) (r core.Rendered) {
	d := driverOf(out.Target)
	g := &generator{Output: out, driver: d, names: core.Names{Language: "Rust"}, needs: map[string]bool{},
		written: map[any]bool{},
		rows:    map[*ir.Row]*rowType{}}
	g.checkTypes()
	var files []*file
	for _, c := range out.Classes {
		files = append(files, g.newFile(c))
	}
	g.shared = files[0]
	if out.Classes[0] != out.Program {
		name := ir.Name{Words: append(slices.Clone(out.Name.Words), "types")}
		g.shared = g.newFile(&plan.Program{Target: out.Target, Name: name, Files: out.Files, Version: out.Version})
	}
	g.nameAll(files)
	if diag.Failed(g.names.Diags) {
		return core.Rendered{Diags: g.names.Diags}
	}
	for _, f := range files {
		f.write()
	}
	if g.shared != files[0] {
		files = append(files, g.shared)
	}
	for _, f := range files {
		if len(f.parts) > 0 {
			text := f.text()
			g.uses(used(lex(text)))
			r.Files = append(r.Files, emit.File{Name: fileName(f.Name) + ".rs", Text: text})
		}
	}
	r.Files = append(r.Files, g.testFile()...)
	r.Diags = g.names.Diags
	r.Need = core.Need{Target: out.Target, Options: out.Options, Names: g.needs}
	return r
}

func (g *generator) newFile(p *plan.Program) *file {
	return &file{Program: p, g: g, scope: newScope(), imports: map[string]bool{},
		heads:     map[surface.Kind][]viewed{},
		functions: map[string]string{}}
}

// nameAll names what users see: a struct before row types.
func (g *generator) nameAll(files []*file) {
	for _, f := range files {
		f.typ = g.names.Type(f.scope, camel(f.Name, "Queries"), "the struct", source.Span{})
		f.views = g.names.Views(f.scope, f.Program, plain(f.typ))
	}
	used := map[*ir.Row]bool{}
	for _, f := range files {
		for _, m := range f.Methods {
			if !m.Pluck {
				for row := range m.Row.Objects {
					used[row] = true
				}
			}
		}
		for _, a := range f.Appenders {
			used[a.Row] = true
		}
	}
	for _, f := range append(files, g.shared) {
		for _, r := range g.Rows {
			if home := g.home(f, r); used[r] && g.rows[r] == nil && home == f &&
				(f == g.shared || slices.Contains(f.Rows, r)) {
				g.rows[r] = &rowType{home: f, name: g.names.RowType(f.scope, camel(r.Name, "Query")+r.Role.Suffix(), r)}
			}
		}
	}
	for _, f := range files {
		f.methods, f.sent = g.names.Members(f.Program, members()), map[*plan.Method]string{}
	}
}

// home is the file that a row type stands in, as one sees it that uses it.
func (g *generator) home(f *file, r *ir.Row) *file {
	if r.Role != ir.QueryRow {
		return g.shared
	}
	return f
}

// in is how a file calls what stands in another.
func (f *file) in(home *file, name string) string {
	if home == f {
		return name
	}
	return "super::" + fileName(home.Name) + "::" + name
}

// uses has the folder's support file define what code calls and what its values are.
func (g *generator) uses(names []string) {
	for _, name := range names {
		g.needs[name] = true
	}
}

func (f *file) add(format string, args ...any) {
	f.parts = append(f.parts, fmt.Sprintf(format, args...))
}

func (f *file) text() string {
	var b strings.Builder
	b.WriteString("// " + f.Notice() + "\n\n" + f.allows(strings.Join(f.parts, "")))
	for _, i := range slices.Sorted(maps.Keys(f.imports)) {
		b.WriteString("use " + i + ";\n")
	}
	if code := strings.Join(f.parts, ""); strings.Contains(code, "sqg::") {
		if len(f.imports) > 0 {
			b.WriteString("\n")
		}
		b.WriteString("use super::" + supportFile + ";\n")
	}
	for _, p := range slices.Concat(f.parts, f.codecs) {
		b.WriteString("\n" + p + "\n")
	}
	return b.String()
}

// allows are the lints that generated code is not held to: a program need not call all of it. How names are written,
// how deep types are and how many columns an object has is up to the SQL.
func (f *file) allows(code string) string {
	var lints []string
	if f.mapped {
		lints = append(lints, "clippy::manual_map")
	}
	if f.nested {
		lints = append(lints, "clippy::type_complexity")
	}
	lints = append(lints, "dead_code")
	if strings.ContainsFunc(code, func(r rune) bool { return r > 0x7f }) {
		lints = append(lints, "non_camel_case_types", "non_snake_case", "non_upper_case_globals")
	}
	if one := strings.Join(lints, ", "); length(one) <= narrow {
		return "#![allow(" + one + ")]\n\n"
	}
	return "#![allow(\n    " + strings.Join(lints, ",\n    ") + "\n)]\n\n"
}

// checkTypes reports the types that Rust cannot hold with the driver.
func (g *generator) checkTypes() {
	g.names.Diags = append(g.names.Diags, g.Program.Unkept(g.keyed)...)
	for f := range g.Program.Fields {
		for t := range f.Type.Parts {
			_, known := g.driver.kinds[t.Kind]
			if t.IsScalar() && !known {
				g.names.Diags = append(g.names.Diags, plan.Unsupported(g.Target, *f))
				break
			}
		}
	}
}
