package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/render/core"
)

// TestClosures: any one helper brings along all that it uses, and no method that nothing calls.
func TestClosures(t *testing.T) {
	for id, d := range drivers {
		for _, name := range slices.Sorted(maps.Keys(d.prelude.Names())) {
			wanted := map[string]bool{name: true}
			for _, definition := range d.prelude.All() {
				if definition.Name == name && strings.HasPrefix(name, ".") {
					wanted[definition.Of[0]] = true
				}
			}
			definitions, builds := d.closure(wanted)
			called := map[string]bool{name: true}
			if len(builds) == 0 {
				checkFile(t, id+", "+name, definitions, called)
			}
			for _, build := range builds {
				checkFile(t, id+", "+name+", "+build.tag, slices.Concat(definitions, build.prelude.All()), called)
			}
			for _, d := range definitions {
				if strings.HasPrefix(d.Name, ".") && !called[d.Name] {
					t.Errorf("%s, %s: nothing calls %s of %s", id, name, d.Name, d.Of[0])
				}
			}
		}
	}
}

// checkFile looks for names that nothing declares, and collects what is called of values.
func checkFile(t *testing.T, what string, definitions []core.Definition, called map[string]bool) {
	imports, parts, known := map[string]bool{}, []string{}, map[string]bool{}
	for _, d := range definitions {
		for _, i := range d.Imports {
			imports[i], known[importName(i)] = true, true
		}
		parts = append(parts, d.Text)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", fileText("", "", "p", imports, parts), 0)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for _, ident := range file.Unresolved {
		if !known[ident.Name] && types.Universe.Lookup(ident.Name) == nil {
			t.Errorf("%s: nothing declares %s", what, ident.Name)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is {
			called[dotted(s.Sel.Name)] = true
		}
		return true
	})
}
