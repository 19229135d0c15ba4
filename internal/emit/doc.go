package emit

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Doc is a piece of layout in the manner of Wadler's prettier printer: a Group is printed on one line if it fits in
// what is left of the width, else every Line directly in it breaks. A string is a Doc: text that is printed as it is
// and holds no line ending. The others come from the functions below; the printer refuses anything else. (An alias
// rather than an interface, so that a renderer's many constant strings cost nothing.)
type Doc = any

type (
	line struct {
		flat string
		hard bool
	}
	concat []Doc
	indent []Doc
	group  []Doc
	fluid  []Doc
	choice struct{ broken, flat string }
	raw    string
)

var (
	lineDoc Doc = line{flat: " "}
	softDoc Doc = line{}
	hardDoc Doc = line{hard: true}

	trailingComma Doc = choice{",", ""} // by far the most frequent choice
)

// Text is printed as it is; it holds no line ending.
func Text(s string) Doc { return s }

// Raw is printed as it is, line endings included, and never indented: a literal that spans lines.
func Raw(s string) Doc { return raw(s) }

// Line is a space, or a line break where its group breaks.
func Line() Doc { return lineDoc }

// SoftLine is nothing, or a line break where its group breaks.
func SoftLine() Doc { return softDoc }

// HardLine always breaks, and so does every group around it.
func HardLine() Doc { return hardDoc }

// Concat joins documents.
func Concat(ds ...Doc) Doc { return concat(ds) }

// Indent moves the lines inside it one level to the right.
func Indent(ds ...Doc) Doc { return indent(ds) }

// Group breaks all of its own lines or none.
func Group(ds ...Doc) Doc { return group(ds) }

// Fluid puts a document behind a space, or on an indented line of its own where it would not fit as far as its first
// possible break: the right side of an assignment.
func Fluid(ds ...Doc) Doc { return fluid(ds) }

// IfBroken prints one text where the enclosing group breaks and another where it does not.
func IfBroken(broken, flat string) Doc {
	if broken == "," && flat == "" {
		return trailingComma
	}
	return choice{broken, flat}
}

// Join puts sep between documents.
func Join(sep Doc, ds []Doc) Doc {
	out := make(concat, 0, max(0, 2*len(ds)-1))
	for i, d := range ds {
		if i > 0 {
			out = append(out, sep)
		}
		out = append(out, d)
	}
	return out
}

// Print lays a document out in width columns with unit as one level of indentation.
func Print(d Doc, width int, unit string) string {
	p := &printer{width: width, unit: unit}
	p.print(d)
	return p.out.String()
}

// children are the documents that one is made of.
func children(d Doc) []Doc {
	switch d := d.(type) {
	case concat:
		return d
	case indent:
		return d
	case group:
		return d
	case fluid:
		return d
	}
	return nil
}

type item struct {
	d      Doc
	level  int
	broken bool
}

// push puts documents on a stack, the first on top.
func push(stack []item, ds []Doc, level int, broken bool) []item {
	for i := len(ds) - 1; i >= 0; i-- {
		stack = append(stack, item{ds[i], level, broken})
	}
	return stack
}

type printer struct {
	width   int
	unit    string
	out     strings.Builder
	col     int
	pending bool // a line was started and its indentation not yet written, so that blank lines stay empty
	level   int
	asked   []item // the stack of fits, kept for the next time: it is asked of every group
}

func (p *printer) print(d Doc) {
	stack := []item{{d, 0, true}}
	for len(stack) > 0 {
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch d := it.d.(type) {
		case string:
			p.write(d)
		case raw:
			p.raw(string(d))
		case concat:
			stack = push(stack, d, it.level, it.broken)
		case indent:
			stack = push(stack, d, it.level+1, it.broken)
		case choice:
			p.write(d.text(it.broken))
		case line:
			if it.broken || d.hard {
				p.out.WriteByte('\n')
				p.pending, p.level, p.col = true, it.level, it.level*len(p.unit)
			} else {
				p.write(d.flat)
			}
		case fluid:
			before, level := lineDoc, it.level
			if !p.fits(1, d, true, stack) {
				before, level = hardDoc, level+1
			}
			stack = push(stack, d, level, true)
			stack = append(stack, item{before, level, false})
		case group:
			flat := p.fits(0, d, false, stack)
			stack = push(stack, d, it.level, !flat)
		default:
			panic(fmt.Sprintf("emit: a %T is no document", d))
		}
	}
}

func (c choice) text(broken bool) string {
	if broken {
		return c.broken
	}
	return c.flat
}

func (p *printer) write(s string) {
	if s == "" {
		return
	}
	if p.pending {
		p.out.WriteString(strings.Repeat(p.unit, p.level))
		p.pending = false
	}
	if p.out.Cap()-p.out.Len() < len(s) {
		p.out.Grow(p.out.Cap() + len(s)) // doubled: a builder by itself grows a large text by a quarter at a time
	}
	p.out.WriteString(s)
	p.col += utf8.RuneCountInString(s)
}

func (p *printer) raw(s string) {
	i := strings.LastIndexByte(s, '\n')
	if i < 0 {
		p.write(s)
		return
	}
	p.write(s[:1])
	p.out.WriteString(s[1:])
	p.col = utf8.RuneCountInString(s[i+1:])
}

// fits tells whether documents that start so many columns from here, broken or flat, and what follows up to the next
// line that breaks, stay inside the width.
func (p *printer) fits(blanks int, ds []Doc, broken bool, rest []item) bool {
	left := p.width - p.col - blanks
	stack := push(p.asked[:0], ds, 0, broken)
	defer func() { p.asked = stack }()
	next := len(rest)
	for left >= 0 {
		if len(stack) == 0 {
			if next == 0 {
				return true
			}
			next--
			stack = append(stack, rest[next])
			continue
		}
		it := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch d := it.d.(type) {
		case string:
			left -= utf8.RuneCountInString(d)
		case raw:
			if i := strings.IndexByte(string(d), '\n'); i >= 0 {
				return left >= utf8.RuneCountInString(string(d[:i]))
			}
			left -= utf8.RuneCountInString(string(d))
		case concat, indent, group:
			stack = push(stack, children(d), it.level, it.broken)
		case fluid:
			stack = push(stack, d, it.level, it.broken)
			stack = append(stack, item{d: " "})
		case choice:
			left -= utf8.RuneCountInString(d.text(it.broken))
		case line:
			if d.hard {
				return it.broken // a hard line inside the group asked about breaks it; one behind it ends the line
			}
			if it.broken {
				return true
			}
			left -= len(d.flat)
		}
	}
	return false
}
