package compile

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/target"
)

// linesHead is the text of the page above its table.
const linesHead = `# How many lines are generated

Generated code has what its statements use, and no more. The table has the lines of all files that a generator writes,
helpers included, for one table with a migration and:

1. one query by its key,
2. an UPDATE, and ` + "`applyMigrations()`" + `,
3. an appender,
4. an UPDATE ` + "`:bulk`" + `.

Each column has what the columns before it have, too. Files that several units share are counted once, however many
units there are.

| generator | one query | and migrations | and an appender | and ` + "`:bulk`" + ` |
|---|---|---|---|---|
`

// TestLines: the page of lines is that of the generators. Where it differs, look at what has become more.
func TestLines(t *testing.T) {
	steps := []string{
		"\n-- QUERY item_by_id :one\nSELECT id, name, price FROM item WHERE id = ${id};\n",
		"\n-- EXEC rename\nUPDATE item SET name = ${name} WHERE id = ${id};\n",
		"\n-- TABLE item :appender\n",
		"\n-- EXEC reprice :bulk\nUPDATE item SET price = ${price} WHERE id = ${id};\n",
	}
	counts := map[string][]int{}
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		sql, option := "-- MIGRATE 1\nCREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);\n", ""
		for _, step := range steps {
			sql += step
			for id, n := range generatedLines(t, engine, sql, func(*target.Target) string { return option }) {
				counts[id] = append(counts[id], n)
			}
			option = ", config: {migrations: true}"
		}
	}
	page := linesHead
	for i := range target.All {
		id := target.All[i].ID()
		page += "| `" + id + "`"
		for _, n := range counts[id] {
			page += fmt.Sprintf(" | %d", n)
		}
		page += " |\n"
	}
	golden.Check(t, "../../docs/generated-lines.md", page)
}

// generatedLines counts what the generators of an engine write for a file.
func generatedLines(t *testing.T, engine, sql string, option func(*target.Target) string) map[string]int {
	counts := map[string]int{}
	for id, files := range generatedFiles(t, engine, sql, option) {
		for _, text := range files {
			counts[id] += strings.Count(text, "\n")
		}
	}
	return counts
}

// generatedFiles are what each generator of an engine writes for a file, with options of its own: texts by their names.
func generatedFiles(t *testing.T, engine, sql string, option func(*target.Target) string,
	more ...string) map[string]map[string]string {
	dir := t.TempDir()
	yaml := "version: 1\nname: app\n" + strings.Join(more, "") + "sql:\n  - files: [app.sql]\n    gen:\n"
	folders := map[string]string{}
	for i := range target.All {
		if tgt := &target.All[i]; tgt.Engine == engine {
			folder := strings.NewReplacer("/", "_", "-", "_").Replace(tgt.ID())
			folders[filepath.Join(dir, folder)] = tgt.ID()
			yaml += fmt.Sprintf("      - {generator: %s, output: ./%s/%s}\n", tgt.ID(), folder, option(tgt))
		}
	}
	for name, text := range map[string]string{"sqg.yaml": yaml, "app.sql": sql} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
	if diag.Failed(diags) {
		t.Fatal(diags)
	}
	result := Run(context.Background(), cfg, Options{})
	if result.Diags.Failed() {
		t.Fatal(result.Diags.All())
	}
	files := map[string]map[string]string{}
	for _, f := range result.Files {
		folder := filepath.Dir(f.Path)
		id := cmp.Or(folders[folder], folders[filepath.Dir(folder)]) // Go's package for tests is below
		if files[id] == nil {
			files[id] = map[string]string{}
		}
		files[id][filepath.Base(f.Path)] = f.Text
	}
	if len(files) != len(folders) {
		t.Fatalf("files of %d generators, not %d", len(files), len(folders))
	}
	return files
}
