package syntax

import "strings"

// Insert is an INSERT that does not say into which columns.
type Insert struct {
	At    int    // where the list of columns would stand
	Table string // as written; "" for that of a MERGE
	As    string // what the statement calls it, as written
}

// Lexeme is a word in capitals, a name in quotes, or a sign.
type Lexeme struct {
	Text       string // "" for what is quoted, and for the engine's own bind parameters
	Name       bool
	Start, End int
}

// Lexemes are what a statement consists of, without blanks and comments.
func (d Dialect) Lexemes(sql string) (list []Lexeme) {
	for _, t := range d.scan(sql, 0, len(sql)) {
		switch t.kind {
		case lineComment, blockComment:
		case text:
			for i := t.start; i < t.end; i++ {
				start := i
				switch c := sql[i]; {
				case isBlank(c):
				case isWord(c):
					for i+1 < t.end && (isWord(sql[i+1]) || sql[i+1] == '$') {
						i++
					}
					list = append(list, Lexeme{strings.ToUpper(sql[start : i+1]), !isDigit(c), start, i + 1})
				default:
					list = append(list, Lexeme{sql[i : i+1], false, i, i + 1})
				}
			}
		default:
			list = append(list, Lexeme{"", t.kind == quotedName, t.start, t.end})
		}
	}
	return list
}

// rowsFollow are the words that the rows of an INSERT start with.
var rowsFollow = map[string]bool{"VALUES": true, "SELECT": true, "WITH": true, "TABLE": true, "FROM": true,
	"OVERRIDING": true}

// Inserts finds the INSERTs of a statement that have no list of columns, in their order.
func (d Dialect) Inserts(sql string) (found []Insert) {
	if upper := strings.ToUpper(sql); !strings.Contains(upper, "INSERT") && !strings.Contains(upper, "REPLACE") {
		return nil
	}
	list := d.Lexemes(sql)
	is := func(i int, text string) bool { return i < len(list) && list[i].Text == text }
	for i := range list {
		if !is(i, "INSERT") && !(is(i, "REPLACE") && is(i+1, "INTO") && (i == 0 || !is(i-1, "OR"))) {
			continue
		}
		if i > 0 && is(i-1, "THEN") {
			if is(i+1, "VALUES") || is(i+1, "OVERRIDING") {
				found = append(found, Insert{At: list[i].End})
			}
			continue
		}
		at := i + 1
		if is(at, "OR") {
			at += 2
		}
		if !is(at, "INTO") {
			continue
		}
		first := at + 1
		for at = first; is(at+1, "."); at += 2 {
		}
		if at >= len(list) || !list[at].Name {
			continue
		}
		table := sql[list[first].Start:list[at].End]
		if is(at+1, "AS") {
			at += 2
		}
		if at+1 < len(list) && (rowsFollow[list[at+1].Text] || is(at+1, "(") && at+2 < len(list) &&
			(rowsFollow[list[at+2].Text] || is(at+2, "("))) {
			found = append(found, Insert{list[at].End, table, sql[list[at].Start:list[at].End]})
		}
	}
	return found
}
