package compile

import (
	"go/format"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestInterface: on request, there is a type of what stands in for a class. It has the methods that run statements, but
// for those whose results only the driver makes, and on request those that return rows one at a time.
func TestInterface(t *testing.T) {
	for _, without := range []string{"", ", interfaceWithoutEach: true"} {
		files := generatedFiles(t, "sqlite", surfaceSQL, func(tgt *target.Target) string {
			if tgt.Language == "rust" {
				return ", config: {migrations: true, interface: true}"
			}
			return ", config: {migrations: true, interface: true" + without + "}"
		})
		for i := range target.All {
			tgt := &target.All[i]
			if tgt.Engine != "sqlite" {
				continue
			}
			var body string
			for _, text := range files[tgt.ID()] {
				if m := interfaces[tgt.Language].FindStringSubmatch(text); m != nil {
					body = m[2]
				}
			}
			for k, all := range ofSurface {
				m := surface.Of(k)
				if !surface.Has(k, tgt.Language, tgt.Part()) || m.In[tgt.Language].Apart {
					continue
				}
				runs := m.When.Statement != nil || m.When.Table != nil
				want := runs && m.In[tgt.Language].Unfaked == "" && (k != surface.Stream || without == "")
				for _, of := range all {
					name := surface.Name(k, tgt.Language, spelt(tgt.Language, k, of))
					if has := regexp.MustCompile(`\b` + name + `["(]`).MatchString(body); has != want {
						t.Errorf("%s%s: its interface has %s: %v", tgt.ID(), without, name, has)
					}
				}
			}
		}
	}
}

// TestReader: on request, there is a type of the queries that only read, and of nothing else; on standbys, what asks
// with many keys may make a table.
func TestReader(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		files := generatedFiles(t, engine, surfaceSQL, func(*target.Target) string { return ", config: {reader: true}" })
		for i := range target.All {
			tgt := &target.All[i]
			if tgt.Engine != engine {
				continue
			}
			var body string
			for _, text := range files[tgt.ID()] {
				if m := interfaces[tgt.Language].FindStringSubmatch(text); m != nil {
					body = m[2]
				}
			}
			for k, all := range ofSurface {
				m := surface.Of(k)
				if !surface.Has(k, tgt.Language, tgt.Part()) || m.In[tgt.Language].Apart {
					continue
				}
				reads := m.When.Statement != nil && m.In[tgt.Language].Unfaked == "" &&
					!slices.Contains([]surface.Kind{surface.Exec, surface.Batch, surface.Bulk, surface.Lookup}, k)
				for _, of := range all {
					name := surface.Name(k, tgt.Language, spelt(tgt.Language, k, of))
					want := reads && of != "change"
					if has := regexp.MustCompile(`\b` + name + `["(]`).MatchString(body); has != want {
						t.Errorf("%s: the type of what only reads has %s: %v", tgt.ID(), name, has)
					}
				}
			}
		}
	}
}

// TestTags: fields have the names of columns in JSON on request, as gofmt aligns them; a name that JSON's tags do not
// take has none.
func TestTags(t *testing.T) {
	sql := modelSchema +
		"-- QUERY named\nSELECT id AS \"the id\", name AS \"a,b\", born AS \"-\", name AS long_name FROM users;\n"
	files := generatedFiles(t, "sqlite", sql, func(tgt *target.Target) string {
		if tgt.Language != "go" {
			return ""
		}
		return ", config: {tags: json}"
	})
	for id, of := range files {
		if !strings.HasPrefix(id, "go/") {
			continue
		}
		text := of["app.go"]
		formatted, err := format.Source([]byte(text))
		if err != nil || string(formatted) != text {
			t.Errorf("%s is not as gofmt has it: %v", id, err)
		}
		for _, want := range []string{"`json:\"the id\"`\n", "`json:\"-,\"`\n", "`json:\"long_name\"`\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s in\n%s", id, want, text)
			}
		}
		if strings.Contains(text, "`json:\"a,b") {
			t.Errorf("%s: a tag that is none", id)
		}
	}
}
