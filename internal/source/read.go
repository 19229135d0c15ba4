package source

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// EncodingError says that a file is not UTF-8 text. Offset is the first byte that cannot be.
type EncodingError struct {
	File   *File // readable up to Offset; empty where the whole file is in another encoding
	Offset int
	Found  string // what the file looks like instead
}

func (e *EncodingError) Error() string { return "not UTF-8 text: " + e.Found }

// Reader loads a text file by its path, as Read does.
type Reader func(path string) (*File, error)

// Read loads a text file: UTF-8, with or without a byte order mark. The error is an *EncodingError for any other text,
// else the file system's. A device or a pipe is refused, since reading it may never end.
func Read(path string) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, errors.New("it is not an ordinary file")
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Decode(filepath.ToSlash(path), raw)
}

// Decode is Read for text that is already in memory.
func Decode(path string, raw []byte) (*File, error) {
	for _, other := range []struct{ mark, name string }{
		{"\xff\xfe", "UTF-16 (little endian)"}, {"\xfe\xff", "UTF-16 (big endian)"},
	} {
		if strings.HasPrefix(string(raw[:min(len(raw), 4)]), other.mark) {
			return nil, &EncodingError{File: New(path, ""), Found: "it is " + other.name}
		}
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if i, found := firstBad(raw); found != "" {
		return nil, &EncodingError{File: New(path, string(raw[:i])), Offset: i, Found: found}
	}
	return New(path, string(raw)), nil
}

// firstBad is the first byte that cannot stand in a text file, and why; "" where there is none.
func firstBad(raw []byte) (offset int, why string) {
	if utf8.Valid(raw) && bytes.IndexByte(raw, 0) < 0 {
		return 0, ""
	}
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case raw[i] == 0:
			return i, "it contains a NUL byte"
		case r == utf8.RuneError && n == 1:
			return i, fmt.Sprintf("byte 0x%02X cannot stand here; is it Latin-1 or Windows-1252?", raw[i])
		}
		i += n
	}
	return 0, ""
}

// Offset is the byte offset of a line and column (both from 1, the column in characters), the inverse of Position.
func (f *File) Offset(line, col int) int {
	if line < 1 {
		return 0
	}
	if line > len(f.lines) {
		return len(f.Text)
	}
	off := f.lines[line-1]
	for i := 1; i < col && off < len(f.Text) && f.Text[off] != '\n'; i++ {
		_, n := utf8.DecodeRuneInString(f.Text[off:])
		off += n
	}
	return off
}
