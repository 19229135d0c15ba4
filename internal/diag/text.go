package diag

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"github.com/sqg-dev/sqg/internal/source"
)

const (
	tabWidth  = 4   // columns of a tab in a shown line
	lineWidth = 120 // columns of a shown line; longer ones are cut around the place
)

// style is how a part of the text is coloured on a terminal.
type style string

const (
	red    style = "\x1b[1;31m"
	yellow style = "\x1b[1;33m"
	blue   style = "\x1b[1;34m"
	green  style = "\x1b[1;32m"
	bold   style = "\x1b[1m"
	reset        = "\x1b[0m"
)

// printer writes diagnostics for people.
type printer struct {
	strings.Builder
	color bool
}

// WriteText writes diagnostics for people, with the user's own line and a caret under each place. color asks for
// terminal colours.
func WriteText(w io.Writer, ds []Diagnostic, color bool) error {
	p := &printer{color: color}
	for i, d := range ds {
		if i > 0 && (d.Severity != Notice || ds[i-1].Severity != Notice) {
			p.WriteByte('\n')
		}
		p.diagnostic(d)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// WriteLines writes a line for each diagnostic, as compilers do and as build tools and editors make links of.
func WriteLines(w io.Writer, ds []Diagnostic) error {
	var out strings.Builder
	for _, d := range ds {
		if p := placeOf(d.Span); p.File != "" {
			fmt.Fprintf(&out, "%s:%d:%d: ", p.File, p.Line, p.Column)
		}
		fmt.Fprintf(&out, "%s[%s]: %s\n", d.Severity, d.Code, visible(strings.Join(strings.Fields(d.inLine()), " ")))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func (p *printer) diagnostic(d Diagnostic) {
	if d.Severity == Notice {
		p.notice(d)
		return
	}
	s := red
	if d.Severity == Warning {
		s = yellow
	}
	p.styled(s, fmt.Sprintf("%s[%s]", d.Severity, d.Code))
	p.styled(bold, ": "+paragraph(d.Msg))
	p.WriteByte('\n')
	p.place(d.Span, s)
	if d.Hint != "" {
		p.styled(green, "help")
		p.WriteString(": " + paragraph(d.Hint) + "\n")
	}
	for _, n := range d.Notes {
		p.styled(blue, "note")
		p.WriteString(": " + paragraph(n.Msg) + "\n")
		p.place(n.Span, blue)
	}
}

// notice is one line: there may be many of them.
func (p *printer) notice(d Diagnostic) {
	p.styled(blue, fmt.Sprintf("%s[%s]", d.Severity, d.Code))
	p.WriteString(": ")
	if f := d.Span.File; f != nil {
		line, col := f.Position(d.Span.Start)
		fmt.Fprintf(p, "%s:%d:%d: ", visible(f.Path), line, col)
	}
	p.WriteString(paragraph(d.inLine()) + "\n")
}

// inLine is the message with what to do about it behind.
func (d Diagnostic) inLine() string {
	if d.Hint == "" {
		return d.Msg
	}
	return d.Msg + " (" + d.Hint + ")"
}

func (p *printer) styled(s style, text string) {
	if p.color {
		text = string(s) + text + reset
	}
	p.WriteString(text)
}

// place shows where a span is: file, line and column, and the line with the span underlined.
func (p *printer) place(s source.Span, mark style) {
	if s.File == nil {
		return
	}
	line, col := s.File.Position(s.Start)
	number := strconv.Itoa(line)
	gutter := strings.Repeat(" ", len(number))
	p.styled(blue, gutter+"--> ")
	fmt.Fprintf(p, "%s:%d:%d\n", visible(s.File.Path), line, col)
	text := s.File.Line(line)
	if text == "" {
		return // nothing to show: an empty file, or a line that is only its end
	}
	before, inside, after := excerpt(s, text)
	p.styled(blue, gutter+" |")
	p.WriteByte('\n')
	p.styled(blue, number+" | ")
	p.WriteString(strings.TrimRight(before+inside+after, " ") + "\n")
	p.styled(blue, gutter+" | ")
	p.WriteString(strings.Repeat(" ", displaywidth.String(before)))
	p.styled(mark, strings.Repeat("^", max(1, displaywidth.String(inside))))
	p.WriteByte('\n')
}

// excerpt splits the first line of a span, as it is shown, into what stands before, inside and after the span.
func excerpt(s source.Span, line string) (before, inside, after string) {
	lineNo, _ := s.File.Position(s.Start)
	start := min(s.Start-s.File.Offset(lineNo, 1), len(line))
	end := min(max(start, start+s.End-s.Start), len(line))
	// Measuring all of a line takes too long where it is a long one with many errors in it.
	from, to := max(start-8*lineWidth, 0), min(end+8*lineWidth, len(line))
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	before, inside, after = visible(line[from:start]), visible(line[start:end]), visible(line[end:to])
	if displaywidth.String(before+inside+after) <= lineWidth {
		return before, inside, after
	}
	// Each has a third, and what the others leave of theirs.
	left := func(others ...string) int {
		columns := lineWidth
		for _, o := range others {
			columns -= min(displaywidth.String(o), lineWidth/3)
		}
		return columns
	}
	inside = firstColumns(inside, left(before, after))
	before = lastColumns(before, max(lineWidth/3, left(after)-displaywidth.String(inside)))
	return before, inside, firstColumns(after, max(lineWidth/3, lineWidth-displaywidth.String(before+inside)))
}

// paragraph returns a message as it can be shown; an engine's own may have several lines.
func paragraph(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		lines[i] = visible(strings.TrimRight(line, "\r"))
	}
	return strings.Join(lines, "\n    ")
}

// visible returns text as it can be shown on one line: tabs as blanks, control characters as their pictures, so that
// nothing in a file can move the cursor.
func visible(text string) string {
	if strings.IndexFunc(text, unicode.IsControl) < 0 {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			out.WriteString(strings.Repeat(" ", tabWidth))
		case r < ' ':
			out.WriteRune('␀' + r)
		case unicode.IsControl(r):
			out.WriteRune('�')
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

func firstColumns(text string, columns int) string {
	for i, r := range text {
		if columns -= displaywidth.Rune(r); columns < 0 {
			return text[:i] + "…"
		}
	}
	return text
}

func lastColumns(text string, columns int) string {
	runes := []rune(text)
	for i := len(runes) - 1; i >= 0; i-- {
		if columns -= displaywidth.Rune(runes[i]); columns < 0 {
			return "…" + string(runes[i+1:])
		}
	}
	return text
}
