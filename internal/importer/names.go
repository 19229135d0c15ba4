package importer

import (
	"slices"
	"strings"
)

// comparisons are the words and signs between a column and what it is compared with.
var comparisons = map[string]bool{"=": true, "<": true, ">": true, "!": true, "LIKE": true, "ILIKE": true, "NOT": true,
	"ANY": true, "(": true, "IN": true, "~": true, "*": true}

// Mark is a parameter that has a number, where it stands in a statement.
type Mark struct{ Start, End, Number int }

// Guesses are names for parameters by their numbers: of the column that each is compared with, or stored into.
func (t Text) Guesses(marks []Mark) map[int]string {
	list := t.List
	names := map[int]string{}
	give := func(number int, name string) {
		if names[number] == "" && name != "" {
			names[number] = strings.ToLower(strings.Trim(name, `"`))
		}
	}
	for i := range list {
		if list[i].Text != "INTO" {
			continue
		}
		_, columns, values, _ := t.Inserted(i)
		for n, v := range values {
			for _, m := range marks {
				if n < len(columns) && v[0] <= m.Start && m.End <= v[1] {
					give(m.Number, columns[n])
				}
			}
		}
	}
	for i, l := range list {
		for _, m := range marks {
			if m.Start != l.Start {
				continue
			}
			at := i - 1
			if t.Is(at, "LIMIT") || t.Is(at, "OFFSET") {
				give(m.Number, list[at].Text)
				continue
			}
			for at >= 0 && comparisons[list[at].Text] {
				at--
			}
			if at >= 0 && at < i-1 && list[at].Name {
				give(m.Number, t.Raw(at))
			}
		}
	}
	return names
}

// Alias is what a column is called whose name says whether it may be NULL, and what it says: "total!" and "author?".
func Alias(quoted string) (name, said string) {
	name = strings.Trim(quoted, "\"`")
	switch {
	case strings.HasSuffix(name, "!"):
		return strings.TrimSuffix(name, "!"), "not null"
	case strings.HasSuffix(name, "?"):
		return strings.TrimSuffix(name, "?"), "null"
	}
	return name, ""
}

// Added is a list of names with one more, unless it is there.
func Added(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}
