package config

import (
	"strings"
	"testing"
)

// Whatever a sqg.yaml holds, Load returns a config or says why not, each problem inside the file.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		"version: 1\nname: a\nsql: [{files: [q.sql]}]\n", "sql: &a [*a]\n", "a: &x {b: *x}\n", "? [a]\n: b\n",
		"<<: {version: 1}\nname: x\n",
		"version: 1\nname: |\n  a\n  b\nsql: [{files: [\"*\", \"**\", \"[\", \"{\"], gen: [{generator: java/sqlite, output: out, config: {overrides: [~, 1, {}]}}]}]\n",
		"sources: [{name: a, type: postgres, url: \"${\"}, {}]\n", "!!binary aGk=\n",
		"version: 0x1\nname: !!str 1\nsql: []\n", "version: 99999999999999999999\n", "\u2028: é\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "..") || strings.Contains(text, "/*") {
			t.Skip() // patterns that search the whole disk take their time
		}
		cfg, ds := Load(project(t, text, "q.sql"), noEnv, false)
		if cfg == nil && len(ds) == 0 {
			t.Error("neither a config nor a problem")
		}
		for _, d := range ds {
			if s := d.Span; s.File != nil && (s.Start < 0 || s.End < s.Start || s.End > len(s.File.Text)) {
				t.Errorf("%+v is outside of the file", d)
			}
		}
	})
}
