package initcmd

import (
	"os"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestChecked: the file stands at the root of the repository, and names the project as seen from there.
func TestChecked(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, folder := range []string{"repository/.git", "repository/a/deep one", "alone"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]struct{ file, config string }{
		"repository":            {"repository/.github/workflows/sqg.yml", "sqg.yaml"},
		"repository/a/deep one": {"repository/.github/workflows/sqg.yml", "a/deep one/sqg.yaml"},
		"repository/new":        {"repository/.github/workflows/sqg.yml", "new/sqg.yaml"},
		"alone":                 {"alone/.github/workflows/sqg.yml", "sqg.yaml"},
		filepath.Join(here, "repository/a"): {
			filepath.Join(here, "repository/.github/workflows/sqg.yml"), "a/sqg.yaml"},
	} {
		file, err := checked("github", dir)
		if err != nil {
			t.Fatal(err)
		}
		var is struct {
			Jobs struct {
				Check struct {
					Steps []struct {
						Uses string
						With struct{ Version, Config string }
					}
				}
			}
		}
		if err := yaml.Unmarshal([]byte(file.Text), &is); err != nil {
			t.Fatal(err)
		}
		step := is.Jobs.Check.Steps[1]
		if filepath.ToSlash(file.Path) != filepath.ToSlash(want.file) || step.With.Config != want.config ||
			step.Uses != "sqg-dev/sqg@v"+step.With.Version {
			t.Errorf("%s: %s with %+v", dir, file.Path, step)
		}
	}
	t.Chdir("repository/a")
	if file, err := checked("github", ""); err != nil || filepath.ToSlash(file.Path) != "../.github/workflows/sqg.yml" {
		t.Errorf("from within: %s %v", file.Path, err)
	}
}
