package syntax

import (
	"regexp"
	"slices"
	"strings"
)

// restricts are the lines with which pg_dump keeps psql from running commands of its own.
var restricts = regexp.MustCompile(`(?m)^\\(?:un)?restrict[ \t]+\S+[ \t]*\r?$`)

// dumped are the statements of pg_dump that say nothing of the schema itself: who owns and may use it, and what every
// database has. Roles need not be there for the analysis.
var dumped = [][]string{{"GRANT"}, {"REVOKE"}, {"ALTER", "DEFAULT", "PRIVILEGES"}, {"CREATE", "SCHEMA", "PUBLIC"},
	{"SET", "TRANSACTION_TIMEOUT"}}

// undumped blanks what pg_dump writes into a schema and a scratch database need not have. Lengths stay.
func (d Dialect) undumped(script string) string {
	out := restricts.ReplaceAllStringFunc(script, blanked)
	for _, c := range d.Split(out) {
		owner := slices.Index(c.Words, "OWNER")
		leave := len(c.Words) > 0 && c.Words[0] == "ALTER" && owner > 0 && owner+1 < len(c.Words) && c.Words[owner+1] == "TO"
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
