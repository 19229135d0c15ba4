package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/target"
)

// documents are how languages name a type of the program's, with what reads and writes it.
var documents = map[string]string{
	"typescript": `as: Body, import: ./body.js, decode: readBody, encode: bodyText`,
	"java":       `as: Body, import: app.Body, decode: Body.parse, encode: Body.text`,
	"python":     `as: Body, import: app, decode: Body.parse, encode: Body.text`,
	"go":         `as: app.Body, import: example.com/app, decode: app.ParseBody, encode: app.BodyText`,
	"rust":       `as: Body, import: "crate::app::Body", decode: "Body::parse", encode: "Body::text"`,
}

// TestCode: what each generator makes of each kind of value in each kind of statement. The suites compile and run such
// code; here, whatever a renderer writes in another way shows at once.
func TestCode(t *testing.T) {
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		sql, err := os.ReadFile(filepath.Join("testdata", "code", engine+".sql"))
		if err != nil {
			t.Fatal(err)
		}
		files := generatedFiles(t, engine, string(sql), func(tgt *target.Target) string {
			body := "column: document.body, " + documents[tgt.Language]
			extra := "column: document.extra, " + documents[tgt.Language]
			support := map[string]string{"python": "support: file, ", "typescript": "support: file, "}[tgt.Language]
			return ", config: {" + support + "overrides: [{" + body + "}, {" + extra + "}]}"
		})
		for id, texts := range files {
			for name, text := range texts {
				if strings.HasPrefix(strings.ToLower(name), "app.") {
					golden.Check(t, filepath.Join("testdata", "code", strings.ReplaceAll(id, "/", "_")+filepath.Ext(name)), text)
				}
			}
		}
	}
}
