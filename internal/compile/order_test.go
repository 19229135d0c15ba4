package compile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestOrder: of the same statements in another order the same code comes, in another order. So no name depends on it:
// here those of structs and enums without a name, and of types and labels that become one word.
func TestOrder(t *testing.T) {
	const schema = "-- MIGRATE 1\nCREATE SCHEMA app; CREATE TYPE mood AS ENUM ('a'); CREATE TYPE app.mood AS ENUM ('b');\n" +
		"CREATE TYPE my_type AS STRUCT(a INTEGER, \"?\" INTEGER); CREATE TYPE \"my type\" AS STRUCT(b INTEGER);\n" +
		"CREATE TABLE t (id INTEGER PRIMARY KEY, a my_type NOT NULL, b \"my type\" NOT NULL, m mood, n app.mood, s STRUCT(x INTEGER));\n\n"
	statements := []string{
		"-- QUERY one\nSELECT {'a': id} AS data, m FROM t;\n\n",
		"-- QUERY two\nSELECT {'b': id} AS data, n FROM t;\n\n",
		"-- QUERY three\nSELECT b, s FROM t WHERE id = ${id};\n\n",
		"-- QUERY four\nSELECT a FROM t;\n\n",
		"-- TABLE t :appender\n\n",
	}
	for i := range target.All {
		tgt := &target.All[i]
		if tgt.Engine != "duckdb" {
			continue
		}
		for _, classes := range []string{"unit", "file"} {
			var first []string
			for range 2 {
				got := linesOf(t, tgt.ID(), classes, schema+strings.Join(statements, ""))
				if first == nil {
					first = got
				} else if !slices.Equal(first, got) {
					t.Errorf("%s, classes: %s: names differ by the order of statements: %q", tgt.ID(), classes,
						differing(first, got))
				}
				slices.Reverse(statements)
			}
		}
	}
}

// linesOf generates code and returns all of its lines, sorted.
func linesOf(t *testing.T, generator, classes, sql string) []string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"app.sql": sql, "sqg.yaml": fmt.Sprintf(
		"version: 1\nname: app\nsql:\n  - files: [app.sql]\n    gen:\n      - {generator: %s, output: gen/, config: {classes: %s}}\n", generator, classes)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
	if diag.Failed(diags) {
		t.Fatal(diags)
	}
	r := Run(context.Background(), cfg, Options{Version: "1.0.0"})
	if r.Diags.Failed() || len(r.Files) == 0 {
		t.Fatal(generator, r.Diags)
	}
	var lines []string
	for _, f := range r.Files {
		lines = append(lines, strings.Split(f.Text, "\n")...)
	}
	slices.Sort(lines)
	return lines
}

// differing are the lines that only one of two has.
func differing(a, b []string) (out []string) {
	for i, pair := range [][2][]string{{a, b}, {b, a}} {
		for _, line := range pair[0] {
			if !slices.Contains(pair[1], line) {
				out = append(out, string("-+"[i])+line)
			}
		}
	}
	return out
}
