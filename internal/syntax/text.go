package syntax

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/source"
)

// Text is SQL as an engine is given it, with the way back from the engine's byte offsets to the user's own text.
type Text struct {
	SQL    string
	parts  []Part
	starts []int // where each part starts in SQL
}

// Statement assembles a block's statement, with placeholder(i) for each use of the parameter Uses[i].
func (b *Block) Statement(placeholder func(use int) string) Text {
	var sql strings.Builder
	t := Text{parts: b.Parts, starts: make([]int, len(b.Parts))}
	for i, part := range b.Parts {
		t.starts[i] = sql.Len()
		if part.Param >= 0 {
			sql.WriteString(placeholder(part.Param))
		} else {
			sql.WriteString(part.Text)
		}
	}
	t.SQL = sql.String()
	return t
}

// At returns the user's text that stands at a byte offset of SQL: the word there, or the parameter. An offset at or
// beyond the end gives the end of the statement.
func (t Text) At(offset int) source.Span {
	if len(t.parts) == 0 {
		return source.Span{}
	}
	offset = max(offset, 0)
	if offset >= len(t.SQL) {
		last := t.parts[len(t.parts)-1].Span
		return last.Sub(last.End-last.Start, 0)
	}
	i := sort.SearchInts(t.starts, offset+1) - 1
	part := t.parts[i]
	if part.Param >= 0 || part.Instead {
		return part.Span
	}
	return wordAt(part.Span, rawOffset(part.Text, part.Span.Text(), offset-t.starts[i]))
}

// Edit is a piece of literal text of a statement, and what stands there instead.
type Edit struct {
	Start, End int // in Text.SQL
	Text       string
}

// Edited is the block with edits of its statement, which are in their order; text is that of the block.
func (b *Block) Edited(text Text, d Dialect, edits []Edit) *Block {
	out := *b
	out.Parts = nil
	for i, part := range b.Parts {
		from := 0
		literal := func(end int) {
			if from < end {
				span := part.Span.Sub(rawOffset(part.Text, part.Span.Text(), from), 0)
				span.End = part.Span.Sub(rawOffset(part.Text, part.Span.Text(), end), 0).End
				out.Parts = append(out.Parts, Part{Text: part.Text[from:end], Param: -1, Questions: d.Questions(part.Text[from:end]), Span: span})
			}
		}
		if part.Param >= 0 {
			out.Parts = append(out.Parts, part)
			continue
		}
		for ; len(edits) > 0 && edits[0].Start < text.starts[i]+len(part.Text); edits = edits[1:] {
			start, end := edits[0].Start-text.starts[i], edits[0].End-text.starts[i]
			literal(start)
			span := part.Span.Sub(rawOffset(part.Text, part.Span.Text(), start), end-start)
			out.Parts = append(out.Parts, Part{Text: edits[0].Text, Param: -1, Questions: d.Questions(edits[0].Text), Span: span, Instead: true})
			from = end
		}
		literal(len(part.Text))
	}
	return &out
}

// MapScript returns the user's text that stands at a byte offset of Script, as Text.At does for statements.
func (b *Block) MapScript(offset int) source.Span {
	if offset >= len(b.Script) {
		return b.Body.Sub(b.Body.End-b.Body.Start, 0)
	}
	return wordAt(b.Body, rawOffset(b.Script, b.Body.Text(), max(offset, 0)))
}

// wordAt returns the word or quoted name that starts n bytes into a span, or the single character there.
func wordAt(s source.Span, n int) source.Span {
	raw, end := s.Text(), n
	for end < len(raw) && isWord(raw[end]) {
		end++
	}
	if end < len(raw) && raw[n] == '"' {
		if close := strings.IndexAny(raw[n+1:], "\"\n"); close >= 0 && raw[n+1+close] == '"' {
			end = n + close + 2
		}
	}
	if end == n && n < len(raw) {
		_, size := utf8.DecodeRuneInString(raw[n:])
		end += size
	}
	return s.Sub(n, end-n)
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

// FreshNames returns a function that makes a name one that neither the statement has nor an earlier call has returned.
func FreshNames(sql string) func(name string) string {
	taken := map[string]bool{}
	notInWord := func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, w := range strings.FieldsFunc(sql, notInWord) {
		taken[strings.ToLower(w)] = true
	}
	return func(name string) string {
		for taken[strings.ToLower(name)] {
			name += "_"
		}
		taken[strings.ToLower(name)] = true
		return name
	}
}
