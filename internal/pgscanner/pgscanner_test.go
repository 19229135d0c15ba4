//go:build unix

package pgscanner

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

func variables(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

// TestFind: the user's file, then the one that DuckDB has installed; without any way to one, what to do.
func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	p := platforms[runtime.GOOS+"/"+runtime.GOARCH]
	file := filepath.Join(t.TempDir(), File)
	installed := filepath.Join(os.Getenv("HOME"), ".duckdb", "extensions", "v"+libduckdb.Version, p.duckdb, File)
	cache := map[string]string{"SQG_CACHE_DIR": filepath.Join(t.TempDir(), "cache")}
	var e *environment.Error
	_, err := Find(t.Context(), variables(cache), func(string) {})
	if !errors.As(err, &e) || !strings.Contains(e.Msg, "there is no pip") || !strings.Contains(e.Hint, Variable) {
		t.Errorf("%+v", err)
	}
	_, err = Find(t.Context(), variables(map[string]string{Variable: file}), func(string) {})
	if !errors.As(err, &e) || !strings.Contains(e.Msg, Variable+" is not the path of a file") {
		t.Errorf("%+v", err)
	}
	for _, path := range []string{file, installed} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Find(t.Context(), variables(map[string]string{Variable: file}), func(string) {}); got != file || err != nil {
		t.Error(got, err)
	}
	if got, err := Find(t.Context(), variables(cache), func(string) {}); got != installed || err != nil {
		t.Error(got, err)
	}
}
