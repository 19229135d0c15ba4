package rust

import (
	"fmt"
	"strings"
	"unicode"
)

// quote writes s as a Rust literal whose value is exactly s: raw where only quotes and backslashes would need an
// escape.
func quote(s string) string {
	plain := !strings.ContainsFunc(s, hidden) && !endsInBlank(s)
	if plain && !strings.ContainsAny(s, `"\`) {
		return `"` + s + `"`
	}
	if plain {
		marks := "#"
		for strings.Contains(s, `"`+marks) {
			marks += "#"
		}
		if !strings.Contains(s, `"`) {
			marks = ""
		}
		return "r" + marks + `"` + s + `"` + marks
	}
	var b strings.Builder
	for line := range strings.SplitAfterSeq(s, "\n") {
		text, newline := strings.CutSuffix(line, "\n")
		kept := text
		if newline {
			kept = strings.TrimRight(text, " ")
		}
		for _, r := range kept {
			escape(&b, r)
		}
		for range len(text) - len(kept) {
			b.WriteString(`\x20`)
		}
		if newline {
			b.WriteString("\n")
		}
	}
	return `"` + b.String() + `"`
}

// quoteLine writes s on one line.
func quoteLine(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\n' {
			b.WriteString(`\n`)
		} else {
			escape(&b, r)
		}
	}
	return `"` + b.String() + `"`
}

func escape(b *strings.Builder, r rune) {
	switch {
	case r == '"' || r == '\\':
		b.WriteRune('\\')
		b.WriteRune(r)
	case r == '\t':
		b.WriteString(`\t`)
	case r == '\r':
		b.WriteString(`\r`)
	case hidden(r):
		fmt.Fprintf(b, `\u{%x}`, r)
	default:
		b.WriteRune(r)
	}
}

// hidden reports whether a character could not be seen in a literal.
func hidden(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }

// endsInBlank reports whether a line ends in a blank, which rustfmt does not like to see.
func endsInBlank(s string) bool { return strings.Contains(s, " \n") }
