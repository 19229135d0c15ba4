package architecture

import (
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	columns  = 120
	tabWidth = 4
)

var (
	written   = regexp.MustCompile(`\.(go|ts|java|py|js|sh|sql|yaml|toml|md)$|/run$`)
	generated = regexp.MustCompile(`/gen\d*/|/testdata/|examples/[a-z]+/java/[a-z]+/(shop|sensors)/(Music|Sensors|Archive)\.java$`)
	comment   = regexp.MustCompile(`^\s*(//|/\*\*|\*|#|--) `)
	block     = regexp.MustCompile(`^-- [A-Z]{4,} `) // an annotation, which cannot be broken
)

// TestLines keeps comments and documentation within a width in which a diff can be read. Tables, code and addresses
// that have no blank to break at may be wider; so may code, whose formatters decide for themselves.
func TestLines(t *testing.T) {
	for name, text := range tracked(t, func(name string) bool {
		return written.MatchString(name) && !generated.MatchString(name)
	}) {
		for _, n := range tooLong(string(text), strings.HasSuffix(name, ".md")) {
			t.Errorf("%s:%d: a line of more than %d columns", name, n, columns)
		}
	}
}

// tracked reads the files of the repository with such a name.
func tracked(t *testing.T, wanted func(name string) bool) iter.Seq2[string, []byte] {
	const root = "../.."
	out, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string, []byte) bool) {
		for _, name := range strings.Split(string(out), "\x00") {
			if !wanted(name) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, name))
			if os.IsNotExist(err) { // removed, and not committed yet
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if !yield(name, text) {
				return
			}
		}
	}
}

// tooLong lists the numbers of the lines that should have been broken.
func tooLong(text string, markdown bool) []int {
	var lines []int
	code := false
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if markdown && strings.HasPrefix(trimmed, "```") {
			code = !code
		}
		width := utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
		prose := comment.MatchString(line) && !block.MatchString(line)
		if markdown {
			prose = !code && !strings.HasPrefix(trimmed, "|")
		}
		if width > columns && prose && strings.Count(trimmed, " ") > 1 {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func TestTooLong(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for text, want := range map[string]int{
		"// " + long: 1, "\t// " + long: 1, " * " + long: 1, "# " + long: 1, "-- " + long: 1,
		"x := 1 // " + long: 0, "-- QUERY " + long: 0, "// short": 0, "// " + strings.Repeat("x", 200): 0,
	} {
		if got := len(tooLong(text, false)); got != want {
			t.Errorf("%d lines instead of %d in %s", got, want, text)
		}
	}
	for text, want := range map[string]int{
		long: 1, "- " + long: 1, "| " + long: 0, "```\n" + long + "\n```\n": 0, "```\n```\n" + long: 1,
	} {
		if got := len(tooLong(text, true)); got != want {
			t.Errorf("%d lines instead of %d in %s", got, want, text)
		}
	}
}
