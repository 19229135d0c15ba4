package importer

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// comparisons are the words and signs between a column and what it is compared with.
var comparisons = map[string]bool{"=": true, "<": true, ">": true, "!": true, "LIKE": true, "ILIKE": true, "NOT": true, "ANY": true, "(": true, "IN": true, "~": true, "*": true}

// Mark is a parameter that has a number, where it stands in a statement.
type Mark struct{ Start, End, Number int }

// Guesses are names for parameters by their numbers: of the column that each is compared with, or stored into.
func Guesses(d syntax.Dialect, sql string, marks []Mark) map[int]string {
	list := d.Lexemes(sql)
	names := map[int]string{}
	give := func(number int, name string) {
		if names[number] == "" && name != "" {
			names[number] = strings.ToLower(strings.Trim(name, `"`))
		}
	}
	for i := range list {
		if list[i].Text != "INTO" {
			continue
		}
		at := i + 2
		for at+1 < len(list) && list[at].Text == "." {
			at += 2
		}
		columns, values, _ := Inserted(sql, list, at)
		for n, v := range values {
			for _, m := range marks {
				if n < len(columns) && v[0] <= m.Start && m.End <= v[1] {
					give(m.Number, columns[n])
				}
			}
		}
	}
	for i, l := range list {
		for _, m := range marks {
			if m.Start != l.Start {
				continue
			}
			at := i - 1
			if at >= 0 && (list[at].Text == "LIMIT" || list[at].Text == "OFFSET") {
				give(m.Number, list[at].Text)
				continue
			}
			for at >= 0 && comparisons[list[at].Text] {
				at--
			}
			if at >= 0 && at < i-1 && list[at].Name {
				give(m.Number, sql[list[at].Start:list[at].End])
			}
		}
	}
	return names
}

// Inserted are the columns of an INSERT's list, which begins at a lexeme, and where its first row's values stand; end
// is the last lexeme of that row.
func Inserted(sql string, list []syntax.Lexeme, at int) (columns []string, values [][2]int, end int) {
	listed, at := parenthesized(list, at)
	if at < 0 || at >= len(list) || list[at].Text != "VALUES" {
		return nil, nil, 0
	}
	values, after := parenthesized(list, at+1)
	for _, l := range listed {
		columns = append(columns, sql[l[0]:l[1]])
	}
	return columns, values, after - 1
}

// parenthesized is what stands between the commas of parentheses that begin at a lexeme, and the lexeme behind them.
func parenthesized(list []syntax.Lexeme, at int) (parts [][2]int, after int) {
	if at >= len(list) || list[at].Text != "(" {
		return nil, -1
	}
	depth, from := 0, at+1
	for i := at; i < len(list); i++ {
		switch list[i].Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 || depth == 1 && list[i].Text == "," {
			if i > from {
				parts = append(parts, [2]int{list[from].Start, list[i-1].End})
			}
			from = i + 1
		}
		if depth == 0 {
			return parts, i + 1
		}
	}
	return nil, -1
}

// Alias is what a column is called whose name says whether it may be NULL, and what it says: "total!" and "author?".
func Alias(quoted string) (name, said string) {
	name = strings.Trim(quoted, "\"`")
	switch {
	case strings.HasSuffix(name, "!"):
		return strings.TrimSuffix(name, "!"), "not null"
	case strings.HasSuffix(name, "?"):
		return strings.TrimSuffix(name, "?"), "null"
	}
	return name, ""
}
