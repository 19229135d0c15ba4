//go:build unix

package extension

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// TestFind: the user's file, then the one that DuckDB has installed; without any way to one, what to do.
func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), Postgres.File())
	folder := filepath.Join(os.Getenv("HOME"), ".duckdb", "extensions", "v"+libduckdb.Version, platforms[here()].duckdb)
	cache := map[string]string{"SQG_CACHE_DIR": filepath.Join(t.TempDir(), "cache")}
	find := func(e *Extension, version string, vars map[string]string) (string, error) {
		return e.Find(t.Context(), version, func(name string) string { return vars[name] }, func(string) {})
	}
	fts := Named("fts")
	for _, c := range []struct {
		e         *Extension
		version   string
		vars      map[string]string
		msg, hint string
	}{
		{Postgres, libduckdb.Version, cache, "there is no pip", Variable},
		{Postgres, libduckdb.Version, map[string]string{Variable: file}, Variable + " is not the path of a file",
			Postgres.File()},
		{Postgres, "2.0.0", cache, "is not on PyPI yet", Variable},
		{fts, libduckdb.Version, cache, "cannot get DuckDB's extension fts",
			"put the file into ~/.duckdb/extensions/v" + libduckdb.Version},
		{fts, "2.0.0", cache, "is not on PyPI yet", "INSTALL fts"},
	} {
		var e *environment.Error
		if _, err := find(c.e, c.version, c.vars); !errors.As(err, &e) || !strings.Contains(e.Msg, c.msg) ||
			!strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s of %s: %+v", c.e.Name, c.version, err)
		}
	}
	for _, path := range []string{file, filepath.Join(folder, Postgres.File()), filepath.Join(folder, fts.File())} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := find(Postgres, "2.0.0", map[string]string{Variable: file}); got != file || err != nil {
		t.Error(got, err)
	}
	for _, e := range []*Extension{Postgres, fts} {
		if got, err := find(e, libduckdb.Version, cache); got != filepath.Join(folder, e.File()) || err != nil {
			t.Error(got, err)
		}
	}
}

// TestNamed: an extension has the names that DuckDB's LOAD takes.
func TestNamed(t *testing.T) {
	for name, want := range map[string]string{"spatial": "spatial", "SQLite": "sqlite_scanner",
		"postgres": "postgres_scanner", "h3": ""} {
		if e := Named(name); (e == nil) != (want == "") || e != nil && e.Name != want {
			t.Errorf("%s is %+v", name, e)
		}
	}
	for file, want := range map[string]string{"ext/h3.duckdb_extension": "h3", "spatial": "spatial"} {
		if got := NameOf(file); got != want {
			t.Errorf("%s is %s", file, got)
		}
	}
	for _, e := range All {
		for _, need := range e.Needs {
			if Named(need) == nil {
				t.Errorf("%s needs %s", e.Name, need)
			}
		}
	}
}
