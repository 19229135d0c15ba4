package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli/initcmd"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestTargets: what a generator needs beside its row in target.All. docs/adding-a-driver.md lists the same.
func TestTargets(t *testing.T) {
	for i := range target.All {
		for _, what := range lacks(t, &target.All[i]) {
			t.Errorf("%s has no %s", target.All[i].ID(), what)
		}
	}
}

// TestLacking shows that each check can fail.
func TestLacking(t *testing.T) {
	for _, language := range []string{"java", "python", "typescript"} {
		made := target.Target{Language: language, Engine: "sqlite", Driver: "made-up",
			Options: []target.Option{{Key: "madeUp"}}}
		want := []string{"driver row", "scaffold", "contract adapter", "row in README.md", "section in docs", "madeUp"}
		got := lacks(t, &made)
		for i, what := range want {
			if len(got) != len(want) || !strings.Contains(got[i], what) {
				t.Fatalf("%s lacks %q, want %q", made.ID(), got, want)
			}
		}
	}
	elsewhere := target.Target{Language: "java", Engine: "made-up"}
	if got := lacks(t, &elsewhere); len(got) == 0 || !strings.HasPrefix(got[0], "engine.Info") {
		t.Errorf("an engine that is not there: %q", got)
	}
}

// lacks lists what a generator does not have.
func lacks(t *testing.T, tgt *target.Target) (missing []string) {
	if engine.Find(tgt.Engine) == nil {
		return []string{"engine.Info of " + tgt.Engine}
	}
	if err := renders(tgt); err != nil {
		missing = append(missing, "driver row in its renderer: "+err.Error())
	}
	if _, err := initcmd.Scaffold(tgt, t.TempDir(), "sqg"); err != nil {
		missing = append(missing, "scaffold of sqg init: "+err.Error())
	}
	// The id as a whole: that of another driver may start with it.
	id := regexp.MustCompile(`(^|[^\w/-])` + tgt.ID() + `($|[^\w/-])`)
	suite := "suites/" + tgt.Language
	if !id.MatchString(sources(t, "../../"+suite)) {
		missing = append(missing, "contract adapter: no source file of "+suite+" names "+tgt.ID())
	}
	page := "docs/generators/" + tgt.Language + "-" + tgt.Engine + ".md"
	if !strings.Contains(text(t, "../../README.md"), "| [`"+tgt.ID()+"`]("+page) {
		missing = append(missing, "row in README.md that links "+page)
	}
	about := text(t, "../../"+page)
	if !id.MatchString(about) {
		missing = append(missing, "section in "+page)
	}
	for _, m := range regexp.MustCompile(`\]\((`+tgt.Language+`-\w+\.md)\)`).FindAllStringSubmatch(about, -1) {
		about += text(t, "../../docs/generators/"+m[1]) // keys that another page of the language describes
	}
	for _, o := range tgt.Options {
		if !regexp.MustCompile("`(config\\.)?" + o.Key + "[`:]").MatchString(about) {
			missing = append(missing, "description of config."+o.Key+" in "+page)
		}
	}
	return missing
}

// renders reports what keeps an empty program from being rendered.
func renders(tgt *target.Target) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	p, diags := plan.Build(&ir.Model{Name: ir.NewName("empty"), Engine: tgt.Engine}, tgt, plan.Options{}, "empty", "1")
	out, more := plan.Lay(p)
	rendered := compile.Languages[tgt.Language].Render(out)
	diags = slices.Concat(diags, more, rendered.Diags)
	if diag.Failed(diags) || len(rendered.Files) == 0 {
		return fmt.Errorf("an empty program gives %d files and %v", len(rendered.Files), diags)
	}
	return nil
}

// sources are the hand-written source files of a suite.
func sources(t *testing.T, dir string) string {
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && regexp.MustCompile(`^(gen.*|node_modules|target|\.\w.*)$`).MatchString(name):
			return fs.SkipDir
		case regexp.MustCompile(`\.(ts|java|py|go|rs)$`).MatchString(name):
			out.WriteString(text(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func text(t *testing.T, file string) string {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
