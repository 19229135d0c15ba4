package lsp

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// What a name in SQL means is found by its words alone, and by the tables that the engine has: a name that may mean two
// things means none here.

// word is a lexeme at its place in the file.
type word struct {
	text       string // as written
	upper      string // of a word without quotes: in capitals; of a sign the sign
	name       bool
	start, end int
}

// is reports whether a word is one of these, without quotes.
func (w word) is(words ...string) bool { return w.upper != "" && slices.Contains(words, w.upper) }

// plain is a name without quotes.
func (w word) plain() string {
	if w.upper == "" && len(w.text) > 1 {
		return syntax.Unquote(w.text)
	}
	return w.text
}

// statements are the words of a block, cut at semicolons, and where each ends.
func (v *view) statements(b *syntax.Block) (list [][]word, ends []int) {
	text := b.Span.File.Text
	end := len(text)
	for _, other := range v.all {
		if other.Span.File == b.Span.File && other.Span.Start > b.Span.Start {
			end = min(end, other.Span.Start)
		}
	}
	var words []word
	for _, l := range v.engine.Dialect.Lexemes(text[b.Span.Start:end]) {
		w := word{text[b.Span.Start+l.Start : b.Span.Start+l.End], l.Text, l.Name, b.Span.Start + l.Start,
			b.Span.Start + l.End}
		if w.text == ";" {
			list, ends, words = append(list, words), append(ends, w.start), nil
			continue
		}
		words = append(words, w)
	}
	return append(list, words), append(ends, end)
}

// statementAt are the words of the statement at an offset, and which of them is there; -1 for none.
func (v *view) statementAt(b *syntax.Block, offset int) ([]word, int) {
	list, ends := v.statements(b)
	for i, words := range list {
		if i == len(list)-1 || offset <= ends[i] {
			return words, slices.IndexFunc(words,
				func(w word) bool { return w.start <= offset && offset <= w.end && w.name })
		}
	}
	return nil, -1
}

// use is a table in a statement, by the words that name it and what it is called.
type use struct {
	table    *ir.Table
	from, to int // indexes of the words of its name
	alias    int // index; -1 for none
	called   string
	start    int // where its name stands in the file
}

// tableBefore are the words that the name of a table follows.
var tableBefore = []string{"FROM", "JOIN", "INTO", "UPDATE", "TABLE", "REFERENCES", "ON", "USING", "ONLY", "VIEW"}

// noAlias are the words that may follow the name of a table, and are no alias.
var noAlias = []string{"WHERE", "JOIN", "LEFT", "RIGHT", "INNER", "OUTER", "FULL", "CROSS", "NATURAL", "ON", "USING",
	"GROUP", "ORDER", "LIMIT", "OFFSET",
	"HAVING", "WINDOW", "UNION", "EXCEPT", "INTERSECT", "SET", "VALUES", "SELECT", "RETURNING", "DEFAULT", "FOR",
	"FETCH", "WHEN", "TABLESAMPLE", "ADD",
	"DROP", "RENAME", "ALTER", "WITH", "STRICT", "DO", "LATERAL", "ASOF", "POSITIONAL", "QUALIFY", "INDEXED", "NOT",
	"OVERRIDING", "AND", "OR", "CASCADE"}

// uses are the tables that a statement names.
func (v *view) uses(words []word) []use {
	return slices.DeleteFunc(v.sources(words), func(u use) bool { return u.table == nil })
}

// sources are the names that stand where a table's does: those of its own expressions have no table.
func (v *view) sources(words []word) (list []use) {
	shadows := map[string]bool{}
	for i, w := range words {
		if w.name && i > 0 && i+2 < len(words) && words[i-1].is("WITH", "RECURSIVE", ",") && words[i+1].is("AS") {
			shadows[strings.ToLower(w.plain())] = true
		}
	}
	for i := 0; i < len(words); i++ {
		if !words[i].is(tableBefore...) {
			continue
		}
		for more := true; more; {
			i++
			for i < len(words) && words[i].is("IF", "NOT", "EXISTS", "ONLY") {
				i++
			}
			from := i
			for i+2 < len(words) && words[i].name && words[i+1].text == "." && words[i+2].name {
				i += 2
			}
			if i >= len(words) || !words[i].name {
				i--
				break
			}
			u := use{from: from, to: i, alias: -1, called: words[i].plain(), start: words[from].start}
			if from < i || !shadows[strings.ToLower(u.called)] {
				u.table = v.table(words[from : i+1])
			}
			next := i + 1
			if next < len(words) && words[next].is("AS") {
				next++
			}
			if next < len(words) && words[next].name && !words[next].is(noAlias...) {
				u.alias, u.called = next, words[next].plain()
				i = next
			}
			list = append(list, u)
			more = i+1 < len(words) && words[i+1].text == ","
			if more {
				i++
			}
		}
	}
	return list
}

// table is the one that a name means, with its schema or without; nil for none.
func (v *view) table(name []word) *ir.Table {
	last := name[len(name)-1]
	for _, t := range v.tables {
		switch {
		case !v.same(last, t.Name.SQL):
		case len(name) > 2 && !v.same(name[len(name)-3], t.Schema):
		case len(name) == 1 && t.Hidden:
		default:
			return t
		}
	}
	return nil
}

