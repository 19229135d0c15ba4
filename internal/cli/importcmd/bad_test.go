package importcmd

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
)

// TestBroken: no tool's reader panics, whatever is missing or mixed up in its files.
func TestBroken(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sources := map[string][]string{"sqg-0.x": {"sqg-0.x"}, "apps/sqlc": {"sqlc"}, "apps/sqlx": {"sqlx"},
		"apps/pgtyped": {"pgtyped"}}
	maps.Copy(sources, projects)
	for name, args := range sources {
		tool := toolOf(args[0])
		source := filepath.Join(testdata, name)
		for range 60 {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(source)); err != nil {
				t.Fatal(err)
			}
			err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				return os.WriteFile(path, []byte(broken(random, string(text))), 0o600)
			})
			if err != nil {
				t.Fatal(err)
			}
			path, _ := tool.config(dir)
			if tool.read == nil {
				if u, diags := rewritten(path); u == nil && !diag.Failed(diags) {
					t.Errorf("%s: neither a project nor an error", name)
				}
				continue
			}
			var schema []string
			if tool.schema {
				schema = []string{"migrations"}
			}
			project, diags := tool.read(path, schema)
			if project == nil && !diag.Failed(diags) {
				t.Errorf("%s: neither a project nor an error", name)
			}
			if project != nil {
				project.Texts()
			}
		}
	}
}

// broken is a text with pieces taken out, doubled and moved.
func broken(random *rand.Rand, text string) string {
	for range random.IntN(4) {
		if text == "" {
			return text
		}
		from := random.IntN(len(text))
		to := min(len(text), from+random.IntN(30))
		piece := text[from:to]
		switch random.IntN(4) {
		case 0:
			text = text[:from] + text[to:]
		case 1:
			text = text[:to] + piece + text[to:]
		case 2:
			at := random.IntN(len(text))
			text = text[:at] + piece + text[at:]
		default:
			text = text[:from] + strings.Repeat(string("\"'({[$?:@/*\\#`"[random.IntN(14)]), 1+random.IntN(3)) + text[from:]
		}
	}
	return text
}
