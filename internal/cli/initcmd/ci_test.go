package initcmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/write"
)

// TestChecked: a project has a file of its own at the root of the repository, which names it as seen from there.
func TestChecked(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"repository/.git", "repository/a/it's a \"deep\" one", "alone"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]struct{ root, file, config, shell string }{
		"repository": {"repository", "sqg", "sqg.yaml", "sqg.yaml"},
		"repository/a/it's a \"deep\" one": {"repository", "sqg-a-it-s-a-deep-one", "a/it's a \"deep\" one/sqg.yaml",
			`'a/it'\''s a "deep" one/sqg.yaml'`},
		"repository/new":                    {"repository", "sqg-new", "new/sqg.yaml", "new/sqg.yaml"},
		"alone":                             {"alone", "sqg", "sqg.yaml", "sqg.yaml"},
		filepath.Join(here, "repository/a"): {filepath.Join(here, "repository"), "sqg-a", "a/sqg.yaml", "a/sqg.yaml"},
	} {
		file := checkedBy(t, "github", dir)[0]
		var github struct {
			Jobs struct {
				Check struct {
					Steps []struct {
						Uses string
						With struct{ Version, Config string }
					}
				}
			}
		}
		parsed(t, file, want.root+"/.github/workflows/"+want.file+".yml", &github)
		if step := github.Jobs.Check.Steps[1]; step.With.Config != want.config ||
			step.Uses != "sqg-dev/sqg@v"+step.With.Version {
			t.Errorf("%s: %s with %+v", dir, file.Path, step)
		}

		files := checkedBy(t, "gitlab", dir)
		var gitlab map[string]struct {
			Image  string
			Script []string
		}
		parsed(t, files[0], want.root+"/.gitlab/"+want.file+".yml", &gitlab)
		if script := gitlab[want.file].Script; len(script) != 2 || script[1] != "sqg check --strict "+want.shell {
			t.Errorf("%s: %q", dir, gitlab)
		}
		if image := gitlab[want.file].Image; !strings.HasPrefix(image, "node:") || strings.Contains(image, "slim") {
			t.Errorf("%s has npm and curl, which fetch DuckDB's library and sqg?", image)
		}
		var start struct{ Include []struct{ Local string } }
		parsed(t, files[1], want.root+"/.gitlab-ci.yml", &start)
		if len(start.Include) != 1 || start.Include[0].Local != "/.gitlab/sqg*.yml" {
			t.Errorf("%s: %+v", dir, start)
		}
	}

	// The file that is there is the user's. It is not touched, and not asked for twice.
	for text, want := range map[string]bool{"stages: [test]\n": true, "include:\n  - local: /.gitlab/sqg*.yml\n": false} {
		if err := os.WriteFile("repository/.gitlab-ci.yml", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files, todo, err := checked("gitlab", "repository")
		if err != nil || len(files) != 1 || strings.HasPrefix(todo, "Add to ") != want {
			t.Errorf("%q: %+v %q %v", text, files, todo, err)
		}
	}

	t.Chdir("repository/a")
	if file := checkedBy(t, "github", "")[0]; filepath.ToSlash(file.Path) != "../.github/workflows/sqg-a.yml" {
		t.Errorf("from within: %s", file.Path)
	}
}

func checkedBy(t *testing.T, service, dir string) []write.File {
	t.Helper()
	files, todo, err := checked(service, dir)
	if err != nil || todo != "" {
		t.Fatal(todo, err)
	}
	return files
}

// parsed reads a file of YAML that should have a path.
func parsed(t *testing.T, file write.File, path string, into any) {
	t.Helper()
	if filepath.ToSlash(file.Path) != filepath.ToSlash(path) {
		t.Errorf("%s, not %s", file.Path, path)
	}
	if err := yaml.Unmarshal([]byte(file.Text), into); err != nil {
		t.Fatal(err)
	}
}
