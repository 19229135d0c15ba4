package importer

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// marks are the comments by which migration tools divide what makes a schema from what undoes it, in lower case.
var marks = []struct{ up, down string }{
	{"-- +goose up", "-- +goose down"},
	{"-- +migrate up", "-- +migrate down"},
	{"-- migrate:up", "-- migrate:down"},
	{"-- rambler up", "-- rambler down"},
	{"", "---- create above / drop below ----"}, // tern
}

// Schema is what files of a schema, or of a migration tool, make: what undoes it is left out, and so are files without
// a statement. The files of a tool that numbers them come in the order of their numbers.
func Schema(files []*source.File, d syntax.Dialect) (scripts []Script) {
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b *source.File) int { return compare(path.Base(a.Path), path.Base(b.Path)) })
	taken := map[string]int{}
	for _, f := range files {
		text := made(f)
		if len(d.Split(text)) == 0 {
			continue
		}
		id := identifier(strings.TrimSuffix(path.Base(f.Path), ".sql"))
		if taken[id]++; taken[id] > 1 {
			id += "_" + strconv.Itoa(taken[id])
		}
		scripts = append(scripts, Script{id, text})
	}
	return scripts
}

// made is what of a file makes the schema.
func made(f *source.File) string {
	name := path.Base(f.Path)
	if strings.HasSuffix(name, ".down.sql") || isVersioned(name, 'U') {
		return ""
	}
	var kept []string
	keep := true
	for _, line := range strings.SplitAfter(f.Text, "\n") {
		said := strings.ToLower(strings.TrimSpace(line))
		mark := false
		for _, m := range marks {
			switch {
			case m.up != "" && begins(said, m.up):
				keep, mark = true, true
			case begins(said, m.down):
				keep, mark = false, true
			}
		}
		if keep && !mark && !strings.HasPrefix(said, "-- +goose ") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// begins reports whether a line is a mark, with options behind it or none.
func begins(line, mark string) bool {
	rest, ok := strings.CutPrefix(line, mark)
	return ok && (rest == "" || rest[0] == ' ')
}

// isVersioned reports whether Flyway would take a file for one of a kind: V1__name.sql, U1__name.sql.
func isVersioned(name string, kind byte) bool {
	version, _, ok := strings.Cut(name, "__")
	return ok && len(version) > 1 && version[0] == kind && version[1] >= '0' && version[1] <= '9'
}

// compare orders names of files: by the number that both begin with, then as text; Flyway's repeatable ones come last.
func compare(a, b string) int {
	last := func(name string) int {
		if strings.HasPrefix(name, "R__") {
			return 1
		}
		return 0
	}
	x, y := number(a), number(b)
	if x == nil || y == nil {
		return cmp.Or(last(a)-last(b), cmp.Compare(a, b))
	}
	return cmp.Or(slices.Compare(x, y), cmp.Compare(a, b))
}

// number is what a file's name begins with: 7_x, 007_x, V7__x, V1.2__x; nil for none.
func number(name string) (version []int) {
	if isVersioned(name, 'V') {
		name = strings.ReplaceAll(name[1:strings.Index(name, "__")], "_", ".")
	}
	for _, part := range strings.Split(name, ".") {
		digits := strings.TrimLeft(part, "0123456789")
		n, err := strconv.Atoi(strings.TrimSuffix(part, digits))
		if err != nil {
			break
		}
		if version = append(version, n); digits != "" {
			break
		}
	}
	return version
}

// identifier is a text as the id of a block.
func identifier(text string) string {
	return strings.Map(func(r rune) rune {
		if plainRune(r) && r != '/' {
			return r
		}
		return '_'
	}, text)
}
