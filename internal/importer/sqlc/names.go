package sqlc

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// names are what the parameters of a statement are called, by their uses: as the statement says, else as the generated
// code does, else by the column that they are stored into or compared with.
func (c *converter) names(q query, sql string, uses []use) []string {
	names, byNumber := make([]string, len(uses)), map[int]string{}
	args := c.generated.methods[q.name].args
	last := 0
	for _, u := range uses {
		last = max(last, u.number)
	}
	var guessed map[int]string
	if known := last > 0 && len(args) == last; !known && last > 0 {
		guessed = c.guesses(sql, uses)
	}
	taken := map[string]bool{}
	for i, u := range uses {
		switch {
		case u.name != "":
			names[i] = u.name
		case byNumber[u.number] != "":
			names[i] = byNumber[u.number]
		case guessed == nil:
			names[i] = args[u.number-1]
		default:
			base := guessed[u.number]
			if base == "" {
				base = fmt.Sprintf("arg%d", u.number)
			}
			names[i] = base
			for n := 2; taken[names[i]]; n++ {
				names[i] = fmt.Sprintf("%s_%d", base, n)
			}
		}
		byNumber[u.number], taken[names[i]] = names[i], true
	}
	if len(guessed) < last && guessed != nil {
		c.Warn(q.span, "run `sqlc generate` before, or give them names", "%s has parameters whose names nothing tells", q.name)
	}
	return names
}

// comparisons are the words and signs between a column and what it is compared with.
var comparisons = map[string]bool{"=": true, "<": true, ">": true, "!": true, "LIKE": true, "ILIKE": true, "NOT": true, "ANY": true, "(": true, "IN": true, "~": true, "*": true}

// guesses are names for parameters that have numbers, by those.
func (c *converter) guesses(sql string, uses []use) map[int]string {
	list := c.Dialect.Lexemes(sql)
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
		columns, values, _ := c.inserted(sql, list, at)
		for n, v := range values {
			for _, u := range uses {
				if u.number > 0 && n < len(columns) && v[0] <= u.start && u.end <= v[1] {
					give(u.number, columns[n])
				}
			}
		}
	}
	for i, l := range list {
		for _, u := range uses {
			if u.start != l.Start || u.number == 0 {
				continue
			}
			at := i - 1
			if at >= 0 && (list[at].Text == "LIMIT" || list[at].Text == "OFFSET") {
				give(u.number, list[at].Text)
				continue
			}
			for at >= 0 && comparisons[list[at].Text] {
				at--
			}
			if at >= 0 && at < i-1 && list[at].Name {
				give(u.number, sql[list[at].Start:list[at].End])
			}
		}
	}
	return names
}

// inserted are the columns of an INSERT's list, which begins at a lexeme, and where its first row's values stand; end
// is the last lexeme of that row.
func (c *converter) inserted(sql string, list []syntax.Lexeme, at int) (columns []string, values [][2]int, end int) {
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
