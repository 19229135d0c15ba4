package generate

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// project is a folder with files.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestStampOfSources: a run is never skipped where a source is a running PostgreSQL, whose schema can change unseen.
func TestStampOfSources(t *testing.T) {
	cached := t.TempDir()
	for source, kept := range map[string]bool{"path: data.csv": true,
		"type: postgres, url: 'postgresql://127.0.0.1/app'": false} {
		dir := project(t, map[string]string{
			"data.csv": "a\n",
			"q.sql":    "-- QUERY one :one\nSELECT 1 AS one;\n",
			"sqg.yaml": "version: 1\nname: app\nsources: [{name: data, " + source +
				"}]\nsql:\n  - files: [q.sql]\n    gen: [{generator: python/duckdb, output: gen/}]\n",
		})
		env := func(name string) string { return map[string]string{cache.Variable: cached}[name] }
		if s := newStamp(&app.App{Env: env}, filepath.Join(dir, "sqg.yaml")); (s.file != "") != kept {
			t.Errorf("%s: stamp kept: %t", source, s.file != "")
		}
	}
}

// TestStampOfVersions: a run is not skipped where another DuckDB analyses than in the last one.
func TestStampOfVersions(t *testing.T) {
	cached := t.TempDir()
	dir := project(t, map[string]string{
		"q.sql":    "-- QUERY one :one\nSELECT 1 AS one;\n",
		"sqg.yaml": "version: 1\nname: app\nsql:\n  - files: [q.sql]\n    gen: [{generator: python/duckdb, output: gen/}]\n",
	})
	inputs := map[string]bool{}
	for _, library := range []string{"", "/lib/libduckdb-1.5.so", "/lib/libduckdb-2.0.so"} {
		env := func(name string) string {
			return map[string]string{cache.Variable: cached, libduckdb.Variable: library}[name]
		}
		inputs[newStamp(&app.App{Env: env}, filepath.Join(dir, "sqg.yaml")).inputs] = true
	}
	if len(inputs) != 3 {
		t.Errorf("%d stamps of three libraries", len(inputs))
	}
}
