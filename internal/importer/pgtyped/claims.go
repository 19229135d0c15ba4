package pgtyped

import (
	"os"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

var (
	results = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)export (?:interface|type) I(\w+)Result\s*=?\s*\{(.*?)\n\}`)
	})
	member = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*['"]?([^'":\s]+?)['"]?\??:\s*(.+?);\s*$`) })
)

// emitted is where PgTyped has written the types of a file: as emitTemplate says, else beside it.
func emitted(f *source.File, template, mode string) string {
	dir, base := path.Split(f.Path)
	name := strings.TrimSuffix(base, path.Ext(base))
	if template == "" {
		template = map[bool]string{true: "{{dir}}/{{name}}.queries.ts",
			false: "{{dir}}/{{name}}.types.ts"}[mode == "sql"]
	}
	return strings.NewReplacer("{{dir}}", path.Clean(dir), "{{name}}", name, "{{ext}}", path.Ext(base), "{{base}}",
		base).Replace(template)
}

// readEmitted reads the interfaces of results: what they say of columns, by the name of the query in them. Where there
// are none, PgTyped has not run.
func readEmitted(path string) map[string][]importer.Claim {
	claims := map[string][]importer.Claim{}
	text, _ := os.ReadFile(path)
	for _, m := range results().FindAllStringSubmatch(string(text), -1) {
		for _, f := range member().FindAllStringSubmatch(m[2], -1) {
			null := strings.HasSuffix(f[2], "| null") || strings.HasPrefix(f[2], "null |")
			claims[key(m[1])] = append(claims[key(m[1])], importer.Claim{Column: f[1], Null: importer.Tri(null)})
		}
	}
	return claims
}

// key tells queries apart in any case of letters: PgTyped writes get_author as GetAuthor.
func key(name string) string { return strings.Join(ir.NewName(name).Words, " ") }
