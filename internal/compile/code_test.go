package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"
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
			if engine == "postgres" { // a type's override reaches lists
				extra += "}, {type: address, " + documents[tgt.Language]
			}
			more := supportFile[tgt.Language]
			if tgt.ID() == "java/duckdb/arrow" {
				more += ", appender: arrow"
			}
			return ", config: {overrides: [{" + body + "}, {" + extra + "}]" + more + "}"
		})
		checkCode(t, "code", files)
	}
}

// supportFile puts helpers into a file of their own, where that is not the default.
var supportFile = map[string]string{"python": ", support: file", "typescript": ", support: file"}

// checkCode compares an engine's generated code with the golden files: of a language's first driver all, of others
// what is different.
func checkCode(t *testing.T, folder string, files map[string]map[string]string) {
	first := map[string]string{} // by language
	for i := range target.All {
		tgt := &target.All[i]
		for name, text := range files[tgt.ID()] {
			if !strings.HasPrefix(strings.ToLower(name), "app.") {
				continue // helpers
			}
			path := filepath.Join("testdata", folder, strings.ReplaceAll(tgt.ID(), "/", "_"))
			if twin := first[tgt.Language]; twin == "" {
				first[tgt.Language] = text
				golden.Check(t, path+filepath.Ext(name), text)
			} else {
				golden.Check(t, path+".diff", difference(t, twin, text))
			}
		}
	}
}

// difference is what the code for another driver of the language has in place of the first one's.
func difference(t *testing.T, first, other string) string {
	text, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines(first),
		B: difflib.SplitLines(other)})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
