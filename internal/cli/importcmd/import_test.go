package importcmd

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/golden"
)

// testdata is absolute, since tests change the current folder.
var testdata, _ = filepath.Abs("testdata")

func TestMain(m *testing.M) { golden.Main(m, filepath.Join(testdata, "*.golden")) }

// projects are those of testdata, and the arguments that import them.
var projects = map[string][]string{
	"postgres": {"sqlc"}, "sqlite": {"sqlc"}, "pgtyped": {"pgtyped", "--schema", "migrations"},
	"sqlx": {"sqlx"}, "sqldelight": {"sqldelight"},
}

// TestImport: what becomes of projects in the style of the other tool, with odd corners and mistakes, and what is left
// to the user. A second import changes nothing.
func TestImport(t *testing.T) {
	for name, args := range projects {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "library")
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(testdata, name))); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			out := imported(t, args, 0)
			shown := out + "\n"
			files := written(t)
			for _, path := range slices.Sorted(maps.Keys(files)) {
				shown += "=== " + path + "\n" + files[path]
			}
			golden.Check(t, filepath.Join(testdata, name+".golden"), shown)
			if again := imported(t, args, 0); strings.Contains(again, "created") || strings.Contains(again, "updated") || !maps.Equal(written(t), files) {
				t.Errorf("the second import changes something:\n%s", again)
			}
			if err := os.WriteFile("sqg.yaml", []byte("version: 1\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if refused := imported(t, args, 1); !strings.Contains(refused, "--force overwrites it") {
				t.Errorf("a file of the user's: %s", refused)
			}
		})
	}
}

// imported runs the command, and returns what it says.
func imported(t *testing.T, args []string, code int) string {
	t.Helper()
	var out bytes.Buffer
	a := &app.App{In: strings.NewReader(""), Out: &out, Err: &out, Env: os.Getenv}
	cmd := Command(a)
	cmd.SetArgs(args)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(context.Background())
	if (err != nil) != (code != 0) {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return out.String()
}

// written are sqg.yaml and the files of its folder.
func written(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"sqg.yaml", "sqg/*.sql", "sqg/*/*.sql"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[filepath.ToSlash(path)] = string(text)
		}
	}
	return texts
}
