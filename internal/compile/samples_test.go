package compile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSampleFile: only a file below the folder is a sample, and neither a hidden one nor one that a link leads to
// outside.
func TestSampleFile(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "project")
	for _, name := range []string{"outside.csv", "project/data/a.csv", "project/.env", "project/.git/config",
		"project/it's.csv"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("a\n1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{"out.csv": "../outside.csv", "secret.csv": ".env", "in.csv": "data/a.csv",
		"up": ".."} {
		if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
			t.Skip(err)
		}
	}
	for name, is := range map[string]bool{"data/a.csv": true, "./data/../data/a.csv": true, "it's.csv": true,
		"in.csv": true,
		"":       false, ".": false, "data": false, "none.csv": false, "../outside.csv": false,
		"data/../../outside.csv": false, ".env": false, ".git/config": false,
		"out.csv": false, "secret.csv": false, "up/outside.csv": false, "data/*.csv": false,
		filepath.Join(root, "data/a.csv"): false, "https://example.com/a.csv": false} {
		if path := sampleFile(root, name); (path != "") != is {
			t.Errorf("%s: %q", name, path)
		}
	}
}
