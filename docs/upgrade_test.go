package docs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/cli"
)

const upgradePage = "upgrading-from-0.x.md"

var fence = regexp.MustCompile("(?ms)^```(\\w+)( 0\\.x| fragment)?\n(.*?)^```")

// project is an example of the page: its two files, and what sqg says of them and makes of them.
type project struct {
	yaml, sql string
	says      []string // diagnostics; none where it generates
	makes     []string // pieces of the generated code
}

// usual is what a project has where an example does not show it.
var usual = project{
	yaml: `version: 1
name: shop
sql:
  - files: [shop.sql]
    gen:
      - {generator: java/sqlite, output: gen/, config: {package: shop}}
`,
	sql: `-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

-- QUERY items
SELECT id, name FROM item;
`,
}

// TestUpgrading runs every pair of the page for those who come from 0.x: what was written then, marked so, with what
// sqg says of it, and what is written now, with pieces of the code that becomes of it.
func TestUpgrading(t *testing.T) {
	text, err := os.ReadFile(upgradePage)
	if err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for _, section := range strings.Split(string(text), "\n### ")[1:] {
		title, body, _ := strings.Cut(section, "\n")
		body, _, _ = strings.Cut(body, "\n## ")
		t.Run(title, func(t *testing.T) {
			old, now := usual, usual
			var last *project
			for _, m := range fence.FindAllStringSubmatch(body, -1) {
				if last = &now; m[2] == " 0.x" {
					last = &old
				}
				switch m[1] {
				case "yaml":
					last.yaml = m[3]
				case "sql":
					last.sql = m[3]
				case "text":
					old.says = append(old.says, m[3])
				default:
					last.makes = append(last.makes, m[3])
				}
			}
			if old.yaml != usual.yaml || old.sql != usual.sql {
				old.run(t)
			}
			now.run(t)
			pairs++
		})
	}
	if pairs < 10 {
		t.Errorf("only %d pairs found", pairs)
	}
}

// run generates the project in a folder of its own and holds what sqg says and makes against the page.
func (p *project) run(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"sqg.yaml": p.yaml, "shop.sql": p.sql, "stock.sql": usual.sql} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	code := cli.Main(nil, strings.NewReader(""), &out, &out, func(name string) string {
		if name == cache.Variable || strings.HasPrefix(name, "SQG_TEST") {
			return os.Getenv(name)
		}
		return ""
	})
	if (code == 0) != (len(p.says) == 0) || code == 0 && strings.Contains(out.String(), "warning") {
		t.Errorf("sqg ends with %d:\n%s\n%s\n%s", code, out.String(), p.yaml, p.sql)
	}
	for _, s := range p.says {
		if !strings.Contains(out.String(), s) {
			t.Errorf("sqg does not say\n%s\nbut\n%s", s, out.String())
		}
	}
	made := generated(t)
	for _, s := range p.makes {
		if !strings.Contains(made, indented.ReplaceAllString(s, "\n")) {
			t.Errorf("the generated code has no\n%s", s)
		}
	}
}

// indented is the white space that lines begin with: pieces of code stand on the page without that around them.
var indented = regexp.MustCompile(`(?m)^[ \t]+|\n[ \t]*`)

// generated is all that was generated, without indentation.
func generated(t *testing.T) string {
	var all strings.Builder
	files, err := filepath.Glob("gen/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(file + "\n" + string(text))
	}
	return indented.ReplaceAllString(all.String(), "\n")
}
