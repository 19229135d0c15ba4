package sqldelight

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/importer"
)

// rewritten is the statement with parameters as sqg has them.
func (c *converter) rewritten(s *importer.Statement, sql string) string {
	t := importer.Lex(c.Dialect, sql)
	list := t.List
	var edits []importer.Edit
	var marks []importer.Mark
	var lists []bool
	next, at := 0, map[string]int{} // where each parameter stands first
	for i := 0; i < len(list); i++ {
		text, end := t.Raw(i), i
		name := ""
		switch {
		case list[i].Text == "" && !list[i].Name && text[0] == '?' && strings.Trim(text[1:], "0123456789") == "":
		case list[i].Text == "" && !list[i].Name && text[0] == ':' && len(text) > 1: // SQLite's
			name = text[1:]
		case !t.Is(i-1, ":") && t.Named(i, ":") != "":
			name, end = t.Named(i, ":"), i+1
		case t.Is(i, "?"): // PostgreSQL's, of which this is an operator
		default:
			continue
		}
		e := importer.Edit{Start: list[i].Start, End: list[end].End}
		switch {
		case name == "" && t.Is(i-1, "VALUES"):
			e.Text = c.row(s, t)
		case name != "":
			e.Text = c.use(s, name, t.Is(i-1, "IN"))
			if s.Params = importer.Added(s.Params, name); at[name] == 0 {
				at[name] = e.Start
			}
		default:
			next++
			if n, err := strconv.Atoi(text[1:]); err == nil {
				next = n
			}
			marks, lists = append(marks, importer.Mark{Start: e.Start, End: e.End, Number: next}),
				append(lists, t.Is(i-1, "IN"))
			i = end
			continue
		}
		edits = append(edits, e)
		i = end
	}
	names, guesses := map[int]string{}, t.Guesses(marks)
	for i, m := range marks {
		if names[m.Number] == "" {
			base := guesses[m.Number]
			if base == "" {
				base = fmt.Sprintf("value%d", m.Number)
			}
			name := importer.Free(base, func(name string) bool { return slices.Contains(s.Params, name) })
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
			s.Params = importer.Added(s.Params, names[n])
		}
	}
	return importer.Edited(sql, edits)
}

// use is a parameter where it stands; behind IN it is a list.
func (c *converter) use(s *importer.Statement, name string, list bool) string {
	if !list {
		return "${" + name + "}"
	}
	s.Lists = importer.Added(s.Lists, name)
	return "(${" + name + "})"
}

// row is what VALUES ? stands for: the columns that the INSERT names, or all of its table.
func (c *converter) row(s *importer.Statement, t importer.Text) string {
	var columns []string
	for i := range t.List {
		if !t.Is(i, "INTO") {
			continue
		}
		var table string
		if table, columns, _, _ = t.Inserted(i); len(columns) == 0 {
			columns = c.columns[tableName(table)]
		}
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		name := strings.Trim(column, "\"`[]")
		values[i] = "${" + name + "}"
		s.Params = importer.Added(s.Params, name)
	}
	return "(" + strings.Join(values, ", ") + ")"
}

// tableName is the key of a table among those whose columns are known.
func tableName(written string) string { return strings.ToLower(strings.Trim(written, "\"`[]")) }
