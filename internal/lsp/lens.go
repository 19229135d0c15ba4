package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// lenses are the commands above a statement, in their order, and the blocks that have them.
var lenses = []struct {
	title, command string
	has            func(*syntax.Block) bool
}{
	{"run on TESTDATA", "sqg.run", func(*syntax.Block) bool { return true }},
	{"plan", "sqg.plan", func(*syntax.Block) bool { return true }},
	{"code", "sqg.code", func(*syntax.Block) bool { return true }},
	{":bulk", "sqg.bulk", func(b *syntax.Block) bool { return b.Mods.Bulk }},
	{"SQL", "sqg.sql", func(*syntax.Block) bool { return true }},
	{"variants", "sqg.variants", func(b *syntax.Block) bool { return b.Optional() || len(b.Choices) > 0 }},
}

// OfStatement is the argument of such a command: a statement of a document.
type OfStatement struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

func (s *Server) codeLenses(_ context.Context, p DocumentParams) (any, error) {
	v, err := s.outlined(p.TextDocument.URI)
	if err != nil || v == nil {
		return []CodeLens{}, err
	}
	out := []CodeLens{}
	counts := s.counted(v)
	for _, b := range v.blocks {
		if b.Kind == syntax.Table && !b.Broken && counts != nil {
			out = append(out, v.callLens(b, counts[b]))
		}
		if b.Kind != syntax.Query && b.Kind != syntax.Exec || b.Broken {
			continue
		}
		at := v.doc.lines.span(b.Span.Start, b.Span.End)
		for _, l := range lenses {
			if s.Commands[l.command] != nil && l.has(b) {
				out = append(out, CodeLens{at, Command{l.title, l.command, []any{OfStatement{v.doc.uri, b.Name}}}})
			}
		}
		if counts != nil {
			out = append(out, v.callLens(b, counts[b]))
		}
	}
	return out, nil
}

// listCalls is the command of the lens that counts the calls of a block's methods.
const listCalls = "sqg.calls"

func (v *view) callLens(b *syntax.Block, n int) CodeLens {
	title := fmt.Sprintf("%d calls", n)
	if n == 1 {
		title = "1 call"
	}
	return CodeLens{v.doc.lines.span(b.Span.Start, b.Span.End),
		Command{title, listCalls, []any{OfStatement{v.doc.uri, b.Name}}}}
}

// links lead from sqg.yaml to the files that it names, and from an SQL file to the file source that a statement reads.
func (s *Server) links(_ context.Context, p DocumentParams) (any, error) {
	out := []DocumentLink{}
	if doc := s.document(p.TextDocument.URI); doc != nil && strings.HasSuffix(doc.path, "/"+config.DefaultPath) {
		return s.configLinks(doc), nil
	}
	v, err := s.outlined(p.TextDocument.URI)
	if err != nil || v == nil {
		return out, err
	}
	for _, b := range v.blocks {
		for _, n := range paramSpans(b, "") {
			name, is := strings.CutPrefix(n.name, "sources_")
			i := slices.IndexFunc(v.config.Sources, func(s config.Source) bool { return s.Name == name })
			if !is || i < 0 || v.config.Sources[i].Span.File == nil {
				continue
			}
			at := v.config.Sources[i].Span
			line, _ := at.File.Position(at.Start)
			out = append(out, DocumentLink{v.doc.lines.span(n.at.Start, n.at.End), uriOf(at.File.Path) + lineOf(line),
				"the source in sqg.yaml"})
		}
		if b.Span.Start == v.blocks[0].Span.Start && v.unit.Span.File != nil {
			line, _ := v.unit.Span.File.Position(v.unit.Span.Start)
			word := strings.Index(b.Span.Text(), b.Kind.String())
			if word >= 0 {
				start := b.Span.Start + word
				out = append(out, DocumentLink{v.doc.lines.span(start, start+len(b.Kind.String())),
					uriOf(v.unit.Span.File.Path) + lineOf(line), "unit " + v.unit.Name + " in sqg.yaml"})
			}
		}
	}
	return out, nil
}

// configLinks are the files of a sqg.yaml, where it names one by itself: a pattern leads nowhere.
func (s *Server) configLinks(doc *document) []DocumentLink {
	out := []DocumentLink{}
	s.mu.Lock()
	var cfg *config.Config
	if p := s.projects[doc.path]; p != nil {
		cfg = p.state.config
	}
	s.mu.Unlock()
	if cfg == nil {
		return out
	}
	seen := map[int]bool{}
	link := func(name, path string) {
		for from := 0; name != ""; {
			i := strings.Index(doc.lines.text[from:], name)
			if i < 0 {
				return
			}
			start, end := from+i, from+i+len(name)
			from = end
			if alone(doc.lines.text, start, end) && !seen[start] {
				seen[start] = true
				out = append(out, DocumentLink{doc.lines.span(start, end), uriOf(path), ""})
			}
		}
	}
	for _, u := range cfg.Units {
		for _, f := range u.Files {
			if slices.Contains(u.Patterns, f.Name) {
				link(f.Name, f.Path)
			}
		}
	}
	for _, source := range cfg.Sources {
		if source.Type != "postgres" && !strings.ContainsAny(source.Path, "*?[:") {
			link(source.Path, source.File(cfg.Dir))
		}
	}
	return out
}

// alone reports whether a part of a text is a whole value of YAML.
func alone(text string, start, end int) bool {
	const around = " \t\n\r[],\"'{}:"
	return (start == 0 || strings.IndexByte(around, text[start-1]) >= 0) &&
		(end == len(text) || strings.IndexByte(around, text[end]) >= 0)
}
