package compile

import (
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
