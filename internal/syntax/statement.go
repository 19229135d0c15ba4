package syntax

import (
	"strings"
	"unicode"

	"github.com/sqg-dev/sqg/internal/diag"
)

// body reads the tokens after an annotation into its block.
func (p *parser) body(b *Block, tokens []token) {
	errors := len(p.diags)
	p.checkTokens(b, tokens)
	switch {
	case b.Kind == Table:
		for _, t := range tokens {
			if at, _, ok := p.significant(t); ok {
				p.errorf(diag.TextBeforeBlock, at, lineEnd(p.file.Text, at), "write an annotation above it, such as -- QUERY name",
					"TABLE takes no SQL")
				break
			}
		}
	case b.IsScript():
		p.script(b, tokens)
	default:
		p.statement(b, tokens)
	}
	b.Broken = len(p.diags) > errors && hasError(p.diags[errors:])
	if !b.IsScript() && !b.Broken {
		p.unusedSets(b)
	}
}

func hasError(ds []diag.Diagnostic) bool {
	for _, d := range ds {
		if d.Severity == diag.Error {
			return true
		}
	}
	return false
}

// checkTokens reports what is wrong with single tokens, whatever they are part of.
func (p *parser) checkTokens(b *Block, tokens []token) {
	for _, t := range tokens {
		src := p.file.Text[t.start:t.end]
		switch {
		case t.open && t.quotes():
			p.unclosed(t)
		case t.kind == placeholder:
			hint := "parameters are written ${name}"
			if name := strings.TrimLeft(src, "?$:@"); isIdentifier(name, "") && !isDigit(name[0]) {
				hint = "write ${" + name + "}"
			}
			if b.IsScript() {
				hint = b.Kind.String() + " takes no parameters: write the value"
			}
			p.errorf(diag.BadParameter, t.start, t.end, hint, "%s is a bind parameter of the database, which sqg numbers itself", src)
		case t.kind == parameter && (b.IsScript() || b.Kind == Table):
			p.errorf(diag.BadParameter, t.start, t.end, "only QUERY and EXEC take parameters", "%s takes no parameters", b.Kind)
		case t.kind == parameter:
			p.checkParameter(t)
		case t.kind == setLine && (b.IsScript() || b.Kind == Table):
			p.errorf(diag.BadSet, t.start, lineEnd(p.file.Text, t.start), "only QUERY and EXEC take parameters", "%s takes no @set", b.Kind)
		case t.kind == setLine:
			p.set(b, t)
		}
	}
}

func (p *parser) unclosed(t token) {
	what, closing := "string", ""
	switch src := p.file.Text[t.start:t.end]; {
	case t.kind == blockComment:
		what, closing = "comment", "*/"
	case src[0] == '[':
		what, closing = "quoted name", "]"
	case t.kind == quotedName:
		what, closing = "quoted name", src[:1]
	case src[0] == '$':
		closing = src[:strings.IndexByte(src[1:], '$')+2]
	default:
		closing = "'"
	}
	p.errorf(diag.Unterminated, t.start, min(t.end, lineEnd(p.file.Text, t.start)), "close it with "+closing, "this %s is not closed", what)
}

// parameterName returns the name in ${name}.
func (p *parser) parameterName(t token) string { return p.file.Text[t.start+2 : t.end-1] }

func (p *parser) checkParameter(t token) {
	const hint = "a parameter is written ${name}: letters, digits and _"
	if t.open {
		p.errorf(diag.Unterminated, t.start, t.start+2, hint, "this parameter is not closed on its line")
		return
	}
	name := p.parameterName(t)
	switch {
	case strings.TrimSpace(name) == "":
		p.errorf(diag.BadParameter, t.start, t.end, hint, "this parameter has no name")
	case !isParameterName(name):
		p.errorf(diag.BadParameter, t.start, t.end, hint, "%s cannot be the name of a parameter", name)
	}
}

// isParameterName tells whether name is letters, digits and _, and does not start with a digit.
func isParameterName(name string) bool {
	return isIdentifier(name, "") && !isDigit(name[0])
}

