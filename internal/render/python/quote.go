package python

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote writes s as the most readable Python literal whose value is exactly s, in a form that Ruff leaves as it is. A
// literal that would need more than room columns starts on a line of its own.
func quote(s string, room int) string {
	mark := `"`
	if strings.Contains(s, mark) {
		mark = `'`
	}
	isRaw := strings.Contains(s, `\`) && !strings.HasSuffix(s, `\`)
	if !strings.Contains(s, "\n") && !strings.Contains(s, mark) {
		line := mark + escape(s, "", false) + mark
		readable := isRaw && plain(s, false) && mark == `"`
		if readable {
			line = "r" + mark + s + mark
		}
		// Ruff leaves a literal alone that would be too long even on a line of its own.
		if n := utf8.RuneCountInString(line); n <= room || readable && n > width {
			return line
		}
	}
	if isRaw && strings.Contains(s, "\n") && plain(s, true) && !strings.Contains(s, `"""`) &&
		!strings.HasSuffix(s, `"`) {
		return `r"""` + s + `"""`
	}
	text := escape(s, `"""`, true)
	if strings.Contains(s, "\n") || utf8.RuneCountInString(text)+6 > room {
		text = "\\\n" + text
	}
	return `"""` + text + `"""`
}

// line writes s on one line.
func line(s string) string {
	if strings.Contains(s, `"`) && !strings.Contains(s, `'`) {
		return `'` + escape(s, "", false) + `'`
	}
	return `"` + escape(s, `"`, false) + `"`
}

// word writes a name, which stays on its line whatever its length.
func word(s string) string { return quote(s, math.MaxInt) }

// plain reports whether no character of s but the backslash needs an escape.
func plain(s string, block bool) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '\\' && escaped(r, block) })
}

// escaped reports whether a character cannot stand in a literal as it is: Python reads a carriage return as a line
// feed, and what cannot be seen is better read as its code.
func escaped(r rune, block bool) bool {
	switch r {
	case '\\':
		return true
	case '\n', '\t':
		return !block
	}
	return !unicode.IsPrint(r)
}

// escape writes the characters of s for a literal that ends with mark; "" where s does not hold it.
func escape(s, mark string, block bool) string {
	var b strings.Builder
	for i, r := range s {
		rest := s[i:]
		switch {
		case r == '"' && mark != "" && (strings.HasPrefix(rest, mark) || len(rest) == 1):
			b.WriteString(`\"`)
		case !escaped(r, block):
			b.WriteRune(r)
		default:
			b.WriteString(escapeRune(r))
		}
	}
	return b.String()
}

func escapeRune(r rune) string {
	switch {
	case r == '\\':
		return `\\`
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// docstring writes lines as a docstring, each line as it must stand behind the indentation.
func docstring(lines []string) []string {
	lines = trimDoc(lines)
	if len(lines) == 0 {
		return nil
	}
	for i, l := range lines {
		l = escape(l, `"""`, false)
		if i == 0 && strings.HasPrefix(l, `"`) {
			l = `\` + l
		}
		lines[i] = l
	}
	lines[0] = `"""` + lines[0]
	if len(lines) == 1 {
		return []string{lines[0] + `"""`}
	}
	return append(lines, `"""`)
}

// trimDoc copies lines without tabs, without blanks at their ends, without the indentation that the lines after the
// first share, and without empty lines at either end.
func trimDoc(lines []string) []string {
	var out []string
	for _, l := range lines {
		for l := range strings.SplitSeq(strings.ReplaceAll(l, "\t", "    "), "\n") {
			l = strings.TrimRightFunc(l, unicode.IsSpace)
			if l != "" || len(out) > 0 {
				out = append(out, l)
			}
		}
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	if len(out) == 0 {
		return nil
	}
	out[0] = strings.TrimLeftFunc(out[0], unicode.IsSpace)
	shared := -1
	for _, l := range out[1:] {
		if n := len(l) - len(strings.TrimLeft(l, " ")); l != "" && (shared < 0 || n < shared) {
			shared = n
		}
	}
	for i := range out[1:] {
		if out[i+1] != "" {
			out[i+1] = out[i+1][shared:]
		}
	}
	return out
}

// comment is a line of comment. In a file's first lines Python would take "coding:" for the name of an encoding.
func comment(s string) string {
	return "# " + strings.NewReplacer("coding:", "coding :", "coding=", "coding =").Replace(s)
}
