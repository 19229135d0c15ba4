package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// Text is a statement of another tool's, with its lexemes.
type Text struct {
	SQL  string
	List []syntax.Lexeme
}

// Lex reads a statement.
func Lex(d syntax.Dialect, sql string) Text { return Text{sql, d.Lexemes(sql)} }

// Raw is a lexeme as it is written.
func (t Text) Raw(i int) string { return t.SQL[t.List[i].Start:t.List[i].End] }

// Is reports whether a lexeme is there and is a word or sign.
func (t Text) Is(i int, text string) bool { return i >= 0 && i < len(t.List) && t.List[i].Text == text }

// Named is the name directly behind a sign, as in :id; "" where the lexeme is not that sign, or no name is there.
func (t Text) Named(i int, sign string) string {
	if !t.Is(i, sign) || i+1 >= len(t.List) || !t.List[i+1].Name || t.List[i+1].Text == "" ||
		t.List[i+1].Start != t.List[i].End {
		return ""
	}
	return t.Raw(i + 1)
}

// Inserted is what the INSERT whose INTO is a lexeme says: its table as written, the columns of its list, and where its
// first row's values stand; end is the last lexeme of that row.
func (t Text) Inserted(into int) (table string, columns []string, values [][2]int, end int) {
	at := into + 2
	for t.Is(at, ".") {
		at += 2
	}
	if at > len(t.List) {
		return "", nil, nil, 0
	}
	table = t.SQL[t.List[into+1].Start:t.List[at-1].End]
	listed, at := t.parenthesized(at)
	if !t.Is(at, "VALUES") {
		return table, nil, nil, 0
	}
	values, after := t.parenthesized(at + 1)
	for _, l := range listed {
		columns = append(columns, t.SQL[l[0]:l[1]])
	}
	return table, columns, values, after - 1
}

// parenthesized is what stands between the commas of parentheses that begin at a lexeme, and the lexeme behind them.
func (t Text) parenthesized(at int) (parts [][2]int, after int) {
	if !t.Is(at, "(") {
		return nil, -1
	}
	depth, from := 0, at+1
	for i := at; i < len(t.List); i++ {
		switch t.List[i].Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 || depth == 1 && t.Is(i, ",") {
			if i > from {
				parts = append(parts, [2]int{t.List[from].Start, t.List[i-1].End})
			}
			from = i + 1
		}
		if depth == 0 {
			return parts, i + 1
		}
	}
	return nil, -1
}

// Edit replaces a part of a text.
type Edit struct {
	Start, End int
	Text       string
}

// Edited is a text with edits. Of two that overlap, which only a text that is no SQL can have, the first is made.
func Edited(text string, edits []Edit) string {
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Start < at {
			continue
		}
		b.WriteString(text[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	return b.String() + text[at:]
}

// Free is a name that is not taken: with a number behind it, where the name alone is.
func Free(base string, taken func(string) bool) string {
	name := base
	for n := 2; taken(name); n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	return name
}
