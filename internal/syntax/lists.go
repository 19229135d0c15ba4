package syntax

import "strings"

// commas are where an expression's own commas stand: not those in parentheses, quotes and comments.
func (d Dialect) commas(sql string) (at []int) {
	open := 0
	for _, t := range d.scan(sql, 0, len(sql)) {
		for i := t.start; t.kind == text && i < t.end; i++ {
			open += depth[sql[i]]
			if open == 0 && sql[i] == ',' {
				at = append(at, i)
			}
		}
	}
	return at
}

// InList is an IN (${name}) of a statement, from its IN, or NOT IN, to its parenthesis.
type InList struct {
	Name       string
	Param      string // as SQL has it
	Not        bool
	Start, End int // in Text.SQL
}

// InLists are those of a statement, in order.
func (b *Block) InLists(t Text, d Dialect) (list []InList) {
	alone := map[int]int{} // parts, by where they start
	for i, part := range b.Parts {
		if part.Param >= 0 && part.Place == ListItem {
			alone[t.starts[i]] = i
		}
	}
	if len(alone) == 0 {
		return nil
	}
	var not, in int // where the last two words start, quoted ones and values among them
	for _, token := range d.scan(t.SQL, 0, len(t.SQL)) {
		switch part, is := alone[token.start]; {
		case token.kind == placeholder && is:
			l := InList{Name: b.Uses[b.Parts[part].Param], Param: t.SQL[token.start:token.end], Start: in}
			if wordIs(t.SQL[not:in], "NOT") {
				l.Start, l.Not = not, true
			}
			list = append(list, l)
		case token.kind == lineComment || token.kind == blockComment:
		case token.kind != text:
			not, in = in, token.start
		default:
			for i := token.start; i < token.end; i++ {
				switch c := t.SQL[i]; {
				case c == ')' && len(list) > 0 && list[len(list)-1].End == 0:
					list[len(list)-1].End = i + 1
				case isBlank(c) || c == '(':
				case isWord(c):
					not, in = in, i
					for i+1 < token.end && isWord(t.SQL[i+1]) {
						i++
					}
				default:
					not, in = in, i
				}
			}
		}
	}
	return list
}

// wordIs reports whether a text starts with a word, in any letter case.
func wordIs(text, word string) bool {
	return len(text) > len(word) && strings.EqualFold(text[:len(word)], word) && !isWord(text[len(word)])
}
