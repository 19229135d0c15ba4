package lsp

import (
	"context"
	"encoding/json"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// severities are those of the protocol.
var severities = map[diag.Severity]int{diag.Error: 1, diag.Warning: 2, diag.Notice: 3}

// published is all that is wrong with a file, of which d is the version that was read, nil for what is on disk. Several
// projects may have the file, and mostly say the same of it. The lock is held.
func (s *Server) published(path string, d *document) PublishParams {
	out := PublishParams{URI: uriOf(path), Diagnostics: []Diagnostic{}}
	if d != nil {
		out.URI, out.Version = d.uri, &d.version
	}
	seen := map[string]bool{}
	for _, p := range s.sorted() {
		for _, f := range p.found[path] {
			shown := s.diagnostic(f, d)
			key, _ := json.Marshal(shown)
			if !seen[string(key)] {
				seen[string(key)] = true
				out.Diagnostics = append(out.Diagnostics, shown)
			}
		}
	}
	return out
}

// diagnostic is one as the protocol has it, in a document; nil for a file on disk.
func (s *Server) diagnostic(d diag.Diagnostic, in *document) Diagnostic {
	out := Diagnostic{Range: s.rangeOf(d.Span, in), Severity: severities[d.Severity], Code: string(d.Code),
		CodeDescription: &CodeHref{diag.Docs(d.Code)},
		Source:          "sqg", Message: d.Msg}
	if d.Hint != "" {
		out.Message += "\nhelp: " + d.Hint
	}
	for _, n := range d.Notes {
		if n.Span.File == nil {
			out.Message += "\nnote: " + n.Msg
			continue
		}
		other := s.docs[n.Span.File.Path]
		uri := uriOf(n.Span.File.Path)
		if other != nil {
			uri = other.uri
		}
		out.RelatedInformation = append(out.RelatedInformation, Related{Location{uri, s.rangeOf(n.Span, nil)}, n.Msg})
	}
	return out
}

// rangeOf is the place of a span; the start of the document for one that is nowhere.
func (s *Server) rangeOf(at source.Span, in *document) Range {
	switch {
	case at.File == nil:
		return Range{}
	case in != nil && in.file != nil && in.file.Text == at.File.Text:
		return in.lines.span(at.Start, at.End)
	}
	return linesOf(at.File.Text, s.units).span(at.Start, at.End)
}

// publish sends what the client does not know yet.
func (s *Server) publish(ctx context.Context, list []PublishParams, shown map[string]string) {
	for _, p := range list {
		text, _ := json.Marshal(p)
		known, have := shown[p.URI]
		if string(text) == known || !have && len(p.Diagnostics) == 0 && p.Version == nil {
			continue
		}
		shown[p.URI] = string(text)
		s.notify(ctx, "textDocument/publishDiagnostics", p)
		if p.Version == nil && len(p.Diagnostics) == 0 {
			delete(shown, p.URI)
		}
	}
}
