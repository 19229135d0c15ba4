package core

import (
	"strings"
	"unicode"
)

// Visible is a line of a comment without what shows as something else, or what compilers refuse: control characters,
// and those that turn the direction of text.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029') {
			return '\ufffd'
		}
		return r
	}, s)
}

// Sentence is a phrase as a comment begins and ends.
func Sentence(phrase string) string { return strings.ToUpper(phrase[:1]) + phrase[1:] + "." }
