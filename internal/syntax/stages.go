package syntax

import (
	"slices"
	"strings"
)

// Stage is a common table expression that a statement begins with.
type Stage struct {
	Name string   // as written
	From []string // the other stages that it reads, as they are written where they are declared
}

// Stages are the common table expressions that a statement begins with, where the statement itself begins behind them,
// and which of them it reads; none where it begins otherwise.
func (d Dialect) Stages(sql string) (list []Stage, main int, read []string) {
	words := d.Lexemes(sql)
	is := func(i int, text ...string) bool { return i < len(words) && slices.Contains(text, words[i].Text) }
	if !is(0, "WITH") {
		return nil, 0, nil
	}
	i := 1
	if is(i, "RECURSIVE") {
		i++
	}
	var bodies [][]Lexeme
	for more := true; more; {
		if i >= len(words) || !words[i].Name {
			return nil, 0, nil
		}
		list = append(list, Stage{Name: sql[words[i].Start:words[i].End]})
		for i < len(words) && !is(i, "AS") { // columns, and what DuckDB calls USING KEY
			i++
		}
		for i++; is(i, "NOT", "MATERIALIZED"); {
			i++
		}
		from := i
		if i = closing(words, i); i < 0 {
			return nil, 0, nil
		}
		bodies = append(bodies, words[from:i])
		for i++; i < len(words) && !is(i, ",") && !is(i, statementsBegin...); { // SEARCH and CYCLE
			i++
		}
		if more = is(i, ","); more {
			i++
		}
	}
	if i >= len(words) {
		return nil, 0, nil
	}
	plain := func(name string) string {
		if len(name) > 1 && strings.ContainsRune("\"`[", rune(name[0])) {
			return Unquote(name)
		}
		return name
	}
	reads := func(words []Lexeme, but string) (from []string) {
		for _, s := range list {
			for i, w := range words {
				if s.Name != but && w.Name && strings.EqualFold(plain(sql[w.Start:w.End]), plain(s.Name)) &&
					isRead(words, i) {
					from = append(from, s.Name)
					break
				}
			}
		}
		return from
	}
	for i, body := range bodies {
		list[i].From = reads(body, list[i].Name)
	}
	return list, words[i].Start, reads(words[i:], "")
}

// statementsBegin are the words that what follows common table expressions begins with.
var statementsBegin = []string{"SELECT", "VALUES", "TABLE", "FROM", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "("}

// isRead reports whether the name at i stands where that of a table does: behind FROM or JOIN, or in their list.
func isRead(words []Lexeme, i int) bool {
	depth, first := 0, true
	for i--; i >= 0; i-- {
		text := words[i].Text
		switch {
		case text == ")":
			depth++
		case text == "(":
			depth--
		case depth == 0 && slices.Contains(tablesFollow, text):
			return true
		case depth == 0 && slices.Contains(clauses, text):
			return false
		}
		if depth < 0 || first && text != "," {
			return false
		}
		first = false
	}
	return false
}

// tablesFollow are the words behind which tables stand, and clauses some that other things follow.
var (
	tablesFollow = []string{"FROM", "JOIN", "TABLE", "USING", "INTO", "UPDATE"}
	clauses      = []string{"SELECT", "WHERE", "ON", "BY", "HAVING", "SET", "VALUES", "RETURNING", "WINDOW", "LIMIT"}
)

// closing is where the parenthesis is closed that is opened at i; -1 where none is opened, or none closed.
func closing(words []Lexeme, i int) int {
	for depth := 0; i < len(words); i++ {
		switch words[i].Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			if words[i].Text == ")" {
				return i
			}
			return -1
		}
	}
	return -1
}
