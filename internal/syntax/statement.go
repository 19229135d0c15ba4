package syntax

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// body reads the tokens after an annotation into its block.
func (p *parser) body(b *Block, tokens []token) {
	found := len(p.diags)
	p.sets, p.inText = map[string]source.Span{}, map[string]bool{}
	switch {
	case b.Kind == Table:
		if !p.tableBelow(b, tokens) {
			p.noSQL(tokens, "TABLE takes no SQL but the name of a table")
		}
	case b.IsScript():
		p.checkTokens(b, tokens)
		p.script(b, tokens)
	default:
		p.uncommentSets(tokens)
		p.checkTokens(b, tokens)
		p.statement(b, tokens)
	}
	b.Broken = diag.Failed(p.diags[found:]) || slices.ContainsFunc(b.Choices, func(c Choice) bool { return c.broken })
	if !b.Broken {
		p.unusedSets(b)
	}
}

// tableBelow reads the table of a block whose first line has another name for it, as SQG 0.x wrote it.
func (p *parser) tableBelow(b *Block, tokens []token) bool {
	c := &cursor{parser: p}
	for _, t := range tokens {
		switch start, end, ok := p.significant(t); {
		case t.kind != text && t.kind != quotedName && t.kind != semicolon && ok, t.kind == setLine:
			return false
		case ok && t.kind != semicolon:
			if c.end == 0 {
				c.pos = start
			}
			c.end = end
		}
	}
	if c.end == 0 {
		return false
	}
	table, found := Block{Kind: Table}, len(p.diags)
	c.name(&table)
	if c.pos != c.end || len(p.diags) > found {
		p.diags = p.diags[:found]
		return false
	}
	b.Alias, b.Name, b.Path, b.NameSpan = b.Name, table.Name, table.Path, table.NameSpan
	return true
}

// meantFor is a name for a parameter that has none: that of the column that it is compared with, or what it limits.
func (p *parser) meantFor(t token) string {
	before := strings.TrimRight(p.file.Text[:t.start], blanks)
	behind := strings.TrimRight(before, "=<>!")
	word := lastWord(behind)
	switch upper := strings.ToUpper(word); {
	case upper == "LIKE" || upper == "ILIKE":
		word = lastWord(strings.TrimSuffix(behind, word))
	case upper == "LIMIT" || upper == "OFFSET":
		word = strings.ToLower(word)
	case behind == before:
		word = ""
	}
	return cmp.Or(word, "name")
}

// lastWord is the word that a text ends with, but for blanks.
func lastWord(text string) string {
	text = strings.TrimRight(text, blanks)
	return text[strings.LastIndexFunc(text, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) })+1:]
}