// reserved are words that are no name without quotes, in any engine.
var reserved = strings.Fields("ALL AND AS CASE CHECK COLLATE CONSTRAINT CREATE DEFAULT DISTINCT ELSE EXCEPT " +
	"FOREIGN FROM GROUP HAVING IN INTERSECT INTO LIMIT NOT NULL ON OR ORDER PRIMARY REFERENCES SELECT TABLE THEN TO " +
	"UNION UNIQUE USING WHEN WHERE")

// often are words that are none in some engine, or in some place.
var often = strings.Fields("ADD ALTER ANALYSE ANALYZE ANY ARRAY ASC ASYMMETRIC BETWEEN BOTH CAST COLUMN CROSS " +
	"CURRENT_DATE CURRENT_ROLE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEFERRABLE DELETE DESC DESCRIBE DO DROP END " +
	"ESCAPE EXISTS FALSE FETCH FOR FULL GRANT GROUPS ILIKE INDEX INITIALLY INNER INSERT IS ISNULL JOIN LAMBDA LATERAL " +
	"LEADING LEFT LIKE LOCALTIME LOCALTIMESTAMP NATURAL NOTNULL OFFSET ONLY OUTER OVER OVERLAPS PIVOT PLACING QUALIFY " +
	"RETURNING RIGHT ROW SESSION_USER SET SHOW SIMILAR SOME SUMMARIZE SYMMETRIC TABLESAMPLE TRAILING TRANSACTION TRUE " +
	"UNPIVOT UPDATE USER VALUES VARIADIC VERBOSE WINDOW WITH")

// same reports whether a word means a name of the schema.
func (v *view) same(w word, name string) bool {
	if w.is(reserved...) {
		return false
	}
	if w.upper == "" && v.engine.Dialect.FoldsNames {
		return w.plain() == name
	}
	return strings.EqualFold(w.plain(), name)
}

// target is what a name means: a table, or a column of it.
type target struct {
	table  *ir.Table
	column string // "" for the table
}

func (t target) field() *ir.TableColumn {
	for i := range t.table.Columns {
		if t.table.Columns[i].Column == t.column {
			return &t.table.Columns[i]
		}
	}
	return nil
}

// column is a column of a table that a word means.
func (v *view) column(w word, t *ir.Table) (target, bool) {
	for _, c := range t.Columns {
		if v.same(w, c.Column) {
			return target{t, c.Column}, true
		}
	}
	return target{}, false
}

// meant is what the word of a statement means.
func (v *view) meant(words []word, at int, uses []use) (target, bool) {
	w := words[at]
	for _, u := range uses {
		switch {
		case at == u.to || at == u.alias:
			return target{u.table, ""}, true
		case at >= u.from && at < u.to:
			return target{}, false // its schema
		}
	}
	if at >= 2 && words[at-1].text == "." {
		for _, u := range uses {
			if v.same(words[at-2], u.called) || words[at-2].is("EXCLUDED", "NEW", "OLD") {
				return v.column(w, u.table)
			}
		}
		return target{}, false
	}
	if at+1 < len(words) && words[at+1].text == "." {
		for _, u := range uses {
			if v.same(w, u.called) {
				return target{u.table, ""}, true
			}
		}
		return target{}, false
	}
	var found target
	for _, u := range uses {
		if t, is := v.column(w, u.table); is {
			if found.table != nil && found.table != t.table {
				return target{}, false
			}
			found = t
		}
	}
	return found, found.table != nil
}

// targetAt is what the name at an offset means, and where it stands.
func (v *view) targetAt(b *syntax.Block, offset int) (target, source.Span, bool) {
	if b.Kind == syntax.Table && b.NameSpan.Start <= offset && offset <= b.NameSpan.End {
		t, found := v.annotated(b)
		return t, b.NameSpan, found
	}
	words, at := v.statementAt(b, offset)
	if at < 0 {
		return target{}, source.Span{}, false
	}
	t, found := v.meant(words, at, v.uses(words))
	return t, source.Span{File: b.Span.File, Start: words[at].start, End: words[at].end}, found
}

// annotated is the table of a TABLE block.
func (v *view) annotated(b *syntax.Block) (target, bool) {
	var name []word
	for i, part := range b.Path {
		if i > 0 {
			name = append(name, word{text: "."})
		}
		name = append(name, word{text: part, upper: strings.ToUpper(part), name: true})
	}
	if len(name) == 0 {
		return target{}, false
	}
	t := v.table(name)
	return target{t, ""}, t != nil
}

// places are all names of the unit that mean a target.
func (v *view) places(t target, blocks []*syntax.Block) (list []source.Span) {
	for _, b := range blocks {
		if of, found := v.annotated(b); b.Kind == syntax.Table && found && of == t {
			list = append(list, b.NameSpan)
		}
		statements, _ := v.statements(b)
		for _, words := range statements {
			var uses []use
			for i, w := range words {
				if !w.name || t.column != "" && !v.same(w, t.column) {
					continue
				}
				if uses == nil {
					if uses = v.uses(words); len(uses) == 0 {
						break
					}
				}
				if of, found := v.meant(words, i, uses); found && of == t &&
					(t.column != "" || v.same(w, t.table.Name.SQL)) {
					list = append(list, source.Span{File: b.Span.File, Start: w.start, End: w.end})
				}
			}
		}
	}
	return list
}
