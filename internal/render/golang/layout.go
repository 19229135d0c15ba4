package golang

import (
	"go/doc/comment"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// width is where lists of arguments break. gofmt leaves lines as they are.
const width = 110

// line is a line of a struct, of constants or of a composite literal, whose cells gofmt puts below each other.
type line []string

// table prints lines as gofmt aligns them: a cell that another follows is as wide as those above and below it, up to a
// line that has no such cell.
func table(lines []line) string {
	widths := make([][]int, len(lines))
	for cell, more := 0, true; more; cell++ {
		more = false
		for from := 0; from < len(lines); from++ {
			to, widest := from, 0
			for ; to < len(lines) && len(lines[to]) > cell+1; to++ {
				widest = max(widest, utf8.RuneCountInString(lines[to][cell]))
			}
			for ; from < to; from++ {
				widths[from], more = append(widths[from], widest), true
			}
		}
	}
	var b strings.Builder
	for at, l := range lines {
		b.WriteString("\t")
		for i, cell := range l {
			b.WriteString(cell)
			if i < len(l)-1 {
				b.WriteString(strings.Repeat(" ", widths[at][i]-utf8.RuneCountInString(cell)+1))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// keyed prints fields of a composite literal, each its name with a colon and its value. Values of several lines stand
// alone.
func keyed(indent string, fields ...line) string {
	several := func(l line) bool { return strings.Contains(l[1], "\n") }
	var b strings.Builder
	for len(fields) > 0 {
		n := slices.IndexFunc(fields, several)
		switch n {
		case 0:
			b.WriteString(indent + "\t" + fields[0][0] + " " + fields[0][1] + ",\n")
			n = 1
		case -1:
			n = len(fields)
			fallthrough
		default:
			for l := range strings.Lines(table(fields[:n])) {
				b.WriteString(indent + strings.TrimSuffix(l, "\n") + ",\n")
			}
		}
		fields = fields[n:]
	}
	return b.String()
}

// fill prints a list of arguments, on several lines if it is long.
func fill(open string, args []string, end, indent string) string {
	var b strings.Builder
	b.WriteString(open)
	column := 4*len(indent) + utf8.RuneCountInString(open)
	for i, a := range args {
		if i < len(args)-1 {
			a += ","
		} else {
			a += end
		}
		n := utf8.RuneCountInString(a)
		switch {
		case i == 0:
		case column+1+n > width:
			b.WriteString("\n\t" + indent)
			column = 4 * (len(indent) + 1)
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(a)
		column += n
	}
	if len(args) == 0 {
		b.WriteString(end)
	}
	return b.String()
}

const language = "go"

// docText is a comment that documents a declaration, as gofmt writes it; "" for none.
func docText(doc []string, indent string) string {
	text := strings.ReplaceAll(strings.Join(doc, "\n"), "\r", "")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var p comment.Parser
	var pr comment.Printer
	var b strings.Builder
	for l := range strings.Lines(string(pr.Comment(p.Parse(text)))) {
		l = core.Visible(strings.TrimRight(l, "\n"))
		switch {
		case l == "":
			b.WriteString(indent + "//\n")
		case l[0] == '\t':
			b.WriteString(indent + "//" + l + "\n")
		default:
			b.WriteString(indent + "// " + l + "\n")
		}
	}
	return b.String()
}

// called is the name of a method of a statement, a table or a database.
func called(k surface.Kind, of string) string { return surface.Name(k, language, of) }

// says is the comment of a method, behind what the user says of it.
func says(name string, own []string, doc []string) []string {
	if len(own) == 0 {
		return surface.Fill(surface.Sentence(name, doc), width-len("// "))
	}
	if len(doc) == 0 {
		return own
	}
	return append(append(slices.Clone(own), ""), surface.Fill(doc, width-len("// "))...)
}

// oneLine is a name in a comment or a literal of one line.
func oneLine(name string) string { return strings.Join(strings.Fields(name), " ") }

// documented is documentation that starts with the name of what it is about.
func documented(name string, doc []string) []string {
	if len(doc) == 0 || strings.TrimSpace(strings.Join(doc, "")) == "" {
		return nil
	}
	return append([]string{name + ": " + doc[0]}, doc[1:]...)
}
