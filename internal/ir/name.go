// Package ir is the analysed model: what a unit's SQL returns, takes and needs, before any target language is chosen.
package ir

import (
	"strings"
	"unicode"
)

// Name is an SQL name with the words it is made of. SQL stays the truth; each renderer joins Words in its own case.
type Name struct {
	SQL   string
	Words []string // lower case, never empty strings; may be empty for a name without letters or digits
}

// NewName splits an SQL name into words at anything but letters and digits, and where a capital starts a word:
// get_user, getUser and "get user" are all [get user]; HTTPServer is [http server].
func NewName(sql string) Name {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(sql)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush()
			continue
		}
		if i > 0 && unicode.IsUpper(r) {
			prev := runes[i-1]
			startsWord := unicode.IsLower(prev) || unicode.IsDigit(prev) ||
				unicode.IsUpper(prev) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if startsWord {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return Name{SQL: sql, Words: words}
}

// NewLabel is the name of an enum's label: as NewName, but signs that stand for something are words of it, and so are
// those that divide words where a word is on one side only. So A+ and A- have names of their own, whatever other labels
// there are.
func NewLabel(label string) Name {
	var spelled strings.Builder
	runes := []rune(label)
	wordAt := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]) ||
			unicode.IsMark(runes[i]))
	}
	for i, r := range runes {
		word, sign := signWords[r]
		if sign && (!separators[r] || wordAt(i-1) != wordAt(i+1)) {
			spelled.WriteString(" " + word + " ")
		} else {
			spelled.WriteRune(r)
		}
	}
	return Name{SQL: label, Words: NewName(spelled.String()).Words}
}

// signWords spell signs; separators are those that only divide words between letters.
var (
	signWords = map[rune]string{'+': "plus", '-': "minus", '#': "hash", '%': "percent", '&': "and", '*': "star",
		'<': "less", '>': "greater",
		'=': "equal", '!': "not", '?': "question", '@': "at", '$': "dollar", '~': "tilde", '^': "caret", '|': "or",
		'/': "slash"}
	separators = map[rune]bool{'-': true, '/': true, '&': true, '|': true}
)

// Quote quotes an identifier by the SQL standard's rule, which every engine of sqg follows.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
