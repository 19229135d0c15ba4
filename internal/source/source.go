// Package source holds the text a user wrote and maps byte offsets back to it.
package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// File is one input file. Text is what the user wrote, byte for byte, less a leading byte order mark.
type File struct {
	Path  string // as given by the user, slash separated
	Text  string
	lines []int // byte offset of the start of each line
}

// New indexes text by line.
func New(path, text string) *File {
	f := &File{Path: path, Text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// Position of a byte offset: line and column count from 1, the column in characters (not bytes).
func (f *File) Position(offset int) (line, col int) {
	offset = min(max(offset, 0), len(f.Text))
	i := sort.SearchInts(f.lines, offset+1) - 1
	return i + 1, utf8.RuneCountInString(f.Text[f.lines[i]:offset]) + 1
}

// Line returns the text of line n (from 1) without its line ending.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	end := len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n]
	}
	return strings.TrimRight(f.Text[f.lines[n-1]:end], "\r\n")
}

// Span is a byte range [Start, End) of a file. The zero Span points nowhere.
type Span struct {
	File       *File
	Start, End int
}

// Text returns the user's text inside the span.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	return s.File.Text[s.Start:s.End]
}

// Sub returns the part of s that starts n bytes in and is size bytes long, kept inside the file.
func (s Span) Sub(n, size int) Span {
	if s.File == nil {
		return s
	}
	start := min(s.Start+n, len(s.File.Text))
	return Span{s.File, start, min(start+size, len(s.File.Text))}
}
