package sqlc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// generated is what sqlc has generated in Go: what callers know of each statement.
type generated struct {
	methods map[string]method
	structs map[string][]field
}

// field is one of a struct.
type field struct {
	name string
	typ  ast.Expr
}

// method is that of a statement: its arguments, in the order of the statement's parameters, and what it returns of a
// row: the name of a struct, or "" for a value, or for none.
type method struct {
	args   []string
	row    string
	scalar bool
	claims []importer.Claim // what the types say of the columns
}

// readGenerated reads a folder of generated code; what it cannot read it leaves out, since sqlc may not have run.
func readGenerated(dir string) generated {
	g := generated{methods: map[string]method{}, structs: map[string][]field{}}
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is one
	var files []*ast.File
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution); err == nil {
			files = append(files, file)
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				for _, s := range d.Specs {
					g.declared(s)
				}
			}
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && len(f.Recv.List) == 1 &&
				typeName(f.Recv.List[0].Type) == "Queries" {
				g.methods[f.Name.Name] = g.method(f.Type)
			}
		}
	}
	return g
}

func (g *generated) declared(s ast.Spec) {
	t, ok := s.(*ast.TypeSpec)
	if !ok {
		return
	}
	if of, ok := t.Type.(*ast.StructType); ok {
		fields := []field{}
		for _, f := range of.Fields.List {
			for _, n := range f.Names {
				fields = append(fields, field{n.Name, f.Type})
			}
		}
		g.structs[t.Name.Name] = fields
	}
}

func (g *generated) method(f *ast.FuncType) (m method) {
	for _, p := range f.Params.List {
		name := typeName(p.Type)
		if name == "context.Context" || name == "DBTX" {
			continue
		}
		for _, n := range p.Names {
			if fields, ok := g.structs[name]; ok && strings.HasSuffix(name, "Params") && n.Name == "arg" {
				for _, f := range fields {
					m.args = append(m.args, f.name)
				}
			} else {
				m.args = append(m.args, n.Name)
			}
		}
	}
	for i := range m.args {
		m.args[i] = snake(m.args[i])
	}
	if f.Results == nil || len(f.Results.List) != 2 {
		return m
	}
	of := f.Results.List[0].Type
	result := typeName(of)
	if _, ok := g.structs[result]; ok {
		m.row = result
	} else {
		m.scalar = result != "" && result != "sql.Result" && result != "pgconn.CommandTag"
	}
	if list, ok := of.(*ast.ArrayType); ok && typeName(list.Elt) != "byte" {
		of = list.Elt // the rows of :many
	}
	if pointer, ok := of.(*ast.StarExpr); ok && m.row != "" {
		of = pointer.X // emit_result_struct_pointers
	}
	m.claims = g.claims(of)
	return m
}

// nullTypes are those of pgx that sqlc takes for columns that may be NULL only: of the others it has no other type.
var nullTypes = []string{"pgtype.Text", "pgtype.Bool", "pgtype.Int2", "pgtype.Int4", "pgtype.Int8", "pgtype.Float4",
	"pgtype.Float8"}

// claims are what a type says of the columns that it holds.
func (g *generated) claims(t ast.Expr) (list []importer.Claim) {
	name := typeName(t)
	if id, ok := t.(*ast.Ident); ok {
		if fields, is := g.structs[id.Name]; is && !isNullStruct(id.Name) {
			for _, f := range fields {
				list = append(list, g.claims(f.typ)...)
			}
			return list
		}
	}
	said := engine.Unsaid
	switch t := t.(type) {
	case *ast.StarExpr:
		said = engine.Yes
	case *ast.SelectorExpr:
		switch {
		case isNullStruct(t.Sel.Name) || slices.Contains(nullTypes, name):
			said = engine.Yes
		case !strings.HasPrefix(name, "pgtype.") && name != "json.RawMessage":
			said = engine.No
		}
	case *ast.Ident:
		if said = importer.Tri(isNullStruct(t.Name)); t.Name == "any" {
			said = engine.Unsaid
		}
	}
	return []importer.Claim{{Null: said}}
}

// isNullStruct reports whether a type is NullString and the like, or one that sqlc makes for an enum.
func isNullStruct(name string) bool { return strings.HasPrefix(name, "Null") }

// typeName is a type's name, of what a pointer or a slice is of.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.ArrayType:
		return typeName(t.Elt)
	case *ast.SelectorExpr:
		return typeName(t.X) + "." + t.Sel.Name
	}
	return ""
}

// snake is a name of Go as SQL has it: AuthorID is author_id.
func snake(name string) string { return strings.Join(ir.NewName(name).Words, "_") }

func readText(path string) (string, error) {
	text, err := os.ReadFile(path)
	return string(text), err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
