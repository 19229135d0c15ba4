package sqlite

import "strings"

// token is a piece of SQL: a word, a quoted name, a literal or one character. Comments and white space are between
// tokens.
type token struct {
	start, end int
	word       bool // a bare word
}

// nextToken is where the first token at or after i starts, semicolons skipped; len(sql) where there is none.
func nextToken(sql string, i int) int {
	for {
		t := scan(sql, i)
		if t.start >= len(sql) {
			return len(sql)
		}
		if sql[t.start] != ';' {
			return t.start
		}
		i = t.end
	}
}

// scan reads the token at or after i; at the end it is empty.
func scan(sql string, i int) token {
	for i < len(sql) {
		switch c := sql[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			i++
		case strings.HasPrefix(sql[i:], "--"):
			i = until(sql, i, "\n")
		case strings.HasPrefix(sql[i:], "/*"):
			i = until(sql, i+2, "*/")
		case c == '\'' || c == '"' || c == '`':
			return token{start: i, end: quoted(sql, i, c)}
		case c == '[':
			return token{start: i, end: until(sql, i, "]")}
		case isWord(c):
			j := i
			for j < len(sql) && isWord(sql[j]) {
				j++
			}
			return token{i, j, true}
		default:
			return token{start: i, end: i + 1}
		}
	}
	return token{start: len(sql), end: len(sql)}
}

// until is just past the next occurrence of mark.
func until(sql string, i int, mark string) int {
	if n := strings.Index(sql[i:], mark); n >= 0 {
		return i + n + len(mark)
	}
	return len(sql)
}

// quoted is just past the closing quote; a doubled quote does not close.
func quoted(sql string, i int, q byte) int {
	for i++; i < len(sql); i++ {
		if sql[i] != q {
			continue
		}
		if i+1 < len(sql) && sql[i+1] == q {
			i++
			continue
		}
		return i + 1
	}
	return len(sql)
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// keyword is the statement's first word in capitals.
func keyword(sql string) (string, int) {
	t := scan(sql, nextToken(sql, 0))
	if !t.word {
		return "", t.start
	}
	return strings.ToUpper(sql[t.start:t.end]), t.start
}
