package syntax

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// What is valid and almost certainly not what was meant.

func (p *parser) warn(code diag.Code, at source.Span, msg, hint string) {
	p.add(diag.Diagnostic{Code: code, Severity: diag.Warning, Span: at, Msg: msg, Hint: hint})
}

var textParameter = regexp.MustCompile(`\$\{([^\s{}$]+)\}`)

// parameterInText reports ${name} in a string or a quoted name.
func (p *parser) parameterInText(t token) {
	src := p.file.Text[t.start:t.end]
	at := slices.DeleteFunc(textParameter.FindAllStringSubmatchIndex(src, -1),
		func(m []int) bool { return !isParameterName(src[m[2]:m[3]]) })
	for i, m := range at {
		name := src[m[2]:m[3]]
		p.inText[name] = true
		if i > 0 {
			continue // one warning a string
		}
		what, hint := "string", "end the string before it: '…' || ${"+name+"} || '…'"
		switch {
		case t.kind == quotedName:
			what, hint = "quoted name", "a parameter is a value, never the name of a table or column"
		case src[0] == '\'' && !t.open:
			hint = "end the string before it: " + joined(src, at)
		}
		p.warn(diag.ParamInText, p.span(t.start+m[0], t.start+m[1]),
			"${"+name+"} inside this "+what+" is text, not a parameter", hint)
	}
}

// joined is a string as an expression in which its ${name} are parameters.
func joined(src string, at [][]int) string {
	var parts []string
	from := 1
	for _, m := range append(at, []int{len(src) - 1, len(src)}) {
		if from < m[0] {
			parts = append(parts, "'"+src[from:m[0]]+"'")
		}
		if len(m) > 2 {
			parts = append(parts, src[m[0]:m[1]])
		}
		from = m[1]
	}
	return strings.Join(parts, " || ")
}

// item is a word, a sign, a parameter or something quoted.
type item struct {
	word string // in capitals; "" for anything else
	sign byte
	use  int // which use of a parameter this is; -1
}

// items are what a statement consists of, without blanks and comments.
func (p *parser) items(b *Block, tokens []token) []item {
	size := 0
	for _, t := range tokens {
		size += t.end - t.start
	}
	out := make([]item, 0, size/3)
	uses := 0
	for _, t := range tokens {
		switch t.kind {
		case lineComment, blockComment, setLine, semicolon:
		case parameter:
			if !t.open && b.choice(p.parameterName(t)) != nil {
				out = append(out, item{use: -1, sign: '$'})
				continue
			}
			out = append(out, item{use: uses})
			uses++
		case text:
			out = p.signs(out, t)
		default:
			out = append(out, item{use: -1, sign: p.file.Text[t.start]})
		}
	}
	return out
}

// signs adds those of a text.
func (p *parser) signs(out []item, t token) []item {
	src := p.file.Text
	for i := t.start; i < t.end; i++ {
		switch start := i; {
		case isBlank(src[i]):
		case isWord(src[i]):
			for i+1 < t.end && isWord(src[i+1]) {
				i++
			}
			out = append(out, item{word: strings.ToUpper(src[start : i+1]), use: -1})
		default:
			out = append(out, item{sign: src[i], use: -1})
		}
	}
	return out
}

// behindKey are the words that may follow a sort key, and end a list of them.
var (
	behindKey = []string{"ASC", "DESC", "NULLS", "COLLATE", "USING"}
	endsKeys  = []string{"LIMIT", "OFFSET", "FETCH", "FOR", "ROWS", "RANGE", "GROUPS", "UNION", "INTERSECT", "EXCEPT",
		"WINDOW"}
)

// places finds the parameters for which Part.Place has a word.
func (p *parser) places(b *Block, tokens []token) {
	s := statementOf(p.items(b, tokens))
	place := make(map[int]Place)
	keys := []bool{false} // for each open parenthesis, whether a list of sort keys is read in it
	for i, it := range s.items {
		top := len(keys) - 1
		before, next := s.at(i-1), s.at(i+1)
		switch {
		case it.sign == '(':
			keys = append(keys, false)
		case it.sign == ')' && top > 0:
			keys = keys[:top]
		case it.word == "BY":
			keys[top] = before.word == "ORDER"
			b.Sorted = b.Sorted || keys[top] && top == 0
		case slices.Contains(endsKeys, it.word):
			keys[top] = false
		case it.use < 0:
		case before.sign == '(' && s.at(i-2).word == "IN" && next.sign == ')':
			place[it.use] = ListItem
		case keys[top] && (before.word == "BY" || before.sign == ',') &&
			(next == item{use: -1} || next.sign == ',' || next.sign == ')' || slices.Contains(behindKey, next.word) ||
				slices.Contains(endsKeys, next.word)):
			place[it.use] = SortKey
		default:
			place[it.use] = p.d.asked(s, i)
		}
	}
	use := 0
	for i := range b.Parts {
		if b.Parts[i].Param >= 0 {
			b.Parts[i].Place = place[use]
			use++
		}
	}
}

