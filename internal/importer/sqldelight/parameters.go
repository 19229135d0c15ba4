package sqldelight

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// rewritten is the statement with parameters as sqg has them.
func (c *converter) rewritten(s *importer.Statement, sql string) string {
	list := c.Dialect.Lexemes(sql)
	raw := func(i int) string { return sql[list[i].Start:list[i].End] }
	is := func(i int, text string) bool { return i >= 0 && i < len(list) && list[i].Text == text }
	var edits []importer.Edit
	var marks []importer.Mark
	var lists []bool
	next, at := 0, map[string]int{} // where each parameter stands first
	for i := 0; i < len(list); i++ {
		text, end := raw(i), i
		name := ""
		switch {
		case list[i].Text == "" && !list[i].Name && text[0] == '?' && strings.Trim(text[1:], "0123456789") == "":
		case list[i].Text == "" && !list[i].Name && text[0] == ':' && len(text) > 1: // SQLite's
			name = text[1:]
		case is(i, ":") && !is(i-1, ":") && i+1 < len(list) && list[i+1].Name && list[i+1].Text != "" && list[i+1].Start == list[i].End:
			name, end = raw(i+1), i+1
		case is(i, "?"): // PostgreSQL's, of which this is an operator
		default:
			continue
		}
		e := importer.Edit{Start: list[i].Start, End: list[end].End}
		switch {
		case name == "" && is(i-1, "VALUES"):
			e.Text = c.row(s, sql, list)
		case name != "":
			e.Text = c.use(s, name, is(i-1, "IN"))
			if s.Params = added(s.Params, name); at[name] == 0 {
				at[name] = e.Start
			}
		default:
			next++
			if n, err := strconv.Atoi(text[1:]); err == nil {
				next = n
			}
			marks, lists = append(marks, importer.Mark{Start: e.Start, End: e.End, Number: next}), append(lists, is(i-1, "IN"))
			i = end
			continue
		}
		edits = append(edits, e)
		i = end
	}
	names, guesses := map[int]string{}, importer.Guesses(c.Dialect, sql, marks)
	for i, m := range marks {
		if names[m.Number] == "" {
			base := guesses[m.Number]
			if base == "" {
				base = fmt.Sprintf("value%d", m.Number)
			}
			name := base
			for n := 2; slices.Contains(s.Params, name); n++ {
				name = fmt.Sprintf("%s_%d", base, n)
			}
			names[m.Number], at[name] = name, m.Start
			s.Params = append(s.Params, name)
		}
		edits = append(edits, importer.Edit{Start: m.Start, End: m.End, Text: c.use(s, names[m.Number], lists[i])})
	}
	if len(names) < len(s.Params) { // those with names have no number
		slices.SortStableFunc(s.Params, func(a, b string) int { return at[a] - at[b] })
	} else {
		s.Params = s.Params[:0]
		for _, n := range slices.Sorted(maps.Keys(names)) {
			s.Params = added(s.Params, names[n])
		}
	}
	return importer.Edited(sql, edits)
}

func added(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// use is a parameter where it stands; behind IN it is a list.
func (c *converter) use(s *importer.Statement, name string, list bool) string {
	if !list {
		return "${" + name + "}"
	}
	if c.Dialect.DollarQuotes { // PostgreSQL
		return "(SELECT unnest(${" + name + "}))"
	}
	c.Warn(s.Span, "", "%s of %s is the text of a JSON array: SQLite has no lists", name, s.Name)
	return "(SELECT value FROM json_each(${" + name + "}))"
}

// row is what VALUES ? stands for: the columns that the INSERT names, or all of its table.
func (c *converter) row(s *importer.Statement, sql string, list []syntax.Lexeme) string {
	var columns []string
	for i, l := range list {
		if l.Text != "INTO" || i+1 >= len(list) {
			continue
		}
		columns, _, _ = importer.Inserted(sql, list, i+2)
		if len(columns) == 0 {
			columns = c.columns[strings.ToLower(strings.Trim(sql[list[i+1].Start:list[i+1].End], "\"`[]"))]
		}
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		name := strings.Trim(column, "\"`[]")
		values[i] = "${" + name + "}"
		s.Params = added(s.Params, name)
	}
	return "(" + strings.Join(values, ", ") + ")"
}
