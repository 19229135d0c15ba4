package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var ownCode = regexp.MustCompile("(?ms)^```(\\w+) (sqg|schema)\n(.*?)^```")

// TestCodeBesideSQLC generates what the page that shows sqlc's code and sqg's says of sqg's. Between two lines with …
// there may be other code.
func TestCodeBesideSQLC(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("coming-from", "sqlc-code.md"))
	if err != nil {
		t.Fatal(err)
	}
	var p project
	for _, m := range ownCode.FindAllStringSubmatch(string(text), -1) {
		switch m[1] {
		case "yaml":
			p.yaml = m[3]
		case "sql":
			p.sql += m[3] + "\n"
		case "go":
			for piece := range strings.SplitSeq(m[3], "…\n") {
				p.makes = append(p.makes, strings.TrimSuffix(piece, "\n"))
			}
		}
	}
	if len(p.makes) < 15 {
		t.Fatalf("the page has %d pieces of code", len(p.makes))
	}
	p.run(t)
}
