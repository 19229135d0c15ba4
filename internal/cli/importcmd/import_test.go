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
			if again := imported(t, args, 0); strings.Contains(again, "created") ||
				strings.Contains(again, "updated") || !maps.Equal(written(t), files) {
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

// TestUpgrade: what becomes of a project of SQG 0.x, and what is left to the user. A second run changes nothing.
func TestUpgrade(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(testdata, "sqg-0.x"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	args := []string{"sqg-0.x"}
	shown := imported(t, args, 0)
	for _, name := range []string{"sqg.yaml", "stock.sql"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		shown += "=== " + name + "\n" + string(text)
	}
	golden.Check(t, filepath.Join(testdata, "sqg-0.x.golden"), shown)
	if again := imported(t, args, 0); strings.Contains(again, "updated") {
		t.Errorf("the second run changes something:\n%s", again)
	}
}

// TestCheck: the columns of which the other tool's generated code says something else, and whose word the rows of
// TESTDATA support. Nothing is written.
func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		args     []string
		testdata string
	}{
		"sqlc": {projects["postgres"], `INSERT INTO readers (name, email) VALUES ('Ada', 'ada@example.com'), ('Bo', NULL);
INSERT INTO loans (reader_id, title, due, fine) VALUES (1, 'Emma', '2026-05-01', 40);`},
		"sqlx": {projects["sqlx"],
			"INSERT INTO plants VALUES (1, 'fern', NULL), (2, 'ivy', NULL);\nINSERT INTO notes VALUES (1, 1, 'dry');"},
		"pgtyped": {projects["pgtyped"],
			"INSERT INTO films VALUES (1, 'M', 1931);\nINSERT INTO shows VALUES (1, 1, 90), (2, NULL, 40);"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "library")
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(testdata, "apps", name))); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			args := append(slices.Clone(c.args), "--check")
			shown := imported(t, args, 0)
			if files := written(t); len(files) > 0 {
				t.Errorf("it writes %v", files)
			}
			if err := os.Mkdir("sqg", 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("sqg/testdata.sql", []byte("-- TESTDATA\n"+c.testdata+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			shown += "=== with TESTDATA\n" + imported(t, args, 0) + "=== --format json\n" + printed(t, args, 0, true)
			golden.Check(t, filepath.Join(testdata, "check-"+name+".golden"), shown)
		})
	}
	t.Run("sqldelight", func(t *testing.T) { imported(t, []string{"sqldelight", "--check"}, 1) })
}

// imported runs the command, and returns what it says.
func imported(t *testing.T, args []string, code int) string {
	t.Helper()
	return printed(t, args, code, false)
}

// printed does so, in JSON if asked.
func printed(t *testing.T, args []string, code int, json bool) string {
	t.Helper()
	var out bytes.Buffer
	a := &app.App{In: strings.NewReader(""), Out: &out, Err: &out, Env: os.Getenv, JSON: json}
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
