package diag

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/golden"
)

const pages = "../../docs/errors"

// constants returns the names and values of the codes as codes.go declares them, in order.
func constants(t *testing.T) (names []string, codes []Code) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.ValueSpec); ok && fmt.Sprint(s.Type) == "Code" {
			names = append(names, s.Names[0].Name)
			codes = append(codes, Code(strings.Trim(s.Values[0].(*ast.BasicLit).Value, `"`)))
		}
		return true
	})
	return names, codes
}

func TestCodes(t *testing.T) {
	_, declared := constants(t)
	var listed []Code
	for _, info := range Codes {
		listed = append(listed, info.Code)
	}
	if !slices.Equal(declared, listed) {
		t.Errorf("Codes lists %v, the constants are %v", listed, declared)
	}
	if !slices.IsSorted(listed) || len(slices.Compact(listed)) != len(listed) {
		t.Errorf("codes are neither in order nor distinct: %v", listed)
	}
}

// TestPages checks that every code has its page and every page its code, and keeps the index.
func TestPages(t *testing.T) {
	var index strings.Builder
	index.WriteString("# Messages of sqg\n\nEach message has a code that stays. Errors stop a run before anything is written; warnings do not.\n\n| code | meaning |\n|---|---|\n")
	want := []string{"README.md"}
	for _, info := range Codes {
		name := string(info.Code) + ".md"
		want = append(want, name)
		fmt.Fprintf(&index, "| [%s](%s) | %s |\n", info.Code, name, info.Title)
		page, err := os.ReadFile(filepath.Join(pages, name))
		if err != nil {
			t.Error(err)
			continue
		}
		if head := fmt.Sprintf("# %s: %s\n\n", info.Code, info.Title); !strings.HasPrefix(string(page), head) {
			t.Errorf("%s does not begin with %q", name, head)
		}
		if !strings.HasSuffix(Docs(info.Code)+".md", "/errors/"+name) { // the site has the folders of docs
			t.Errorf("messages point to %s", Docs(info.Code))
		}
	}
	golden.Check(t, filepath.Join(pages, "README.md"), index.String())
	have, err := filepath.Glob(filepath.Join(pages, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range have {
		have[i] = filepath.Base(have[i])
	}
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("pages are %v, want %v", have, want)
	}
}

// TestCodesAreUsed fails for a code that nothing reports.
func TestCodesAreUsed(t *testing.T) {
	names, _ := constants(t)
	used := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		own := filepath.Base(filepath.Dir(path)) == "diag"
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || own &&
			d.Name() == "codes.go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "diag" {
					used[n.Sel.Name] = true
				}
			case *ast.Ident:
				used[n.Name] = used[n.Name] || own
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !used[name] {
			t.Errorf("nothing reports diag.%s", name)
		}
	}
}
