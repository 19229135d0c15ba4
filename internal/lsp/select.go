package lsp

import (
	"context"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// selections are, for each place, the parts of the text around it, from the smallest on: a word, what stands between
// parentheses, a statement, a block.
func (s *Server) selections(_ context.Context, p PlacesParams) (any, error) {
	v, err := s.outlined(p.TextDocument.URI)
	if err != nil || v == nil {
		return nil, err
	}
	out := []SelectionRange{}
	for _, at := range p.Positions {
		out = append(out, *v.selection(v.doc.lines.offset(at)))
	}
	return out, nil
}

// stretch is a part of the text.
type stretch struct{ start, end int }

func (v *view) selection(offset int) *SelectionRange {
	around := []stretch{{0, len(v.doc.lines.text)}}
	if b := v.block(offset); b != nil && offset <= ends(b) {
		around = append(around, stretch{b.Span.Start, ends(b)})
		around = append(around, v.inside(b, offset)...)
	}
	var out *SelectionRange
	last := stretch{-1, -1}
	for _, a := range around {
		if a != last {
			out = &SelectionRange{v.doc.lines.span(a.start, a.end), out}
		}
		last = a
	}
	return out
}

// inside are the parts of a block around an offset, the largest first.
func (v *view) inside(b *syntax.Block, offset int) (list []stretch) {
	if b.Span.Start <= offset && offset <= b.Span.End {
		if b.NameSpan.Start <= offset && offset <= b.NameSpan.End {
			return []stretch{{b.Span.Start, b.Span.End}, {b.NameSpan.Start, b.NameSpan.End}}
		}
		return []stretch{{b.Span.Start, b.Span.End}}
	}
	words, _ := v.statementAt(b, offset)
	if len(words) == 0 || offset < words[0].start || offset > words[len(words)-1].end {
		return nil
	}
	list = append(list, stretch{words[0].start, words[len(words)-1].end})
	var open []int
	for _, w := range words {
		switch {
		case w.text == "(" && w.end <= offset:
			open = append(open, w.start)
		case w.text == ")" && w.end <= offset && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	depth := len(open)
	closing := make([]int, depth)
	for _, w := range words {
		switch {
		case w.start < offset:
		case w.text == "(":
			depth++
		case w.text == ")":
			if depth--; depth >= 0 && depth < len(closing) && closing[depth] == 0 {
				closing[depth] = w.end
			}
		}
	}
	for i, start := range open {
		if closing[i] > 0 {
			list = append(list, stretch{start, closing[i]}, stretch{start + 1, closing[i] - 1})
		}
	}
	for _, w := range words {
		if w.start <= offset && offset <= w.end && (w.name || w.end-w.start > 1) {
			return append(list, stretch{w.start, w.end})
		}
	}
	return list
}
