package config

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/target"
)

// Entry is a key or a value that may stand in a place of a sqg.yaml, and what it is for.
type Entry struct{ Name, Doc string }

// Place is what the table of keys says of a place of a sqg.yaml. It is found by the lines and their indentation alone,
// so that there is one in a text that is no YAML yet, too.
type Place struct {
	Word    [2]int  // what stands there so far
	Value   bool    // it is a value, else a key
	Entries []Entry // that may stand there
	Here    Entry   // the one that the word, or the key of the value, is
}

// PlaceAt is the place at a byte of a text.
func PlaceAt(text string, offset int) Place {
	offset = min(max(offset, 0), len(text))
	lines := strings.Split(text, "\n")
	row := strings.Count(text[:offset], "\n")
	from := offset - len(lines[row][:offset-strings.LastIndexByte(text[:offset], '\n')-1])
	r := lineReader{line: lines[row]}
	r.read(offset - from)
	path := append(parents(lines[:row], r.column), r.path...)
	p := Place{Word: [2]int{from + r.start, from + r.end}, Value: r.value}
	in := topLevel
	for _, name := range path {
		if in = in.under(name, generatorNear(lines, row, r.column)); in == nil {
			return p
		}
	}
	for _, k := range in.keysOf(generatorNear(lines, row, r.column)) {
		if k.Name == r.key {
			p.Here = Entry{k.Name, k.description()}
		}
		switch {
		case !r.value:
			p.Entries = append(p.Entries, Entry{k.Name, k.description()})
		case k.Name != r.key:
		case k.Name == "generator":
			for _, id := range generatorNames() {
				p.Entries = append(p.Entries, Entry{Name: id})
			}
		case k.Kind == flag:
			p.Entries = []Entry{{Name: "true"}, {Name: "false"}}
		default:
			for _, e := range k.Enum {
				p.Entries = append(p.Entries, Entry{Name: e})
			}
		}
	}
	return p
}

// keysOf are the keys of an object, or of a generator's options.
func (v *value) keysOf(generator string) []key {
	if v.Kind != options {
		return v.Keys
	}
	if t := target.Find(generator); t != nil {
		return optionKeys(t)
	}
	return nil
}

// under is what a key holds, or each item of its list; nil for nothing.
func (v *value) under(name, generator string) *value {
	for _, k := range v.keysOf(generator) {
		if k.Name == name {
			if k.Kind == list {
				return k.Item
			}
			held := k.value
			return &held
		}
	}
	return nil
}

// lineReader reads a line as far as a place in it.
type lineReader struct {
	line       string
	column     int      // where its text starts, behind the dash of an item
	path       []string // keys whose mappings are open in the line
	key        string   // the last key, or the word itself
	value      bool     // a key is complete, and its value is being read
	start, end int      // the word
}

func (r *lineReader) read(until int) {
	for r.column < len(r.line) && strings.IndexByte(" -\t", r.line[r.column]) >= 0 {
		r.column++
	}
	r.start = min(r.column, until)
	for i := r.column; i < until; i++ {
		switch c := r.line[i]; c {
		case ':':
			r.key, r.value = strings.Trim(r.line[r.start:i], `"' `), true
		case '{':
			if r.value {
				r.path = append(r.path, r.key)
			}
			r.value = false
		case '}':
			r.path = r.path[:max(0, len(r.path)-1)]
		case ',':
			r.value = false
		case ' ', '[':
		default:
			continue
		}
		r.start = i + 1
	}
	r.end = r.start
	for r.end < len(r.line) && strings.IndexByte(" ,:{}[]\r", r.line[r.end]) < 0 {
		r.end++
	}
	if !r.value {
		r.key = r.line[r.start:r.end]
	}
}

// startOf is the column where the text of a line starts, and the key there; -1 for a line without.
func startOf(line string) (column int, key string) {
	rest := strings.TrimLeft(line, " -")
	if rest = strings.TrimRight(rest, " \r"); rest == "" || rest[0] == '#' {
		return -1, ""
	}
	key, _, _ = strings.Cut(rest, ":")
	return strings.Index(line, rest), key
}

// parents are the keys that lines above are indented less for, outermost first.
func parents(above []string, column int) (path []string) {
	for i := len(above) - 1; i >= 0; i-- {
		if at, key := startOf(above[i]); at >= 0 && at < column {
			path, column = append([]string{key}, path...), at
		}
	}
	return path
}

// generatorNear is the generator of the entry of gen: that a line is in: on the line, or beside its mapping.
func generatorNear(lines []string, row, column int) string {
	named := func(line string) string {
		_, id, found := strings.Cut(line, "generator:")
		if !found {
			return ""
		}
		id = strings.TrimSpace(id)
		if end := strings.IndexAny(id, " ,}#\r"); end >= 0 {
			id = id[:end]
		}
		return strings.Trim(id, `"'`)
	}
	if id := named(lines[row]); id != "" {
		return id
	}
	for _, step := range []int{-1, 1} {
		for i := row + step; i >= 0 && i < len(lines); i += step {
			if id := named(lines[i]); id != "" {
				return id
			}
			item := strings.HasPrefix(strings.TrimLeft(lines[i], " "), "- ")
			if at, _ := startOf(lines[i]); item && at <= column {
				break
			}
		}
	}
	return ""
}
