package syntax

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// copyFrom is the statement before rows that psql copies. It is compiled for the few files that have one.
var copyFrom = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?mi)^COPY\s[^;]*\bFROM\s+stdin\b[^;]*;[ \t]*\r?\n`)
})

// copied is where a COPY statement starts, where its rows do, and where the line ends that ends them.
type copied struct{ start, rows, end int }

func copies(text string) (found []copied) {
	const last = "\n\\."
	for at := 0; strings.Contains(text[at:], last); at = found[len(found)-1].end {
		m := copyFrom().FindStringIndex(text[at:])
		if m == nil {
			break
		}
		rows := at + m[1]
		n := strings.Index(text[rows-1:], last)
		if n < 0 {
			break
		}
		found = append(found, copied{at + m[0], rows, lineEnd(text, rows+n)})
	}
	return found
}

// withoutRows blanks the rows of COPY statements, which are no SQL and may hold any quote.
func withoutRows(text string) string {
	for _, c := range copies(text) {
		text = text[:c.rows] + blanked(text[c.rows:c.end]) + text[c.end:]
	}
	return text
}

// restricts are the lines with which pg_dump keeps psql from running commands of its own.
var restricts = regexp.MustCompile(`(?m)^\\(?:un)?restrict[ \t]+\S+[ \t]*\r?$`)

// dumped are the statements of pg_dump that say nothing of the schema itself: who owns and may use it, and what every
// database has. Roles need not be there for the analysis.
var dumped = [][]string{{"GRANT"}, {"REVOKE"}, {"ALTER", "DEFAULT", "PRIVILEGES"}, {"CREATE", "SCHEMA", "PUBLIC"},
	{"SET", "TRANSACTION_TIMEOUT"}}

// undumped blanks what pg_dump writes into a schema and a scratch database need not have. Lengths stay.
func (d Dialect) undumped(script string) string {
	out := restricts.ReplaceAllStringFunc(script, blanked)
	for _, c := range copies(out) {
		out = out[:c.start] + blanked(out[c.start:c.end]) + out[c.end:]
	}
	for _, c := range d.Split(out) {
		owner := slices.Index(c.Words, "OWNER")
		leave := len(c.Words) > 0 && c.Words[0] == "ALTER" && owner > 0 && owner+1 < len(c.Words) &&
			c.Words[owner+1] == "TO"
		for _, words := range dumped {
			leave = leave || len(c.Words) >= len(words) && slices.Equal(c.Words[:len(words)], words)
		}
		if leave {
			out = out[:c.Start] + blanked(out[c.Start:c.End]) + out[c.End:]
		}
	}
	return out
}

func blanked(text string) string {
	out := []byte(text)
	for i := range out {
		if !strings.ContainsRune("\r\n", rune(out[i])) {
			out[i] = ' '
		}
	}
	return string(out)
}
