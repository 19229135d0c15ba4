package syntax

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/sqg-dev/sqg/internal/diag"
)

// annotation is a comment that starts a block.
type annotation struct {
	kind       Kind
	word       [2]int // the keyword
	start, end int    // what follows it on its line
	yaml       [2]int // the lines after that, in a block comment
	near       bool   // it only reads like an annotation
}

var (
	// A name and nothing but modifiers: what makes a comment with a wrong keyword a misspelt annotation and not prose.
	headerPattern = regexp.MustCompile(
		"^\\s+(?:\"[^\"]+\"|\\[[^\\]]+\\]|`[^`]+`|[\\p{L}\\p{N}_]+(?:[.-][\\p{L}\\p{N}_]+)*)\\s*(:\\s*\\p{L}.*)?$")
	modifierPattern = regexp.MustCompile(`^\s*(:\s*\p{L}.*)?$`)
)

// annotation reports whether a token is an annotation or reads like one.
func (p *parser) annotation(t token) (annotation, bool) {
	if !t.lineStart || t.kind != lineComment && t.kind != blockComment {
		return annotation{}, false
	}
	src, start, end := p.file.Text, t.start+2, t.end
	if t.kind == blockComment && !t.open {
		end -= 2
	}
	word := start + len(src[start:end]) - len(strings.TrimLeft(src[start:end], "-*"+blanks))
	wordEnd := word
	for wordEnd < end && !isBlank(src[wordEnd]) {
		wordEnd++
	}
	if wordEnd-word > 12 { // no keyword with a letter too many and a colon is longer
		return annotation{}, false
	}
	eol := min(lineEnd(src, wordEnd), end)
	a := annotation{word: [2]int{word, wordEnd}, start: wordEnd, end: eol, yaml: [2]int{eol, end}}
	if t.open {
		a.yaml[1] = eol // what a comment without an end swallowed is no YAML
	}
	decorated := strings.Trim(src[start:word], blanks) != "" // --- QUERY, or * QUERY
	for _, k := range keywords {
		if src[word:wordEnd] == k.kind.String() && !decorated {
			a.kind = k.kind
			return a, true
		}
	}
	a.near = true
	for _, k := range keywords {
		if readsLike(k, src[word:wordEnd], src[wordEnd:eol], decorated) {
			a.kind = k.kind
			return a, true
		}
	}
	return annotation{}, false
}

// readsLike reports whether a comment that starts with word is keyword k misspelt. One mistake is enough where a name
// and nothing but modifiers follows; with more of them a modifier must be among what follows.
func readsLike(k keyword, word, rest string, decorated bool) bool {
	bare, mistakes := strings.TrimSuffix(word, ":"), 0
	if n := len(bare) - len(k.kind.String()); n < -1 || n > 1 {
		return false
	}
	if decorated {
		mistakes++
	}
	if bare != word {
		mistakes++
	}
	upper := strings.ToUpper(bare)
	if upper != bare {
		mistakes++
	}
	switch diag.Distance(upper, k.kind.String()) {
	case 0:
	case 1:
		mistakes++
	default:
		return false
	}
	m := headerPattern.FindStringSubmatch(rest)
	if m == nil && k.name == optionalID {
		m = modifierPattern.FindStringSubmatch(rest)
	}
	return m != nil && (mistakes <= 1 || m[1] != "")
}

// header reads an annotation into a block: its name, its modifiers, its YAML.
func (p *parser) header(a annotation) *Block {
	b := &Block{Kind: a.kind, Span: p.span(p.lineStart(a.word[0]), a.end)}
	found := len(p.diags)
	if a.near {
		p.errorf(diag.NearAnnotation, a.word[0], a.word[1],
			"write "+a.kind.String()+" in capitals, right after -- or /*; if this is only a comment, begin it with another word",
			"this comment reads like a misspelt %s annotation", a.kind)
	}
	c := &cursor{parser: p, pos: a.start, end: a.end}
	c.name(b)
	c.modifiers(b)
	if a.kind == Table && !b.Mods.Appender && len(p.diags) == found {
		p.errorf(diag.BadModifier, a.word[0], a.word[1], "write -- TABLE name :appender",
			"TABLE does nothing without :appender")
	}
	b.Mods.All = a.kind == Query && !b.Mods.One
	p.yaml(b, a.yaml[0], a.yaml[1])
	return b
}

