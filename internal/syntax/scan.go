package syntax

import "strings"

type tokenKind uint8

const (
	text         tokenKind = iota // ordinary SQL, blanks included
	lineComment                   // -- to the end of the line
	blockComment                  // /* … */
	quoted                        // a string or dollar-quoted string
	quotedName                    // "name", and [name] or `name` where the dialect has them
	parameter                     // ${…}
	placeholder                   // an engine's own bind parameter: ?, ?1, $1, :name
	semicolon                     //
	setLine                       // a whole @set line with its line ending
)

// token is a piece of the text; tokens cover it without gaps.
type token struct {
	kind       tokenKind
	lineStart  bool // nothing but blanks stands before it on its line
	open       bool // what closes it is missing
	start, end int
}

// quotes reports whether the token hides text from SQL, so that text in it is never an annotation, a parameter or a
// @set.
func (t token) quotes() bool {
	return t.kind == quoted || t.kind == quotedName || t.kind == lineComment || t.kind == blockComment
}

// scanner splits SQL into tokens in one pass.
type scanner struct {
	Dialect
	src    string
	pos    int
	line   int  // where the current line starts
	fresh  bool // only blanks since then
	from   int  // where the text token being gathered starts
	tokens []token
}

// scan returns the tokens of src[from:to], which starts a line.
func (d Dialect) scan(src string, from, to int) []token {
	s := &scanner{Dialect: d, src: src[:to], pos: from, line: from, fresh: true, from: from}
	for s.pos < to {
		start := s.pos
		t, ok := s.special()
		if !ok {
			s.plain()
			continue
		}
		if t.kind == setLine {
			start = s.line
		}
		s.flush(start)
		t.lineStart, t.start = s.fresh, start
		s.tokens = append(s.tokens, t)
		s.pos, s.from = t.end, t.end
		s.fresh = t.kind == setLine
		if s.fresh {
			s.line = s.pos
		}
	}
	s.flush(to)
	return s.tokens
}

// Questions returns where a ? stands in a piece of SQL outside quotes and comments.
func (d Dialect) Questions(sql string) []int {
	if strings.IndexByte(sql, '?') < 0 {
		return nil
	}
	var at []int
	for _, t := range d.scan(sql, 0, len(sql)) {
		for i := t.start; t.kind == text && i < t.end; i++ {
			if sql[i] == '?' {
				at = append(at, i)
			}
		}
	}
	return at
}

// flush ends the text token being gathered.
func (s *scanner) flush(end int) {
	if s.from < end {
		s.tokens = append(s.tokens, token{kind: text, start: s.from, end: end})
	}
}

// plain moves over a word, a blank or a sign that means nothing here.
func (s *scanner) plain() {
	c := s.src[s.pos]
	switch {
	case c == '\n':
		s.pos++
		s.line, s.fresh = s.pos, true
	case isBlank(c):
		s.pos++
	case isWord(c):
		s.fresh = false
		for s.pos < len(s.src) && (isWord(s.src[s.pos]) || s.src[s.pos] == '$' && s.peek(1) != '{') {
			s.pos++
		}
	case c == ':' && s.peek(1) == ':': // a cast, so that :type is no placeholder
		s.fresh = false
		s.pos += 2
	default:
		s.fresh = false
		s.pos++
	}
}

// special returns the token at the current position if one starts there that is not plain text.
func (s *scanner) special() (token, bool) {
	switch c := s.src[s.pos]; c {
	case '-':
		if s.peek(1) == '-' {
			return token{kind: lineComment, end: lineEnd(s.src, s.pos)}, true
		}
	case '/':
		if s.peek(1) == '*' {
			return s.blockComment(), true
		}
	case '\'':
		return s.until(quoted, s.pos+1, '\'', true, false), true
	case 'E', 'e':
		if s.EscapeStrings && s.peek(1) == '\'' {
			return s.until(quoted, s.pos+2, '\'', true, true), true
		}
	case '"':
		return s.until(quotedName, s.pos+1, '"', true, false), true
	case '`':
		if s.BacktickNames {
			return s.until(quotedName, s.pos+1, '`', true, false), true
		}
	case '[':
		if s.BracketNames {
			return s.until(quotedName, s.pos+1, ']', false, false), true
		}
	case ';':
		return token{kind: semicolon, end: s.pos + 1}, true
	case '$':
		if s.peek(1) == '{' {
			return s.parameter(), true
		}
		if t, ok := s.dollarQuote(); ok {
			return t, true
		}
		return s.placeholder()
	case '@':
		if s.fresh && isSetCommand(s.src[s.pos+1:s.wordEnd(s.pos+1)]) {
			end := lineEnd(s.src, s.pos)
			return token{kind: setLine, end: end + len(lineBreak(s.src[end:]))}, true
		}
		return s.placeholder()
	case '?', ':':
		return s.placeholder()
	}
	return token{}, false
}

