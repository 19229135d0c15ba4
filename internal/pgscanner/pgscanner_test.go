//go:build unix

package pgscanner

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/sqg-dev/sqg/internal/fetch"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// Downloads are by a pip that this test makes: what the real one fetches, the tests of the engine load.

const wheelName = "duckdb_extension_postgres_scanner-" + libduckdb.Version + "-py3-none-manylinux2014_x86_64.whl"

// wheel is an archive with one file.
func wheel(t *testing.T, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write([]byte("the extension"))
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// pip puts a program on PATH, as the only one there besides a shell's, that runs a script with the folder to fetch to
// in $dest, and counts its runs in a file.
func pip(t *testing.T, script string) (runs string) {
	t.Helper()
	bin := t.TempDir()
	runs = filepath.Join(bin, "runs")
	text := "#!/bin/sh\nPATH=/usr/bin:/bin\nfor dest in \"$@\"; do [ \"$before\" = --dest ] && break; before=$dest; done\necho run >> " + runs + "\n" + script
	if err := os.WriteFile(filepath.Join(bin, "pip"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	t.Setenv("HOME", bin)
	return runs
}

// pack makes a pip that fetches a wheel.
func pack(t *testing.T, content []byte) (runs string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "wheel")
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return pip(t, `cp `+file+` "$dest/`+wheelName+`"`)
}

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func environment(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

func TestFetchOnce(t *testing.T) {
	content := wheel(t, "package/extensions/"+File)
	runs := pack(t, content)
	p := platform{"linux_amd64", "manylinux2014_x86_64", sumOf(content)}
	dir := filepath.Join(t.TempDir(), "cache")
	var all sync.WaitGroup
	for range 3 { // at once
		all.Go(func() {
			path, err := p.fetch(t.Context(), dir, func(string) {})
			if err != nil {
				t.Error(err)
				return
			}
			if text, err := os.ReadFile(path); string(text) != "the extension" {
				t.Errorf("%s %v", text, err)
			}
		})
	}
	all.Wait()
	if text, _ := os.ReadFile(runs); strings.Count(string(text), "run") != 1 {
		t.Errorf("pip ran: %s", text)
	}
}

func TestFetchRefuses(t *testing.T) {
	good := wheel(t, File)
	for name, c := range map[string]struct {
		content []byte
		sum     string
		script  string // instead of content
		want    string
	}{
		"another wheel":  {good, sumOf([]byte("x")), "", "has the checksum " + sumOf(good)},
		"cut short":      {good[:len(good)/2], sumOf(good), "", "has the checksum"},
		"empty":          {wheel(t, "README"), sumOf(wheel(t, "README")), "", wheelName + " has no " + File},
		"nothing there":  {nil, "", "exit 0", "no such file"},
		"pip's own word": {nil, "", "echo 'WARNING: retrying' >&2; echo 'ERROR: No matching distribution found' >&2; exit 1", "pip download: exit status 1: ERROR: No matching distribution found"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.script != "" {
				pip(t, c.script)
			} else {
				pack(t, c.content)
			}
			dir := filepath.Join(t.TempDir(), "cache")
			_, err := platform{"linux_amd64", "manylinux2014_x86_64", c.sum}.fetch(t.Context(), dir, func(string) {})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Error(err)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "extensions", "*-*")); len(left) > 0 {
				t.Errorf("in the cache: %v", left)
			}
		})
	}
}

// TestFind: the user's file, then the one that DuckDB has installed; without any way to one, what to do.
func TestFind(t *testing.T) {
	pip(t, "exit 1")
	t.Setenv("PATH", t.TempDir())
	p := platforms[runtime.GOOS+"/"+runtime.GOARCH]
	file := filepath.Join(t.TempDir(), File)
	installed := filepath.Join(os.Getenv("HOME"), ".duckdb", "extensions", "v"+libduckdb.Version, p.duckdb, File)
	cache := map[string]string{"SQG_CACHE_DIR": filepath.Join(t.TempDir(), "cache")}
	var e *fetch.Error
	_, err := Find(t.Context(), environment(cache), func(string) {})
	if !errors.As(err, &e) || !strings.Contains(e.Msg, "there is no pip") || !strings.Contains(e.Hint, Variable) {
		t.Errorf("%+v", err)
	}
	_, err = Find(t.Context(), environment(map[string]string{Variable: file}), func(string) {})
	if !errors.As(err, &e) || !strings.Contains(e.Msg, Variable+" is not the path of a file") {
		t.Errorf("%+v", err)
	}
	for _, path := range []string{file, installed} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Find(t.Context(), environment(map[string]string{Variable: file}), func(string) {}); got != file || err != nil {
		t.Error(got, err)
	}
	if got, err := Find(t.Context(), environment(cache), func(string) {}); got != installed || err != nil {
		t.Error(got, err)
	}
}
