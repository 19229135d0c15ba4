package typescript

import (
	"embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed prelude/*.ts
var preludeFiles embed.FS

// prelude holds the helpers of a driver: the declarations of its files, in their order.
type prelude struct {
	names []string
	text  map[string]string
	file  map[string]string
	uses  map[string][]string // the words of a declaration that name something else: helpers and imports
}

var (
	declaration = regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:function\*?|(?:abstract )?class|interface|type|const|let) (\w+)`)
	access      = regexp.MustCompile(`([\w)\]?!])\.#?\w+`)
	comment     = regexp.MustCompile(`(?s:/\*\*.*?\*/)|(?m: // .*$)`)
	template    = regexp.MustCompile("`[^`]*`")
	word        = regexp.MustCompile(`\w+`)
)

// loadPrelude splits files into their declarations, which stand between blank lines; what is indented belongs to the
// declaration above. A file's first part, its comment and imports, and its
// last, its exports, are for linting the file as it is. It does so on first
// use: other languages and commands need none of it.
func loadPrelude(files ...string) func() *prelude {
	return sync.OnceValue(func() *prelude { return readPrelude(files) })
}

func readPrelude(files []string) *prelude {
	p := &prelude{text: map[string]string{}, file: map[string]string{}, uses: map[string][]string{}}
	for _, file := range files {
		src, err := preludeFiles.ReadFile("prelude/" + file + ".ts")
		if err != nil {
			panic(err)
		}
		var parts []string
		for _, part := range strings.Split(strings.TrimRight(string(src), "\n"), "\n\n") {
			if strings.HasPrefix(part, " ") {
				parts[len(parts)-1] += "\n\n" + part
			} else {
				parts = append(parts, part)
			}
		}
		for _, part := range parts[1 : len(parts)-1] {
			name := declaration.FindStringSubmatch(part)[1]
			p.names = append(p.names, name)
			p.text[name], p.file[name] = part, file
			code := template.ReplaceAllStringFunc(comment.ReplaceAllString(part, ""), withCode)
			p.uses[name] = word.FindAllString(access.ReplaceAllString(code, "$1"), -1)
		}
	}
	return p
}

// withCode is a template literal if there is code in it, and nothing where it is text.
func withCode(literal string) string {
	if strings.Contains(literal, "${") {
		return literal
	}
	return ""
}

// set is the names of all helpers.
func (p *prelude) set() map[string]bool {
	s := map[string]bool{}
	for _, n := range p.names {
		s[n] = true
	}
	return s
}

// closure adds to used what the helpers in it need, and returns their text: first what code at the top of a module needs,
// which stands in the files of that name.
func (p *prelude) closure(used map[string]bool, first map[string]bool) (early, late []string) {
	var visit func(string)
	seen := map[string]bool{}
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, w := range p.uses[name] {
			used[w] = true
			visit(w)
		}
	}
	for _, n := range p.names {
		if used[n] {
			visit(n)
		}
	}
	for _, n := range p.names {
		switch {
		case seen[n] && first[p.file[n]]:
			early = append(early, p.text[n])
		case seen[n]:
			late = append(late, p.text[n])
		}
	}
	return early, late
}
