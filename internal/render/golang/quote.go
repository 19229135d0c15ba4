package golang

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote writes s as a Go literal whose value is exactly s: between backquotes where nothing in it needs an escape, else
// a string for each line, indented.
func quote(s, indent string) string {
	if !strings.ContainsFunc(s, needsEscape) && utf8.ValidString(s) {
		return "`" + s + "`"
	}
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		lines[i] = strconv.Quote(line)
	}
	return strings.Join(lines, " +\n\t"+indent)
}

// needsEscape reports whether a character cannot stand between backquotes, or could not be seen there.
func needsEscape(r rune) bool {
	return r == '`' || r != '\n' && r != '\t' && !unicode.IsPrint(r)
}

// quoteLine writes s as a literal of one line.
func quoteLine(s string) string {
	if strings.Contains(s, "\n") {
		return strconv.Quote(s)
	}
	return quote(s, "")
}
