//go:build unix

package fetch

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Downloads are by clients that these tests make; what the real ones fetch, the tests of the engine load.

// client puts a program on PATH, as the only one there besides a shell's, that runs a script in the folder to fetch to,
// and counts its runs in a file.
func client(t *testing.T, name, script string) (runs string) {
	t.Helper()
	bin := t.TempDir()
	runs = filepath.Join(bin, "runs")
	text := "#!/bin/sh\nPATH=/usr/bin:/bin\necho run >> " + runs + "\n" + script
	if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	return runs
}

// archive is an archive with one file, and its checksum.
func archive(t *testing.T, name, member string) (content []byte, sum string) {
	t.Helper()
	var out bytes.Buffer
	var err error
	const text = "the file"
	if strings.HasSuffix(name, ".tgz") {
		gz := gzip.NewWriter(&out)
		w := tar.NewWriter(gz)
		err = w.WriteHeader(&tar.Header{Name: member, Size: int64(len(text)), Mode: 0o644})
		_, errWrite := w.Write([]byte(text))
		err = errors.Join(err, errWrite, w.Close(), gz.Close())
	} else {
		z := zip.NewWriter(&out)
		w, errCreate := z.Create(member)
		if errCreate != nil {
			t.Fatal(errCreate)
		}
		_, errWrite := w.Write([]byte(text))
		err = errors.Join(errWrite, z.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(out.Bytes())
	return out.Bytes(), hex.EncodeToString(hash[:])
}

// fetching makes a client that fetches an archive.
func fetching(t *testing.T, program, name string, content []byte) (runs string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return client(t, program, "cp "+file+" "+name)
}

func quiet(string) {}

// TestOnce: several that want the file at once get it by one download, out of either kind of archive.
func TestOnce(t *testing.T) {
	for name, by := range map[string]Client{"package.whl": Pip, "package.tgz": Npm, "package.jar": Mvn} {
		t.Run(by.name, func(t *testing.T) {
			content, sum := archive(t, name, "package/lib/member")
			runs := fetching(t, by.name, name, content)
			p := Package{Client: by, Name: "a-package", Archive: name, Sum: sum, Member: "member"}
			home := filepath.Join(t.TempDir(), "cache", "home")
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					path, err := Once(t.Context(), home, "file", []Package{p}, quiet)
					if err != nil {
						t.Error(err)
						return
					}
					if text, err := os.ReadFile(path); string(text) != "the file" {
						t.Errorf("%s %v", text, err)
					}
				})
			}
			all.Wait()
			if text, _ := os.ReadFile(runs); strings.Count(string(text), "run") != 1 {
				t.Errorf("%s ran: %s", by.name, text)
			}
		})
	}
}

// TestSecondPackage: where the first client is missing, the next package serves.
func TestSecondPackage(t *testing.T) {
	content, sum := archive(t, "p.jar", "member")
	fetching(t, "mvn", "p.jar", content)
	packages := []Package{
		{Client: Npm, Name: "p", Archive: "p.tgz", Sum: sum, Member: "member"},
		{Client: Mvn, Name: "p", Archive: "p.jar", Sum: sum, Member: "member"},
	}
	if _, err := Once(t.Context(), filepath.Join(t.TempDir(), "home"), "file", packages, quiet); err != nil {
		t.Error(err)
	}
	if _, err := Once(t.Context(), filepath.Join(t.TempDir(), "home"), "file", packages[:1], quiet); err == nil ||
		!strings.Contains(err.Error(), "there is no npm") {
		t.Error(err)
	}
}

// TestRefuses: nothing reaches the cache but the file whose archive has the checksum.
func TestRefuses(t *testing.T) {
	good, sum := archive(t, "p.whl", "member")
	other, otherSum := archive(t, "p.whl", "README")
	for name, c := range map[string]struct {
		content []byte
		sum     string
		script  string // instead of content
		want    string
	}{
		"another archive":  {good, otherSum, "", "has the checksum " + sum},
		"cut short":        {good[:len(good)/2], sum, "", "has the checksum"},
		"without the file": {other, otherSum, "", "p.whl has no member"},
		"nothing there":    {nil, "", "exit 0", "no such file"},
		"the client's reason": {nil, "",
			"echo 'WARNING: retrying' >&2; echo 'ERROR: No matching distribution found' >&2; exit 1",
			"pip download: exit status 1: ERROR: No matching distribution found"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.script != "" {
				client(t, "pip", c.script)
			} else {
				fetching(t, "pip", "p.whl", c.content)
			}
			home := filepath.Join(t.TempDir(), "cache", "home")
			_, err := Once(t.Context(), home, "file",
				[]Package{{Client: Pip, Name: "p", Archive: "p.whl", Sum: c.sum, Member: "member"}}, quiet)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Error(err)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(home), "[^l]*")); len(left) > 0 {
				t.Errorf("in the cache: %v", left)
			}
		})
	}
}
