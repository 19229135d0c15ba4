package syntax

import "strings"

// Star is a * of a list of SELECT or RETURNING that stands for columns, or what means one.
type Star struct {
	Start, End int    // in the statement, with what qualifies it, or the item of the list that it makes several of
	Means      string // what is written instead of TABLE, a PIVOT, or before FROM: % are the columns; "" for a star itself
	Close      int    // where a PIVOT or UNPIVOT ends that is the statement, and a parenthesis closes; 0 for all else
	Qualifier  string // names and the dot before it, as written; "" for none
	From       int    // where its FROM clause starts; -1 where it has none
	FromEnd    int    // where that ends
	Returning  int    // where its RETURNING starts; -1 for that of a SELECT
	With       [2]int // the WITH clause in force, as far as it is read there; both the same for none
	Within     [2]int // all of the WITH clause that it stands in; both 0 outside of one
	Unseen     bool   // of EXISTS, which does not look at columns
	Item       int    // which item of its list it is, from 0
	Items      int    // how many that has
	Alone      bool   // the list has no other star

	// DuckDB's * EXCLUDE (…) and the like, or expressions with COLUMNS(…): the whole item stands for several.
	Wide    bool
	Columns [][2]int // where COLUMNS(…) stands
	Value   int      // where the item ends without its alias
}

// Stars finds the stars of a statement, in their order.
func (d Dialect) Stars(sql string) []Star {
	if !d.FromFirst && !strings.Contains(sql, "*") && !strings.Contains(strings.ToUpper(sql), "TABLE") {
		return nil // as mostly: nothing else stands for columns
	}
	f := &starFinder{Dialect: d, sql: sql,
		frames: []starFrame{{from: -1, returning: -1, item: -1, columns: -1, begins: true}}, pivot: -1, names: -1}
	for _, t := range d.scan(sql, 0, len(sql)) {
		switch t.kind {
		case lineComment, blockComment:
		case text:
			f.text(t)
		case quotedName:
			f.take(nameSign, t.start, t.end)
		default:
			f.take(otherSign, t.start, t.end)
		}
	}
	f.endItem()
	f.endFrom(len(sql))
	if f.pivot >= 0 {
		f.stars[f.pivot].Close = f.end
	}
	return f.stars
}

const (
	nameSign  = 'n'
	otherSign = 'x'
)

// starFrame is a pair of parentheses, or the statement.
type starFrame struct {
	begins    bool // a query may begin
	list      bool // a list of SELECT or RETURNING is being read
	fresh     bool // an item of it starts
	distinct  bool // DISTINCT was read: ON (…) may follow
	exists    bool
	items     int    // of the list that is being read: how many are complete
	item      int    // where the one that is being read starts; -1
	value     int    // where that ends, if its alias is being read
	columns   int    // the number of the star whose COLUMNS(…) this is; -1
	query     bool   // a list of SELECT or RETURNING was read
	from      int    // where the FROM clause that is being read starts; -1
	ahead     [2]int // the FROM clause in front of the SELECT
	returning int    // where the RETURNING whose list is being read starts; -1
	stars     []int  // of the SELECT that is being read, whose FROM has not ended
	with      [2]int // the WITH clause
	inWith    bool   // it has not ended
	body      bool   // of a common table expression
	first     int    // how many stars there were before it
}

// fromEnds are the words behind a FROM clause; what begins there, or a parenthesis that closes, ends it.
var fromEnds = map[string]bool{"WHERE": true, "GROUP": true, "HAVING": true, "WINDOW": true, "QUALIFY": true,
	"UNION": true, "INTERSECT": true,
	"EXCEPT": true, "ORDER": true, "LIMIT": true, "OFFSET": true, "FETCH": true, "FOR": true, "RETURNING": true}

type starFinder struct {
	Dialect
	sql    string
	frames []starFrame
	stars  []Star
	pivot  int    // which of them is the statement itself; -1 for none
	names  int    // where the chain of names and dots that was just read starts; -1 outside of an item's beginning
	dotted bool   // it ends with a dot
	word   string // the word before, in capitals; "" for anything else
	value  int    // where an expression in parentheses ends that a dot may follow; 0 for none
	at     int    // where the word before starts
	end    int    // where what was read ends
}

func (f *starFinder) top() *starFrame { return &f.frames[len(f.frames)-1] }

func (f *starFinder) text(t token) {
	for i := t.start; i < t.end; i++ {
		switch c := f.sql[i]; {
		case isBlank(c):
		case isWord(c):
			start := i
			for i+1 < t.end && (isWord(f.sql[i+1]) || f.sql[i+1] == '$') {
				i++
			}
			f.begin(start)
			f.read(strings.ToUpper(f.sql[start:i+1]), start, i+1)
			f.end = i + 1
		default:
			f.take(c, i, i+1)
		}
	}
}

func (f *starFinder) take(c byte, start, end int) {
	f.begin(start)
	f.sign(c, start, end)
	f.end = end
}

