package syntax

import (
	"slices"
	"strings"
)

// Whole is an item of a SELECT list that is nothing but a name which FROM gives: the whole row of a table or query.
type Whole struct {
	Item       int
	Alias      string // as it is written
	Start, End int    // of the item in Select.Text
}

// Wholes are those of a statement. A column wins over a table of its name: only the engine tells. A statement that
// counts its columns, as ORDER BY 2 does, has none: others in their place would change what it means. So it is with one
// that sorts or groups by the name that it gives a row, which may be another table's.
func (s *Select) Wholes(d Dialect) (list []Whole) {
	if s.distinctOn(d) {
		return nil
	}
	for _, key := range slices.Concat(s.Group, s.Order) {
		by := slices.DeleteFunc(d.signs(key.SQL), func(s sign) bool { return s.text == "(" || s.text == "+" })
		if len(by) == 0 {
			continue
		}
		first := strings.ToUpper(by[0].text)
		counts := isDigit(first[0]) || first == "*" || first == "ALL" || first == "COLUMNS"
		if counts || (len(by) == 1 || by[1].text != ".") && s.renames(d, by[0].text) {
			return nil
		}
	}
	for i, item := range s.Items {
		signs := d.signs(item.SQL)
		n := len(signs)
		if n == 3 && strings.EqualFold(signs[1].text, "AS") {
			n = 2
		}
		if n == 0 || n > 2 || !signs[0].name || !signs[len(signs)-1].name || !s.gives(d, signs[0].text) {
			continue
		}
		list = append(list, Whole{i, signs[0].text, item.At + signs[0].start, item.At + signs[len(signs)-1].end})
	}
	return list
}

// distinctOn reports whether DISTINCT ON stands in front of the columns: it may count them.
func (s *Select) distinctOn(d Dialect) bool {
	if len(s.Items) == 0 {
		return false
	}
	signs := d.signs(s.Text.SQL[:s.Items[0].At])
	for i := 1; i < len(signs); i++ {
		if strings.EqualFold(signs[i-1].text, "DISTINCT") && strings.EqualFold(signs[i].text, "ON") {
			return true
		}
	}
	return false
}

// quotes are those of names.
const quotes = "\"`[]"

// renames reports whether an item is a row AS this name, in quotes or not.
func (s *Select) renames(d Dialect, name string) bool {
	is := func(sign sign) bool {
		return strings.EqualFold(strings.Trim(sign.text, quotes), strings.Trim(name, quotes))
	}
	for _, item := range s.Items {
		signs := d.signs(item.SQL)
		n := len(signs)
		row := n > 1 && (n == 2 || n == 3 && strings.EqualFold(signs[1].text, "AS")) && s.gives(d, signs[0].text)
		if row && is(signs[n-1]) && !is(signs[0]) {
			return true
		}
	}
	return false
}

// gives reports whether FROM has a table or query of a name.
func (s *Select) gives(d Dialect, name string) bool {
	for _, table := range s.Tables {
		signs := d.signs(table.SQL)
		depth := 0
		for i, sign := range signs {
			if depth += depthOf(sign); depth > 0 {
				continue
			}
			if strings.EqualFold(sign.text, "ON") || strings.EqualFold(sign.text, "USING") {
				break
			}
			if sign.name && strings.EqualFold(sign.text, name) && (i+1 == len(signs) || signs[i+1].text != ".") {
				return true
			}
		}
	}
	return false
}

// sign is a word, a quoted name, or anything else of a statement: a character, or a whole text or parameter.
type sign struct {
	text       string
	name       bool
	start, end int
}

func depthOf(s sign) int {
	if len(s.text) == 1 {
		return depth[s.text[0]]
	}
	return 0
}

// signs are those of a piece of SQL, without comments.
func (d Dialect) signs(sql string) (list []sign) {
	for _, t := range d.scan(sql, 0, len(sql)) {
		switch t.kind {
		case lineComment, blockComment:
			continue
		case text:
		default:
			list = append(list, sign{sql[t.start:t.end], t.kind == quotedName, t.start, t.end})
			continue
		}
		for i := t.start; i < t.end; i++ {
			start := i
			switch c := sql[i]; {
			case isBlank(c):
				continue
			case isWord(c):
				for i+1 < t.end && (isWord(sql[i+1]) || sql[i+1] == '$') {
					i++
				}
			}
			list = append(list, sign{sql[start : i+1], isWord(sql[start]) && !isDigit(sql[start]), start, i + 1})
		}
	}
	return list
}
