package lsp

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
)

// declaration is where a table is made, and its columns.
type declaration struct {
	at      source.Span
	columns map[string]source.Span
}

// constraints are the words that start what is no column in CREATE TABLE.
var constraints = []string{"PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT", "EXCLUDE", "LIKE"}

// declared are the tables and views of the unit, by name in small letters.
func (v *view) declared() map[string]*declaration {
	tables := map[string]*declaration{}
	for _, b := range v.all {
		if !b.IsScript() {
			continue
		}
		statements, _ := v.statements(b)
		for _, words := range statements {
			declare(tables, words, b.Span.File)
		}
	}
	return tables
}

// declare takes what a statement of a script declares.
func declare(tables map[string]*declaration, words []word, file *source.File) {
	at := func(i int) bool { return i < len(words) }
	span := func(i int) source.Span { return source.Span{File: file, Start: words[i].start, End: words[i].end} }
	key := func(i int) string { return strings.ToLower(words[i].plain()) }
	i := 0
	skip := func(these ...string) {
		for at(i) && words[i].is(these...) {
			i++
		}
	}
	name := func() bool { // goes to the last part of a name
		for at(i+2) && words[i].name && words[i+1].text == "." {
			i += 2
		}
		return at(i) && words[i].name
	}
	switch {
	case len(words) == 0:
	case words[0].is("CREATE"):
		i++
		skip("OR", "REPLACE", "TEMP", "TEMPORARY", "UNLOGGED", "GLOBAL", "LOCAL", "RECURSIVE", "MATERIALIZED",
			"FOREIGN", "EXTERNAL", "VIRTUAL")
		if !at(i) || !words[i].is("TABLE", "VIEW") {
			return
		}
		i++
		skip("IF", "NOT", "EXISTS")
		if !name() {
			return
		}
		d := &declaration{span(i), map[string]source.Span{}}
		tables[key(i)] = d
		if !at(i+1) || words[i+1].text != "(" {
			return
		}
		depth := 0
		for i++; at(i); i++ {
			switch words[i].text {
			case "(":
				depth++
			case ")":
				depth--
			}
			starts := words[i].text == "(" || words[i].text == ","
			if depth == 0 {
				return
			}
			if starts && depth == 1 && at(i+1) && words[i+1].name && !words[i+1].is(constraints...) {
				d.columns[key(i+1)] = span(i + 1)
			}
		}
	case words[0].is("ALTER") && at(1) && words[1].is("TABLE", "VIEW"):
		i = 2
		skip("IF", "EXISTS", "ONLY")
		if !name() || tables[key(i)] == nil {
			return
		}
		d, was := tables[key(i)], key(i)
		for i++; at(i); i++ {
			switch {
			case words[i].is("ADD"):
				i++
				skip("COLUMN", "IF", "NOT", "EXISTS")
				if at(i) && words[i].name && !words[i].is(constraints...) {
					d.columns[key(i)] = span(i)
				}
			case words[i].is("RENAME"):
				i++
				skip("COLUMN")
				switch {
				case at(i+1) && words[i].is("TO"):
					delete(tables, was)
					d.at = span(i + 1)
					tables[key(i+1)] = d
				case at(i+2) && words[i+1].is("TO"):
					delete(d.columns, key(i))
					d.columns[key(i+2)] = span(i + 2)
				}
				return
			}
		}
	}
}

// declaration is where a target is declared; false where no script of the unit does.
func (v *view) declaration(t target) (source.Span, bool) {
	d := v.declared()[strings.ToLower(t.table.Name.SQL)]
	if d == nil {
		return source.Span{}, false
	}
	if t.column == "" {
		return d.at, true
	}
	at, found := d.columns[strings.ToLower(t.column)]
	return at, found
}
