package syntax

import (
	"slices"
	"strconv"
	"strings"
)

// Whole is an item of a SELECT list that is nothing but a name which FROM gives: the whole row of a table or query.
type Whole struct {
	Item       int
	Alias      string // as it is written
	Start, End int    // of the item in Select.Text
}

// Wholes are those of a statement. A column wins over a table of its name: only the engine tells. A statement that
// groups by the number of a column, or by or in the order of all, has none: others in their place would change what it
// means.
func (s *Select) Wholes(d Dialect) (list []Whole) {
	all := func(keys []Piece) bool {
		return slices.ContainsFunc(keys, func(key Piece) bool { return strings.EqualFold(d.sole(key), "ALL") })
	}
	counts := func(key Piece) bool { return ordinal(d.sole(key)) > 0 }
	if all(s.Order) || all(s.Group) || slices.ContainsFunc(s.Group, counts) {
		return nil
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

// Keys are the changes of ORDER BY where columns take the place of whole rows. A row that it counts, or calls as the
// result does, is called as FROM has it.
func (s *Select) Keys(d Dialect, wholes []Whole) (edits []Edit) {
	for _, key := range s.Order {
		by := d.sole(key)
		for _, w := range wholes {
			item := d.signs(s.Items[w.Item].SQL)
			if by != "" && (ordinal(by) == w.Item+1 || strings.EqualFold(by, item[len(item)-1].text)) {
				edits = append(edits, d.instead(key, w.Alias))
			}
		}
	}
	return edits
}

// Counted are the changes of ORDER BY where each item has become so many columns: it counts them.
func (s *Select) Counted(d Dialect, columns func(item int) int) (edits []Edit) {
	for _, key := range s.Order {
		place := 1
		for item := range ordinal(d.sole(key)) - 1 {
			place += columns(item)
		}
		if place > 1 {
			edits = append(edits, d.instead(key, strconv.Itoa(place)))
		}
	}
	return edits
}

// sole is the one sign of a key; "" where there are several.
func (d Dialect) sole(key Piece) string {
	if by := d.signs(key.SQL); len(by) == 1 {
		return by[0].text
	}
	return ""
}

// instead is a change of a key of one sign.
func (d Dialect) instead(key Piece, text string) Edit {
	by := d.signs(key.SQL)[0]
	return Edit{Start: key.At + by.start, End: key.At + by.end, Text: text}
}

// ordinal is the number that a sign is; 0 where it is none.
func ordinal(sign string) int {
	n, err := strconv.Atoi(sign)
	if err != nil {
		return 0
	}
	return n
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
