package emit

import (
	"strings"
	"unicode/utf8"
)

// Doc is a piece of layout in the manner of Wadler's prettier printer: a Group is printed on one line if it fits in
// what is left of the width, else every Line directly in it breaks.
type Doc interface{ isDoc() }

type (
	text string
	line struct {
		flat string
		hard bool
	}
	concat []Doc
	indent struct{ d Doc }
	group  struct{ d Doc }
	fluid  struct{ d Doc }
	choice struct{ broken, flat Doc }
	raw    string
)

func (text) isDoc()   {}
func (line) isDoc()   {}
func (concat) isDoc() {}
func (indent) isDoc() {}
func (group) isDoc()  {}
func (fluid) isDoc()  {}
func (choice) isDoc() {}
func (raw) isDoc()    {}

// Text is printed as it is; it holds no line ending.
func Text(s string) Doc { return text(s) }

// Raw is printed as it is, line endings included, and never indented: a literal that spans lines.
func Raw(s string) Doc { return raw(s) }

// Line is a space, or a line break where its group breaks.
func Line() Doc { return line{flat: " "} }

// SoftLine is nothing, or a line break where its group breaks.
func SoftLine() Doc { return line{} }

// HardLine always breaks, and so does every group around it.
func HardLine() Doc { return line{hard: true} }

// Concat joins documents. A string stands for Text.
func Concat(ds ...any) Doc {
	out := make(concat, 0, len(ds))
	for _, d := range ds {
		switch d := d.(type) {
		case string:
			out = append(out, text(d))
		case Doc:
			out = append(out, d)
		}
	}
	return out
}

// Indent moves the lines inside it one level to the right.
func Indent(ds ...any) Doc { return indent{Concat(ds...)} }

// Group breaks all of its own lines or none.
func Group(ds ...any) Doc { return group{Concat(ds...)} }

// Fluid puts a document behind a space, or on an indented line of its own where it would not fit as far as its first
// possible break: the right side of an assignment.
func Fluid(ds ...any) Doc { return fluid{Concat(ds...)} }

// IfBroken prints one document where the enclosing group breaks and another where it does not.
func IfBroken(broken, flat string) Doc { return choice{text(broken), text(flat)} }

// Join puts sep between documents.
func Join(sep Doc, ds []Doc) Doc {
	out := make(concat, 0, 2*len(ds))
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

type item struct {
	d      Doc
	level  int
	broken bool
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
		case text:
			p.write(string(d))
		case raw:
			p.raw(string(d))
		case concat:
			for i := len(d) - 1; i >= 0; i-- {
				stack = append(stack, item{d[i], it.level, it.broken})
			}
		case indent:
			stack = append(stack, item{d.d, it.level + 1, it.broken})
		case choice:
			if it.broken {
				stack = append(stack, item{d.broken, it.level, true})
			} else {
				stack = append(stack, item{d.flat, it.level, false})
			}
		case line:
			if it.broken || d.hard {
				p.out.WriteByte('\n')
				p.pending, p.level, p.col = true, it.level, it.level*len(p.unit)
			} else {
				p.write(d.flat)
			}
		case fluid:
			behind := item{concat{text(" "), d.d}, it.level, true}
			if !p.fits(behind, stack) {
				behind = item{concat{line{hard: true}, d.d}, it.level + 1, true}
			}
			stack = append(stack, behind)
		case group:
			flat := p.fits(item{d.d, it.level, false}, stack)
			stack = append(stack, item{d.d, it.level, !flat})
		}
	}
}

func (p *printer) write(s string) {
	if s == "" {
		return
	}
	if p.pending {
		p.out.WriteString(strings.Repeat(p.unit, p.level))
		p.pending = false
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

// fits tells whether it, printed flat, and what follows up to the next line that breaks, stay inside the width.
func (p *printer) fits(it item, rest []item) bool {
	left := p.width - p.col
	stack := append(p.asked[:0], it)
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
		case text:
			left -= utf8.RuneCountInString(string(d))
		case raw:
			if i := strings.IndexByte(string(d), '\n'); i >= 0 {
				return left >= utf8.RuneCountInString(string(d[:i]))
			}
			left -= utf8.RuneCountInString(string(d))
		case concat:
			for i := len(d) - 1; i >= 0; i-- {
				stack = append(stack, item{d[i], it.level, it.broken})
			}
		case indent:
			stack = append(stack, item{d.d, it.level, it.broken})
		case group:
			stack = append(stack, item{d.d, it.level, it.broken})
		case fluid:
			stack = append(stack, item{concat{text(" "), d.d}, it.level, it.broken})
		case choice:
			if it.broken {
				stack = append(stack, item{d.broken, it.level, true})
			} else {
				stack = append(stack, item{d.flat, it.level, false})
			}
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
