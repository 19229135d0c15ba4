package golang

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

//go:embed prelude/*.go
var preludeFiles embed.FS

// prelude is the helpers of a driver: those that all drivers have, those from these files, the options of its
// transactions, and the SQL of its table of migrations.
func prelude(id string, files ...string) *core.Prelude {
	return helpers(append([]string{"common", "nested", "optional", "page", "transaction"},
		files...)...).With(func() []core.Definition {
		var fields []line
		plan.TrackingOf(target.Find(id)).Each(func(name,
			sql string) {
			fields = append(fields, line{name + ":", quote(sql, "\t")})
		})
		text := "// trackingSQL is about the table of migrations.\nvar trackingSQL = tracking{\n" +
			keyed("", fields...) + "}"
		return append(txOptions(target.Find(id).Engine),
			core.Definition{Name: "trackingSQL", Text: text, Uses: []string{"tracking"}})
	})
}

// helpers are those from files.
func helpers(files ...string) *core.Prelude {
	return core.NewPrelude(preludeFiles, ".go", split, files...)
}

// split splits a file into its declarations, which stand between blank lines. A method that an interface may want is
// part of its type; any other comes where it is called.
func split(source string) []core.Definition {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, 0)
	if err != nil {
		panic(err)
	}
	r := reader{scope: file.Scope, paths: map[string]string{}}
	for _, i := range file.Imports {
		p := strings.Trim(i.Path.Value, `"`)
		r.paths[importName(p)] = p
	}
	_, body, _ := strings.Cut(source, "\n)\n\n") // behind the imports
	start, decls := len(source)-len(body), file.Decls[1:]
	var out []core.Definition
	for _, part := range strings.Split(strings.TrimRight(body, "\n"), "\n\n") {
		if part[0] == '\t' || part[0] == '}' {
			out[len(out)-1].Text += "\n\n" + part
		} else {
			out = append(out, core.Definition{Text: part})
		}
	}
	for i := range out {
		end := start + len(out[i].Text)
		for len(decls) > 0 && files.Position(decls[0].Pos()).Offset < end {
			r.read(decls[0], &out[i])
			decls = decls[1:]
		}
		start = end + len("\n\n")
	}
	return out
}

// dotted is what a method is called among the definitions: a field may have its name, and so may a function.
func dotted(name string) string { return "." + name }

// reader finds what declarations of a file use.
type reader struct {
	scope *ast.Scope
	paths map[string]string // what is imported, by its name
	d     *core.Definition
}

// read names a definition, and finds what it uses.
func (r reader) read(decl ast.Decl, d *core.Definition) {
	r.d = d
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		d.Name = decl.Name.Name
		if decl.Recv != nil {
			ast.Inspect(decl.Recv.List[0].Type, func(n ast.Node) bool { // *name[parameters]
				if name, is := n.(*ast.Ident); is && d.Of == nil {
					d.Of = []string{name.Name}
				}
				return true
			})
			if ast.IsExported(d.Name) {
				d.Name = d.Of[0]
			} else {
				d.Name = dotted(d.Name)
			}
		}
	case *ast.GenDecl:
		switch spec := decl.Specs[0].(type) {
		case *ast.TypeSpec:
			d.Name = spec.Name.Name
		case *ast.ValueSpec:
			d.Name = spec.Names[0].Name
		}
	}
	ast.Walk(r, decl)
}

// Visit passes over what declares a name, and what may be a field's.
func (r reader) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		r.use(dotted(n.Sel.Name))
		if x, is := n.X.(*ast.Ident); is && x.Obj == nil && r.paths[x.Name] != "" &&
			!slices.Contains(r.d.Imports, r.paths[x.Name]) {
			r.d.Imports = append(r.d.Imports, r.paths[x.Name])
		}
		ast.Walk(r, n.X)
		return nil
	case *ast.KeyValueExpr:
		if _, is := n.Key.(*ast.Ident); !is {
			ast.Walk(r, n.Key)
		}
		ast.Walk(r, n.Value)
		return nil
	case *ast.Field:
		ast.Walk(r, n.Type)
		return nil
	case *ast.Ident:
		if n.Obj == nil || r.scope.Objects[n.Name] == n.Obj {
			r.use(n.Name)
		}
	}
	return r
}

func (r reader) use(name string) {
	if !slices.Contains(r.d.Uses, name) {
		r.d.Uses = append(r.d.Uses, name)
	}
}

// importName is what code calls a package that it imports.
func importName(p string) string {
	base := path.Base(p)
	if len(base) == 2 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9' {
		base = path.Base(path.Dir(p))
	}
	return strings.TrimSuffix(base, "-go")
}

func itoa(i int) string { return strconv.Itoa(i) }
