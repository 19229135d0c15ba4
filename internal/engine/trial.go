package engine

import "unicode/utf8"

// Trial is a run of a statement with values, on the rows that TESTDATA has made.
type Trial struct {
	Values []Value // of its parameters, by number
	Rows   int     // so many at most are kept
}

// Value is a parameter's: a text as the engine casts one to the parameter's type, nil for NULL; or else a sample, an
// expression of the user's own file.
type Value struct {
	Text   *string
	Sample string
}

// Rows are what a trial has returned: texts as the engine casts values to them, nil for NULL.
type Rows struct {
	Rows    [][]*string
	More    bool  // there are more of them
	Changed int64 // rows that the statement has changed
}

// shownRunes is how much of a value is shown.
const shownRunes = 1000

// Shown is a value as rows of a trial have it: the start of a long one.
func Shown(text string) *string {
	if len(text) > shownRunes {
		n := 0
		for i := range text {
			if n++; n > shownRunes {
				text = text[:i] + "…"
				break
			}
		}
	}
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	return &text
}
