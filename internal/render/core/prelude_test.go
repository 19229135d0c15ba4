package core

import (
	"strings"
	"testing"
	"testing/fstest"
)

// defs takes lines such as "name: uses" for definitions.
func defs(source string) []Definition {
	var out []Definition
	for line := range strings.Lines(source) {
		name, uses, _ := strings.Cut(strings.TrimSpace(line), ":")
		out = append(out, Definition{Name: name, Text: line, Uses: strings.Fields(uses)})
	}
	return out
}

func TestClosure(t *testing.T) {
	files := fstest.MapFS{
		"prelude/one.x": {Data: []byte("a: b\nb: a c\nd:\nover: d")},
		"prelude/two.x": {Data: []byte("c: imported\nover: c\nalone: alone")},
	}
	p := NewPrelude(files, ".x", defs, "one", "two")
	for _, c := range []struct{ want, first, second string }{
		{"", "", ""},
		{"", "unknown", ""},
		{"a b c", "a", ""},
		{"alone", "alone", ""},
		{"d over c over", "over", ""}, // both of the two, and what they use
		{"d c", "c", "d"},
	} {
		var got []string
		for _, d := range p.Closure(map[string]bool{c.first: true}, map[string]bool{c.second: true}) {
			got = append(got, d.Name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("closure of %s and %s: %v, want %s", c.first, c.second, got, c.want)
		}
	}
	if all := p.All(); len(all) != 7 || all[4].File != "two" {
		t.Errorf("%+v", all)
	}
	if !p.Has("over") || p.Has("imported") || len(p.Names()) != 6 {
		t.Error(p.Names())
	}
}
