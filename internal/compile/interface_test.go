package compile

import (
	"go/format"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/target"
)

// TestInterface: on request, the interface of a struct in Go has no iterators; the struct has them all the same.
func TestInterface(t *testing.T) {
	files := generatedFiles(t, "sqlite", modelSchema+"-- QUERY all_users\nSELECT * FROM users;\n", func(tgt *target.Target) string {
		if tgt.Language != "go" {
			return ""
		}
		return ", config: {interface: true, interfaceWithoutEach: true}"
	})
	for id, of := range files {
		if !strings.HasPrefix(id, "go/") {
			continue
		}
		text := of["app.go"]
		_, body, _ := strings.Cut(text, "Querier interface {")
		body, _, _ = strings.Cut(body, "\n}")
		if !strings.Contains(body, "\tAllUsers(") || strings.Contains(body, "Each") || !strings.Contains(text, ") EachAllUsers(") {
			t.Errorf("%s: %s", id, body)
		}
	}
}

// TestTags: fields have the names of columns in JSON on request, as gofmt aligns them; a name that JSON's tags do not
// take has none.
func TestTags(t *testing.T) {
	sql := modelSchema + "-- QUERY named\nSELECT id AS \"the id\", name AS \"a,b\", born AS \"-\", name AS long_name FROM users;\n"
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