// checkTokens reports what is wrong with single tokens, whatever they are part of.
func (p *parser) checkTokens(b *Block, tokens []token) {
	for _, t := range tokens {
		src := p.file.Text[t.start:t.end]
		switch {
		case t.open && t.quotes():
			p.unclosed(t)
		case t.kind == placeholder && b.IsScript() && p.d.Arguments:
		case t.kind == placeholder:
			hint := "write ${" + strings.TrimLeft(src, "?$:@") + "}"
			if src == "?" || isDigit(src[1]) {
				hint = "sqlc and drivers take parameters by position, here they have names: write ${" + p.meantFor(t) +
					"}"
			}
			if b.IsScript() {
				hint = b.Kind.String() + " takes no parameters: write the value"
			}
			p.errorf(diag.BadParameter, t.start, t.end, hint, "%s is the database's own way to write a parameter", src)
		case t.kind == parameter && b.IsScript():
			p.errorf(diag.BadParameter, t.start, t.end, "only QUERY and EXEC take parameters", "%s takes no parameters",
				b.Kind)
		case t.kind == parameter:
			p.checkParameter(t)
		case (t.kind == quoted || t.kind == quotedName) && !b.IsScript():
			p.parameterInText(t)
		case t.kind == setLine && b.IsScript():
			p.errorf(diag.BadSet, t.start, lineEnd(p.file.Text, t.start), "only QUERY and EXEC take parameters",
				"%s takes no @set", b.Kind)
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
	p.errorf(diag.Unterminated, t.start, min(t.end, lineEnd(p.file.Text, t.start)), "close it with "+closing,
		"this %s is not closed", what)
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
		p.errorf(diag.BadParameter, t.start, t.end, hint, "%q cannot be the name of a parameter", name)
	}
}

// isParameterName reports whether name is letters, digits and _, and does not start with a digit.
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

// script keeps everything up to the last SQL: comments below it say more of what follows, and must not change the text
// that a database records of a migration.
func (p *parser) script(b *Block, tokens []token) {
	b.Body = p.span(b.Span.End, b.Span.End)
	empty, end, said := true, 0, 0
	for _, t := range tokens {
		if _, to, ok := p.significant(t); ok {
			end = to
			empty = empty && t.kind == semicolon
		}
		if t.kind == lineComment || t.kind == blockComment {
			said = t.end
		}
	}
	if empty && b.Kind == Migrate && said > 0 { // it does nothing, and says why
		empty, end = false, said
	}
	if empty {
		if b.Mods.Source == "" { // an attached source brings its own schema
			p.errorf(diag.EmptyStatement, b.Span.Start, b.Span.End, "write SQL below it or remove it",
				"this %s holds no SQL", b.Kind)
		}
		return
	}
	start := tokens[0].start
	start += len(p.file.Text[start:end]) - len(strings.TrimLeft(p.file.Text[start:end], blanks))
	b.Body = p.span(start, end)
	b.Script = p.literal(tokens, start, end)
	if b.Kind == Baseline && p.d.DollarQuotes { // PostgreSQL's, or what DuckDB attaches of one
		for _, c := range copies(b.Script) {
			p.add(diag.Diagnostic{Code: diag.ForbiddenSQL, Severity: diag.Notice, Span: b.MapScript(c.start),
				Msg: "the rows of this COPY are skipped: the analysis does not need them"})
		}
		b.Script = p.d.undumped(b.Script)
	}
	p.lostRows(b)
}

// statement finds the one statement of a QUERY or EXEC and splits it into parts.
func (p *parser) statement(b *Block, tokens []token) {
	b.Body = p.span(b.Span.End, b.Span.End)
	start, end, closed := -1, -1, false
	for _, t := range tokens {
		from, to, ok := p.significant(t)
		switch {
		case !ok:
		case t.kind == semicolon:
			closed = start >= 0
		case closed:
			p.errorf(diag.TwoStatements, from, min(to, lineEnd(p.file.Text, from)),
				"give it a name of its own: -- QUERY name or -- EXEC name above it; a transaction of the program runs both", "%s holds one statement; here a second one starts", b.Kind)
			return
		case start < 0:
			start, end = from, to
		default:
			end = to
		}
	}
	if start < 0 {
		p.errorf(diag.EmptyStatement, b.Span.Start, b.Span.End, "write one SQL statement below it",
			"this %s holds no statement", b.Kind)
		return
	}
	b.Body = p.span(start, end)
	p.parts(b, tokens, start, end)
	p.unusedChoices(b)
	p.unknownAlternatives(b)
	p.places(b, tokens)
	p.foreign(b, tokens)
}

// parts cuts the statement at parameters, choices, @set lines and where optional parts begin and end.
func (p *parser) parts(b *Block, tokens []token, start, end int) {
	index := map[string]int{}
	pieces, regions := p.stretches(b, tokens, start, end)
	for _, s := range pieces {
		p.stretch(b, tokens, s, stretch(regions, s.region), index)
	}
}

// stretch cuts a piece, which is one stretch but for choices, of which each is as many as it has labels.
func (p *parser) stretch(b *Block, tokens []token, s piece, all Stretch, index map[string]int) {
	from, first := s.from, 0 // of the literal text being gathered: where it starts, and its first token
	add := func(of Stretch, parts ...Part) {
		for i := range parts {
			parts[i].Stretch = len(b.Stretches)
		}
		b.Stretches = append(b.Stretches, of)
		b.Parts = append(b.Parts, parts...)
	}
	var gathered []Part
	cut := func(to, behind int) {
		if from < to {
			text := p.literal(tokens[first:behind], from, to)
			gathered = append(gathered, Part{Text: text, Param: -1, Questions: p.d.Questions(text),
				Span: p.span(from, to)})
		}
	}
	flush := func() {
		if len(gathered) > 0 {
			add(all, gathered...)
			gathered = nil
		}
	}
	for n, t := range tokens {
		if t.start < s.from || t.start >= s.to || t.open || t.kind != parameter && t.kind != setLine {
			continue
		}
		cut(t.start, n)
		from, first = t.end, n+1
		if t.kind == setLine {
			continue
		}
		name := p.parameterName(t)
		if c := b.choice(name); c != nil {
			flush()
			c.used = true
			for _, l := range c.Labels {
				when := append(slices.Clone(all.When), Term{Name: name, Label: l.Name, Span: l.Span})
				add(Stretch{When: when, Span: l.Span},
					Part{Text: l.SQL, Param: -1, Questions: p.d.Questions(l.SQL), Span: l.Span, Instead: true})
			}
			continue
		}
		i, ok := index[name]
		if !ok {
			i = len(b.Uses)
			index[name] = i
			b.Uses = append(b.Uses, name)
		}
		gathered = append(gathered, Part{Param: i, Span: p.span(t.start, t.end)})
	}
	cut(s.to, len(tokens))
	flush()
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
		p.errorf(diag.BadSet, nameStart, nameEnd, "letters, digits and _; "+form,
			"%s cannot be the name of a parameter", src[nameStart:nameEnd])
		return
	case !c.at('='):
		p.errorf(diag.BadSet, at, end, form, "this @set gives %s no value", name)
		return
	}
	s := Set{Name: name, Span: p.span(nameStart, nameEnd)}
	if !p.setValue(&s, c.pos+1, end) {
		return
	}
	if first, twice := p.sets[name]; twice {
		p.errorf(diag.BadSet, nameStart, nameEnd, "remove one of them", "%s is set twice", name)
		p.note(first, "it is set first here")
		return
	}
	p.sets[name] = s.Span
	b.Sets = append(b.Sets, s)
}

