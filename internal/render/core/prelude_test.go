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

// TestClosureOf: a definition comes with all of the names that it is of, whichever of them is wanted last.
func TestClosureOf(t *testing.T) {
	p := Made(func() []Definition {
		return []Definition{{Name: "Type"}, {Name: "Trait", Uses: []string{"i64"}},
			{Text: "impl", Of: []string{"Trait", "Type"}},
			{Name: ".method", Of: []string{"Type"}, Uses: []string{"helper"}}, {Name: "helper"},
			{Text: "foreign", Of: []string{"i64", "Trait"}}}
	}).With(func() []Definition { return []Definition{{Name: "more", Of: []string{"helper"}}} })
	for _, c := range []struct{ want, names string }{
		{"Type", "Type"},
		{"Trait foreign", "Trait"},
		{"", "i64 .method more"},
		{"Type Trait impl foreign", "Trait Type"},
		{"Type Trait impl foreign", "Type Trait"},
		{"Type .method helper more", "more .method Type"},
	} {
		var got []string
		for _, d := range p.Closure(set(c.names)) {
			got = append(got, d.Name+d.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("closure of %s: %v, want %s", c.names, got, c.want)
		}
	}
}

func set(names string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(names) {
		out[n] = true
	}
	return out
}
