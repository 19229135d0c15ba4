package java

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/emit"
)

const (
	width = 100
	// The class file format holds a constant of at most this many bytes.
	maxConstant = 65535
)

// quote writes text as a Java expression that is exactly it: a string literal where it is one line that fits into room
// columns, else a text block; several of them joined where it is too long for one constant. It also tells whether the
// expression is one line.
func quote(s string, room int) (d emit.Doc, oneLine bool) {
	if constantSize(s) > maxConstant {
		return joined(s), false
	}
	if !strings.Contains(s, "\n") {
		if lit := `"` + escapeLine(s, true) + `"`; columns(lit) <= room {
			return emit.Text(lit), true
		}
	}
	return multiLine(s), false
}

// quoted is quote for a name in a message, which is short.
func quoted(s string) emit.Doc { return emit.Text(`"` + escapeLine(s, true) + `"`) }

// multiLine writes text as a text block where it can be one. The compiler takes Unicode's own line separators for line
// ends in some places and not in others, so text with those is written as concatenated literals.
func multiLine(s string) emit.Doc {
	if !strings.ContainsAny(s, "\u2028\u2029") {
		return textBlock(s)
	}
	var ds []emit.Doc
	line := ""
	for _, r := range s {
		part := escapeLine(string(r), true)
		if columns(line+part) > 60 {
			ds = append(ds, emit.Text(`"`+line+`"`))
			line = ""
		}
		line += part
	}
	ds = append(ds, emit.Text(`"`+line+`"`))
	return emit.Concat(ds[0], continued(prefixed("+ ", ds[1:])...))
}

func prefixed(prefix string, ds []emit.Doc) []any {
	var out []any
	for _, d := range ds {
		out = append(out, emit.HardLine(), prefix, d)
	}
	return out
}

// joined splits text that is too long for one constant between characters.
func joined(s string) emit.Doc {
	args := []emit.Doc{emit.Text(`""`)}
	for s != "" {
		size, end := 0, len(s)
		for i, r := range s {
			if size += encodedSize(r); size > maxConstant {
				end = i
				break
			}
		}
		args = append(args, multiLine(s[:end]))
		s = s[end:]
	}
	return brokenCall("String.join", args...)
}

func constantSize(s string) int {
	n := 0
	for _, r := range s {
		n += encodedSize(r)
	}
	return n
}

// encodedSize of a character in the class file's own variant of UTF-8.
func encodedSize(r rune) int {
	switch {
	case r == 0:
		return 2
	case r < 0x80:
		return 1
	case r < 0x800:
		return 2
	case r < 0x10000:
		return 3
	}
	return 6
}

// textBlock writes text between triple quotes. Its delimiters stand on lines of their own; a backslash at the end of
// the last line says that the text has no line ending there. Java strips the indentation that all lines, the closing
// delimiter's included, have in common: so the text's own stays.
func textBlock(s string) emit.Doc {
	lines := strings.Split(s, "\n")
	last := len(lines) - 1
	ds := []any{`"""`}
	for i, l := range lines {
		if i == last {
			if l != "" {
				ds = append(ds, emit.HardLine(), escapeLine(l, false)+`\`)
			}
			break
		}
		ds = append(ds, emit.HardLine(), blockLine(l))
	}
	return emit.Concat(append(ds, emit.HardLine(), `"""`)...)
}

// blockLine escapes a line of a text block that another follows. Java strips blanks at its end, whether written as they
// are or as Unicode escapes, so they need something behind them.
func blockLine(l string) string {
	out := escapeLine(l, false)
	switch r, _ := utf8.DecodeLastRuneInString(l); {
	case r == ' ':
		return out[:len(out)-1] + `\s`
	case r > 0x7f && unicode.IsSpace(r) || r == 0x180e:
		return out + `\n\`
	}
	return out
}

// escapeLine escapes what a literal cannot hold as it is, and what nobody could see in it. In a text block only the
// third of three quotes would end it.
func escapeLine(s string, quotes bool) string {
	var b strings.Builder
	run := 0 // quotes just before, as they are
	for i, r := range s {
		if r == '"' && !quotes && run < 2 {
			b.WriteByte('"')
			run++
			continue
		}
		run = 0
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\f':
			b.WriteString(`\f`)
		case r < 0x20 || r == 0x7f || r == 0x85:
			fmt.Fprintf(&b, `\%03o`, r)
		case r == unicode.ReplacementChar && !strings.HasPrefix(s[i:], "\uFFFD"):
			b.WriteString(`\uFFFD`) // not UTF-8, which no source file is
		case !printable(r):
			escapeUnits(&b, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escapeUnits writes a character as Java's escapes of its UTF-16 units.
func escapeUnits(b *strings.Builder, r rune) {
	if r < 0x10000 {
		fmt.Fprintf(b, `\u%04X`, r)
		return
	}
	r -= 0x10000
	fmt.Fprintf(b, `\u%04X\u%04X`, 0xD800+r>>10, 0xDC00+r&0x3ff)
}

// printable tells whether a person sees the character; a blank is one.
func printable(r rune) bool { return unicode.IsPrint(r) }

// columns is how wide the formatter takes text to be: it counts UTF-16 units.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}
