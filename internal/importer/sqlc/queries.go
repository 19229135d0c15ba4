package sqlc

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/source"
)

// query is a statement of sqlc's.
type query struct {
	name, command string
	doc           []string
	sql           string
	span          source.Span // of its annotation
}

var annotation = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*(?:--|#|/\*)[ \t]*name:[ \t]*(\S+)[ \t]+:(\w+).*$`)
})

// queries are those of a file.
func queries(f *source.File) (list []query) {
	at := annotation().FindAllStringSubmatchIndex(f.Text, -1)
	for i, m := range at {
		end := len(f.Text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		q := query{name: f.Text[m[2]:m[3]], command: f.Text[m[4]:m[5]],
			span: source.Span{File: f, Start: m[2], End: m[3]}}
		q.doc, q.sql = commented(f.Text[m[1]:end])
		list = append(list, q)
	}
	return list
}

// commented divides what stands below an annotation into the comments that the method has and the statement.
func commented(text string) (doc []string, sql string) {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		line, rest, _ := strings.Cut(text, "\n")
		said, ok := strings.CutPrefix(line, "--")
		if !ok {
			return doc, text
		}
		doc, text = append(doc, strings.TrimSpace(said)), rest
	}
}

// use is a parameter where it stands in a statement.
type use struct {
	start, end int
	name       string // "" where only a number tells it
	number     int    // 0 where the name tells it
	nullable   bool
	slice      bool
}

// parameters are those of a statement, and the objects that it embeds.
func parameters(t importer.Text) (uses []use, embeds []use) {
	next := 0
	for i := 0; i < len(t.List); i++ {
		at := t.List[i]
		if call, arg, end := call(t, i); call != "" {
			u := use{start: at.Start, end: t.List[end].End, name: arg, nullable: call == "NARG", slice: call == "SLICE"}
			if call == "EMBED" {
				embeds = append(embeds, u)
			} else {
				uses = append(uses, u)
			}
			i = end
			continue
		}
		text, name := t.Raw(i), t.Named(i, "@")
		switch {
		case name != "" && !follows(t.SQL, at.Start):
			uses = append(uses, use{start: at.Start, end: t.List[i+1].End, name: name})
			i++
		case at.Text != "" || at.Name:
		case text == "?":
			next++
			uses = append(uses, use{start: at.Start, end: at.End, number: next})
		case strings.HasPrefix(text, "?") || len(text) > 1 && text[0] == '$' && isNumber(text[1:]):
			n, _ := strconv.Atoi(text[1:])
			next = max(next, n)
			uses = append(uses, use{start: at.Start, end: at.End, number: n})
		case len(text) > 1 && strings.ContainsRune(":@$", rune(text[0])) && !strings.HasPrefix(text, "$$"):
			uses = append(uses, use{start: at.Start, end: at.End, name: text[1:]})
		}
	}
	return uses, embeds
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }

// follows reports whether an @ belongs to an operator that began before it, such as <@.
func follows(sql string, at int) bool {
	return at > 0 && strings.IndexByte("@<~!&|#?%^", sql[at-1]) >= 0
}

// call is what a call of sqlc.arg, narg, slice or embed names, and where it ends; "" where there is none.
func call(t importer.Text, i int) (call, arg string, end int) {
	if !t.Is(i, "SQLC") || !t.Is(i+1, ".") || !t.Is(i+3, "(") || !t.Is(i+5, ")") {
		return "", "", 0
	}
	switch call := t.List[i+2].Text; call {
	case "ARG", "NARG", "SLICE", "EMBED":
		return call, strings.Trim(t.Raw(i+4), `'"`), i + 5
	}
	return "", "", 0
}
