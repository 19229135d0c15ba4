package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Reference describes the annotations, modifiers and options for people, from the tables that the parser uses.
func Reference() string {
	var out strings.Builder
	section := func(title string, rows [][2]string) {
		width := 0
		for _, r := range rows {
			width = max(width, utf8.RuneCountInString(r[0]))
		}
		fmt.Fprintf(&out, "%s\n\n", title)
		for _, r := range rows {
			fmt.Fprintf(&out, "  %-*s  %s\n", width, r[0], r[1])
		}
		out.WriteByte('\n')
	}
	var rows [][2]string
	for _, k := range keywords {
		rows = append(rows, [2]string{"-- " + k.form, k.doc})
	}
	section("Annotations: a comment at the start of a line; its block runs to the next one", rows)
	out.WriteString("  -- lines directly above an annotation document it. Names are letters, digits and _, or quoted: \"user id\".\n\n")
	rows = nil
	for _, m := range modifiers {
		rows = append(rows, [2]string{m.form, kindList(m.kinds) + ": " + m.doc})
	}
	section("Modifiers: after the name", rows)
	rows = nil
	for _, o := range options {
		kinds := kindList(o.kinds) + ": "
		if len(o.kinds) == len(keywords) {
			kinds = ""
		}
		rows = append(rows, [2]string{o.form, kinds + o.doc})
	}
	section("Options: YAML below the first line of /* QUERY name … */", rows)
	rows = nil
	for _, o := range fieldOptions {
		rows = append(rows, [2]string{o.form, o.doc})
	}
	section("A column or parameter in full: name: {type: …, nullable: …, doc: …}", rows)
	section("Parameters of QUERY and EXEC", [][2]string{
		{"${name}", "a parameter, any number of times; in strings, quoted names and comments it is text"},
		{"@set name = value", "on a line of its own: a sample value, and the parameter's place among the arguments"},
		{"@set name = null", "the parameter may be NULL"},
		{"${sources_name}", "a file source of sqg.yaml, put into the SQL as a literal at run time"},
	})
	return strings.TrimRight(out.String(), "\n") + "\n"
}
