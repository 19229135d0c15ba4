package typescript

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/emit"
)

// literal quotes text that may span lines: as a template literal where it does, else as a string.
func literal(s string) emit.Doc {
	if strings.Contains(s, "\n") {
		return emit.Raw("`" + templateBody(s) + "`")
	}
	return emit.Text(str(s))
}

// assigned puts a literal behind "name =" or "key:", on a line of its own where a string would grow too long.
func assigned(head, s, tail string) emit.Doc {
	if strings.Contains(s, "\n") {
		return emit.Concat(head+" ", literal(s), tail)
	}
	if strings.HasSuffix(head, ":") && len(head) <= 5 {
		return emit.Text(head + " " + str(s) + tail) // a line of its own would win next to nothing
	}
	return emit.Group(head, emit.Indent(emit.Line(), str(s), tail))
}

// str quotes s with the quotes that need fewer escapes, double ones where it is the same, as Prettier does.
func str(s string) string {
	quote := `"`
	if strings.Count(s, `"`) > strings.Count(s, `'`) {
		quote = `'`
	}
	return quote + escaped(s, func(_ int, r rune) string {
		switch r {
		case rune(quote[0]), '\\':
			return `\` + string(r)
		case '\n':
			return `\n`
		}
		return escape(r)
	}) + quote
}

// templateBody escapes s for the inside of a template literal.
func templateBody(s string) string {
	return escaped(s, func(i int, r rune) string {
		switch {
		case r == '`' || r == '\\' || r == '$' && strings.HasPrefix(s[i+1:], "{"):
			return `\` + string(r)
		case r == '\n':
			return ""
		}
		return escape(r)
	})
}

// escaped replaces the characters of s for which form gives something to write instead.
func escaped(s string, form func(i int, r rune) string) string {
	var b strings.Builder
	kept := 0 // s is written as far as that
	for i, r := range s {
		if f := form(i, r); f != "" {
			b.WriteString(s[kept:i] + f)
			kept = i + utf8.RuneLen(r)
		}
	}
	return b.String() + s[kept:]
}

// escape keeps what a reader can see, for which it returns "". Everything else would be invisible, or changed on the
// way: a carriage return in a template literal becomes a line feed, and some editors end lines at U+2028.
func escape(r rune) string {
	switch {
	case r >= ' ' && r < 0x7f || r == '\t':
		return ""
	case r == '\r':
		return `\r`
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r):
		return ""
	case r > 0xffff:
		return fmt.Sprintf(`\u{%x}`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}
