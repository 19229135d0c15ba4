package architecture

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNotice: NOTICE names every module that the program links, on some platform, and no other.
func TestNotice(t *testing.T) {
	linked := map[string]bool{}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}",
			"github.com/sqg-dev/sqg/cmd/sqg")
		cmd.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range strings.Fields(string(out)) {
			linked[path] = true
		}
	}
	text, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for line := range strings.Lines(string(text)) {
		if path, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), ": "); ok && strings.HasPrefix(line, "- ") {
			named = append(named, path)
		}
	}
	for path := range linked {
		if !slices.Contains(named, path) {
			t.Errorf("NOTICE lacks %s", path)
		}
	}
	for _, path := range named {
		if !linked[path] {
			t.Errorf("NOTICE names %s, which is not linked", path)
		}
	}
	if len(linked) == 0 {
		t.Error("no module is linked")
	}
}
