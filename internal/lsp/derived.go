package lsp

import (
	"slices"
	"strings"
)

// The columns of what a statement names itself, common table expressions and subqueries, by their words: nothing but
// completion relies on them.

// deep is how far expressions that read from each other are followed.
const deep = 8

// group is the place between a pair of parentheses: words[from:to]. An open one ends with the words.
type group struct{ from, to int }

// groups are the parentheses around a word, the innermost first; the statement itself is the last. What is around a
// common table expression is none of it.
func groups(words []word, at int) (list []group) {
	depth := 0
	for i := min(at, len(words)) - 1; i >= 0; i-- {
		switch words[i].text {
		case ")":
			depth++
		case "(":
			if depth--; depth < 0 {
				depth = 0
				list = append(list, group{i + 1, closing(words, i)})
				if i > 0 && words[i-1].is("AS", "MATERIALIZED") {
					return list
				}
			}
		}
	}
	return append(list, group{0, len(words)})
}

// closing is the index of the parenthesis that closes one; the number of words where none does.
func closing(words []word, open int) int {
	depth := 0
	for i := open; i < len(words); i++ {
		switch words[i].text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(words)
}

// visible reports whether a source can be named in a place: it stands between the same parentheses, or around them.
func visible(words []word, u use, at int) bool {
	own := groups(words, u.from)[0]
	return slices.ContainsFunc(groups(words, at), func(g group) bool { return g.from == own.from })
}

// outputs are the columns of what is called by a name, and whether the statement has it.
func (v *view) outputs(words []word, name word, depth int) (columns []string, found bool) {
	if depth > deep {
		return nil, false
	}
	for i := range words {
		if !words[i].name || !strings.EqualFold(words[i].plain(), name.plain()) {
			continue
		}
		if i > 0 && words[i-1].is("WITH", "RECURSIVE", ",") {
			next, listed := i+1, []string(nil)
			if next < len(words) && words[next].text == "(" {
				end := closing(words, next)
				listed, next = v.items(words, next+1, end, depth), end+1
			}
			if next >= len(words) || !words[next].is("AS") {
				continue
			}
			for next++; next < len(words) && words[next].is("NOT", "MATERIALIZED"); next++ {
			}
			if next < len(words) && words[next].text == "(" {
				if listed == nil {
					listed = v.queried(words, next+1, closing(words, next), depth)
				}
				return listed, true
			}
			continue
		}
		end := i - 1 // of a subquery: (SELECT …) AS name
		if end >= 0 && words[end].is("AS") {
			end--
		}
		if end < 0 || words[end].text != ")" {
			continue
		}
		open := end
		for open >= 0 && closing(words, open) != end {
			open--
		}
		if open < 0 || open+1 >= len(words) || !words[open+1].is("SELECT", "WITH", "VALUES") {
			continue
		}
		if i+1 < len(words) && words[i+1].text == "(" {
			return v.items(words, i+2, closing(words, i+1), depth), true
		}
		return v.queried(words, open+1, end, depth), true
	}
	return nil, false
}

// queried are the names of the columns of a query, or of what a statement returns.
func (v *view) queried(words []word, from, to, depth int) []string {
	level := 0
	start := -1
	for i := from; i < to; i++ {
		switch w := words[i]; {
		case w.text == "(":
			level++
		case w.text == ")":
			level--
		case level > 0:
		case start < 0 && w.is("SELECT", "RETURNING"):
			start = i + 1
			for start < to && words[start].is("DISTINCT", "ALL") {
				start++
			}
		case start >= 0 && w.is("FROM", "UNION", "EXCEPT", "INTERSECT", "WHERE", "LIMIT", "ORDER"):
			return v.items(words, start, i, depth)
		}
	}
	if start < 0 {
		return nil
	}
	return v.items(words, start, to, depth)
}

// items are the names of a list of columns.
func (v *view) items(words []word, from, to, depth int) (list []string) {
	level, start := 0, from
	for i := from; i <= to && i <= len(words); i++ {
		switch {
		case i < to && words[i].text == "(":
			level++
		case i < to && words[i].text == ")":
			level--
		case i == to || words[i].text == "," && level == 0:
			list = append(list, v.item(words, start, i, depth)...)
			start = i + 1
		}
	}
	return list
}

// item is the name of an expression in a list of columns: an alias, or a column's; those of * are many.
func (v *view) item(words []word, from, to, depth int) []string {
	if from >= to {
		return nil
	}
	last := words[to-1]
	switch {
	case last.text == "*" && to-from == 1:
		return v.star(words, nil, from, depth)
	case last.text == "*" && to-from == 3 && words[to-2].text == ".":
		return v.star(words, &words[from], from, depth)
	case last.name && (to-from == 1 || words[to-2].text == "." || words[to-2].is("AS") || words[to-2].text == ")" ||
		words[to-2].name):
		return []string{last.plain()}
	}
	return nil
}

// star are the columns that * or a name with * stands for.
func (v *view) star(words []word, of *word, at, depth int) (list []string) {
	own := groups(words, at)[0]
	for _, u := range v.sources(words) {
		switch {
		case of != nil && !v.same(*of, u.called) || groups(words, u.from)[0] != own:
		case u.table != nil:
			for _, c := range u.table.Columns {
				list = append(list, c.Column)
			}
		default:
			columns, _ := v.outputs(words, words[u.to], depth+1)
			list = append(list, columns...)
		}
	}
	for _, alias := range subqueries(words, own) {
		if of == nil || strings.EqualFold(alias.plain(), of.plain()) {
			columns, _ := v.outputs(words, alias, depth+1)
			list = append(list, columns...)
		}
	}
	return list
}

// subqueries are the names of those that stand where a table does, in a group.
func subqueries(words []word, in group) (list []word) {
	for i := in.from; i < in.to; i++ {
		if words[i].text != "(" {
			continue
		}
		end := closing(words, i)
		next := end + 1
		if next < in.to && words[next].is("AS") {
			next++
		}
		if i > 0 && words[i-1].is("FROM", "JOIN", "LATERAL", ",") && i+1 < in.to &&
			words[i+1].is("SELECT", "WITH", "VALUES") && next < in.to && words[next].name && !words[next].is(noAlias...) {
			list = append(list, words[next])
		}
		i = end
	}
	return list
}
