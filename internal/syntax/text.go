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

// Edit is a piece of a statement, and what stands there instead. The parameters of the piece may stand in it, too.
type Edit struct {
	Start, End int // in Text.SQL
	Text       string
	Columns    []string // of a star: what it stands for, as Text has it
}

// Edited is the block with edits of its statement, which are in their order; text is that of the block.
func (b *Block) Edited(text Text, d Dialect, edits []Edit) *Block {
	out := *b
	out.Parts = nil
	at := 0
	for _, e := range edits {
		kept, piece := text.between(at, e.Start), text.between(e.Start, e.End)
		span := text.At(e.Start).Sub(0, 0)
		if len(piece) > 0 {
			span = piece[0].Span
			span.End = piece[len(piece)-1].Span.End
		}
		out.Parts = append(append(out.Parts, kept...), text.instead(e, d, span)...)
		at = e.End
	}
	out.Parts = append(out.Parts, text.between(at, len(text.SQL))...)
	for i, part := range out.Parts {
		if part.Param < 0 {
			out.Parts[i].Questions = d.Questions(part.Text)
		}
	}
	return &out
}

// between are the parts of a piece of the statement.
func (t Text) between(start, end int) (list []Part) {
	for i, part := range t.parts {
		first, last := t.starts[i], t.end(i)
		// A part without text is one, too: it may be all that there is of its stretch.
		if first >= end || last < start || last == start && first < last {
			continue
		}
		if part.Param < 0 {
			from, to := max(start-first, 0), min(end, last)-first
			if !part.Instead {
				raw := part.Span.Text()
				begin, stop := rawOffset(part.Text, raw, from), rawOffset(part.Text, raw, to)
				part.Span = part.Span.Sub(begin, stop-begin)
			}
			part.Text = part.Text[from:to]
		}
		list = append(list, part)
	}
	return list
}

func (t Text) end(part int) int {
	if part+1 < len(t.starts) {
		return t.starts[part+1]
	}
	return len(t.SQL)
}

// instead are the parts of an edit, which stands for the text of a span.
func (t Text) instead(e Edit, d Dialect, span source.Span) (list []Part) {
	params := map[string]Part{}
	stretch := t.stretchOf(e)
	for i, part := range t.parts {
		if part.Param >= 0 && t.starts[i] >= e.Start && t.starts[i] < e.End {
			params[t.SQL[t.starts[i]:t.end(i)]] = part
		}
	}
	from := 0
	literal := func(end int) {
		if from < end {
			list = append(list, Part{Text: e.Text[from:end], Param: -1, Stretch: stretch, Span: span, Instead: true})
		}
	}
	for _, token := range d.scan(e.Text, 0, len(e.Text)) {
		if part, is := params[e.Text[token.start:token.end]]; is && token.kind != text {
			literal(token.start)
			list = append(list, part)
			from = token.end
		}
	}
	literal(len(e.Text))
	return list
}

// stretchOf is the stretch of the text that an edit stands for; -1 where that is of several.
func (t Text) stretchOf(e Edit) int {
	stretch, found := -1, false
	for i, part := range t.parts {
		if t.starts[i] > max(e.Start, e.End-1) || t.end(i) <= e.Start {
			continue
		}
		if found && part.Stretch != stretch {
			return -1
		}
		stretch, found = part.Stretch, true
	}
	return stretch
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
