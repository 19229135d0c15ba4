package surface

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestVariants: a variant of a method that is there already takes one file of each renderer, besides its kind and its
// row here, as docs/adding-a-method.md says.
func TestVariants(t *testing.T) {
	for _, kind := range []string{"Demanded", "Proven", "Detach", "TextOf"} {
		named := regexp.MustCompile(`\bsurface\.` + kind + `\b`)
		for _, language := range []string{"golang", "java", "python", "rust", "typescript"} {
			files, _ := filepath.Glob("../render/" + language + "/*.go")
			var found []string
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasSuffix(file, "_test.go") && named.Match(text) {
					found = append(found, file)
				}
			}
			if len(found) != 1 {
				t.Errorf("%s stands in %q", kind, found)
			}
		}
	}
}
