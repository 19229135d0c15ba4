package lsp

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sqg-dev/sqg/internal/source"
)

// encoding is the unit in which characters of a line are counted.
type encoding string

const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
)

// lines maps byte offsets of a text to the protocol's positions and back. A line ends in \n, \r\n or \r.
type lines struct {
	text   string
	starts []int
	units  encoding
	mark   int // units of a byte order mark, which stands in the editor's first line and not in text
}

// byteOrderMark may be the first character of a text that an editor has.
const byteOrderMark = "\ufeff"

func linesOf(text string, units encoding) *lines {
	l := &lines{text: text, starts: []int{0}, units: units}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// size is how many units a rune takes, which stands in so many bytes.
func (l *lines) size(r rune, bytes int) int {
	switch {
	case l.units == utf8Units:
		return bytes
	case r >= 0x10000:
		return 2
	}
	return 1
}

func (l *lines) position(offset int) Position {
	offset = min(max(offset, 0), len(l.text))
	line := sort.SearchInts(l.starts, offset+1) - 1
	p := Position{Line: line}
	if line == 0 {
		p.Character = l.mark
	}
	for at := l.starts[line]; at < offset; {
		r, n := utf8.DecodeRuneInString(l.text[at:])
		p.Character += l.size(r, n)
		at += n
	}
	return p
}

// offset of a position. One behind a line's end is the line's end, one behind the text the text's.
func (l *lines) offset(p Position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(l.starts) {
		return len(l.text)
	}
	at, left := l.starts[p.Line], p.Character
	if p.Line == 0 {
		left -= l.mark
	}
	for left > 0 && at < len(l.text) && l.text[at] != '\n' && l.text[at] != '\r' {
		r, n := utf8.DecodeRuneInString(l.text[at:])
		if left -= l.size(r, n); left < 0 {
			break // in the middle of a character
		}
		at += n
	}
	return at
}

func (l *lines) span(start, end int) Range { return Range{l.position(start), l.position(end)} }

// document is a version of a text that an editor has open.
type document struct {
	uri, path string
	version   int
	lines     *lines       // of the file's text
	whole     *lines       // of the editor's text, which may have a byte order mark
	file      *source.File // nil where it is no text
	err       error
}

func newDocument(uri, path string, version int, text string, units encoding) *document {
	d := &document{uri: uri, path: path, version: version, whole: linesOf(text, units)}
	d.lines = d.whole
	if bare, marked := strings.CutPrefix(text, byteOrderMark); marked {
		d.lines = linesOf(bare, units)
		d.lines.mark = d.lines.size('\ufeff', len(byteOrderMark))
	}
	d.file, d.err = source.Decode(path, []byte(text))
	return d
}

// changed is the document after edits, each of the text that the one before it leaves.
func (d *document) changed(version int, changes []ContentChange) *document {
	l := d.whole
	for _, c := range changes {
		text := c.Text
		if c.Range != nil {
			start, end := l.offset(c.Range.Start), l.offset(c.Range.End)
			text = l.text[:start] + c.Text + l.text[max(start, end):]
		}
		l = linesOf(text, l.units)
	}
	return newDocument(d.uri, d.path, version, l.text, l.units)
}

// unknown is the error of a document that is not open.
func unknown(uri string) error { return fmt.Errorf("the document %s is not open", uri) }