// until ends a quoted token at the closing sign; doubled, the sign stands for itself, and so does what follows a
// backslash where escapes count.
func (s *scanner) until(kind tokenKind, pos int, closing byte, doubles, escapes bool) token {
	for ; pos < len(s.src); pos++ {
		switch c := s.src[pos]; {
		case escapes && c == '\\':
			pos++
		case c != closing:
		case doubles && pos+1 < len(s.src) && s.src[pos+1] == closing:
			pos++
		default:
			return token{kind: kind, end: pos + 1}
		}
	}
	return token{kind: kind, end: len(s.src), open: true}
}

func (s *scanner) blockComment() token {
	depth := 1
	for pos := s.pos + 2; pos+1 < len(s.src); pos++ {
		switch two := s.src[pos : pos+2]; {
		case two == "*/":
			pos++
			if depth--; depth == 0 {
				return token{kind: blockComment, end: pos + 1}
			}
		case two == "/*" && s.NestedComments:
			pos++
			depth++
		}
	}
	return token{kind: blockComment, end: len(s.src), open: true}
}

func (s *scanner) dollarQuote() (token, bool) {
	end := s.pos + 1
	if end < len(s.src) && !isDigit(s.src[end]) {
		end = s.wordEnd(end)
	}
	if !s.DollarQuotes || end >= len(s.src) || s.src[end] != '$' {
		return token{}, false
	}
	tag := s.src[s.pos : end+1]
	if n := strings.Index(s.src[end+1:], tag); n >= 0 {
		return token{kind: quoted, end: end + 1 + n + len(tag)}, true
	}
	return token{kind: quoted, end: len(s.src), open: true}, true
}

// parameter reads ${…}, which ends on its line; what it holds is checked later.
func (s *scanner) parameter() token {
	eol := lineEnd(s.src, s.pos)
	if n := strings.IndexByte(s.src[s.pos:eol], '}'); n >= 0 {
		return token{kind: parameter, end: s.pos + n + 1}
	}
	return token{kind: parameter, end: eol, open: true}
}

func (s *scanner) placeholder() (token, bool) {
	c, end := s.src[s.pos], s.wordEnd(s.pos+1)
	if strings.IndexByte(s.Placeholders, c) < 0 || end == s.pos+1 && c != '?' {
		return token{}, false
	}
	return token{kind: placeholder, end: end}, true
}

func (s *scanner) peek(n int) byte {
	if s.pos+n < len(s.src) {
		return s.src[s.pos+n]
	}
	return 0
}

func (s *scanner) wordEnd(pos int) int {
	for pos < len(s.src) && isWord(s.src[pos]) {
		pos++
	}
	return pos
}

// isWord reports whether c may be part of an unquoted SQL name, keyword or number.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'
}

const blanks = " \t\r\n\f\v"

// lineEnd returns where the line at pos ends, before its line break.
func lineEnd(src string, pos int) int {
	n := strings.IndexByte(src[pos:], '\n')
	if n < 0 {
		return len(src)
	}
	if n > 0 && src[pos+n-1] == '\r' {
		n--
	}
	return pos + n
}

// lineBreak returns the line break that s starts with.
func lineBreak(s string) string {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return s[:2]
	case strings.HasPrefix(s, "\n"):
		return s[:1]
	}
	return ""
}
