package ir

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Type is what a row type is called, whatever the language.
func (r *Row) Type() string {
	if r = r.Declared(); r.Role == NamedRow {
		return r.Name.SQL
	}
	var b strings.Builder
	for _, w := range r.Name.Words {
		first, n := utf8.DecodeRuneInString(w)
		b.WriteRune(unicode.ToUpper(first))
		b.WriteString(w[n:])
	}
	return b.String() + r.Role.Suffix()
}

// Nullness says whether a value may be NULL.
func Nullness(nullable bool) string {
	if nullable {
		return "NULL"
	}
	return "NOT NULL"
}

// Proofs say what is proven of a statement as a whole: by Query's Single, Fallback and Reads.
func Proofs(single, fallback string, reads *Reads) (lines []string) {
	if single != "" {
		lines = append(lines, "at most one row: "+single)
	}
	switch {
	case reads.Only():
		lines = append(lines, "it only reads")
	case reads != nil:
		lines = append(lines, "it is not proven to only read: "+reads.Why)
	}
	if fallback != "" {
		lines = append(lines, "nothing of it is proven NOT NULL: "+fallback)
	}
	return lines
}

// Returns is what a call returns, for people; row is the name of the row type.
func (q *Query) Returns(row string) string {
	what := map[Result]string{All: "every row", One: "the row, or none", None: "nothing"}[q.Result]
	switch {
	case q.Result == One && q.Found:
		what = "the row, which is always there"
	case q.Result == One && q.Demanded:
		what = "the row; that there is none is an error"
	}
	if q.Page != nil {
		what = "a page of its rows"
	}
	switch {
	case q.Pluck:
		what += ", as its first column's value"
	case row != "":
		what += ", as " + row
	case q.Counts:
		what = "the number of rows that it changes"
	}
	return what
}
