package diag

import (
	"bytes"
	"encoding/json"

	"github.com/sqg-dev/sqg/internal/source"
)

// place is a span in JSON. Lines and columns count from 1, columns in characters; the end is the first character that
// does not belong to it.
type place struct {
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"end_line,omitempty"`
	EndColumn int    `json:"end_column,omitempty"`
}

func placeOf(s source.Span) place {
	if s.File == nil {
		return place{}
	}
	p := place{File: s.File.Path}
	p.Line, p.Column = s.File.Position(s.Start)
	p.EndLine, p.EndColumn = s.File.Position(s.End)
	return p
}

// MarshalJSON gives a diagnostic the schema that tools read; fields may be added to it, never changed.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	type note struct {
		Message string `json:"message"`
		place
	}
	notes := make([]note, len(d.Notes))
	for i, n := range d.Notes {
		notes[i] = note{n.Msg, placeOf(n.Span)}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // for people read it too, and SQL is full of < and >
	err := e.Encode(struct {
		Code     Code   `json:"code"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
		place
		Hint  string `json:"hint,omitempty"`
		Notes []note `json:"notes,omitempty"`
		Docs  string `json:"docs"`
		More  string `json:"explain"`
	}{d.Code, d.Severity.String(), d.Msg, placeOf(d.Span), d.Hint, notes, Docs(d.Code), Explain(d.Code)})
	return out.Bytes(), err
}

// Explain is the command that prints the page of a code.
func Explain(c Code) string { return "sqg explain-error " + string(c) }

// Docs is the address of a code's page.
func Docs(c Code) string { return "https://sqg-dev.github.io/sqg/errors/" + string(c) }
