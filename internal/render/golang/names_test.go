package golang

import (
	"go/token"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestMarks: Go has no names with combining marks, wherever they stand.
func TestMarks(t *testing.T) {
	for _, words := range [][]string{{"\u0301a"}, {"\u0301"}, {"nai\u0308ve"}, {"a", "\u0301"}, {"\u0301", "b"},
		{"\u0e01\u0e34"}} {
		n := ir.Name{Words: words}
		for _, name := range []string{exported(n, "Column1"), unexported(n, "param1")} {
			if !token.IsIdentifier(name) {
				t.Errorf("%q is %q, which is no name", words, name)
			}
		}
	}
}

// TestPackageNames: a folder of any name is a package.
func TestPackageNames(t *testing.T) {
	for folder, want := range map[string]string{"": "queries", "func": "queriesfunc", "1st": "queries1st",
		"To-do": "todo", "\u00e4rger": "\u00e4rger"} {
		if got := packageName(folder); got != want || !token.IsIdentifier(got) {
			t.Errorf("%q is %q, not %q", folder, got, want)
		}
	}
}
