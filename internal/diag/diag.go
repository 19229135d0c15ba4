// Package diag is how sqg says that something is wrong: a stable code, the place, the user's own line, and what to do.
package diag

import (
	"slices"
	"sort"

	"github.com/sqg-dev/sqg/internal/source"
)

// Code is a diagnostic's stable name, such as "SQG101". Codes lists them all; each has a page in docs/errors.
type Code string

// Severity of a diagnostic. Only errors make a run fail; what is only worth knowing is said with --verbose.
type Severity int

const (
	Error Severity = iota
	Warning
	Notice
)

func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// Diagnostic is one finding. A zero Span means that it belongs to no place in a file.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     source.Span
	Msg      string // what is wrong, in the user's terms; no final full stop
	Hint     string // what to do about it; "" where there is nothing to say
	Notes    []Note // other places that matter
}

// Note points to a second place, such as the first of two equal names.
type Note struct {
	Span source.Span
	Msg  string
}

// List collects the diagnostics of a run.
type List struct {
	Strict bool // warnings are errors, but for those about what is outside the project
	items  []Diagnostic
}

// Add appends diagnostics.
func (l *List) Add(ds ...Diagnostic) {
	for _, d := range ds {
		if l.Strict && d.Severity == Warning && d.Code != Environment {
			d.Severity = Error
		}
		l.items = append(l.items, d)
	}
}

// Failed reports whether any of them is an error.
func (l *List) Failed() bool { return Failed(l.items) }

// Failed reports whether any of the diagnostics is an error.
func Failed(ds []Diagnostic) bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Has reports whether a place has a diagnostic of a code.
func (l *List) Has(code Code, span source.Span) bool {
	return slices.ContainsFunc(l.items, func(d Diagnostic) bool { return d.Code == code && d.Span == span })
}

// All returns the diagnostics by file and place, each once.
func (l *List) All() []Diagnostic {
	out := make([]Diagnostic, 0, len(l.items))
	type key struct {
		span source.Span
		code Code
		msg  string
	}
	seen := map[key]bool{}
	for _, d := range l.items {
		k := key{d.Span, d.Code, d.Msg}
		if !seen[k] {
			seen[k] = true
			out = append(out, d)
		}
	}
	path := func(d Diagnostic) string {
		if d.Span.File == nil {
			return ""
		}
		return d.Span.File.Path
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if path(a) != path(b) {
			return path(a) < path(b)
		}
		return a.Span.Start < b.Span.Start
	})
	return out
}

// Rename says that a name could not stay what it would naturally be: what names its owner, such as "column class of
// users".
func Rename(span source.Span, what, name string) Diagnostic {
	return Diagnostic{Code: Renamed, Severity: Notice, Span: span, Msg: what + " is called " + name}
}
