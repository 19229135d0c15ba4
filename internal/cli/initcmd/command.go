package initcmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// module is what Go calls the program of sqg.
const module = "github.com/sqg-dev/sqg/cmd/sqg"

// starters are how sqg is started that no PATH has, by a part of the path of its program.
var starters = []struct{ part, command string }{
	{"/_npx/", "npx @sqg/sqg"}, // npx has fetched it
	{"/node_modules/", "npx sqg"},
	{"/uv/archive-", "uvx sqg"},
	{"/pipx/.cache/", "pipx run sqg"},
	{"/go-build", "go run " + module + "@latest"},
}

// command is what starts sqg in a folder, as the user has started it now.
func command(dir string, env func(string) string, program string) string {
	if base := strings.TrimSuffix(filepath.Base(program), ".exe"); base != "sqg" {
		return "sqg" // a test
	}
	for _, folder := range filepath.SplitList(env("PATH")) {
		// npx puts a project's own programs on the PATH of what it starts.
		if strings.HasSuffix(filepath.ToSlash(folder), "/node_modules/.bin") {
			continue
		}
		if same(filepath.Join(folder, filepath.Base(program)), program) {
			return "sqg"
		}
	}
	for _, s := range starters {
		if !strings.Contains(filepath.ToSlash(program), s.part) {
			continue
		}
		if s.part == "/go-build" && isTool(dir) {
			return "go tool sqg"
		}
		return s.command
	}
	return shell(program)
}

// same reports whether a path leads to a file.
func same(path, file string) bool {
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	b, err := os.Stat(file)
	return err == nil && os.SameFile(a, b)
}

// isTool reports whether sqg is a tool of the module that a folder is in.
func isTool(dir string) bool {
	dir, err := filepath.Abs(dir)
	for ; err == nil; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			return bytes.Contains(text, []byte(module))
		}
		if filepath.Dir(dir) == dir {
			break
		}
	}
	return false
}