// begin begins an item of a list, if one is to come.
func (f *starFinder) begin(at int) {
	if now := f.top(); now.list && now.fresh && now.item < 0 {
		now.item = at
	}
}

// read takes a word.
func (f *starFinder) read(word string, start, end int) {
	now := f.top()
	begins := now.begins
	now.begins = begins && (word == "ALL" || word == "DISTINCT")
	f.value = 0
	switch {
	case now.list && f.dotted:
	case now.list && word == "AS":
		now.value = f.end
	case begins && word == "TABLE":
		f.means(start, end, "SELECT % FROM", end)
	case begins && word == "FROM" && f.FromFirst:
		f.means(start, start, "SELECT % ", start)
	case begins && (word == "PIVOT" || word == "UNPIVOT") && f.FromFirst && len(f.frames) == 1:
		f.pivot = len(f.stars)
		f.star(start, end)
		f.stars[f.pivot].Means = "SELECT % FROM (" + f.sql[start:end]
		now.stars = nil
	case word == "WITH" && !now.list && now.from < 0:
		now.with, now.inWith, now.first = [2]int{start, start}, true, len(f.stars)
	case word == "SELECT" || word == "RETURNING":
		now.ahead = [2]int{}
		if n := len(f.stars) - 1; len(now.stars) == 1 && now.stars[0] == n && f.stars[n].Means != "" {
			f.stars, now.stars, now.ahead = f.stars[:n], nil, [2]int{now.from, start} // FROM t SELECT a
		}
		f.endFrom(start)
		f.endWith(start)
		now.list, now.query, now.fresh, now.from, now.returning, now.items, now.item = true, true, true, -1, -1, 0, -1
		if word == "RETURNING" {
			now.returning = start
		}
		f.word, f.names, f.dotted = word, -1, false
		return
	case now.fresh && (word == "DISTINCT" || word == "ALL"):
		now.distinct, now.item = word == "DISTINCT", -1
		f.word = word
		return
	case now.distinct && word == "ON" && f.word == "DISTINCT":
		f.word = word
		return
	case word == "FROM" && now.list && f.word != "DISTINCT": // a IS DISTINCT FROM b
		f.endItem()
		now.list, now.from = false, start
	case fromEnds[word] || word == "INTO" && now.list:
		f.endItem()
		f.endFrom(start)
		now.list, now.begins = false, word == "UNION" || word == "EXCEPT" || word == "INTERSECT"
	case word == "INSERT" || word == "UPDATE" || word == "DELETE" || word == "MERGE":
		f.endWith(start)
	}
	f.sign(nameSign, start, end)
	f.word, f.at = word, start
}

// sign takes anything else, and the names among the words.
func (f *starFinder) sign(c byte, start, end int) {
	now := f.top()
	before, value := f.word, f.value
	f.word, f.value = "", 0
	if c != nameSign {
		now.begins = false
	}
	switch {
	case c == '(':
		inner := starFrame{from: -1, returning: -1, item: -1, columns: f.columns(before), begins: true,
			exists: before == "EXISTS", with: now.with, body: now.inWith &&
				(before == "AS" || before == "MATERIALIZED")}
		if now.list && !(now.distinct && before == "ON") {
			now.fresh, now.distinct, f.names = false, false, -1
		}
		f.frames = append(f.frames, inner)
		return
	case c == ')':
		f.endItem()
		f.endFrom(start)
		body := now.body
		if now.columns >= 0 {
			parts := f.stars[now.columns].Columns
			parts[len(parts)-1][1] = end
		}
		if len(f.frames) > 1 {
			f.frames = f.frames[:len(f.frames)-1]
		}
		if now = f.top(); body {
			now.with[1], now.begins = end, true
		}
		f.value = end
		if now.distinct && now.fresh { // DISTINCT ON (…)
			now.distinct, now.item, f.names, f.dotted = false, -1, -1, false
			return
		}
		f.names, f.dotted = -1, false
		return
	case now.list && value > 0 && (c == '.' || c == '*' && before == "."):
		if f.word, f.value = ".", value; c == '*' { // (a).*, which names no table
			f.star(start, end)
			f.word, f.value = "", 0
		}
		return
	case c == ',' && now.list:
		f.endItem()
		now.fresh, now.item, f.names, f.dotted = true, -1, -1, false
		now.items++
		return
	case !now.list || !now.fresh:
		return
	case c == nameSign && f.names < 0 && !(f.sql[start] >= '0' && f.sql[start] <= '9'):
		f.names, f.dotted = start, false
		return
	case c == nameSign && f.dotted:
		f.dotted = false
		return
	case c == '.' && f.names >= 0 && !f.dotted:
		f.dotted = true
		return
	case c == '*' && (f.names < 0 || f.dotted):
		f.star(start, end)
	}
	now.fresh, f.names, f.dotted = false, -1, false
}

func (f *starFinder) star(start, end int) {
	now := f.top()
	s := Star{Start: start, End: end, From: -1, Returning: now.returning, With: now.with, Unseen: now.exists,
		Item: now.items}
	if f.names >= 0 {
		s.Start, s.Qualifier = f.names, f.sql[f.names:start]
	}
	now.stars = append(now.stars, len(f.stars))
	f.stars = append(f.stars, s)
}

