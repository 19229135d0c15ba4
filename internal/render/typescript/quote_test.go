package typescript

import (
	"encoding/json"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/emit"
)

// pieces are what literals of JavaScript trip over.
var pieces = []string{"a", " ", "\t", "\n", "\r\n", "\r", "`", "``", "${", "${x}", "$", "{", "}", "\\", "\\n",
	"\\u0041", "\\`", `"`, `""`, "'", "''", `"""`,
	"%s", "?", "--", "/* */", "*/", "//", "é", "e\u0301", "日本", "🎵", "\u2028", "\u2029", "\ufeff", "\u200b", "\u202e",
	"\u00a0", "\x01", "\x1b", "\x7f", "\u0085", "0", "</script>"}

// TestQuoteIsExact lets the language itself read thousands of random literals back, in one run.
func TestQuoteIsExact(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is needed to check literals")
		}
		t.Skip("no node")
	}
	random := rand.New(rand.NewSource(1))
	texts := append([]string{""}, pieces...)
	for len(texts) < 4000 {
		var b strings.Builder
		for range 1 + random.Intn(12) {
			b.WriteString(pieces[random.Intn(len(pieces))])
		}
		texts = append(texts, b.String())
	}
	var js strings.Builder
	js.WriteString("const got = [\n")
	for _, s := range texts {
		js.WriteString(emit.Print(literal(s), 80, "  ") + ",\n" + str(s) + ",\n`" + templateBody(s) + "`,\n")
	}
	js.WriteString("];\nprocess.stdout.write(JSON.stringify(got));\n")
	file := filepath.Join(t.TempDir(), "literals.mjs")
	if err := os.WriteFile(file, []byte(js.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 3*len(texts) {
		t.Fatalf("%d literals, want %d", len(got), 3*len(texts))
	}
	for i, g := range got {
		if g != texts[i/3] {
			t.Errorf("form %d of %q is read as %q", i%3, texts[i/3], g)
		}
	}
}
