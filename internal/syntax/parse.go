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
	sql   string // its text, blanks for what is no SQL
	d     Dialect
	diags []diag.Diagnostic
	// of the current block
	sets   map[string]source.Span // names set so far
	inText map[string]bool        // names in ${…} inside strings and quoted names
	// comments since the last SQL that read like headers, which nothing but SQL below them makes a mistake
	headers []source.Span
}

// Parse reads a file of annotated SQL. It reports everything that is wrong with it, and always returns the blocks that
// it could make out; those whose statement is of no use are Broken.
func Parse(file *source.File, d Dialect) ([]*Block, []diag.Diagnostic) {
	p := &parser{file: file, d: d, sql: file.Text}
	if d.DollarQuotes {
		p.sql = withoutRows(file.Text)
	}
	tokens := p.tokens()
	var blocks []*Block
	var current *Block
	from := 0 // first token of the current block's body
	finish := func(to int) {
		switch {
		case current == nil:
			p.noSQL(tokens[from:to], "this SQL belongs to no annotation")
		case !current.Broken:
			p.body(current, tokens[from:to])
		}
	}
	for i, t := range tokens {
		a, ok := p.annotation(t)
		if !ok {
			p.strayHeader(t)
			continue
		}
		p.headers = nil
		first := p.docStart(tokens, from, i)
		finish(first)
		current = p.header(a)
		current.Doc = append(p.doc(tokens[first:i]), current.Doc...)
		if t.open {
			p.unclosed(t)
			current.Broken = true
		}
		blocks = append(blocks, current)
		from = i + 1
	}
	finish(len(tokens))
	return blocks, p.diags
}

// tokens splits the file. Where something is never closed, it would swallow every annotation after it, or, closed by
// the opening quote of the next string, turn all text that follows inside out. So the first token quoted like that
// which runs over an annotation is blamed, ended there, and the rest is read again.
func (p *parser) tokens() []token {
	const attempts = 16 // keeps the time linear
	var out []token
	from := 0
	for range attempts {
		part := p.d.scan(p.sql, from, len(p.sql))
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
	return append(out, p.d.scan(p.sql, from, len(p.sql))...)
}

// overrun finds the first token, quoted as the last one is, that hides a line which is an annotation, and where that
// line starts. Only a sign that both opens and closes can have turned the text inside out.
func (p *parser) overrun(tokens []token) (index, at int) {
	last := len(tokens) - 1
	opening := p.file.Text[tokens[last].start]
	symmetric := opening == '\'' || opening == '"' || opening == '`'
	for i, t := range tokens {
		if i < last && (!symmetric || p.file.Text[t.start] != opening || !t.quotes()) {
			continue
		}
		if at := p.hiddenAnnotation(t); at >= 0 {
			return i, at
		}
	}
	return -1, 0
}

// hiddenAnnotation returns where the first line inside a token starts that would be an annotation outside, or -1.
func (p *parser) hiddenAnnotation(t token) int {
	for pos := t.start; ; {
		n := strings.IndexByte(p.file.Text[pos:t.end], '\n')
		if n < 0 {
			return -1
		}
		pos += n + 1
		end := min(lineEnd(p.file.Text, pos), t.end)
		line := strings.TrimLeft(p.file.Text[pos:end], blanks)
		hidden := token{lineStart: true, open: true, start: end - len(line), end: end}
		switch {
		case strings.HasPrefix(line, "--"):
			hidden.kind = lineComment
		case strings.HasPrefix(line, "/*"):
			hidden.kind = blockComment
		default:
			continue
		}
		if a, ok := p.annotation(hidden); ok && !a.near {
			return pos
		}
	}
}

// noSQL reports SQL where none may stand: above the first annotation and below TABLE.
func (p *parser) noSQL(tokens []token, msg string) {
	for _, t := range tokens {
		if t.open && t.quotes() {
			p.unclosed(t)
			return
		}
		start, end, ok := p.significant(t)
		if ok || t.kind == setLine {
			if !ok {
				start, end = t.start, t.end
			}
			p.errorf(diag.TextBeforeBlock, start, min(end, lineEnd(p.file.Text, start)),
				"write an annotation above it, such as -- MIGRATE 1 or -- QUERY name", "%s", msg)
			return
		}
	}
}

// docStart returns the first of the comment lines that stand directly above token i, or i where there are none.
func (p *parser) docStart(tokens []token, from, i int) int {
	for i-2 >= from {
		gap, c := tokens[i-1], tokens[i-2]
		between := p.file.Text[gap.start:gap.end]
		if gap.kind != text || c.kind != lineComment || !c.lineStart || p.isCommentedSet(c) || p.isOption(c) ||
			p.isAlternative(c) ||
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
	return source.Span{File: p.file, Start: start, End: min(max(start, end), len(p.file.Text))}
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
