package syntax_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// FuzzParse checks that no text makes the parser panic, lose a byte or point outside the file.
func FuzzParse(f *testing.F) {
	paths, err := filepath.Glob("testdata/*/*.sql")
	if err != nil || len(paths) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, text := range []string{
		"", "'", "--", "/*", "$", "$$", "${", "@set", "-- QUERY", "-- QUERY \"", "-- TABLE .", "-- TABLE t :appender(",
		"-- QUERY q :result=",
		"/* QUERY q", "/* QUERY q\n*/", "/*/", "-- QUERY q\r", "-- QUERY q\n@set a", "-- QUERY q\n@set a =\r\n",
		"-- QUERY q\nE'\\", "--\xff QUERY",
		"-- QUERY q\nSELECT '\n-- EXEC r\n'", "/* QUERY q\n\x00*/", "/* QUERY q\n? a\n*/", "-- QUERY q\n;;\n${\n}",
		"-- QUERY q\nSELECT ${a}\r\n@set a = 1\r\n+ 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range engine.All {
			file := source.New("q.sql", text)
			at := 0
			for _, tok := range e.Dialect.Tokens(text) {
				if tok[0] != at || tok[1] <= at {
					t.Fatalf("%s: token %v does not follow %d", e.Name, tok, at)
				}
				at = tok[1]
			}
			if at != len(text) {
				t.Fatalf("%s: the tokens end at %d of %d", e.Name, at, len(text))
			}
			blocks, diags := syntax.Parse(file, e.Dialect)
			checkParts(t, file, blocks)
			for _, d := range diags {
				if d.Span.File != file || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) ||
					d.Msg == "" {
					t.Fatalf("%s: %+v", e.Name, d)
				}
			}
			if err := diag.WriteText(io.Discard, diags, true); err != nil {
				t.Fatal(err)
			}
		}
	})
}
