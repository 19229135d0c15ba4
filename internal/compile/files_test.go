package compile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
)

// TestFilesOfOneName: two files that become classes of one name are told once, with their places, in every language.
func TestFilesOfOneName(t *testing.T) {
	for _, generator := range []string{"java/sqlite", "typescript/sqlite/node", "python/sqlite", "go/sqlite/modernc",
		"rust/sqlite/rusqlite"} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"sqg.yaml": "version: 1\nname: app\nsql:\n  - files: [a/x.sql, b/x.sql]\n    gen:\n      - {generator: " +
				generator +
				", output: gen/, config: {classes: file}}\n",
			"a/x.sql": "-- QUERY a\nSELECT 1 AS one;\n", "b/x.sql": "-- QUERY b\nSELECT 1 AS one;\n",
		} {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
		if cfg == nil {
			t.Errorf("%s: %v", generator, diags)
			continue
		}
		found := Run(t.Context(), cfg, Options{Version: "1.0.0"}).Diags.All()
		if len(found) != 1 || found[0].Code != diag.NameClash || found[0].Span.File == nil || len(found[0].Notes) != 1 {
			t.Errorf("%s: %v", generator, found)
		}
	}
}
