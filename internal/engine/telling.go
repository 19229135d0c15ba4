package engine

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Telling is a statement that tells something of the schema or of another statement, such as SHOW or EXPLAIN. Its
// columns are fixed, and the engine's analysis does not say which of them are never NULL.
type Telling struct {
	Words string   // that it starts with
	Head  string   // the pattern of what stands before the statement that it is about; "" where it is about none
	Full  []string // the columns that are never NULL: tests have each of them; "*" for all
	One   bool     // it returns one row, whatever it tells
}

// Describe is the description of one without its columns and parameters.
func (t Telling) Describe() *Description {
	d := &Description{Found: t.One}
	if t.One {
		d.Single = t.Words + " returns one row"
	}
	return d
}

// Tellings are an engine's, of which the first that fits a statement counts.
type Tellings []Telling

// Of is what is known of a statement; nothing where it is none of them.
func (l Tellings) Of(d syntax.Dialect, sql string) Telling {
	commands := d.Split(sql)
	if len(commands) == 0 {
		return Telling{}
	}
	for _, t := range l {
		if words := strings.Fields(t.Words); len(commands[0].Words) >= len(words) &&
			slices.Equal(commands[0].Words[:len(words)], words) {
			return t
		}
	}
	return Telling{}
}

// About is the statement that a telling is about, with blanks in place of its head, so that all places stay.
func (t Telling) About(d syntax.Dialect, in Stmt) Stmt {
	start := d.Split(in.SQL)[0].Start
	end := start + len(regexp.MustCompile(t.Head).FindString(in.SQL[start:]))
	in.SQL = in.SQL[:start] + strings.Repeat(" ", end-start) + in.SQL[end:]
	in.Many = false
	return in
}

// Column is one of its columns.
func (t Telling) Column(name string, typ ir.Type) Column {
	if slices.Contains(t.Full, name) || slices.Contains(t.Full, "*") {
		return Column{Name: name, Type: typ, Why: t.Words + " always tells it"}
	}
	return Column{Name: name, Type: typ, Nullable: true, Why: "what " + t.Words + " tells may be NULL"}
}
