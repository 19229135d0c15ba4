package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// at is a place in a block, as requests name it.
func (s *Server) at(ctx context.Context, p PlaceParams) (v *view, b *syntax.Block, offset int, err error) {
	if v, err = s.view(ctx, p.TextDocument.URI); v == nil {
		return nil, nil, 0, err
	}
	offset = v.doc.lines.offset(p.Position)
	return v, v.block(offset), offset, nil
}

func (s *Server) definition(ctx context.Context, p PlaceParams) (any, error) {
	if languages[filepath.Ext(pathOf(p.TextDocument.URI))] != "" {
		return s.fromCode(p, false), nil
	}
	v, b, offset, err := s.at(ctx, p)
	if b == nil {
		return nil, err
	}
	if b.Kind != syntax.Table && nameAt(b, offset) {
		return s.methodOf(v, b), nil
	}
	if name, _ := paramAt(b, offset); name != "" {
		return s.location(paramSpans(b, name)[0].at), nil
	}
	if t, _, found := v.targetAt(b, offset); found {
		if at, declared := v.declaration(t); declared {
			return s.location(at), nil
		}
	}
	return nil, nil
}

// nameAt reports whether the name of a block that has methods stands at an offset.
func nameAt(b *syntax.Block, offset int) bool {
	return hasMethods(b) && b.NameSpan.Start <= offset && offset <= b.NameSpan.End
}

// samePlaces are the places in blocks where the same stands as at an offset.
func (v *view) samePlaces(b *syntax.Block, offset int, blocks []*syntax.Block) (list []source.Span,
	declared source.Span) {
	if name, _ := paramAt(b, offset); name != "" {
		for _, n := range paramSpans(b, name) {
			if n.set {
				declared = n.at
			}
			list = append(list, n.at)
		}
		return list, declared
	}
	t, _, found := v.targetAt(b, offset)
	if !found {
		return nil, declared
	}
	declared, _ = v.declaration(t)
	list = v.places(t, blocks)
	if slices.Contains(blocks, v.blockOf(declared)) && !slices.Contains(list, declared) {
		list = append([]source.Span{declared}, list...)
	}
	return list, declared
}

// blockOf is the block that a place is in; nil for none.
func (v *view) blockOf(at source.Span) (last *syntax.Block) {
	for _, b := range v.all {
		if b.Span.File == at.File && b.Span.Start <= at.Start {
			last = b
		}
	}
	return last
}

func (s *Server) references(ctx context.Context, p PlaceParams) (any, error) {
	v, b, offset, err := s.at(ctx, p)
	if b == nil {
		return nil, err
	}
	list, declared := v.samePlaces(b, offset, v.all)
	out := []Location{}
	if nameAt(b, offset) {
		out = s.callers(v, b)
		list, declared = append([]source.Span{b.NameSpan}, list...), b.NameSpan
	}
	for _, at := range list {
		if at != declared || p.Context == nil || p.Context.IncludeDeclaration {
			out = append(out, s.location(at))
		}
	}
	return out, nil
}

func (s *Server) highlights(ctx context.Context, p PlaceParams) (any, error) {
	v, b, offset, err := s.at(ctx, p)
	if b == nil {
		return nil, err
	}
	list, _ := v.samePlaces(b, offset, []*syntax.Block{b})
	out := []DocumentHighlight{}
	for _, at := range list {
		out = append(out, DocumentHighlight{v.doc.lines.span(at.Start, at.End)})
	}
	return out, nil
}

// outlined is a document with its blocks, which need no analysis; the engine is that of its project. It is nil for a
// document of none.
func (s *Server) outlined(uri string) (*view, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := s.docs[pathOf(uri)]
	if doc == nil {
		return nil, unknown(uri)
	}
	for _, p := range s.owners(doc.path) {
		if p.state.config != nil {
			if v := s.viewOf(doc, p, p.state); v != nil {
				return v, nil
			}
		}
	}
	return nil, nil
}

// symbolKinds are the kinds of symbols that blocks are.
var symbolKinds = map[syntax.Kind]int{syntax.Query: symbolMethod, syntax.Exec: symbolMethod, syntax.Table: symbolStruct,
	syntax.Migrate: symbolEvent, syntax.Baseline: symbolEvent, syntax.Testdata: symbolEvent}

// ends is where a block ends: with its last text before the next one's annotation or the comment above that.
func ends(b *syntax.Block) int { return max(b.Body.End, b.Span.End) }

func title(b *syntax.Block) string {
	if b.Name == "" {
		return b.Kind.String()
	}
	return b.Name
}

func (s *Server) symbols(_ context.Context, p DocumentParams) (any, error) {
	v, err := s.outlined(p.TextDocument.URI)
	out := []DocumentSymbol{}
	if err != nil || v == nil {
		return out, err
	}
	for _, b := range v.blocks {
		out = append(out, DocumentSymbol{Name: title(b), Detail: b.Kind.String(), Kind: symbolKinds[b.Kind],
			Range:          v.doc.lines.span(b.Span.Start, ends(b)),
			SelectionRange: v.doc.lines.span(b.NameSpan.Start, b.NameSpan.End)})
	}
	return out, nil
}

func (s *Server) folds(_ context.Context, p DocumentParams) (any, error) {
	v, err := s.outlined(p.TextDocument.URI)
	out := []FoldingRange{}
	if err != nil || v == nil {
		return out, err
	}
	for _, b := range v.blocks {
		r := v.doc.lines.span(b.Span.Start, ends(b))
		if r.End.Line > r.Start.Line {
			out = append(out, FoldingRange{r.Start.Line, r.End.Line})
		}
	}
	return out, nil
}

func (s *Server) workspaceSymbols(_ context.Context, p SymbolParams) (any, error) {
	s.mu.Lock()
	var blocks []*syntax.Block
	in := map[*syntax.Block]string{}
	for _, project := range s.sorted() {
		for _, k := range project.state.known {
			for _, b := range k.Blocks {
				blocks = append(blocks, b)
				in[b] = k.Unit
			}
		}
	}
	s.mu.Unlock()
	out := []SymbolInformation{}
	seen := map[Location]bool{}
	for _, b := range blocks {
		if !strings.Contains(strings.ToLower(b.Name), strings.ToLower(p.Query)) {
			continue
		}
		if at := s.location(b.NameSpan); !seen[at] {
			seen[at] = true
			out = append(out, SymbolInformation{Name: title(b), Kind: symbolKinds[b.Kind], Location: at,
				ContainerName: in[b]})
		}
	}
	return out, nil
}
