package java

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

var preludeFolder = flag.String("prelude", "",
	"folder for a class of each driver that has all of its prelude, for the compiler")

// TestWholePrelude: each driver's members can stand in one class. The Java suite compiles those.
func TestWholePrelude(t *testing.T) {
	for row, d := range drivers {
		part, appender, _ := strings.Cut(row, "+")
		p := &plan.Program{Name: ir.NewName("prelude " + strings.NewReplacer("/", " ", "+", " ").Replace(row)),
			Target: target.Find("java/" + part)}
		p.Options.Package, p.Options.Appender, p.Options.Support = "prelude", appender, "inline"
		g := newGenerator(p)
		g.class = pascal(p.Name)
		for _, m := range d.prelude.All() {
			g.need(m.Name)
			if strings.HasPrefix(m.File, "jdk22/") {
				p.Options.Package = "prelude.jdk22"
			}
		}
		text := g.file()
		for _, m := range d.prelude.All() {
			line, _, _ := strings.Cut(g.annotate(m.Text), "\n")
			if !strings.Contains(text, line) {
				t.Errorf("%s: no %s", row, line)
			}
		}
		if *preludeFolder == "" {
			continue
		}
		dir := filepath.Join(*preludeFolder, strings.ReplaceAll(p.Options.Package, ".", "/"))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, g.class+".java"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSplit(t *testing.T) {
	got := split(`// About the file.
package prelude;

import java.util.List;
import java.util.Map;

final class Sample {
  private static final List<String> NAMES = List.of(); // other()

  private static final int COUNT = 2;

  /** Unlike second() and Map. */
  @SuppressWarnings("first()")
  private static <T> void first(
      T value, Inner inner) throws SQLException {
    int second = COUNT;

    inner.third(second, value + "NAMES");
    String text = """
        "fifth()" \"""
        sixth()
        """;
    run(this::fourth, '"', ' ');
  }

  private static void second(int count) {}

  private static void second(long count) {}

  private abstract static class Inner {
    void third() {}
  }

  private record Pair<T>(List<T> first) {}
}
`)
	want := []struct{ name, uses, imports string }{
		{"NAMES", "List String NAMES", "java.util.List"},
		{"COUNT", "COUNT", ""},
		{"first", "SuppressWarnings T first Inner SQLException COUNT String run fourth", ""},
		{"second", "second", ""},
		{"second", "second", ""},
		{"Inner", "Inner third", ""},
		{"Pair", "Pair T List", "java.util.List"},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, w := range want {
		if d := got[i]; d.Name != w.name || !slices.Equal(d.Uses, strings.Fields(w.uses)) ||
			!slices.Equal(d.Imports, strings.Fields(w.imports)) {
			t.Errorf("got %+v, want %+v", d, w)
		}
	}
}
