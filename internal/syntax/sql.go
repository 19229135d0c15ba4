package syntax

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/source"
)

// SQL is a statement or script as it is given to an engine, with the way back from the engine's byte offsets to the
// user's own text.
type SQL struct {
	Text   string
	parts  []Part
	starts []int // where each part starts in Text
}

// SQL assembles the block's script, or its statement with placeholder(i) for each use of the parameter Uses[i].
func (b *Block) SQL(placeholder func(use int) string) SQL {
	parts := b.Parts
	if b.IsScript() {
		parts = []Part{{Text: b.Script, Param: -1, Span: b.Body}}
	}
	var out strings.Builder
	s := SQL{parts: parts, starts: make([]int, len(parts))}
	for i, part := range parts {
		s.starts[i] = out.Len()
		if part.Param >= 0 {
			out.WriteString(placeholder(part.Param))
		} else {
			out.WriteString(part.Text)
		}
	}
	s.Text = out.String()
	return s
}

// Span returns the user's text that stands at a byte offset of Text: the word there, or the parameter. An offset at or
// beyond the end gives the end of the statement.
func (s SQL) Span(offset int) source.Span {
	if len(s.parts) == 0 {
		return source.Span{}
	}
	if offset >= len(s.Text) {
		last := s.parts[len(s.parts)-1].Span
		return last.Sub(last.End-last.Start, 0)
	}
	i := sort.SearchInts(s.starts, max(offset, 0)+1) - 1
	part := s.parts[i]
	if part.Param >= 0 {
		return part.Span
	}
	raw := part.Span.Text()
	at := rawOffset(part.Text, raw, max(offset, 0)-s.starts[i])
	end := at
	for end < len(raw) && isWord(raw[end]) {
		end++
	}
	if end == at && at < len(raw) {
		_, n := utf8.DecodeRuneInString(raw[at:])
		end += n
	}
	return part.Span.Sub(at, end-at)
}

// rawOffset finds offset n of clean in raw, of which clean is a copy with some \r\n as \n.
func rawOffset(clean, raw string, n int) int {
	if len(clean) == len(raw) {
		return n
	}
	at := 0
	for i := 0; i < n; i++ {
		if clean[i] == '\n' && raw[at] == '\r' {
			at++
		}
		at++
	}
	return at
}
