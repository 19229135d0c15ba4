package sqlx

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
)

// recorded is what `cargo sqlx prepare` has written of a statement.
type recorded struct {
	Query    string
	Describe struct {
		Columns  []struct{ Name string }
		Nullable []*bool
	}
}

// readRecorded reads the folder .sqlx: the claims by the text of their statement. A file that is none of SQLx is left
// out.
func readRecorded(dir string) map[string][]importer.Claim {
	claims := map[string][]importer.Claim{}
	paths, _ := filepath.Glob(filepath.Join(dir, ".sqlx", "query-*.json")) // the pattern is one
	for _, path := range paths {
		text, err := os.ReadFile(path)
		var r recorded
		if err != nil || json.Unmarshal(text, &r) != nil {
			continue
		}
		list := make([]importer.Claim, len(r.Describe.Columns))
		for i, c := range r.Describe.Columns {
			list[i].Null = engine.Yes // so does SQLx take it where the database does not tell
			if i < len(r.Describe.Nullable) && r.Describe.Nullable[i] != nil {
				list[i].Null = importer.Tri(*r.Describe.Nullable[i])
			}
			name, _, _ := strings.Cut(c.Name, ":")
			if _, said := importer.Alias(name); said != "" {
				list[i].Null = importer.Tri(said == "null")
			}
		}
		claims[r.Query] = list
	}
	return claims
}