// cursor reads an annotation's first line.
type cursor struct {
	*parser
	pos, end int
}

func (c *cursor) skipBlanks() {
	for c.pos < c.end && isBlank(c.file.Text[c.pos]) {
		c.pos++
	}
}

func (c *cursor) at(sign byte) bool { return c.pos < c.end && c.file.Text[c.pos] == sign }

// identifier reads a quoted name, or the characters up to a blank or one of the signs in stop.
func (c *cursor) identifier(stop string) (name string, isQuoted bool) {
	src := c.file.Text
	if c.pos < c.end && !isWord(src[c.pos]) {
		s := scanner{Dialect: c.d, src: src[:c.end], pos: c.pos}
		if t, ok := s.special(); ok && t.kind == quotedName && !t.open {
			c.pos = t.end
			return Unquote(src[s.pos:t.end]), true
		}
	}
	start := c.pos
	for c.pos < c.end && !isBlank(src[c.pos]) && strings.IndexByte(stop, src[c.pos]) < 0 {
		c.pos++
	}
	return src[start:c.pos], false
}

// Unquote returns the name inside its quotes.
func Unquote(q string) string {
	closing := q[len(q)-1:]
	return strings.ReplaceAll(q[1:len(q)-1], closing+closing, closing)
}

func (c *cursor) name(b *Block) {
	c.skipBlanks()
	rule, start := keywordOf(b.Kind).name, c.pos
	if c.pos == c.end || c.at(':') {
		b.NameSpan = b.Span
		if rule != optionalID {
			c.errorf(diag.BadName, b.Span.Start, b.Span.End, "write -- "+keywordOf(b.Kind).form, "%s needs a name",
				b.Kind)
		}
		return
	}
	stop, extra := ":", ""
	switch rule {
	case tableName:
		stop = ":."
	case scriptID, optionalID:
		extra = "-."
	}
	for {
		from := c.pos
		part, isQuoted := c.identifier(stop)
		c.checkName(part, from, isQuoted, extra)
		b.Path = append(b.Path, part)
		if !c.at('.') {
			break
		}
		c.pos++
	}
	b.Name, b.NameSpan = strings.Join(b.Path, "."), c.span(start, c.pos)
	if rule != tableName {
		b.Path = nil
	}
}

// checkName reports a name that is empty, holds signs that need quotes, or holds no letter or digit at all.
func (c *cursor) checkName(name string, start int, isQuoted bool, extra string) {
	end := max(c.pos, start+1)
	switch {
	case strings.TrimSpace(name) == "":
		c.errorf(diag.BadName, start, end, "", "the name is empty")
	case strings.IndexFunc(name, unicode.IsControl) >= 0:
		c.errorf(diag.BadName, start, end, "", "the name holds a control character")
	case strings.IndexFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0:
		c.errorf(diag.BadName, start, end, "a name needs a letter or a digit", "%s cannot be a name",
			c.file.Text[start:c.pos])
	case !isQuoted && !isIdentifier(name, extra):
		c.errorf(diag.BadName, start, end, `letters, digits and _ need no quotes; any other name is written "`+
			strings.ReplaceAll(strings.Trim(name, `"`), `"`, `""`)+`"`, "%s cannot be a name without quotes", name)
	}
}

// isIdentifier reports whether name consists of letters, digits, _ and the extra signs.
func isIdentifier(name, extra string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_' &&
			!strings.ContainsRune(extra, r) {
			return false
		}
	}
	return name != ""
}

