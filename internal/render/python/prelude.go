package python

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed prelude/sqlite.py
var preludeSource string

// helper is a definition of the prelude.
type helper struct {
	name, text string
	uses       []string // names in text: other helpers and imports
}

var (
	// helpers are read on first use: other languages and commands need none.
	helpers = sync.OnceValue(func() []helper { return readPrelude(preludeSource) })
	ident   = regexp.MustCompile(`[A-Za-z_]\w*`)
	defined = regexp.MustCompile(`^(?:@\w+\n)?(?:class |def )?(\w+)`)
)

// readPrelude splits the prelude at the two blank lines that a formatter puts between definitions.
func readPrelude(source string) []helper {
	var out []helper
	for _, text := range strings.Split(strings.TrimRight(source, "\n"), "\n\n\n")[1:] {
		out = append(out, helper{name: defined.FindStringSubmatch(text)[1], text: text, uses: ident.FindAllString(text, -1)})
	}
	return out
}

// preludeNames are the names that a generated module may define for its helpers.
func preludeNames() map[string]bool {
	names := map[string]bool{}
	for _, h := range helpers() {
		names[h.name] = true
	}
	return names
}

// needed returns the helpers that names use, themselves included, in the prelude's order.
func needed(names map[string]bool) []helper {
	wanted := map[string]bool{}
	var want func(name string)
	want = func(name string) {
		for _, h := range helpers() {
			if h.name == name && !wanted[name] {
				wanted[name] = true
				for _, u := range h.uses {
					want(u)
				}
			}
		}
	}
	for n := range names {
		want(n)
	}
	var out []helper
	for _, h := range helpers() {
		if wanted[h.name] {
			out = append(out, h)
		}
	}
	return out
}