// significant returns where SQL starts and ends in a token; ok is false for blanks, comments and @set lines.
func (p *parser) significant(t token) (start, end int, ok bool) {
	switch t.kind {
	case lineComment, blockComment, setLine:
		return 0, 0, false
	case text:
		src := p.file.Text[t.start:t.end]
		start = t.end - len(strings.TrimLeft(src, blanks))
		end = t.start + len(strings.TrimRight(src, blanks))
		return start, end, start < end
	}
	return t.start, t.end, true
}

// script keeps everything but the blanks around it.
func (p *parser) script(b *Block, tokens []token) {
	b.Body = p.span(b.Span.End, b.Span.End)
	empty := true
	for _, t := range tokens {
		_, _, ok := p.significant(t)
		empty = empty && (!ok || t.kind == semicolon)
	}
	if len(tokens) > 0 {
		start, end := tokens[0].start, tokens[len(tokens)-1].end
		src := p.file.Text[start:end]
		start, end = end-len(strings.TrimLeft(src, blanks)), start+len(strings.TrimRight(src, blanks))
		if start < end {
			b.Body = p.span(start, end)
			b.Script = p.literal(tokens, start, end)
		}
	}
	if empty && b.Mods.Source == "" { // an attached source brings its own schema
		p.errorf(diag.EmptyStatement, b.Span.Start, b.Span.End, "write SQL below it or remove it", "this %s holds no SQL", b.Kind)
	}
}

// statement finds the one statement of a QUERY or EXEC and splits it into parts.
func (p *parser) statement(b *Block, tokens []token) {
	start, end, closed := -1, -1, false
	for _, t := range tokens {
		from, to, ok := p.significant(t)
		switch {
		case !ok:
		case t.kind == semicolon:
			closed = start >= 0
		case closed:
			p.errorf(diag.TwoStatements, from, firstLine(p.file.Text, from, to),
				"give it a name of its own: -- QUERY name or -- EXEC name above it", "%s holds one statement; here a second one starts", b.Kind)
			closed = false
			start = len(p.file.Text) // the rest is not looked at
		case start < 0:
			start, end = from, to
		case start < len(p.file.Text):
			end = to
		}
	}
	if start < 0 {
		b.Body = p.span(b.Span.End, b.Span.End)
		p.errorf(diag.EmptyStatement, b.Span.Start, b.Span.End, "write one SQL statement below it", "this %s holds no statement", b.Kind)
		return
	}
	if start < len(p.file.Text) {
		b.Body = p.span(start, end)
		p.parts(b, tokens, start, end)
	}
}

// firstLine returns the end of the line at start, or end where that comes first.
func firstLine(src string, start, end int) int { return min(end, lineEnd(src, start)) }

// parts cuts the statement at parameters and @set lines.
func (p *parser) parts(b *Block, tokens []token, start, end int) {
	from := start
	index := map[string]int{}
	cut := func(to int) {
		if from < to {
			b.Parts = append(b.Parts, Part{Text: p.literal(tokens, from, to), Param: -1, Span: p.span(from, to)})
		}
	}
	for _, t := range tokens {
		if t.start < start || t.start >= end || t.kind != parameter && t.kind != setLine {
			continue
		}
		cut(t.start)
		from = t.end
		if t.kind == setLine || t.open {
			continue
		}
		name := p.parameterName(t)
		i, ok := index[name]
		if !ok {
			i = len(b.Uses)
			index[name] = i
			b.Uses = append(b.Uses, name)
		}
		b.Parts = append(b.Parts, Part{Param: i, Span: p.span(t.start, t.end)})
	}
	cut(end)
}

// literal returns the user's text from start to end with line endings as \n, but for those inside quotes.
func (p *parser) literal(tokens []token, start, end int) string {
	src := p.file.Text[start:end]
	if !strings.Contains(src, "\r\n") {
		return src
	}
	var out strings.Builder
	for _, t := range tokens {
		from, to := max(t.start, start), min(t.end, end)
		if from >= to {
			continue
		}
		if t.kind == quoted || t.kind == quotedName {
			out.WriteString(p.file.Text[from:to])
		} else {
			out.WriteString(strings.ReplaceAll(p.file.Text[from:to], "\r\n", "\n"))
		}
	}
	return out.String()
}

