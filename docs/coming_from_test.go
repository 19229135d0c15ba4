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

// applications are what the pages for those who come from another tool import.
const applications = "../internal/cli/importcmd/testdata/apps"

var step = regexp.MustCompile("(?ms)^```(\\w+) (file=(\\S+)|run|output)\n(.*?)^```")

// TestComingFrom follows the import of an application on each page word for word: the files that it shows are those of
// the application, or what the reader adds; its commands print what the page says.
func TestComingFrom(t *testing.T) {
	folders, err := os.ReadDir(applications)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		t.Run(folder.Name(), func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("coming-from", folder.Name()+".md"))
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "app")
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(applications, folder.Name()))); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			follow(t, string(text))
		})
	}
}

// follow does what a page says, in the folder of its application.
func follow(t *testing.T, page string) {
	t.Helper()
	commands, printed := 0, ""
	for _, m := range step.FindAllStringSubmatch(page, -1) {
		switch file, body := m[3], m[4]; {
		case file != "":
			have, err := os.ReadFile(file)
			if err == nil && string(have) != body {
				t.Errorf("%s is\n%s", file, have)
			}
			if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
				t.Fatal(err)
			}
		case m[2] == "run":
			printed = ""
			for line := range strings.Lines(body) {
				commands++
				printed += ran(t, strings.Fields(line))
			}
		case printed != body:
			t.Errorf("the page says\n%sand this is printed:\n%s", body, printed)
		}
	}
	if commands < 2 {
		t.Errorf("the page has %d commands", commands)
	}
}

// ran is what a command prints: sqg, or cat.
func ran(t *testing.T, words []string) string {
	t.Helper()
	switch words[0] {
	case "sqg":
		var out bytes.Buffer
		code := cli.Main(words[1:], strings.NewReader(""), &out, &out, func(name string) string {
			if name == cache.Variable || strings.HasPrefix(name, "SQG_TEST") {
				return os.Getenv(name)
			}
			return ""
		})
		if code != 0 {
			t.Errorf("%s ends with %d:\n%s", strings.Join(words, " "), code, out.String())
		}
		return out.String()
	case "cat":
		text, err := os.ReadFile(words[1])
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	t.Errorf("the reader of a page runs sqg and cat, and not %s", words[0])
	return ""
}
