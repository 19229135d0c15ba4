package syntax

import "slices"

// Where a statement does something of its own with a parameter that is NULL. This is read from the text, one way for
// all engines: it decides what the program may give, never what the statement means.

var (
	// groups are the words before a parenthesis that holds an expression, and no arguments; an expression starts behind
	// them.
	groups = []string{"AND", "OR", "NOT", "WHERE", "ON", "WHEN", "THEN", "ELSE", "CASE", "SELECT", "HAVING", "BY",
		"RETURNING", "IS", "FROM", "QUALIFY"}
	// typeWords may follow the first word of a type's name.
	typeWords = []string{"VARYING", "PRECISION", "WITH", "WITHOUT", "LOCAL", "TIME", "ZONE", "ARRAY"}
	casts     = []string{"CAST", "TRY_CAST"}
	replaces  = []string{"COALESCE", "IFNULL"}
)

// statement is what a statement consists of.
type statement struct {
	items  []item
	within []int // for each item, where the innermost parenthesis around it is opened; -1
}

func statementOf(items []item) statement {
	s := statement{items, make([]int, len(items))}
	open := []int{-1}
	for i, it := range items {
		deeper := 0
		if it.sign != 0 { // no word, as most are
			deeper = depth[it.sign]
		}
		if deeper < 0 && len(open) > 1 {
			open = open[:len(open)-1]
		}
		s.within[i] = open[len(open)-1]
		if deeper > 0 {
			open = append(open, i)
		}
	}
	return s
}

func (s statement) at(i int) item {
	if i < 0 || i >= len(s.items) {
		return item{use: -1}
	}
	return s.items[i]
}

func (s statement) words(from int, words ...string) bool {
	for i, w := range words {
		if s.at(from+i).word != w {
			return false
		}
	}
	return true
}

// asked says how a statement asks whether the parameter at i is NULL; Anywhere where it does not.
func (d Dialect) asked(s statement, i int) Place {
	from, to := s.operand(i)
	next := to + 1
	is := s.words(next, "IS")
	if is {
		next++
	}
	if is && s.words(next, "NOT") {
		next++
	}
	starts := s.starts(from)
	switch {
	case starts && is && (s.words(next, "NULL") || s.words(next, "UNKNOWN")),
		starts && (s.words(next, "ISNULL") || s.words(next, "NOTNULL") || s.words(next, "NOT", "NULL")):
		return NullTested
	case starts && s.at(to+1).sign == ',' && s.replaced(from):
		return NullReplaced
	case starts && is && (s.words(next, "DISTINCT", "FROM") || d.IsCompares && !s.words(next, "TRUE") &&
		!s.words(next, "FALSE")),
		s.ends(to) && (s.words(from-2, "DISTINCT", "FROM") || d.IsCompares &&
			(s.words(from-1, "IS") || s.words(from-2, "IS", "NOT"))):
		return NullCompared
	}
	return Anywhere
}

// operand widens the parameter at i by casts and parentheses around it.
func (s statement) operand(i int) (from, to int) {
	from, to = i, i
	for {
		before, open := s.at(from-2), s.at(from-1).sign == '('
		switch {
		case s.at(to+1).sign == ':' && s.at(to+2).sign == ':':
			to = s.typeEnd(to + 3)
		case open && slices.Contains(casts, before.word) && s.words(to+1, "AS"):
			from, to = from-2, s.typeEnd(to+2)+1
		case open && s.at(to+1).sign == ')' && s.opens(before):
			from, to = from-1, to+1
		default:
			return from, to
		}
	}
}

// typeEnd is where the name of a type ends that starts at i.
func (s statement) typeEnd(i int) int {
	for {
		switch next := s.at(i + 1); {
		case next.sign == '.':
			i += 2
		case next.sign == '(' || next.sign == '[':
			i = s.closing(i + 1)
		case slices.Contains(typeWords, next.word):
			i++
		default:
			return i
		}
	}
}

// depth is what a sign does to how many parentheses are open.
var depth = map[byte]int{'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}

// closing is where the parenthesis at i is closed.
func (s statement) closing(i int) int {
	open := 0
	for ; i < len(s.items); i++ {
		if open += depth[s.items[i].sign]; open == 0 {
			break
		}
	}
	return i
}

// opens reports whether a parenthesis behind it holds an expression.
func (s statement) opens(before item) bool {
	return before.use < 0 && (before.word == "" && before.sign != '"' && before.sign != ')' && before.sign != ']' ||
		slices.Contains(groups, before.word))
}

// starts reports whether no operator that binds closer than IS stands before i.
func (s statement) starts(i int) bool {
	before := s.at(i - 1)
	return before == item{use: -1} || slices.Contains(groups, before.word) ||
		slices.Contains([]byte("(,[="), before.sign)
}

// ends reports whether no operator stands behind i.
func (s statement) ends(i int) bool {
	next := s.at(i + 1)
	return next == item{use: -1} || next.word != "" || slices.Contains([]byte("),]"), next.sign)
}

// replaced reports whether i is an argument of a function that puts what is behind in the place of NULL.
func (s statement) replaced(i int) bool {
	open := s.within[i]
	return s.at(open).sign == '(' && slices.Contains(replaces, s.at(open-1).word)
}