// commentedSet is a @set line in a comment, so that tools which know none take the file.
var commentedSet = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^--+[ \t]*@set[ \t]+\w+[ \t]*=`) })

func (p *parser) isCommentedSet(t token) bool {
	return t.kind == lineComment && t.lineStart && commentedSet().MatchString(p.file.Text[t.start:t.end])
}

// uncommentSets makes @set lines of those that stand in comments.
func (p *parser) uncommentSets(tokens []token) {
	for i := range tokens {
		t := &tokens[i]
		if !p.isCommentedSet(*t) {
			continue
		}
		t.kind, t.start = setLine, p.lineStart(t.start)
		if i > 0 {
			tokens[i-1].end = max(tokens[i-1].start, t.start)
		}
		t.end += len(lineBreak(p.file.Text[t.end:]))
		if i+1 < len(tokens) {
			tokens[i+1].start = max(tokens[i+1].start, t.end)
		}
	}
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
		case nextSet().MatchString(p.file.Text[t.start:to]) && (t.kind == text || t.kind == placeholder):
			at := nextSet().FindStringSubmatchIndex(p.file.Text[t.start:to])
			p.errorf(diag.BadSet, t.start+at[2], t.start+at[3], "put each @set on a line of its own",
				"a second @set on the line of @set %s", s.Name)
			return false
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
		p.errorf(diag.BadSet, s.Span.Start, to, "write @set "+s.Name+" = null where there is none",
			"this @set gives %s no value", s.Name)
		return false
	}
	s.Value = p.file.Text[start:end]
	s.Null = strings.EqualFold(s.Value, "null")
	commas := p.d.commas(s.Value)
	s.Items, s.First = len(commas)+1, s.Value
	if len(commas) > 0 {
		s.First = strings.TrimSpace(s.Value[:commas[0]])
	}
	return true
}

// nextSet finds another @set behind the value of one, as formatters leave it that join lines.
var nextSet = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:^|\s)(@set)\s+\w+\s*=`) })

// isSetCommand reports whether the word after an @ is set, or meant to be.
func isSetCommand(word string) bool {
	lower := strings.ToLower(word)
	return lower == "set" || strings.HasPrefix(lower, "s") && diag.Distance(lower, "set") == 1
}

func (p *parser) unusedSets(b *Block) {
	used := map[string]bool{}
	for _, name := range b.Uses {
		used[name] = true
	}
	for _, c := range b.Choices {
		used[c.Name] = true
	}
	for _, s := range b.Sets {
		if used[s.Name] || p.inText[s.Name] {
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
