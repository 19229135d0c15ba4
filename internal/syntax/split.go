package syntax

import (
	"slices"
	"strings"
)

// Command is one statement of a script.
type Command struct {
	Start, End int      // in the script: from its first word to before its semicolon
	Words      []string // its first words outside of parentheses and quotes, in capitals
	Shell      int      // where a command of psql stands in it, \i or \gx; -1 for none
}

// commandWords is how many words of a command are kept: enough to tell what it is.
const commandWords = 12

// Split finds the statements of a script where psql would: at semicolons outside of quotes, of parentheses and of a
// function's BEGIN ATOMIC … END.
func (d Dialect) Split(script string) []Command {
	s := splitter{src: script}
	for _, t := range d.scan(script, 0, len(script)) {
		switch t.kind {
		case lineComment, blockComment:
		case semicolon:
			s.semicolon(t)
		case text:
			s.text(t)
		default:
			s.touch(t.start, t.end)
		}
	}
	s.finish()
	return s.list
}

type splitter struct {
	src    string
	list   []Command
	now    Command
	open   bool // now has begun
	parens int
	blocks int // BEGIN without its END
}

func (s *splitter) touch(start, end int) {
	if !s.open {
		s.now, s.open = Command{Start: start, Shell: -1}, true
	}
	s.now.End = end
}

func (s *splitter) semicolon(t token) {
	if s.parens > 0 || s.blocks > 0 {
		s.touch(t.start, t.end)
		return
	}
	s.finish()
}

func (s *splitter) finish() {
	if s.open {
		s.list = append(s.list, s.now)
	}
	s.open, s.parens, s.blocks = false, 0, 0
}

func (s *splitter) text(t token) {
	for i := t.start; i < t.end; {
		c := s.src[i]
		switch {
		case isBlank(c):
			i++
			continue
		case isWord(c):
			end := i
			for end < t.end && (isWord(s.src[end]) || s.src[end] == '$') {
				end++
			}
			s.touch(i, end)
			s.word(s.src[i:end])
			i = end
			continue
		case c == '\\' && (!s.open || s.now.Shell < 0):
			s.touch(i, i+1)
			s.now.Shell = i
		case c == '(':
			s.parens++
		case c == ')':
			s.parens = max(0, s.parens-1)
		}
		s.touch(i, i+1)
		i++
	}
}

func (s *splitter) word(w string) {
	if s.parens > 0 {
		return
	}
	if len(s.now.Words) < commandWords {
		s.now.Words = append(s.now.Words, strings.ToUpper(w))
	}
	if !s.makesRoutine() {
		return
	}
	switch strings.ToUpper(w) {
	case "BEGIN":
		s.blocks++
	case "CASE":
		if s.blocks > 0 {
			s.blocks++
		}
	case "END":
		s.blocks = max(0, s.blocks-1)
	}
}

// makesRoutine reports whether the command is a CREATE FUNCTION, PROCEDURE or TRIGGER.
func (s *splitter) makesRoutine() bool {
	w := s.now.Words
	if len(w) > 2 && w[0] == "CREATE" && w[1] == "OR" && w[2] == "REPLACE" {
		w = w[2:]
	}
	if len(w) > 2 && (w[1] == "TEMP" || w[1] == "TEMPORARY") {
		w = w[1:]
	}
	return len(w) > 1 && slices.Contains([]string{"CREATE", "REPLACE", "TEMP", "TEMPORARY"}, w[0]) &&
		slices.Contains([]string{"FUNCTION", "PROCEDURE", "TRIGGER"}, w[1])
}

// Word is a word of a statement outside of quotes and parentheses, in capitals, or a pair of parentheses: "(".
type Word struct {
	Text       string
	Start, End int
}

// Words are those of a statement.
func (d Dialect) Words(sql string) []Word {
	var list []Word
	depth, open := 0, 0
	for _, t := range d.scan(sql, 0, len(sql)) {
		for i := t.start; t.kind == text && i < t.end; i++ {
			start := i
			switch c := sql[i]; {
			case isWord(c):
				for i+1 < t.end && (isWord(sql[i+1]) || sql[i+1] == '$') {
					i++
				}
				if depth == 0 {
					list = append(list, Word{strings.ToUpper(sql[start : i+1]), start, i + 1})
				}
			case c == '(':
				if depth++; depth == 1 {
					open = i
				}
			case c == ')':
				if depth--; depth == 0 {
					list = append(list, Word{"(", open, i + 1})
				}
			}
		}
	}
	return list
}

// Marks is where the engine's own bind parameters stand in a statement, each as its start and end.
func (d Dialect) Marks(sql string) [][2]int {
	var at [][2]int
	for _, t := range d.scan(sql, 0, len(sql)) {
		if t.kind == placeholder {
			at = append(at, [2]int{t.start, t.end})
		}
	}
	return at
}
