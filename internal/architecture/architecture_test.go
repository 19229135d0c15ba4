// Package architecture holds the test of the dependency direction that docs/ARCHITECTURE.md describes.
package architecture

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/sqg-dev/sqg/internal/"

// allowed lists what each package may import of this project; a package ending in /... stands for those below it.
// A package that is not listed here fails the test: say where it belongs.
var allowed = map[string]string{
	"source":       "",
	"diag":         "source",
	"ir":           "source",
	"syntax":       "source diag",
	"target":       "",
	"plan":         "source diag ir syntax target engine",
	"surface":      "ir plan",
	"emit":         "",
	"infer":        "",
	"engine":       "ir syntax environment",
	"refusal":      "engine syntax",
	"engine/...":   "ir engine infer diag syntax refusal pgserver extension libduckdb fetch mask",
	"analyze":      "source diag ir syntax engine",
	"render/core":  "ir target plan emit diag source surface",
	"render/...":   "ir target plan emit diag source render/core surface",
	"importer":     "source diag ir syntax engine",
	"importer/...": "source diag ir syntax engine importer",
	"mask":         "",
	"config":       "source diag ir target plan mask extension",
	"write":        "source diag",
	"compile":      "source diag ir syntax target plan emit engine engine/... analyze render/... config extension surface environment",
	"lsp":          "source diag ir syntax engine plan surface config compile write",
	"cli":          "*",
	"cli/...":      "*",
	"golden":       "",
	"version":      "",
	"cache":        "",
	"environment":  "",
	"fetch":        "cache environment",
	"libduckdb":    "cache environment fetch",
	"extension":    "cache environment fetch libduckdb",
	"pgserver":     "cache environment fetch mask",
	"pgserver/...": "pgserver extension libduckdb",
	"gotest":       "",
	"bench":        "",
	"bench/report": "bench cache",
	"browsertest":  "",
	"architecture": "",
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func TestDependencyDirection(t *testing.T) {
	out, err := exec.Command("go", "list", "-e", "-json=ImportPath,Imports",
		"github.com/sqg-dev/sqg/internal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	seen := 0
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		for _, v := range violations(p) {
			t.Error(v)
		}
	}
	if seen < len(allowed)/2 {
		t.Errorf("only %d packages listed", seen)
	}
}

// TestViolationsAreSeen shows that the check can fail.
func TestViolationsAreSeen(t *testing.T) {
	for _, p := range []pkg{
		{module + "ir", []string{module + "diag"}},
		{module + "render/java", []string{module + "engine"}},
		{module + "render/java", []string{module + "render/python"}},
		{module + "stray", nil},
	} {
		if len(violations(p)) == 0 {
			t.Errorf("%s importing %v is not seen", p.ImportPath, p.Imports)
		}
	}
}

func violations(p pkg) []string {
	name := strings.TrimPrefix(p.ImportPath, module)
	rule, ok := rule(name)
	if !ok {
		return []string{name + " is not in the list of packages"}
	}
	var out []string
	for _, imp := range p.Imports {
		to, ours := strings.CutPrefix(imp, module)
		if ours && !permits(rule, name, to) {
			out = append(out, name+" must not import "+to)
		}
	}
	return out
}

func rule(name string) (string, bool) {
	if r, ok := allowed[name]; ok {
		return r, true
	}
	for prefix := name; strings.Contains(prefix, "/"); {
		prefix = prefix[:strings.LastIndexByte(prefix, '/')]
		if r, ok := allowed[prefix+"/..."]; ok {
			return r, true
		}
	}
	return "", false
}

// permits also allows what stands below the package itself: its own parts.
func permits(rule, from, to string) bool {
	if rule == "*" || strings.HasPrefix(to, from+"/") {
		return true
	}
	for _, r := range strings.Fields(rule) {
		prefix, below := strings.CutSuffix(r, "/...")
		if to == r || below && strings.HasPrefix(to, prefix+"/") {
			return true
		}
	}
	return false
}
