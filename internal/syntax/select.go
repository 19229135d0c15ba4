package syntax

import (
	"regexp"
	"slices"
	"sync"
)

// Select is a statement that is one SELECT, in pieces.
type Select struct {
	Text   Text // with ? in the place of each parameter
	With   Piece
	Items  []Piece // of its list
	Tables []Piece // of FROM, each with the comma or the JOIN before it; the first with FROM
	Where  []Piece // the conditions that AND joins
	Group  []Piece // of GROUP BY
	Order  []Piece // of ORDER BY, without direction
	Limit  bool    // it has LIMIT, OFFSET or FETCH
}

// Piece is a piece of a statement.
type Piece struct {
	SQL   string
	Parts []Part
	At    int // where it stands in Select.Text
}

// notOne are the words of a statement that is not one SELECT, or whose groups have rows of their own.
var notOne = []string{"UNION", "INTERSECT", "EXCEPT", "RETURNING", "INSERT", "UPDATE", "DELETE", "MERGE", "ROLLUP",
	"CUBE", "SETS", "PIVOT", "UNPIVOT"}

// joinWords are those before a JOIN that belong to it.
var joinWords = []string{"NATURAL", "LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS", "ASOF", "POSITIONAL", "SEMI",
	"ANTI"}

// sortWords stand behind a key of ORDER BY.
var sortWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(\s+(ASC|DESC))?(\s+NULLS\s+(FIRST|LAST))?\s*$`)
})

// Select cuts a block's statement; nil where it is not one SELECT with a FROM.
func (b *Block) Select(d Dialect) *Select {
	c := selectCutter{Dialect: d, text: b.Statement(func(int) string { return "?" })}
	c.words = d.Words(c.text.SQL)
	word := func(i int) string {
		if i >= 0 && i < len(c.words) {
			return c.words[i].Text
		}
		return ""
	}
	if first := word(0); first != "SELECT" && first != "WITH" ||
		slices.ContainsFunc(c.words, func(w Word) bool { return slices.Contains(notOne, w.Text) }) {
		return nil
	}
	s := &Select{Text: c.text}
	starts := map[string]int{} // where each clause starts, by its word
	list, listEnd := 0, 0
	var clauses []int
	for i, w := range c.words {
		switch {
		case w.Text == "SELECT" && list == 0:
			s.With, list = c.piece(0, w.Start), w.End
			if word(i+1) == "ALL" || word(i+1) == "DISTINCT" {
				list = c.words[i+1].End
				if word(i+2) == "ON" && word(i+3) == "(" {
					list = c.words[i+3].End
				}
			}
		case list == 0:
		case w.Text == "FROM" && listEnd == 0 && (word(i-1) != "DISTINCT" || word(i-2) == "SELECT"): // IS DISTINCT FROM
			listEnd, starts["FROM"] = w.Start, i
		case listEnd > 0 && fromEnds[w.Text]:
			if _, there := starts[w.Text]; !there {
				starts[w.Text] = i
				clauses = append(clauses, i)
			}
		}
	}
	if listEnd == 0 {
		return nil
	}
	end := func(clause int) int { // where it ends
		for _, next := range clauses {
			if next > clause {
				return c.words[next].Start
			}
		}
		return len(c.text.SQL)
	}
	s.Items = c.split(list, listEnd)
	from := starts["FROM"]
	s.Tables = c.tables(from, end(from))
	if where, is := starts["WHERE"]; is {
		s.Where = c.conditions(where, end(where))
	}
	if group, is := starts["GROUP"]; is && word(group+1) == "BY" {
		s.Group = c.split(c.words[group+1].End, end(group))
	}
	if order, is := starts["ORDER"]; is && word(order+1) == "BY" {
		for _, key := range c.split(c.words[order+1].End, end(order)) {
			s.Order = append(s.Order, c.piece(key.At, key.At+sortWords().FindStringIndex(key.SQL)[0]))
		}
	}
	for _, w := range []string{"LIMIT", "OFFSET", "FETCH"} {
		_, is := starts[w]
		s.Limit = s.Limit || is
	}
	return s
}

type selectCutter struct {
	Dialect
	text  Text
	words []Word
}

func (c *selectCutter) piece(start, end int) Piece {
	return Piece{c.text.SQL[start:end], c.text.between(start, end), start}
}

// split cuts a list at its commas.
func (c *selectCutter) split(start, end int) (list []Piece) {
	from := start
	for _, comma := range append(c.commas(c.text.SQL[start:end]), end-start) {
		list = append(list, c.piece(from, start+comma))
		from = start + comma + 1
	}
	return list
}

// tables cuts a FROM clause, which starts with a word, before each comma and JOIN.
func (c *selectCutter) tables(from, end int) (list []Piece) {
	start := c.words[from].Start
	cuts := c.commas(c.text.SQL[start:end])
	for i := range cuts {
		cuts[i] += start
	}
	for i := from + 1; i < len(c.words) && c.words[i].Start < end; i++ {
		if c.words[i].Text == "JOIN" {
			first := i
			for slices.Contains(joinWords, c.words[first-1].Text) {
				first--
			}
			cuts = append(cuts, c.words[first].Start)
		}
	}
	slices.Sort(cuts)
	for _, cut := range append(cuts, end) {
		list = append(list, c.piece(start, cut))
		start = cut
	}
	return list
}

// conditions cuts a WHERE, which is a word, at each AND; one with an OR stays as it is.
func (c *selectCutter) conditions(where, end int) (list []Piece) {
	start, between := c.words[where].End, false
	cuts := []int{}
	for _, w := range c.words[where+1:] {
		if w.Start >= end {
			break
		}
		switch w.Text {
		case "OR", "CASE":
			return []Piece{c.piece(start, end)}
		case "BETWEEN":
			between = true
		case "AND":
			if !between {
				cuts = append(cuts, w.Start, w.End)
			}
			between = false
		}
	}
	for i := 0; i < len(cuts); i += 2 {
		list = append(list, c.piece(start, cuts[i]))
		start = cuts[i+1]
	}
	return append(list, c.piece(start, end))
}
