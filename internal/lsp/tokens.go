package lsp

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// tokenTypes are what tokens are, by number.
var tokenTypes = []string{"keyword", "method", "struct", "event", "modifier", "parameter", "macro"}

const (
	tokenKeyword = iota
	tokenMethod
	tokenStruct
	tokenEvent
	tokenModifier
	tokenParameter
	tokenMacro
)

// nameTokens are the types of blocks' names.
var nameTokens = map[syntax.Kind]int{syntax.Query: tokenMethod, syntax.Exec: tokenMethod, syntax.Table: tokenStruct,
	syntax.Migrate: tokenEvent, syntax.Baseline: tokenEvent, syntax.Testdata: tokenEvent}

// token is a part of one line.
type token struct{ start, end, is int }

var (
	modifierToken = pattern(`[ \t](:[\w!]+)`)
	setToken      = pattern(`(?m)^[ \t]*(@set)[ \t]+([\pL\pN_]+)`)
	partToken     = pattern(`(--\?[^\n\r]*)`)
)

// tokens are those of what sqg adds to SQL: annotations, parameters and the marks of optional parts. The rest is the
// editor's own grammar's.
func (s *Server) tokens(_ context.Context, p DocumentParams) (any, error) {
	v, err := s.outlined(p.TextDocument.URI)
	if err != nil || v == nil {
		return nil, err
	}
	var list []token
	for i, b := range v.blocks {
		end := len(v.doc.lines.text)
		if i+1 < len(v.blocks) {
			end = v.blocks[i+1].Span.Start
		}
		list = append(list, annotationTokens(b)...)
		if b.Kind == syntax.Query || b.Kind == syntax.Exec {
			list = append(list, statementTokens(b, end)...)
		}
	}
	return SemanticTokens{v.encoded(list)}, nil
}

func annotationTokens(b *syntax.Block) (list []token) {
	line, from := b.Span.Text(), b.Span.Start
	word := b.Kind.String()
	if i := strings.Index(line, word); i >= 0 {
		list = append(list, token{from + i, from + i + len(word), tokenKeyword})
	}
	if b.NameSpan.Start < b.NameSpan.End {
		list = append(list, token{b.NameSpan.Start, b.NameSpan.End, nameTokens[b.Kind]})
	}
	for _, m := range modifierToken().FindAllStringSubmatchIndex(line, -1) {
		if from+m[2] >= b.NameSpan.End {
			list = append(list, token{from + m[2], from + m[3], tokenModifier})
		}
	}
	return list
}

// statementTokens are those of a statement, whose block ends there.
func statementTokens(b *syntax.Block, end int) (list []token) {
	for _, n := range paramSpans(b, "") {
		if !n.set {
			list = append(list, token{n.at.Start, n.at.End, tokenParameter})
		}
	}
	text := b.Span.File.Text[b.Span.End:end]
	for _, of := range []struct {
		sign    string // that is in every match
		pattern *regexp.Regexp
		groups  []int
	}{{"@set", setToken(), []int{tokenMacro, tokenParameter}}, {"--?", partToken(), []int{tokenMacro}}} {
		if !strings.Contains(text, of.sign) {
			continue
		}
		for _, m := range of.pattern.FindAllStringSubmatchIndex(text, -1) {
			for g, is := range of.groups {
				list = append(list, token{b.Span.End + m[g*2+2], b.Span.End + m[g*2+3], is})
			}
		}
	}
	return list
}

// encoded are tokens as the protocol has them: in order, each in a line, none over another.
func (v *view) encoded(list []token) []int {
	slices.SortFunc(list, func(a, b token) int { return a.start - b.start })
	data := []int{}
	last := Position{}
	end := 0
	for _, t := range list {
		at := v.doc.lines.span(t.start, t.end)
		if t.start < end || at.Start.Line != at.End.Line || t.start == t.end {
			continue
		}
		end = t.end
		line, character := at.Start.Line-last.Line, at.Start.Character
		if line == 0 {
			character -= last.Character
		}
		data = append(data, line, character, at.End.Character-at.Start.Character, t.is, 0)
		last = at.Start
	}
	return data
}

// nameIn is where a name stands in the text of a place.
func nameIn(at source.Span, name string) (source.Span, bool) {
	text := at.Text()
	from := 0
	for _, before := range []string{"${", "@set"} {
		if i := strings.Index(text, before); i >= 0 &&
			i <= strings.IndexFunc(text, func(r rune) bool { return r != ' ' && r != '\t' }) {
			from = i + len(before)
		}
	}
	i := strings.Index(text[from:], name)
	if i < 0 {
		return at, false
	}
	return source.Span{File: at.File, Start: at.Start + from + i, End: at.Start + from + i + len(name)}, true
}
