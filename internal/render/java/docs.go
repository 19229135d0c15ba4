package java

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
)

const language = "java"

// javadoc prints a documentation comment, filled to the width as the formatter fills it; "" in paragraphs separates.
// tags are block tags such as "@param id the user's id".
func javadoc(level int, text []string, tags ...string) emit.Doc {
	var paragraphs []string
	for _, p := range strings.Split(strings.Join(text, "\n"), "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			paragraphs = append(paragraphs, p)
		}
	}
	if len(paragraphs) == 0 && len(tags) == 0 {
		return nil
	}
	if len(paragraphs) == 1 && len(tags) == 0 {
		if one := "/** " + paragraphs[0] + " */"; 2*level+columns(one) <= width {
			return emit.Text(one)
		}
	}
	room := width - 2*level - len(" * ")
	ds := []any{"/**"}
	line := func(s string) { ds = append(ds, emit.HardLine(), strings.TrimRight(" * "+s, " ")) }
	for i, p := range paragraphs {
		if i > 0 {
			line("")
			p = "<p>" + p
		}
		for _, l := range fill(p, room, 0) {
			line(l)
		}
	}
	if len(paragraphs) > 0 && len(tags) > 0 {
		line("")
	}
	for _, t := range tags {
		for _, l := range fill(t, room, 4) {
			line(l)
		}
	}
	return emit.Concat(append(ds, emit.HardLine(), " */")...)
}

// fill breaks text at blanks; lines after the first are indented by hang.
func fill(text string, room, hang int) []string {
	var out []string
	line, indent := "", 0
	for _, w := range strings.Fields(text) {
		switch {
		case line == "":
			line = strings.Repeat(" ", indent) + w
		case columns(line)+1+columns(w) > room:
			out = append(out, line)
			indent = hang
			line = strings.Repeat(" ", indent) + w
		default:
			line += " " + w
		}
	}
	return append(out, line)
}

var docEscapes = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "&#64;", `\`, "&#92;", "*/", "*&#47;", "{", "&#123;", "}", "&#125;",
)

// docText makes a user's text safe inside a documentation comment, where tags, markup and backslashes mean something.
// A comment is read by people: characters that nobody sees are left out.
func docText(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = docEscapes.Replace(strings.Map(visible, l))
	}
	return out
}

func visible(r rune) rune {
	if r == '\t' || r == '\n' {
		return ' '
	}
	if !printable(r) {
		return -1
	}
	return r
}
