package compile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestPackage: units that share a package share its names. What both would declare is reported, of each statement once.
func TestPackage(t *testing.T) {
	const schema = "-- MIGRATE 1\nCREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);\n\n"
	other := schema + "-- QUERY other\nSELECT id FROM t;\n"
	query := schema + "-- QUERY one\nSELECT id, v AS name FROM t;\n"
	cases := []struct {
		name, first, second string
		reports             string
	}{
		{"nothing in common", query, other, ""},
		{"a query's row type", query, query,
			"second.sql:4: the row type one and the row type one would both be OneRow in the package gen; first.sql:4\n"},
		{"constants only", schema + "-- EXEC clear\nDELETE FROM t;\n", schema + "-- EXEC clear\nDELETE FROM t;\n",
			"second.sql:4: clear and clear would both be clearSQL in the package gen; first.sql:4\n"},
		{"a table's row type", schema + "-- TABLE t :appender\n", schema + "-- TABLE t :appender\n",
			"second.sql:4: the row type t and the row type t would both be TRow in the package gen; first.sql:4\n"},
		{"the row type of a table that both read", schema + "-- QUERY all\nSELECT * FROM t;\n",
			schema + "-- QUERY every\nSELECT * FROM t;\n",
			"second.sql:4: the row type t and the row type t would both be TRow in the package gen; first.sql:4\n"},
		{"a constructor", query, schema + "-- QUERY other :result=NewFirst\nSELECT id, v FROM t;\n",
			"second.sql:4: the constructor of First and the row type NewFirst would both be NewFirst in the package gen; sqg.yaml:6\n"},
	}
	for i := range target.All {
		tgt := &target.All[i]
		if tgt.Language != "go" || tgt.Engine != "sqlite" { // the names are those of every driver
			continue
		}
		for _, c := range cases {
			dir := t.TempDir()
			yaml := "version: 1\nname: app\nsql:\n"
			for _, name := range []string{"first", "second"} {
				yaml += fmt.Sprintf("  - name: %[1]s\n    files: [%[1]s.sql]\n    gen: [{generator: %[2]s, output: gen/}]\n", name, tgt.ID())
			}
			for name, text := range map[string]string{"sqg.yaml": yaml, "first.sql": c.first, "second.sql": c.second} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
			if diag.Failed(diags) {
				t.Fatal(diags)
			}
			r := Run(context.Background(), cfg, Options{Version: "1.0.0"})
			got := ""
			for _, d := range r.Diags.All() {
				if d.Severity == diag.Error {
					got += fmt.Sprintf("%s: %s; %s\n", place(d.Span), d.Msg, place(d.Notes[0].Span))
				}
			}
			if got != c.reports {
				t.Errorf("%s, %s: %s", tgt.ID(), c.name, got)
			}
		}
	}
}

// place is the file and line of a span.
func place(s source.Span) string {
	line, _ := s.File.Position(s.Start)
	return fmt.Sprintf("%s:%d", filepath.Base(s.File.Path), line)
}
