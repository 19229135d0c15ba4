package architecture

import (
	"go/scanner"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestCode keeps Go's code within the width of comments. A text and a comment behind code may be wider.
func TestCode(t *testing.T) {
	own := func(name string) bool {
		return strings.HasSuffix(name, ".go") && !generated.MatchString(name) && !strings.Contains(name, "/prelude/")
	}
	for name, text := range tracked(t, own) {
		if strings.Contains(string(text[:min(len(text), 200)]), "DO NOT EDIT") {
			continue
		}
		for _, n := range wide(text) {
			t.Errorf("%s:%d: code of more than %d columns", name, n, columns)
		}
	}
}

// wide lists the numbers of the lines whose code is too long without its texts and comments.
func wide(src []byte) []int {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	apart := map[int]int{} // by line, the width of texts and comments
	within := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok != token.STRING && tok != token.COMMENT {
			continue
		}
		first := file.Line(pos)
		apart[first] += utf8.RuneCountInString(text)
		for i := range strings.Count(text, "\n") {
			within[first+i], within[first+i+1] = true, true
		}
	}
	var lines []int
	for i, line := range strings.Split(string(src), "\n") {
		width := utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
		if width-apart[i+1] > columns && !within[i+1] {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func TestWide(t *testing.T) {
	long := strings.Repeat("x + ", 30)
	for text, want := range map[string]int{
		"var y = " + long + "1": 1, "var y = f(" + long + `"a")`: 1, "var y = `\n" + long + "\n`": 0,
		`var y = "` + long + `"`: 0, "var y = 1 // " + long: 0, "\tvar y = 1": 0,
	} {
		if got := len(wide([]byte("package p\n" + text + "\n"))); got != want {
			t.Errorf("%d lines instead of %d in %s", got, want, text)
		}
	}
}
