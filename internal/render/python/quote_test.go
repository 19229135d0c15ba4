package python

import (
	"encoding/json"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// hostile are strings that break careless quoting, alone and next to each other.
var hostile = []string{
	"", `"`, `'`, `"""`, `'''`, `\`, `\\`, "\n", "\r", "\r\n", "\t", " ", "   \n", "\n\n", `\n`, `\N{DASH}`, `\x`,
	`\u12`, `\U`,
	"`", "${a}", "%s", "{x}", "?", "#", "--", "/* */", "*/", "é", "日本", "😀", "\u202e", "\u00a0", "\u2028", "\ufeff", "\x01", "\x7f",
	"\u0301", "SELECT", "select 'a'", `"id"`, `r"`, `\"`, `\'`, `""`, `''`,
}

func hostileStrings() []string {
	out := append([]string{}, hostile...)
	for _, a := range hostile {
		for _, b := range hostile {
			out = append(out, a+b)
		}
	}
	random := rand.New(rand.NewSource(1))
	for range 3000 {
		var b strings.Builder
		for range random.Intn(9) {
			b.WriteString(hostile[random.Intn(len(hostile))])
		}
		out = append(out, b.String())
	}
	return out
}

// TestQuote has Python evaluate every literal.
func TestQuote(t *testing.T) {
	var module strings.Builder
	want := hostileStrings()
	for i, s := range want {
		if lit := word(s); strings.Contains(lit, "\n") && !strings.Contains(s, "\n") {
			t.Errorf("a word on several lines: %q is %s", s, lit)
		}
		module.WriteString("_" + itoa(3*i) + " = " + quote(s, 60) + "\n")
		module.WriteString("_" + itoa(3*i+1) + " = " + quote(s, 3) + "\n")
		module.WriteString("_" + itoa(3*i+2) + " = " + word(s) + "\n")
	}
	got := python(t, module.String(), `[v for k, v in vars(module).items() if k[1:].isdigit()]`)
	if len(got) != 3*len(want) {
		t.Fatalf("%d of %d literals", len(got), 3*len(want))
	}
	for i, g := range got {
		if g != want[i/3] {
			t.Errorf("%q was read as %q", want[i/3], g)
		}
	}
}

// TestDocstring has Python read documentation: a class with every docstring must be valid, and say what was written
// but for blanks at the ends of lines.
func TestDocstring(t *testing.T) {
	var module strings.Builder
	var want []string
	for i, s := range hostileStrings() {
		d := docstring(strings.Split(s, "\n"))
		if d == nil {
			continue
		}
		module.WriteString("class C" + itoa(i) + ":\n    " + strings.Join(d, "\n    ") + "\n")
		want = append(want, strings.Join(trimDoc(strings.Split(s, "\n")), "\n"))
	}
	got := python(t, module.String(),
		`[inspect.getdoc(v).rstrip("\n") for k, v in vars(module).items() if isinstance(v, type)]`)
	if len(got) != len(want) {
		t.Fatalf("%d of %d docstrings", len(got), len(want))
	}
	trim := func(s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }
	for i, g := range got {
		read, written := strings.Split(g, "\n"), strings.Split(want[i], "\n")
		if !slices.EqualFunc(read, written, func(a, b string) bool { return trim(a) == trim(b) }) {
			t.Errorf("%q was read as %q", want[i], g)
		}
	}
}

// python runs a module with every warning an error and returns what an expression over it gives.
func python(t *testing.T, module, expr string) []string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "module.py")
	if err := os.WriteFile(file, []byte(module), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-W", "error", "-c", `
import inspect, json, sys, types
module = sys.modules["module"] = types.ModuleType("module")
exec(compile(open(sys.argv[1], "rb").read(), "module.py", "exec"), vars(module))
print(json.dumps(`+expr+`))`, file)
	out, err := cmd.Output()
	if err != nil {
		if e, ok := err.(*exec.ExitError); ok {
			err = &withOutput{e, e.Stderr}
		}
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

type withOutput struct {
	error
	out []byte
}

func (e *withOutput) Error() string { return e.error.Error() + "\n" + string(e.out) }
