// Package errors holds annotated SQL that must be refused, and how: each .sql file is compiled for one target of every
// language, and the diagnostics must be those in the .golden file beside it.
package errors

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/target"
)

func TestMain(m *testing.M) { golden.Main(m, "*.golden") }

// accepted are files without an error: what looks like a mistake and is none, or is only warned of.
var accepted = map[string]bool{"yaml_false_not_null": true, "pluck_columns": true}

func TestErrors(t *testing.T) {
	files, err := filepath.Glob("*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no SQL files: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".sql")
		t.Run(name, func(t *testing.T) {
			result := compile.Run(context.Background(), configOf(file, name), compile.Options{})
			if result.Diags.Failed() == accepted[name] {
				t.Errorf("errors: %v, want %v", result.Diags.Failed(), !accepted[name])
			}
			var text strings.Builder
			for _, d := range result.Diags.All() {
				if d.Code == diag.Internal {
					t.Errorf("a fault of sqg: %s %v", d.Msg, d.Notes)
				}
			}
			if err := diag.WriteText(&text, result.Diags.All(), false); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, name+".golden", text.String())
		})
	}
}

// configOf generates a file for the first target of each language, so that clashes of names are found as well.
func configOf(file, name string) *config.Config {
	unit := config.Unit{Name: name, Project: name, Files: []config.InputFile{{Path: file, Name: file}}}
	seen := map[string]bool{}
	for i := range target.All {
		t := &target.All[i]
		if !seen[t.Language] {
			seen[t.Language] = true
			unit.Gens = append(unit.Gens, config.Gen{Target: t, Dir: "."})
		}
	}
	return &config.Config{Dir: ".", Name: name, Units: []config.Unit{unit}}
}
