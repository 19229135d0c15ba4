// Package errors holds annotated SQL that must be refused, and how: each .sql file is compiled for one target of every
// language, and the diagnostics must be those in the .golden file beside it. Files of a folder are of the engine that
// the folder is called by, the others of SQLite.
package errors

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

func TestMain(m *testing.M) { golden.Main(m, "*.golden", "*/*.golden") }

// accepted are files without an error: what looks like a mistake and is none, or is only warned of.
var accepted = map[string]bool{
	"duckdb/parameter_casts": true, "yaml_false_not_null": true, "pluck_columns": true, "parameter_uses": true,
	"json_bytes": true, "postgres/lost_digits": true,
}

func TestErrors(t *testing.T) {
	for engine, pattern := range map[string]string{"sqlite": "*.sql", "postgres": "postgres/*.sql",
		"duckdb": "duckdb/*.sql"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no SQL files of %s: %v", engine, err)
		}
		for _, file := range files {
			t.Run(strings.TrimSuffix(file, ".sql"), func(t *testing.T) { check(t, engine, filepath.ToSlash(file)) })
		}
	}
}

// check compiles a file and compares what is said of it.
func check(t *testing.T, engine, file string) {
	name := strings.TrimSuffix(file, ".sql")
	cfg := configOf(engine, file)
	result := compile.Run(context.Background(), cfg, compile.Options{})
	if len(cfg.Units[0].Gens) == 0 { // an engine that has no generator yet
		result = compile.Models(context.Background(), cfg, engine, compile.Options{})
	}
	if result.Diags.Failed() == accepted[name] {
		t.Errorf("errors: %v, want %v", result.Diags.Failed(), !accepted[name])
	}
	var text strings.Builder
	for _, d := range result.Diags.All() {
		if d.Code == diag.Internal || d.Code == diag.Environment {
			t.Fatalf("no fault of the file: %s %v", d.Msg, d.Notes)
		}
	}
	if err := diag.WriteText(&text, result.Diags.All(), false); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, name+".golden", text.String())
}

// configOf generates a file for the engine's first target of each language, so that clashes of names are found as well.
func configOf(engine, file string) *config.Config {
	name := strings.TrimSuffix(path.Base(file), ".sql")
	unit := config.Unit{Name: name, Project: name, Files: []config.InputFile{{Path: file, Name: file}}}
	seen := map[string]bool{}
	for i := range target.All {
		t := &target.All[i]
		if t.Engine == engine && !seen[t.Language] {
			seen[t.Language] = true
			unit.Gens = append(unit.Gens, config.Gen{Target: t, Dir: ".", Options: plan.Options{Migrations: true}})
		}
	}
	return &config.Config{Dir: ".", Name: name, Units: []config.Unit{unit},
		Sources: []config.Source{{Type: "file", Name: "events", Path: "events.csv"}}}
}
