package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
)

// TestUntrusted: a stranger's sqg.yaml neither reads nor writes outside of its project, and looks into no variable that
// it could show or send away.
func TestUntrusted(t *testing.T) {
	outside := t.TempDir()
	for _, name := range []string{"a.sql", "b.csv"} {
		if err := os.WriteFile(filepath.Join(outside, name), []byte("-- QUERY a\nSELECT 1;\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const (
		head = "version: 1\nname: a\n"
		unit = head + "sql:\n  - files: [q.sql]\n"
		gen  = unit + "    gen: [{generator: go/sqlite, output: OUT}]\n"
	)
	out := func(to string) string { return strings.Replace(gen, "OUT", to, 1) }
	for _, c := range []struct {
		yaml    string
		refused bool
	}{
		{unit, false},
		{head + "sql: [{files: [/etc/shadow]}]\n", true},
		{head + "sql: [{files: [\"" + outside + "/*.sql\"]}]\n", true},
		{head + "sql: [{files: [q.sql, ../../../../../../../../etc/passwd]}]\n", true},
		{head + "sql: [{files: [\"folder/*.sql\"]}]\n", true}, // a link to outside
		{head + "sql: [{files: [link.sql]}]\n", true},
		{head + "sql: [{files: [\"*.sql\"]}]\n", true}, // link.sql is among them
		{out("gen"), false},
		{out("new/folder/of/mine.go"), false},
		{out("../gen"), true},
		{out(outside), true},
		{out(outside + "/x.go"), true},
		{out("folder/gen"), true},
		{out("broken/gen"), true},
		{out("broken.go"), true},
		{unit + "sources: [{path: data.csv}]\n", false},
		{unit + "sources: [{path: " + outside + "/b.csv}]\n", true},
		{unit + "sources: [{path: folder/b.csv}]\n", true},
		{unit + "sources: [{path: \"https://host/b.csv\"}]\n", false},
		{unit + "sources: [{name: s, path: $SECRET}]\n", true},
		{unit + "sources: [{path: $SECRET}]\n", true},
		{unit + "sources: [{path: \"data/${SECRET}.csv\"}]\n", true},
		{unit + "sources: [{name: s, type: postgres, url: $SECRET}]\n", false},
		{unit + "sources: [{name: s, type: postgres, url: \"postgres://me@localhost:5433/d\"}]\n", false},
		{unit + "sources: [{name: s, type: postgres, url: \"postgresql:///d?host=/run/postgresql\"}]\n", false},
		{unit + "sources: [{name: s, type: postgres, url: \"postgresql://[::1]/d\"}]\n", false},
		{unit + "sources: [{name: s, type: postgres, url: \"postgres://stranger.example/d\"}]\n", true},
		{unit + "sources: [{name: s, type: postgres, url: \"postgres://localhost,stranger.example/d\"}]\n", true},
		{unit + "sources: [{name: s, type: postgres, url: \"postgres://localhost/d?hostaddr=203.0.113.1\"}]\n", true},
		{unit + "sources: [{name: s, type: postgres, url: \"postgres://localhost/d?host=stranger.example\"}]\n", true},
		{unit + "sources: [{name: s, type: postgres, url: \"postgres:///d?service=prod\"}]\n", true},
		{unit + "sources: [{name: s, type: postgres, url: \"host=stranger.example dbname=d\"}]\n", true},
		{unit + "sources: [{name: s, type: postgres, url: \"${SECRET}\"}]\n", false},
		{unit + "sources: [{name: s, type: postgres, url: \"postgres://stranger.example/$SECRET\"}]\n", true},
		{unit + "postgres: {extensions: [postgis]}\n", false},
		{unit + "postgres: {unsafe: [\"1\"]}\n", true},
		{unit + "duckdb: {extensions: [spatial, sqlite]}\n", false},
		{unit + "duckdb: {extensions: [ext/h3.duckdb_extension]}\n", true},
	} {
		path := project(t, c.yaml, "q.sql")
		dir := filepath.Dir(path)
		for name, to := range map[string]string{"folder": outside, "link.sql": filepath.Join(outside, "a.sql"),
			"broken": filepath.Join(outside, "new"), "broken.go": filepath.Join(outside, "new.go")} {
			if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		env := func(string) string { return "geheim" }
		_, ds := Load(path, env, false)
		refused := len(ds) > 0 && ds[0].Code == diag.Untrusted && strings.Contains(ds[0].Hint, "--trust")
		if refused != c.refused || !refused && len(ds) > 0 || strings.Contains(lines(ds), "geheim") {
			t.Errorf("%s%s", c.yaml, lines(ds))
		}
		_, ds = Load(path, env, true)
		for _, d := range ds {
			if d.Code == diag.Untrusted {
				t.Errorf("trusted, %s%s", c.yaml, lines(ds))
			}
		}
	}
}

// TestProjectRoot: a project is the repository that it is in.
func TestProjectRoot(t *testing.T) {
	path := project(t, "version: 1\nname: a\nsql: [{files: [q.sql]}]\n", "q.sql")
	root := filepath.Dir(path)
	for _, name := range []string{"db/sqg.yaml", "db/deep/x"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	yaml := "version: 1\nname: a\nsql: [{files: [../q.sql], gen: [{generator: go/sqlite, output: ../gen}]}]\n"
	if err := os.WriteFile(filepath.Join(root, "db", DefaultPath), []byte(yaml), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ds := Load(filepath.Join(root, "db", DefaultPath), noEnv, false); len(ds) != 2 {
		t.Error(lines(ds))
	}
	if err := os.WriteFile(filepath.Join(root, ".git"), []byte("gitdir: elsewhere"), 0o644); err != nil { // as of a worktree
		t.Fatal(err)
	}
	if _, ds := Load(filepath.Join(root, "db", DefaultPath), noEnv, false); len(ds) > 0 {
		t.Error(lines(ds))
	}
}
