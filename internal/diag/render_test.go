package diag

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/source"
)

func TestMain(m *testing.M) { golden.Main(m, "testdata/*.golden") }

// spanOf returns the span of the nth occurrence, from 0, of what in a file's text.
func spanOf(f *source.File, what string, n int) source.Span {
	at := 0
	for ; ; n-- {
		i := strings.Index(f.Text[at:], what)
		if i < 0 {
			panic(what)
		}
		if n == 0 {
			return source.Span{File: f, Start: at + i, End: at + i + len(what)}
		}
		at += i + 1
	}
}

func examples() []Diagnostic {
	plain := source.New("queries.sql",
		"-- QUERY find :onee\n@set id = 1\n@set id = 2\n\tSELECT\t'日本語', nme\r\nFROM 'a\nb'\n\x1b[31mred\n")
	long := source.New("long.sql", "SELECT "+strings.Repeat("column_name, ",
		40)+"wrong_name, "+strings.Repeat("column_name, ", 40)+"x\n")
	many := source.New("many.sql", strings.Repeat("\n", 11)+"SELECT 1")
	return []Diagnostic{
		{Code: UnknownModifier, Span: spanOf(plain, ":onee", 0), Msg: "unknown modifier :onee",
			Hint: "did you mean :one?"},
		{Code: BadSet, Span: spanOf(plain, "id", 1), Msg: "id is set twice",
			Notes: []Note{{spanOf(plain, "id", 0), "it is set first here"}}},
		{Code: UnusedSet, Severity: Warning, Span: spanOf(plain, "id", 0), Msg: "id is set and never used"},
		{Code: StatementError, Span: spanOf(plain, "nme", 0), Msg: "no such column: nme"},
		{Code: StatementError, Span: spanOf(plain, "日本語", 0), Msg: "wide characters take two columns each"},
		{Code: Unterminated, Span: spanOf(plain, "'a\nb'", 0),
			Msg: "a span of several lines is underlined on its first"},
		{Code: StatementError, Span: spanOf(plain, "red", 0), Msg: "control characters\nare made visible\x1b[31m"},
		{Code: StatementError, Span: spanOf(long, "wrong_name", 0), Msg: "a long line is cut around the place"},
		{Code: StatementError, Span: source.Span{File: many, Start: len(many.Text), End: len(many.Text)},
			Msg: "incomplete input"},
		{Code: FileEncoding, Span: source.Span{File: source.New("utf16.sql", "")}, Msg: "the file is not UTF-8 text"},
		{Code: Environment, Msg: "cannot read x: no such file", Hint: "no place to show"},
	}
}

func TestWriteText(t *testing.T) {
	for name, color := range map[string]bool{"text": false, "color": true} {
		var out bytes.Buffer
		if err := WriteText(&out, examples(), color); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".golden"), out.String())
	}
}

func TestWriteLines(t *testing.T) {
	var out bytes.Buffer
	if err := WriteLines(&out, examples()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "lines.golden"), out.String())
}

func TestMarshalJSON(t *testing.T) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(append(examples(), Diagnostic{Code: Internal, Msg: "a <b> & c"})); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "json.golden"), out.String())
}
