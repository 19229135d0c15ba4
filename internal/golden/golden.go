// Package golden compares what a test produced with a file that is kept, and rewrites the file under -update.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests produce")

var checked sync.Map // clean path of every golden file a test has asked for

// Check fails the test where got differs from the file at path, and shows the first line that does.
func Check(t testing.TB, path, got string) {
	t.Helper()
	checked.Store(filepath.Clean(path), true)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if old, err := os.ReadFile(path); err == nil && string(old) == got {
			return
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("no golden file: run the test with -update to write it: %v", err)
		return
	}
	if line, w, g := firstDifference(string(want), got); line > 0 {
		t.Errorf("%s:%d differs (run with -update if the new text is right)\nwant: %s\n got: %s", path, line, w, g)
	}
}

// Main runs a package's tests, for its TestMain. Once every test has run, a file matching one of the glob patterns that
// no test has checked is stale: it fails the run, or is removed under -update.
func Main(m *testing.M, patterns ...string) {
	code := m.Run()
	if code == 0 && wholeRun() {
		for _, path := range stale(patterns) {
			if *update {
				if err := os.Remove(path); err == nil {
					continue
				}
			}
			fmt.Printf("FAIL: no test produces the golden file %s\n", path)
			code = 1
		}
	}
	os.Exit(code)
}

// wholeRun tells whether the run was not narrowed: otherwise files that no test checked are to be expected.
func wholeRun() bool {
	for _, name := range []string{"test.run", "test.skip", "test.fuzz", "test.list"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return false
		}
	}
	return true
}

func stale(patterns []string) []string {
	var out []string
	for _, p := range patterns {
		paths, err := filepath.Glob(p)
		if err != nil {
			panic(err)
		}
		for _, path := range paths {
			if _, ok := checked.Load(filepath.Clean(path)); !ok {
				out = append(out, path)
			}
		}
	}
	return out
}

// firstDifference returns the number of the first line that differs, from 1, and both lines; 0 where none does.
func firstDifference(want, got string) (line int, w, g string) {
	if want == got {
		return 0, "", ""
	}
	ws, gs := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	for i := 0; ; i++ {
		w, g := at(ws, i), at(gs, i)
		if w != g {
			return i + 1, w, g
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return fmt.Sprintf("%q", lines[i])
	}
	return "(end of file)"
}
