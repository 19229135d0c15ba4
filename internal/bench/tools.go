package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// tool is how a toolchain is found on this machine.
type tool struct {
	names   []string         // of the program that tells the version
	ask     string           // the flag that it tells it for
	homes   []string         // patterns of folders that hold bin/NAME, beside JAVA_HOME and the PATH
	env     string           // a variable that names such a folder
	also    []string         // programs beside it
	version func(string) int // from what it prints
	prefix  string           // what stands before that number in a version
	advice  string           // what to install
}

// number reads the number that stands behind one of these words; of Python and Go it is the version's second one, as
// the first one does not change.
func number(words ...string) func(string) int {
	return func(said string) int {
		for _, word := range words {
			_, rest, _ := strings.Cut(said, word)
			digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
			if n, err := strconv.Atoi(digits); err == nil {
				return n
			}
		}
		return 0
	}
}

var toolchains = map[string]tool{
	"java": {names: []string{"javac"}, ask: "-version",
		homes: []string{"/usr/lib/jvm/*", "/Library/Java/JavaVirtualMachines/*/Contents/Home"}, env: "JAVA_HOME",
		also: []string{"java"}, version: number("javac "), advice: "install a JDK"},
	"mvn": {names: []string{"mvn"}, ask: "-version", version: number("Maven "),
		advice: "install Apache Maven, which fetches the libraries"},
	"node": {names: []string{"node"}, ask: "--version", also: []string{"npm"}, version: number("v"),
		advice: "install Node.js"},
	"python": {names: []string{"python3", "python"}, ask: "--version", version: number("Python 3."), prefix: "3.",
		advice: "install Python"},
	"go": {names: []string{"go"}, ask: "version", homes: []string{"/usr/local/go"}, env: "GOROOT",
		version: number("go1."), prefix: "1.", advice: "install Go"},
	"cargo": {names: []string{"cargo"}, ask: "--version", env: "CARGO_HOME", version: number("cargo 1."), prefix: "1.",
		advice: "install Rust"},
	"cc": {names: []string{"cc", "gcc", "clang"}, ask: "--version", version: number(") ", "version "),
		advice: "install a compiler of C, which drivers in C need"},
}

// find returns the paths of the programs of a toolchain that is new enough, by their names; of several the newest.
func (n Need) find(ctx context.Context, getenv func(string) string) (map[string]string, error) {
	t := toolchains[n.Tool]
	best, bestPath := 0, ""
	for _, path := range t.candidates(getenv) {
		said, err := exec.CommandContext(ctx, path, t.ask).CombinedOutput()
		if v := t.version(string(said)); err == nil && v > best {
			best, bestPath = v, path
		}
	}
	if best < n.Version || bestPath == "" {
		return nil, &Missing{Tool: n, Found: best, Advice: t.advice}
	}
	out := map[string]string{n.Tool: bestPath}
	for _, name := range append([]string{t.names[0]}, t.also...) {
		out[name] = name
		if beside := filepath.Join(filepath.Dir(bestPath), name); isProgram(beside) {
			out[name] = beside
		}
	}
	return out, nil
}

func (t tool) candidates(getenv func(string) string) []string {
	var out []string
	add := func(home string) {
		if path := filepath.Join(home, "bin", t.names[0]); isProgram(path) {
			out = append(out, path)
		}
	}
	for _, name := range t.names {
		if path, err := exec.LookPath(name); err == nil {
			out = append(out, path)
		}
	}
	if t.env != "" && getenv(t.env) != "" {
		add(getenv(t.env))
	}
	for _, pattern := range t.homes {
		found, _ := filepath.Glob(pattern) // the patterns are ours
		for _, home := range found {
			add(home)
		}
	}
	return out
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && info.Mode()&0o111 != 0
}

// Missing is a toolchain that is needed and that this machine has not.
type Missing struct {
	Tool   Need
	Found  int // the version that is there, 0 if none
	Advice string
}

func (m *Missing) Error() string {
	version := func(n int) string { return toolchains[m.Tool.Tool].prefix + strconv.Itoa(n) }
	here := "not here"
	if m.Found > 0 {
		here = "here is " + version(m.Found)
	}
	return fmt.Sprintf("%s %s or newer is needed, and %s", m.Tool.Tool, version(m.Tool.Version), here)
}