// set reads a @set line.
func (p *parser) set(b *Block, t token) {
	const form = "write @set name = value"
	src := p.file.Text
	end := lineEnd(src, t.start)
	at := t.start + strings.IndexByte(src[t.start:end], '@')
	c := &cursor{parser: p, pos: at + 1, end: end}
	if word, _ := c.identifier("="); word != "set" {
		p.errorf(diag.BadSet, at, c.pos, form, "@%s is not written like this", word)
		return
	}
	c.skipBlanks()
	nameStart := c.pos
	name, isQuoted := c.identifier("=;")
	nameEnd := max(c.pos, nameStart)
	c.skipBlanks()
	switch {
	case name == "" && !isQuoted:
		p.errorf(diag.BadSet, at, end, form, "this @set names no parameter")
		return
	case isQuoted || !isParameterName(name):
		p.errorf(diag.BadSet, nameStart, nameEnd, "letters, digits and _; "+form, "%s cannot be the name of a parameter", src[nameStart:nameEnd])
		return
	case !c.at('='):
		p.errorf(diag.BadSet, at, end, form, "this @set gives %s no value", name)
		return
	}
	s := Set{Name: name, Span: p.span(nameStart, nameEnd)}
	if !p.setValue(&s, c.pos+1, end) {
		return
	}
	for _, other := range b.Sets {
		if other.Name == name {
			p.errorf(diag.BadSet, nameStart, nameEnd, "remove one of them", "%s is set twice", name)
			p.note(other.Span, "it is set first here")
			return
		}
	}
	b.Sets = append(b.Sets, s)
}

// setValue reads the expression of a @set: the rest of the line without a final semicolon and comment.
func (p *parser) setValue(s *Set, from, to int) bool {
	start, end, closed := -1, -1, false
	for _, t := range p.d.scan(p.file.Text, from, to) {
		first, last, ok := p.significant(t)
		switch {
		case t.open && t.quotes():
			p.unclosed(t)
			return false
		case !ok:
		case t.kind == parameter || t.kind == placeholder:
			p.errorf(diag.BadSet, first, last, "write a value", "the value of %s cannot use another parameter", s.Name)
			return false
		case t.kind == semicolon:
			closed = true
		case closed:
			p.errorf(diag.BadSet, first, last, "one @set a line", "text after the semicolon of @set %s", s.Name)
			return false
		case start < 0:
			start, end = first, last
		default:
			end = last
		}
	}
	if start < 0 {
		p.errorf(diag.BadSet, s.Span.Start, to, "write @set "+s.Name+" = null where there is none", "this @set gives %s no value", s.Name)
		return false
	}
	s.Value = p.file.Text[start:end]
	s.Null = strings.EqualFold(s.Value, "null")
	return true
}

// isSetCommand tells whether the word after an @ is set, or meant to be.
func isSetCommand(word string) bool {
	lower := strings.ToLower(word)
	return lower == "set" || strings.HasPrefix(lower, "s") && diag.Distance(lower, "set") == 1
}

func (p *parser) unusedSets(b *Block) {
	used := map[string]bool{}
	for _, name := range b.Uses {
		used[name] = true
	}
	for _, s := range b.Sets {
		if used[s.Name] {
			continue
		}
		hint := "use it as ${" + s.Name + "} or remove the line"
		if near := diag.Nearest(s.Name, b.Uses); near != "" {
			hint = "did you mean ${" + near + "}, which is used below?"
		}
		p.add(diag.Diagnostic{Code: diag.UnusedSet, Severity: diag.Warning, Span: s.Span, Hint: hint,
			Msg: s.Name + " is set and never used"})
	}
}

// docLines splits documentation into lines, without the blank or ruled ones around it.
func docLines(doc string) []string {
	lines := strings.Split(strings.ReplaceAll(doc, "\r\n", "\n"), "\n")
	says := func(line string) bool {
		return strings.IndexFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
	}
	for len(lines) > 0 && !says(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && !says(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], blanks)
	}
	return lines
}