func (c *cursor) modifiers(b *Block) {
	var seen []string
	for {
		c.skipBlanks()
		if c.pos == c.end {
			return
		}
		if !c.at(':') {
			c.stray(b)
			return
		}
		start := c.pos
		c.pos++
		word, _ := c.identifier(":=(")
		nameEnd := c.pos
		m, known := modifierNamed(word)
		v, read := c.argument(m, known, start)
		switch {
		case !read:
		case !known:
			c.errorf(diag.UnknownModifier, start, nameEnd, diag.Suggest(":"+word, modifiersOf(b.Kind)),
				"unknown modifier :%s", word)
		case !slices.Contains(m.kinds, b.Kind):
			c.errorf(diag.BadModifier, start, nameEnd, ":"+word+" goes with "+kindList(m.kinds), "%s takes no :%s",
				b.Kind, word)
		case slices.Contains(seen, word):
			c.errorf(diag.BadModifier, start, nameEnd, "", ":%s is there twice", word)
		case m.wrong != nil && m.wrong(v) != "":
			c.errorf(diag.BadModifier, start, c.pos, "write "+m.form, "%s", m.wrong(v))
		default:
			c.contradiction(m, seen, start, nameEnd)
			seen = append(seen, word)
			m.set(&b.Mods, v)
		}
	}
}

func (c *cursor) contradiction(m modifier, seen []string, start, end int) {
	for _, s := range seen {
		other, _ := modifierNamed(s)
		if slices.Contains(m.without, s) || slices.Contains(other.without, m.name) {
			c.errorf(diag.BadModifier, start, end, "keep one of the two", ":%s contradicts :%s", m.name, s)
		}
	}
}

// argument reads =name or (a, b) after a modifier, and reports whether it is what the modifier takes. An unknown
// modifier's is read as well, so that it is not reported again as stray text.
func (c *cursor) argument(m modifier, known bool, start int) (value, bool) {
	var v value
	from, form := c.pos, nothing
	switch {
	case c.at('='):
		c.pos++
		from, form = c.pos, oneName
		name, isQuoted := c.identifier(":")
		if m.takes == oneName {
			c.checkName(name, from, isQuoted, "")
		}
		v.names = []string{name}
	case c.at('('):
		form = nameList
		if !c.list(&v, m.takes == nameList) {
			c.errorf(diag.BadModifier, from, c.end, "write "+m.form, "this list is not closed")
			c.pos = c.end
			return v, false
		}
	}
	if form == nothing {
		from = start
	}
	v.span = c.span(from, c.pos)
	if known && form != m.takes && !(form == nothing && m.takes == nameList) {
		c.errorf(diag.BadModifier, start, c.pos, "write "+m.form, ":%s is not written like this", m.name)
		return v, false
	}
	return v, true
}

// list reads (a, b), and reports whether it is closed.
func (c *cursor) list(v *value, check bool) bool {
	for c.pos < c.end {
		c.pos++ // the parenthesis or comma
		c.skipBlanks()
		start := c.pos
		name, isQuoted := c.identifier(",)")
		if check {
			c.checkName(name, start, isQuoted, "")
		}
		v.names = append(v.names, name)
		c.skipBlanks()
		if c.at(')') {
			c.pos++
			return true
		}
		if !c.at(',') {
			return false
		}
	}
	return false
}

// stray reports text that is neither name nor modifier.
func (c *cursor) stray(b *Block) {
	start := c.pos
	word, _ := c.identifier(":")
	hint := "only modifiers may follow the name; if this line is only a comment, begin it with another word"
	if m, ok := modifierNamed(word); ok {
		hint = "did you mean " + m.form + "?"
	} else if isIdentifier(word, "") {
		hint = `a name with blanks is quoted: "` + b.Name + " " + word + `"; ` + hint
	}
	c.errorf(diag.BadName, start, max(c.pos, start+1), hint, "%q does not belong to the name",
		strings.TrimSpace(c.file.Text[start:c.end]))
}
