package compile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
)

// TestReviewsLater: a schema that a run without a review has left in the cache is reviewed nevertheless.
func TestReviewsLater(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"sqg.yaml": "version: 1\nname: app\nsql:\n  - files: [q.sql]\n    gen: [{generator: python/postgres, output: gen/, config: {migrations: true}}]\n",
		"q.sql":    "-- MIGRATE 1\nCREATE TABLE t (id int PRIMARY KEY);\n\n-- MIGRATE 2\nCREATE INDEX t_id ON t (id);\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
	if cfg == nil {
		t.Fatal(diags)
	}
	cache := NewCache()
	defer cache.Close()
	for _, review := range []bool{false, true, false} {
		r := Models(t.Context(), cfg, "", Options{Version: "1.0.0", Cache: cache, Review: review})
		if found := r.Diags.All(); len(found) > 1 || review != (len(found) == 1 && found[0].Code == diag.BusyTable) {
			t.Errorf("review %v: %v", review, found)
		}
	}
}

// TestReadsEachFileOnce: units that share a file see one text of it, whatever happens to the file during the run.
func TestReadsEachFileOnce(t *testing.T) {
	const units = 5
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	yaml := "version: 1\nname: app\nsql:\n"
	for i := range units {
		put(fmt.Sprintf("u%d.sql", i), fmt.Sprintf("-- QUERY q%d\nSELECT 0 AS version_of_its_own;\n", i))
		yaml += fmt.Sprintf("  - {name: u%d, files: [shared.sql, u%[1]d.sql], gen: [{generator: python/sqlite, output: gen/}]}\n", i)
	}
	put("sqg.yaml", yaml)
	put("shared.sql", "-- QUERY shared\nSELECT 1 AS before;\n")
	cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
	if cfg == nil {
		t.Fatal(diags)
	}
	edit := func() {
		put("shared.sql", "-- QUERY shared\nSELECT 1 AS after;\n")
		put(fmt.Sprintf("u%d.sql", units-1), "-- QUERY q\nSELECT 0 AS after;\n")
	}
	opts := Options{Version: "1.0.0", Stage: func(name string) func() {
		return func() {
			if name == "render" {
				edit()
			}
		}
	}}
	r := Run(t.Context(), cfg, opts)
	if r.Diags.Failed() || len(r.Files) < units {
		t.Fatal(r.Diags.All(), len(r.Files))
	}
	for _, f := range r.Files {
		if strings.Contains(f.Text, "after") {
			t.Errorf("%s has the text of a file that was edited during the run", filepath.Base(f.Path))
		}
	}
}