// means takes what stands for a star of all columns; the FROM clause is read from a byte on.
func (f *starFinder) means(start, end int, means string, from int) {
	f.star(start, end)
	f.stars[len(f.stars)-1].Means = means
	f.top().from = from
}

// columns takes the parenthesis of COLUMNS(…), which makes several items of the one that it stands in. It returns the
// number of the star that this is; -1 if there is none.
func (f *starFinder) columns(before string) int {
	if before != "COLUMNS" || !f.FromFirst {
		return -1
	}
	for i := len(f.frames) - 1; i >= 0; i-- {
		switch now := &f.frames[i]; {
		case now.list:
			n := len(f.stars) - 1
			if len(now.stars) == 0 || now.stars[len(now.stars)-1] != n || f.stars[n].Item != now.items {
				n++
				now.stars = append(now.stars, n)
				f.stars = append(f.stars, Star{Start: now.item, From: -1, Returning: now.returning, With: now.with,
					Unseen: now.exists, Item: now.items})
			}
			f.stars[n].Columns = append(f.stars[n].Columns, [2]int{f.at, 0})
			return n
		case now.query: // COLUMNS of a WHERE
			return -1
		}
	}
	return -1
}

// endItem ends the item that is being read: all of it belongs to a star that says more than which table's columns.
func (f *starFinder) endItem() {
	now := f.top()
	if !now.list || !f.FromFirst || len(now.stars) == 0 {
		return
	}
	if s := &f.stars[now.stars[len(now.stars)-1]]; s.Item == now.items && s.Means == "" &&
		(s.Columns != nil || f.end > s.End) {
		s.Start, s.End, s.Wide = now.item, f.end, true
		if s.Value = f.end; now.value > now.item {
			s.Value = now.value
		}
	}
}

// endWith ends the WITH clause that is being read, if there is one.
func (f *starFinder) endWith(at int) {
	now := f.top()
	if !now.inWith {
		return
	}
	now.with[1], now.inWith = at, false
	for i := now.first; i < len(f.stars); i++ {
		if f.stars[i].Within == [2]int{} {
			f.stars[i].Within = now.with
		}
	}
}

// endFrom ends the FROM clause that is being read, if there is one.
func (f *starFinder) endFrom(at int) {
	now := f.top()
	for _, i := range now.stars {
		s := &f.stars[i]
		s.From, s.FromEnd, s.Items, s.Alone = now.from, at, now.items+1, len(now.stars) == 1
		if now.ahead[1] > 0 {
			s.From, s.FromEnd = now.ahead[0], now.ahead[1]
		}
	}
	now.stars, now.from = now.stars[:0], -1
}

// Text is the item of the list, as it is written.
func (s Star) Text(sql string) string {
	if s.Wide {
		return sql[s.Start:s.End]
	}
	return s.Qualifier + "*"
}

// Probes are statements of which each may return the columns of an item of the star's list, and nothing else.
func (s Star) Probes(sql, item string) []string {
	switch {
	case s.Close > 0:
		return []string{sql}
	case s.Returning >= 0:
		return []string{sql[:s.Returning] + "RETURNING " + item}
	case s.From < 0:
		return nil
	}
	var out []string
	from := " "
	if s.Means != "" && s.Start < s.End {
		from = " FROM" // TABLE is not one
	}
	for _, with := range [][2]int{s.With, s.Within} {
		probe := sql[with[0]:with[1]] + "SELECT " + item + from + sql[s.From:s.FromEnd]
		if len(out) == 0 || out[0] != probe {
			out = append(out, probe)
		}
	}
	return out
}

// Replaced is a column that a star has under another name, or in place of which it has an expression.
type Replaced struct{ SQL, As string }

// Replacements are those of RENAME and REPLACE behind a star.
func (d Dialect) Replacements(item string) (list []Replaced) {
	tokens := d.Lexemes(item)
	depth, from, inner, as := 0, -1, 0, -1
	end := func(at int) {
		if from >= 0 && as > from {
			list = append(list, Replaced{item[tokens[from].Start:tokens[as-1].End],
				item[tokens[as+1].Start:tokens[at-1].End]})
		}
		as = -1
	}
	for i, t := range tokens {
		switch {
		case t.Text == "(" && depth == 0 && i > 0 && (tokens[i-1].Text == "RENAME" || tokens[i-1].Text == "REPLACE"):
			depth, from, inner = depth+1, i+1, depth+1
		case t.Text == "(" || t.Text == "[" || t.Text == "{":
			depth++
		case t.Text == ")" || t.Text == "]" || t.Text == "}":
			if depth == inner {
				end(i)
				from = -1
			}
			depth--
		case t.Text == "," && depth == inner && from >= 0:
			end(i)
			from = i + 1
		case t.Text == "AS" && depth == inner && i+1 < len(tokens):
			as = i
		}
	}
	return list
}
