package initcmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/version"
)

// TestCommand: what init prints starts the same sqg again.
func TestCommand(t *testing.T) {
	root := t.TempDir()
	program := func(path string) string {
		file := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	plain, module, other := filepath.Join(root, "plain"), filepath.Join(root, "module"), program("bin/sqg")
	program("plain/go.mod")
	if err := os.MkdirAll(filepath.Join(module, "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module m\n\ntool github.com/sqg-dev/sqg/cmd/sqg\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ program, path, dir, want string }{
		{other, filepath.Dir(other), plain, "sqg"},
		{other, "", plain, other},
		{program("with blank/sqg"), "", plain, "'" + filepath.Join(root, "with blank", "sqg") + "'"},
		{program("cache/_npx/1a/node_modules/@sqg/sqg/bin/sqg"), filepath.Join(root, "cache/_npx/1a/node_modules/.bin"),
			plain, "npx @sqg/sqg"},
		{program("app/node_modules/@sqg/sqg/bin/sqg"), filepath.Join(root, "app/node_modules/.bin"), plain, "npx sqg"},
		{program("uv/archive-v0/x/bin/sqg"), filepath.Dir(other), plain, "uvx sqg"},
		{program("pipx/.cache/x/bin/sqg"), "", plain, "pipx run sqg"},
		{program("tmp/go-build12/b001/exe/sqg"), "", plain, "go run github.com/sqg-dev/sqg/cmd/sqg@latest"},
		{program("go-build/ab/cd-d/sqg"), "", filepath.Join(module, "in"), "go tool sqg"},
		{program("go-build/ab/init.test"), "", plain, "sqg"},
	} {
		env := func(name string) string { return map[string]string{"PATH": c.path}[name] }
		if got := command(c.dir, env, c.program); got != c.want {
			t.Errorf("%s: %s, want %s", c.program, got, c.want)
		}
	}
}

// TestOwn: what npm brought is a dependency of the project, whose scripts call it.
func TestOwn(t *testing.T) {
	of, err := app.Generator("typescript/sqlite")
	if err != nil {
		t.Fatal(err)
	}
	for start, want := range map[string]bool{"npx @sqg/sqg": true, "npx sqg": true, "sqg": false, "uvx sqg": false} {
		files, err := Scaffold(of, t.TempDir(), start)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if filepath.Base(f.Path) != "package.json" {
				continue
			}
			var is struct{ DevDependencies map[string]string }
			if err := json.Unmarshal([]byte(f.Text), &is); err != nil {
				t.Fatal(err)
			}
			if got := is.DevDependencies["@sqg/sqg"]; (got == version.Version) != want {
				t.Errorf("%s: %q", start, got)
			}
		}
	}
}
