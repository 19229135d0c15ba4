package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// recorder notes whether Check complained.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Helper()               {}

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.golden")
	if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for got, fails := range map[string]bool{"one\ntwo\n": false, "one\ntwo": true, "one\n2\n": true,
		"one\ntwo\n\n": true} {
		r := &recorder{TB: t}
		Check(r, path, got)
		if r.failed != fails {
			t.Errorf("%q: failed is %v, want %v", got, r.failed, fails)
		}
	}
	r := &recorder{TB: t}
	Check(r, path+".missing", "")
	if !r.failed {
		t.Error("a missing golden file passes")
	}
}

func TestStale(t *testing.T) {
	dir := t.TempDir()
	kept, left := filepath.Join(dir, "kept.golden"), filepath.Join(dir, "left.golden")
	for _, path := range []string{kept, left} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	Check(t, kept, "")
	if got := stale([]string{filepath.Join(dir, "*.golden")}); len(got) != 1 || got[0] != left {
		t.Errorf("stale files: %v, want only %s", got, left)
	}
}
