package corpus

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestFormatters: what formatters make of a file with optional parts, choices, lists and pages means the same. The
// suites of Python and TypeScript run the formatters that they can install, and TestPgFormatter the one in Perl.
func TestFormatters(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("formatters", "products.sql"))
	if err != nil {
		t.Fatal(err)
	}
	want := meaning(t, string(source))
	for _, name := range []string{"pgformatter", "sql-formatter", "sqlfluff", "sqlparse"} {
		formatted, err := os.ReadFile(filepath.Join("formatters", name+".sql"))
		if err != nil {
			t.Fatal(err)
		}
		if got := meaning(t, string(formatted)); got != want {
			t.Errorf("%s: it means something else:\n%s\n%s", name, got, want)
		}
	}
	for was, is := range map[string]string{" --? in_stock, !all_of_them": "",
		"${low} AND ${high}": "${high} AND ${low}", "OR p.name": "AND p.name"} {
		if meaning(t, strings.Replace(string(source), was, is, 1)) == want {
			t.Errorf("not noticed: %q in place of %q", is, was)
		}
	}
}

// TestPgFormatter: pgFormatter, where it is installed, formats as corpus/formatters has it.
func TestPgFormatter(t *testing.T) {
	program, err := exec.LookPath("pg_format")
	if err != nil {
		t.Skip("pgFormatter is not installed")
	}
	formatted, err := exec.Command(program, "--comma-break", "--placeholder", `\$\{\w+\}`,
		filepath.Join("formatters", "products.sql")).Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("formatters", "pgformatter.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if string(formatted) != string(want) {
		t.Errorf("it formats otherwise:\n%s", formatted)
	}
}

// TestFormatterRefused: sqlparse moves comments up when it indents lines, and what comes of it is an error.
func TestFormatterRefused(t *testing.T) {
	formatted, err := os.ReadFile(filepath.Join("formatters", "refused", "sqlparse-reindent.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if got := meaning(t, string(formatted)); got != "" {
		t.Errorf("it is taken:\n%s", got)
	}
}

// word is what a formatter leaves as it is, but for capitals.
var word = regexp.MustCompile(`'[^']*'|\w+|[^\s\w]`)

// meaning is what a script is to a driver: the words of each statement, what they depend on, and what is bound. It is
// empty where the script has errors.
func meaning(t *testing.T, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "products.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	r := compile.Analyze(context.Background(), "sqlite", "products",
		[]config.InputFile{{Path: file, Name: "products.sql"}}, compile.Options{})
	if r.Diags.Failed() {
		return ""
	}
	program, _ := plan.Build(r.Models[0], target.Find("go/sqlite/modernc"), plan.Options{}, "", "")
	var out strings.Builder
	for _, m := range program.Methods {
		fmt.Fprintln(&out, m.Name.SQL, m.Doc, names(m, m.Binds))
		for _, part := range m.Text {
			for _, w := range word.FindAllString(part.SQL, -1) {
				fmt.Fprintf(&out, "%b %b %s\n", part.Need, part.Without, strings.ToUpper(w))
			}
			if part.Bind > 0 {
				fmt.Fprintf(&out, "%b %b binds %d\n", part.Need, part.Without, part.Bind)
			}
		}
	}
	return out.String()
}
