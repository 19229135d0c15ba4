package compile

import (
	"strings"
	"testing"
)

// TestPromisedNotNull: what a statement tests for NULL can be NULL, unless the user says otherwise. Signatures of Java
// look the same without an option.
func TestPromisedNotNull(t *testing.T) {
	const schema = "-- MIGRATE 1\nCREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n\n"
	const statement = "SELECT id FROM t WHERE ${name} IS NULL OR name = ${name};\n"
	for generator, mayBe := range map[string]string{
		"go/sqlite/modernc": "name *string", "python/sqlite": "name: str | None",
		"rust/sqlite/rusqlite":   "Option<&str>",
		"typescript/sqlite/node": "name: string | null",
	} {
		for annotation, want := range map[string]bool{
			"-- QUERY find\n": true,
			"/* QUERY find\n  params:\n    name: not null\n*/\n": false,
		} {
			lines := linesOf(t, generator, "unit", schema+annotation+statement)
			if got := strings.Contains(strings.Join(lines, "\n"), mayBe); got != want {
				t.Errorf("%s: name can be NULL: %v, want %v\n%s", generator, got, want, annotation)
			}
		}
	}
}
