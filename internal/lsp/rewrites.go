package lsp

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// rewriting is another way to write what is right.
type rewriting struct {
	title string
	edit  edit
}

// rewritings are those of a place in a statement.
var rewritings = []func(v *view, b *syntax.Block, at int) (rewriting, bool){single, optional, titled}

// single makes a query :one, of which the engine's plan proves that it finds one row at most.
func single(v *view, b *syntax.Block, at int) (rewriting, bool) {
	q := v.query(b)
	if at > b.Span.End || q == nil || q.Result != ir.All || q.Page != nil || q.Single == "" ||
		strings.Contains(b.Span.Text(), ":all") {
		return rewriting{}, false
	}
	return rewriting{"Make it :one",
		edit{source.Span{File: b.Span.File, Start: b.NameSpan.End, End: b.NameSpan.End}, " :one"}}, true
}

// titled gives a result column the name that its field has anyway.
func titled(v *view, b *syntax.Block, at int) (rewriting, bool) {
	q := v.query(b)
	if q == nil || q.Row == nil {
		return rewriting{}, false
	}
	statements, _ := v.statements(b)
	words := statements[0]
	items := v.selected(b)
	if len(items) != len(q.Row.Fields) {
		return rewriting{}, false // a star is among them
	}
	for i, end := range items {
		last := slices.IndexFunc(words, func(w word) bool { return w.end == end })
		start := words[selectedFrom(words)].start
		if i > 0 {
			start = items[i-1]
		}
		f := q.Row.Fields[i]
		if at < start || at > end || f.Name.SQL == f.Column || last < 1 {
			continue
		}
		w, before := words[last], words[last-1]
		if w.name && v.same(w, f.Column) && before.text != "." && before.start >= start {
			return rewriting{}, false // it has a name already, as another column
		}
		as := " AS " + v.written(f.Name.SQL)
		return rewriting{"Name it" + as[len(" AS"):],
			edit{source.Span{File: b.Span.File, Start: end, End: end}, as}}, true
	}
	return rewriting{}, false
}

// nullTest is what stands beside OR where a parameter that is NULL leaves a condition out.
var nullTest = pattern(`(?i)^(?:\$\{([\pL\pN_]+)\}(?:\s*::[\w\s.()\[\]"]+?)?|` +
	`cast\s*\(\s*\$\{([\pL\pN_]+)\}\s+as\s+[\w\s.()]+\))\s+is\s+null$`)

// behind are the words and signs that may stand behind a condition: what else stands there, such as = or IS, takes it
// for an operand.
var behind = []string{"AND", "OR", ")", ",", ";", "THEN", "WHERE", "GROUP", "HAVING", "WINDOW", "QUALIFY", "ORDER",
	"LIMIT", "OFFSET", "FETCH", "FOR", "UNION", "INTERSECT", "EXCEPT", "RETURNING", "JOIN", "INNER", "LEFT", "RIGHT",
	"FULL", "CROSS", "NATURAL", "DO", "WHEN"}

// optional writes (${x} IS NULL OR …) as a part that is there if x is given.
func optional(v *view, b *syntax.Block, at int) (rewriting, bool) {
	if b.IsScript() || b.Mods.Bulk || slices.ContainsFunc(b.Uses, isSource) {
		return rewriting{}, false
	}
	statements, _ := v.statements(b)
	words := statements[0]
	for i := range words {
		end := closing(words, i)
		if i == 0 || words[i].text != "(" || end == len(words) || at < words[i].start || at > words[end].end ||
			!words[i-1].is("WHERE", "AND", "ON", "HAVING") || between(words[:i-1]) ||
			end+1 < len(words) && !words[end+1].is(behind...) {
			continue
		}
		if text, name := condition(b, words, i, end); name != "" && only(b, name, words[i].start, words[end].end) {
			return rewriting{"Leave it out where " + name + " is not given (--?)", part(b, words, i, end, text)}, true
		}
	}
	return rewriting{}, false
}

func isSource(use string) bool { return strings.HasPrefix(use, "sources_") }

// between reports whether an AND behind words is that of BETWEEN.
func between(words []word) bool {
	depth := 0
	for i := len(words) - 1; i >= 0 && depth <= 0; i-- {
		switch { // which has an AND of its own
		case words[i].is("END"):
			depth--
		case words[i].is("CASE"):
			depth++
		}
		switch depth += depthOf(words[i]); {
		case depth == 0 && words[i].is("BETWEEN"):
			return true
		case depth == 0 && words[i].is("AND", "OR", "WHERE", "ON", "HAVING"):
			return false
		}
	}
	return false
}

