package compile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// TestDuckDBVersions: a project can ask for every DuckDB whose plans are read, in quotes or not, and for no other.
func TestDuckDBVersions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sqg.yaml")
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "q.sql"), []byte("-- QUERY one\nSELECT 1 AS n\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	load := func(version string) (string, bool) {
		text := "version: 1\nname: p\nduckdb: {version: " + version + "}\nsql: [{files: [q.sql]}]\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg, diags := config.Load(path, os.Getenv, false)
		if len(diags) > 0 {
			return "", false
		}
		return sourcesOf(cfg).duckdb, true
	}
	for _, name := range libduckdb.Releases() {
		for _, version := range []string{name, `"` + name + `"`} {
			if got, ok := load(version); !ok || got != name {
				t.Errorf("version: %s is %q, %v", version, got, ok)
			}
		}
	}
	for _, version := range []string{"1.4", `""`, "2", "[2.0]"} {
		if _, ok := load(version); ok {
			t.Errorf("version: %s is taken", version)
		}
	}
}
