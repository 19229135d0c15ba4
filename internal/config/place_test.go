package config

import (
	"slices"
	"strings"
	"testing"
)

// TestPlaceAt: | is the place.
func TestPlaceAt(t *testing.T) {
	const head = "version: 1\nname: app\nsql:\n  - files: [a.sql]\n"
	for _, c := range []struct {
		text string
		want []string // among the entries
		not  string
		here string
	}{
		{"|", []string{"version", "sql", "sources"}, "files", ""},
		{"ver|sion: 1", []string{"version"}, "", "version"},
		{"strict: |", []string{"true", "false"}, "version", "strict"},
		{head + "    g|", []string{"gen", "files", "rename"}, "sql", ""},
		{head + "    columns: n|", []string{"named", "as-written"}, "gen", "columns"},
		{head + "    gen:\n      - gen|erator: go/sqlite", []string{"generator", "output"}, "gen", "generator"},
		{head + "    gen:\n      - generator: |", []string{"go/sqlite", "java/duckdb"}, "output", "generator"},
		{head + "    gen:\n      - {generator: go/sqlite, out|", []string{"output", "config"}, "files", ""},
		{head + "    gen:\n      - {generator: go/sqlite, output: gen/, config: {mi|",
			[]string{"migrations", "overrides"}, "files", ""},
		{head + "    gen:\n      - generator: go/sqlite\n        output: gen/\n        config:\n          mig|rations: true", []string{"migrations"}, "output", "migrations"},
		{head + "    gen:\n      - generator: go/sqlite\n        config:\n          overrides:\n            - col|",
			[]string{"column", "decode"}, "migrations", ""},
		{"sources:\n- name: x\n  mo|", []string{"mode", "path"}, "sql", ""},
		{"nothing:\n  mo|", nil, "mode", ""},
	} {
		at := strings.IndexByte(c.text, '|')
		p := PlaceAt(strings.Replace(c.text, "|", "", 1), at)
		var names []string
		for _, e := range p.Entries {
			names = append(names, e.Name)
		}
		for _, w := range c.want {
			if !slices.Contains(names, w) {
				t.Errorf("%q: no %s in %v", c.text, w, names)
			}
		}
		if slices.Contains(names, c.not) || p.Here.Name != c.here {
			t.Errorf("%q: %v, %q", c.text, names, p.Here.Name)
		}
	}
	// No place of any beginning of a file ends the reader.
	text := head + "    gen:\n      - {generator: go/sqlite, config: {migrations: true}}\n      - é: [\n \t: }}}{{,\r\n"
	for end := range len(text) + 1 {
		for at := range end + 1 {
			PlaceAt(text[:end], at)
		}
	}
}
