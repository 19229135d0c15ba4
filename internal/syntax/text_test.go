package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// TestLineEndings parses the same file with \n and with \r\n: all that differs is inside quotes.
func TestLineEndings(t *testing.T) {
	const unix = "-- MIGRATE 1\nCREATE TABLE t (\n  a -- one\n);\n\n-- first\n-- second\n/* QUERY q :one\n  doc: third\n*/\n" +
		"@set a = 'x'\nSELECT 'two\nlines', ${a}\n@set b = 1; -- why\n  , ${b} -- end\n, \"q\nn\";\n"
	file := source.New("q.sql", strings.ReplaceAll(unix, "\n", "\r\n"))
	blocks, diags := syntax.Parse(file, engine.SQLite.Dialect)
	checkParts(t, file, blocks)
	got := show(blocks, diags)
	blocks, diags = syntax.Parse(source.New("q.sql", unix), engine.SQLite.Dialect)
	want := show(blocks, diags)
	if strings.Contains(want, "error") || strings.ReplaceAll(got, "\r\n", "\n") != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if !strings.Contains(got, "'two\r\n") || !strings.Contains(got, "\"q\r\n") || strings.Count(got, "\r") != 2 {
		t.Errorf("line endings inside quotes are the user's, all others \\n: %q", got)
	}
}

// TestAt maps offsets of the assembled SQL back to words of the file, behind parameters of other lengths and \r\n.
func TestAt(t *testing.T) {
	file := source.New("q.sql",
		"-- QUERY q\r\n@set a = 1\r\nSELECT ${a},\r\n  größe,\r\n@set b = 2\r\n ${b} + wrong -- x\r\nFROM nowhere\r\n;")
	blocks, diags := syntax.Parse(file, engine.SQLite.Dialect)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	text := blocks[0].Statement(func(use int) string { return fmt.Sprintf("?%d", 1000+use) })
	if want := "SELECT ?1000,\n  größe,\n ?1001 + wrong -- x\nFROM nowhere"; text.SQL != want {
		t.Fatalf("got %q, want %q", text.SQL, want)
	}
	for word, want := range map[string]string{
		"SELECT": "SELECT", "?1000": "${a}", "000": "${a}", "größe": "größe", "?1001": "${b}", "+": "+",
		"wrong": "wrong", "nowhere": "nowhere",
	} {
		s := text.At(strings.Index(text.SQL, word))
		if s.Text() != want || s.Start != strings.LastIndex(file.Text, want) {
			t.Errorf("%s maps to %q at %d", word, s.Text(), s.Start)
		}
	}
	if end := text.At(len(text.SQL)); end.Text() != "" || end.Start != strings.Index(file.Text, "\r\n;") {
		t.Errorf("the end maps to %q at %d", end.Text(), end.Start)
	}
	if start := text.At(-1); start.Text() != "SELECT" {
		t.Errorf("an offset before the start maps to %q", start.Text())
	}
}

func TestMapScript(t *testing.T) {
	file := source.New("m.sql", "-- MIGRATE 1\r\n\r\n-- why\r\nCREATE TABLE t (\r\n  a WRONG\r\n);\r\n-- below\r\n")
	blocks, _ := syntax.Parse(file, engine.SQLite.Dialect)
	b := blocks[0]
	if want := "-- why\nCREATE TABLE t (\n  a WRONG\n);"; b.Script != want {
		t.Fatalf("got %q", b.Script)
	}
	if s := b.MapScript(strings.Index(b.Script, "WRONG")); s.Start != strings.Index(file.Text, "WRONG") ||
		s.Text() != "WRONG" {
		t.Errorf("maps to %q", s.Text())
	}
	if s := b.MapScript(len(b.Script)); s.Start != strings.Index(file.Text, "\r\n-- below") {
		t.Errorf("the end maps to %d", s.Start)
	}
}

func TestReference(t *testing.T) {
	golden.Check(t, "testdata/reference/reference.golden", syntax.Reference())
}