// condition is what stands beside the test of a parameter between parentheses, and the parameter's name.
func condition(b *syntax.Block, words []word, open, end int) (text, name string) {
	var ors []int
	depth := 0
	for i := open + 1; i < end; i++ {
		switch depth += depthOf(words[i]); {
		case depth == 0 && words[i].is("OR"):
			ors = append(ors, i)
		}
	}
	if len(ors) == 0 {
		return "", ""
	}
	file := b.Span.File.Text
	first, last := ors[0], ors[len(ors)-1]
	for _, side := range [][4]int{{open + 1, first - 1, first + 1, end - 1}, {last + 1, end - 1, open + 1, last - 1}} {
		if side[0] > side[1] || side[2] > side[3] {
			continue
		}
		m := nullTest().FindStringSubmatch(file[words[side[0]].start:words[side[1]].end])
		if m == nil {
			continue
		}
		text = file[words[side[2]].start:words[side[3]].end]
		if len(ors) > 1 {
			text = "(" + text + ")"
		}
		dropped := file[words[open-1].end:words[end].end]
		if comments(dropped) > comments(text) {
			return "", "" // they would be lost
		}
		return text, m[1] + m[2]
	}
	return "", ""
}

func comments(text string) int { return strings.Count(text, "--") + strings.Count(text, "/*") }

// only reports whether a parameter is used between two places, with no other beside it, and nowhere else.
func only(b *syntax.Block, name string, start, end int) bool {
	if b.Mods.Batch && !slices.ContainsFunc(b.Uses, func(use string) bool { return use != name }) {
		return false // without it there would be no row of parameters
	}
	uses := 0
	for _, p := range paramSpans(b, "") {
		inside := start <= p.at.Start && p.at.End <= end
		switch {
		case p.set:
		case inside != (p.name == name):
			return false
		case inside:
			uses++
		}
	}
	return uses > 1 && !slices.ContainsFunc(b.Stretches, func(s syntax.Stretch) bool {
		return len(s.When) > 0 && s.Span.Start <= start && start < s.Span.End
	})
}

// part is the edit that writes a condition as an optional part, on lines of its own.
func part(b *syntax.Block, words []word, open, end int, text string) edit {
	file := b.Span.File
	newline := newlineOf(file.Text[b.Span.Start:])
	before := words[open-1]
	start := before.start
	for start > 0 && strings.IndexByte(" \t", file.Text[start-1]) >= 0 {
		start--
	}
	indent, head := "  ", newline
	switch line := file.Text[strings.LastIndexAny(file.Text[:start], "\n\r")+1 : before.start]; {
	case !before.is("AND"):
		start, head = before.end, " true"+newline
	case strings.TrimSpace(line) == "":
		indent, head = line, ""
	}
	line := indent + "AND " + text + " --?"
	if strings.ContainsAny(text, "\n\r") || strings.Contains(text, "--") {
		line = strings.Join([]string{"--? {", indent + "AND " + text, "--? }"}, newline)
	}
	stop := words[end].end
	for stop < len(file.Text) && strings.IndexByte(" \t", file.Text[stop]) >= 0 {
		stop++
	}
	tail := ""
	if stop < len(file.Text) && strings.IndexByte("\n\r", file.Text[stop]) < 0 {
		tail = newline
		if end+1 < len(words) && words[end+1].start == stop && words[end+1].is("AND", "OR") ||
			strings.HasPrefix(file.Text[stop:], "--") {
			tail += indent
		}
	}
	return edit{source.Span{File: file, Start: start, End: stop}, head + line + tail}
}

// newlineOf is how a text ends its lines.
func newlineOf(text string) string {
	if i := strings.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// sampled writes the value of a @set line.
func sampled(b *syntax.Block, line string) (edit, bool) {
	_, rest, _ := strings.Cut(line, " ")
	name, value, _ := strings.Cut(rest, " = ")
	for _, s := range b.Sets {
		if s.Name != name {
			continue
		}
		text := s.Span.File.Text[s.Span.End:]
		at := s.Span.End + len(text) - len(strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(text, " \t"), "="), " \t"))
		if strings.HasPrefix(s.Span.File.Text[at:], s.Value) {
			return edit{source.Span{File: s.Span.File, Start: at, End: at + len(s.Value)}, value}, true
		}
	}
	return edit{}, false
}
