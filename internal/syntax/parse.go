package syntax

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// parser turns the tokens of one file into blocks.
type parser struct {
	file  *source.File
	d     Dialect
	diags []diag.Diagnostic
}

// Parse reads a file of annotated SQL. It reports everything that is wrong with it, and always returns the blocks that
// it could make out; those whose statement is of no use are Broken.
func Parse(file *source.File, d Dialect) ([]*Block, []diag.Diagnostic) {
	p := &parser{file: file, d: d}
	tokens := p.tokens()
	var blocks []*Block
	var current *Block
	from := 0 // first token of the current block's body
	finish := func(to int) {
		if current == nil {
			p.preamble(tokens[from:to])
		} else {
			p.body(current, tokens[from:to])
		}
	}
	for i, t := range tokens {
		a, ok := p.annotation(t)
		if !ok {
			continue
		}
		first := p.docStart(tokens, from, i)
		finish(first)
		current = p.header(a)
		current.Doc = append(p.doc(tokens[first:i]), current.Doc...)
		if t.open {
			p.unclosed(t)
		}
		blocks = append(blocks, current)
		from = i + 1
	}
	finish(len(tokens))
	return blocks, p.diags
}

// tokens splits the file. Where something is never closed, it would swallow every annotation after it, or, closed by
// the opening quote of the next string, turn all text that follows inside out. So the first quote that runs over an
// annotation is blamed, ended there, and the rest read anew.
func (p *parser) tokens() []token {
	const attempts = 16 // keeps the time linear
	var out []token
	from := 0
	for range attempts {
		part := p.d.scan(p.file.Text, from, len(p.file.Text))
		suspect, end := -1, 0
		if n := len(part); n > 0 && part[n-1].open && part[n-1].quotes() {
			suspect, end = p.overrun(part)
		}
		if suspect < 0 {
			return append(out, part...)
		}
		out = append(out, part[:suspect+1]...)
		last := &out[len(out)-1]
		last.open, last.end = true, end
		from = end
	}
	return append(out, p.d.scan(p.file.Text, from, len(p.file.Text))...)
}

// overrun finds the first token that hides a line which is an annotation, and where that line starts.
func (p *parser) overrun(tokens []token) (index, at int) {
	for i, t := range tokens {
		if !t.quotes() || t.kind == lineComment {
			continue
		}
		for pos := t.start; ; {
			n := strings.IndexByte(p.file.Text[pos:t.end], '\n')
			if n < 0 {
				break
			}
			pos += n + 1
			lead := len(p.file.Text[pos:t.end]) - len(strings.TrimLeft(p.file.Text[pos:t.end], " \t"))
			start := pos + lead
			kind := lineComment
			if strings.HasPrefix(p.file.Text[start:t.end], "/*") {
				kind = blockComment
			} else if !strings.HasPrefix(p.file.Text[start:t.end], "--") {
				continue
			}
			end := min(lineEnd(p.file.Text, start), t.end)
			if a, ok := p.annotation(token{kind: kind, lineStart: true, open: true, start: start, end: end}); ok && !a.near {
				return i, pos
			}
		}
	}
	return -1, 0
}

// preamble reports SQL above the first annotation.
func (p *parser) preamble(tokens []token) {
	for _, t := range tokens {
		if t.open && t.quotes() {
			p.unclosed(t)
			return
		}
		start, end, ok := p.significant(t)
		if t.kind == setLine {
			start, end, ok = t.start, lineEnd(p.file.Text, t.start), true
		}
		if ok {
			p.errorf(diag.TextBeforeBlock, start, firstLine(p.file.Text, start, end),
				"write an annotation above it, such as -- MIGRATE 1 or -- QUERY name", "this SQL belongs to no annotation")
			return
		}
	}
}

// docStart returns the first of the comment lines that stand directly above token i, or i where there are none.
func (p *parser) docStart(tokens []token, from, i int) int {
	for i-2 >= from {
		gap, c := tokens[i-1], tokens[i-2]
		between := p.file.Text[gap.start:gap.end]
		if gap.kind != text || c.kind != lineComment || !c.lineStart ||
			strings.Trim(between, blanks) != "" || strings.Count(between, "\n") != 1 {
			break
		}
		i -= 2
	}
	return i
}

// doc returns the text of comment lines.
func (p *parser) doc(tokens []token) []string {
	var lines []string
	for _, t := range tokens {
		if t.kind == lineComment {
			lines = append(lines, strings.TrimPrefix(strings.TrimLeft(p.file.Text[t.start:t.end], "-"), " "))
		}
	}
	return docLines(strings.Join(lines, "\n"))
}

func (p *parser) span(start, end int) source.Span {
	return source.Span{File: p.file, Start: start, End: max(start, end)}
}

func (p *parser) lineStart(pos int) int { return strings.LastIndexByte(p.file.Text[:pos], '\n') + 1 }

func (p *parser) add(d diag.Diagnostic) { p.diags = append(p.diags, d) }

func (p *parser) errorf(code diag.Code, start, end int, hint, format string, args ...any) {
	p.add(diag.Diagnostic{Code: code, Span: p.span(start, end), Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// note adds a note to the last diagnostic.
func (p *parser) note(span source.Span, msg string) {
	last := &p.diags[len(p.diags)-1]
	last.Notes = append(last.Notes, diag.Note{Span: span, Msg: msg})
}
