package lsp

import (
	"context"
	"strings"
)

// formatting writes annotations as the documentation does: one blank between their words. The SQL stays the user's.
func (s *Server) formatting(_ context.Context, p DocumentParams) (any, error) {
	out := []TextEdit{}
	v, err := s.outlined(p.TextDocument.URI)
	if err != nil || v == nil {
		return out, err
	}
	for _, b := range v.blocks {
		line := b.Span.Text()
		if words, is := strings.CutPrefix(line, "--"); is && !strings.ContainsAny(line, "\"'(") {
			if neat := "-- " + strings.Join(strings.Fields(words), " "); neat != line {
				out = append(out, TextEdit{v.doc.lines.span(b.Span.Start, b.Span.End), neat})
			}
		}
	}
	return out, nil
}
