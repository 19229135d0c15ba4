package python

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed prelude/*.py
var preludeFiles embed.FS

// prelude is the helpers of a driver, from the files that its row in the table names.
type prelude struct {
	read func() []helper
}

// helper is a definition of the prelude.
type helper struct {
	name, text string
	uses       []string // names in text: other helpers and imports
}

var (
	ident   = regexp.MustCompile(`[A-Za-z_]\w*\.?`)
	defined = regexp.MustCompile(`^(?:@.+\n)?(?:async )?(?:class |def )?(\w+)`)
)

// helpersOf names the files of a prelude; they are read on first use, since other languages and commands need none.
func helpersOf(files ...string) *prelude {
	return &prelude{read: sync.OnceValue(func() []helper {
		var out []helper
		for _, f := range files {
			source, err := preludeFiles.ReadFile("prelude/" + f + ".py")
			if err != nil {
				panic(err)
			}
			out = append(out, readPrelude(string(source))...)
		}
		return out
	})}
}

// readPrelude splits a file at the two blank lines that a formatter puts between definitions.
func readPrelude(source string) []helper {
	var out []helper
	for _, text := range strings.Split(strings.TrimRight(source, "\n"), "\n\n\n")[1:] {
		out = append(out, helper{name: defined.FindStringSubmatch(text)[1], text: text, uses: usesOf(text)})
	}
	return out
}

// usesOf are the names in a text, not those of attributes. A module's name counts where something of the module is meant.
func usesOf(text string) []string {
	var out []string
	for _, at := range ident.FindAllStringIndex(text, -1) {
		if at[0] > 0 && text[at[0]-1] == '.' {
			continue
		}
		name, dotted := strings.CutSuffix(text[at[0]:at[1]], ".")
		if dotted || !strings.HasPrefix(standard[name], "import ") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// names are the names that a generated module may define for its helpers.
func (p *prelude) names() map[string]bool {
	names := map[string]bool{}
	for _, h := range p.read() {
		names[h.name] = true
	}
	return names
}

// needed returns the helpers that names use, themselves included, in the prelude's order.
func (p *prelude) needed(names map[string]bool) []helper {
	helpers := p.read()
	wanted := map[string]bool{}
	var want func(name string)
	want = func(name string) {
		for _, h := range helpers {
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
	for _, h := range helpers {
		if wanted[h.name] {
			out = append(out, h)
		}
	}
	return out
}
