package rust

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// The widths of rustfmt: of a line, of what stands in one line between parentheses or brackets, or of a chain of calls.
const (
	width  = 100
	narrow = 60
	short  = 10 // items of a list that stand several in a line
)

func length(s string) int { return utf8.RuneCountInString(s) }

// signature is a function's head with its opening brace.
func signature(head string, params []string, result string, indent int) string {
	return declaration(head, params, result, indent) + " {"
}

// declaration is a function's head; a brace or a semicolon comes behind it.
func declaration(head string, params []string, result string, indent int) string {
	in := strings.Repeat(" ", indent)
	one := in + head + "(" + strings.Join(params, ", ") + ") -> " + result
	if length(one)+len(" {") <= width {
		return one
	}
	return in + head + "(\n" + in + "    " + strings.Join(params, ",\n"+in+"    ") + ",\n" + in + ") -> " + result
}

// chained is the indentation of a call that chain breaks: rustfmt gives it a line of its own where another follows.
func chained(then string) int {
	if then != "" {
		return 12
	}
	return 8
}

// chain is the call of a method at an indentation of two levels, which ends a function, with what is called of its
// result.
func chain(of, name string, args []string, then string) string {
	flat := strings.Join(args, ", ")
	if one := of + "." + name + "(" + flat + ")" + then; !strings.Contains(flat, "\n") && length(one) <= narrow {
		return one
	}
	const in = "\n            "
	call := in + "." + name + "(" + flat + ")"
	if strings.Contains(flat, "\n") || length(flat) > narrow || length(call) > width {
		end := "\n" + strings.Repeat(" ", chained(then))
		call = "." + name + "(" + end + "    " + strings.Join(args, ","+end+"    ") + "," + end + ")"
		if then != "" {
			call = in + call
		}
	}
	if then != "" {
		then = in + then
	}
	return of + call + then
}

// fill is a list between brackets: in one line, else in as few as hold its items where those are short, else in one for
// each. indent is that of the line on which it stands, and taken is what else the line holds.
func fill(items []string, open, end string, indent, taken int) string {
	flat := strings.Join(items, ", ")
	if length(flat) <= narrow && indent+taken+length(open+flat+end) <= width {
		return open + flat + end
	}
	in := "\n" + strings.Repeat(" ", indent)
	long := false
	for _, i := range items {
		long = long || length(i) > short
	}
	if long {
		return open + in + "    " + strings.Join(items, ","+in+"    ") + "," + in + end
	}
	var b strings.Builder
	b.WriteString(open)
	column := width
	for _, i := range items {
		if column+length(i)+2 > width {
			b.WriteString(in + "    ")
			column = indent + 4
		} else {
			b.WriteString(" ")
			column++
		}
		b.WriteString(i + ",")
		column += length(i) + 1
	}
	return b.String() + in + end
}

// literal is a value of a struct with those fields, in a line at an indentation or with a line for each.
func literal(name string, fields []string, indent string) string {
	const widest = 18 // of what stands in the line
	flat := strings.Join(fields, ", ")
	switch in := "\n" + indent; {
	case flat == "":
		return name + " {}"
	case length(flat) <= widest:
		return name + " { " + flat + " }"
	default:
		return name + " {" + in + "    " + strings.Join(fields, ","+in+"    ") + "," + in + "}"
	}
}

// assigned is a text behind what names it, on a line of its own where only that holds its first line. A field's text
// stays beside its name if it has one line only.
func assigned(head, text, end string) string {
	first, _, more := strings.Cut(text, "\n")
	indent := len(head) - len(strings.TrimLeft(head, " ")) + 4
	own := indent + length(first)
	if end == ";" {
		own++ // rustfmt leaves room for it, also where it stands on another line
	}
	if more && strings.HasPrefix(text, "r") { // rustfmt leaves a raw string of several lines where it begins
		return head + " " + text + end
	}
	if (more || end == ";") && length(head)+1+length(first)+1 > width && own <= width {
		return head + "\n" + strings.Repeat(" ", indent) + text + end
	}
	return head + " " + text + end
}

// constantText declares a text.
func constantText(name, text string) string {
	return assigned("const "+name+": &str =", quote(text), ";")
}

const language = "rust"

// says is a comment in lines.
func says(doc []string) []string { return surface.Fill(doc, 110-len("    /// ")) }

// docText is a comment that documents an item; "" for none.
func docText(doc []string, indent string) string {
	text := strings.Trim(strings.ReplaceAll(strings.Join(doc, "\n"), "\r", ""), "\n")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var b strings.Builder
	for l := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight(indent+"/// "+core.Visible(l), " \t") + "\n")
	}
	return b.String()
}

func itoa(i int) string { return strconv.Itoa(i) }

// large is a number of many digits, which stand in groups.
func large(n int) string {
	s := itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "_" + s[i:]
	}
	return s
}