// foreignPattern finds {{name}}, #{name}, %(name)s, %s, :name, @name and ? where no operator stands directly before.
var foreignPattern = regexp.MustCompile(
	`(?:^|[\s(,=])(\{\{\s*([a-zA-Z_][\w.]*)\s*\}\}|#\{([a-zA-Z_]\w*)\}|%\(([a-zA-Z_]\w*)\)s|%s\b|[:@]([a-zA-Z_]\w*)|\?)`)

// foreignSigns are those of which foreignPattern needs one.
const foreignSigns = "{%:@?"

// foreign finds parameters as other tools write them, of which the engine makes something else or nothing.
func (p *parser) foreign(b *Block, tokens []token) {
	for _, t := range tokens {
		if t.kind != text {
			continue
		}
		src := p.file.Text[t.start:t.end]
		if !strings.ContainsAny(src, foreignSigns) {
			continue // as almost always: the pattern is slow
		}
		for _, m := range foreignPattern.FindAllStringSubmatchIndex(src, -1) {
			if src[m[2]] == '?' && !strings.ContainsAny(lastSign(src[:m[2]]), "=(,<>") {
				continue // an operator of PostgreSQL
			}
			f := Foreign{Abs: src[m[2]] == '@', Span: p.span(t.start+m[2], t.start+m[3])}
			for g := 4; g < len(m); g += 2 {
				if m[g] >= 0 {
					f.Name = src[m[g]:m[g+1]]
				}
			}
			b.Foreign = append(b.Foreign, f)
		}
	}
}

// lastSign is the last character of a text that is not blank.
func lastSign(text string) string {
	text = strings.TrimRight(text, blanks)
	return text[max(0, len(text)-1):]
}

// Comments that were meant as annotations, and are none.
var (
	// A word or two, and then nothing but modifiers.
	headerTail = regexp.MustCompile(`^\s*(?:\S+\s+){1,2}((?::[a-z]+(?:=\S+|\([^)]*\))?\s*)+)$`)
	modifierIn = regexp.MustCompile(`:([a-z]+)`)
	// MIGRATION 2, QUERYfoo
	otherWord = regexp.MustCompile(`^\s*(?:MIGRATIONS?|QUERIES|STATEMENT|TESTS)\s+[\w.-]+\s*$`)
	gluedWord = regexp.MustCompile(`^\s*(?:MIGRATE|BASELINE|TESTDATA|QUERY|EXEC|TABLE)[a-z0-9_][\w.-]*\s*$`)
)

// strayHeader remembers a comment that reads like a header, and reports those before when SQL follows them.
func (p *parser) strayHeader(t token) {
	if _, _, sql := p.significant(t); sql && t.kind != semicolon {
		for _, at := range p.headers {
			hint := "begin it with -- QUERY, -- EXEC, -- TABLE or -- MIGRATE and a blank; if it is only a comment, word it otherwise"
			if m := sqlcName.FindStringSubmatch(p.file.Text[at.Start:at.End]); m != nil {
				hint = "sqlc writes it so: write -- QUERY " + m[1] + " with :one or :all, or -- EXEC " + m[1] +
					", and ${name} for $1"
			}
			p.warn(diag.NearAnnotation, at,
				"this comment reads like an annotation and is none, so the SQL below belongs to what stands above",
				hint)
		}
		p.headers = nil
	}
	if !t.lineStart || t.kind != lineComment && t.kind != blockComment {
		return
	}
	first := p.file.Text[t.start+2 : min(t.end, lineEnd(p.file.Text, t.start))]
	first = strings.TrimLeft(strings.TrimSuffix(first, "*/"), "-*")
	if otherWord.MatchString(first) || gluedWord.MatchString(first) || sqlcName.MatchString(first) ||
		endsInModifiers(first) {
		p.headers = append(p.headers, p.span(t.start, min(t.end, lineEnd(p.file.Text, t.start))))
	}
}

// sqlcName is how sqlc names a statement.
var sqlcName = regexp.MustCompile(`\bname:\s*(\w+)\s+:\w+\s*$`)

func endsInModifiers(comment string) bool {
	m := headerTail.FindStringSubmatch(comment)
	if m == nil {
		return false
	}
	for _, word := range modifierIn.FindAllStringSubmatch(m[1], -1) {
		if _, known := modifierNamed(word[1]); !known {
			return false
		}
	}
	return true
}

// lostRows reports a SELECT in a migration that only reads: most likely its QUERY line is missing. A call among its
// columns may be there for what it does.
func (p *parser) lostRows(b *Block) {
	if b.Kind != Migrate {
		return
	}
	for _, c := range p.d.Split(b.Script) {
		from := slices.Index(c.Words, "FROM")
		if len(c.Words) == 0 || c.Words[0] != "SELECT" || from < 0 || slices.Contains(c.Words, "INTO") {
			continue
		}
		text := b.Script[c.Start:c.End]
		if head, _, _ := strings.Cut(strings.ToUpper(text), "FROM"); strings.Contains(head, "(") {
			continue
		}
		p.warn(diag.LostRows, b.MapScript(c.Start), "MIGRATE "+b.Name+" selects rows that nobody sees",
			"write -- QUERY name above it to have a method of it, or remove it")
	}
}
