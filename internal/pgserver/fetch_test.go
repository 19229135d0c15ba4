//go:build unix

package pgserver

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// mirror serves the programs that this test has, packed as the repository has them, under any version.
type mirror struct {
	*httptest.Server
	archives atomic.Int32        // fetched
	spoil    func([]byte) []byte // an archive on its way
}

var packed = sync.OnceValues(func() ([]byte, error) {
	tar := exec.Command("tar", "-cJf", "-", "-C", filepath.Dir(binaries), "bin", "lib", "share")
	tar.Env = append(os.Environ(), "XZ_OPT=-0")
	text, err := tar.Output()
	if err != nil {
		return nil, err
	}
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "postgres.txz", Method: zip.Store})
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = z.Close()
	}
	return jar.Bytes(), err
})

func newMirror(t *testing.T) *mirror {
	t.Helper()
	jar, err := packed()
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(jar))
	m := &mirror{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".sha256") {
			fmt.Fprint(w, sum)
			return
		}
		m.archives.Add(1)
		text := jar
		if m.spoil != nil {
			text = m.spoil(text)
		}
		w.Write(text)
	}))
	t.Cleanup(m.Close)
	return m
}

// otherVersion is one whose checksum is not known: the mirror's archive is not the original, byte for byte.
const otherVersion = "18.0.0"

func TestFetch(t *testing.T) {
	m := newMirror(t)
	p := newPlace(t, os.Getuid(), os.Getgid())
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	o := Options{CacheDir: p.cache, Repository: m.URL + "/"}
	var all sync.WaitGroup
	for range 3 { // at once
		all.Go(func() {
			s, err := Start(t.Context(), o, otherVersion, false)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := m.archives.Load(); got != 1 {
		t.Errorf("fetched %d times", got)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("among the temporary files: %v %v", left, err)
	}
	if got := os.TempDir(); got != temp {
		t.Errorf("TMPDIR is %s", got)
	}
	m.Close() // offline
	s, err := Start(t.Context(), o, otherVersion, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	p.clean(t)
	if got := p.binaries(t); got != otherVersion {
		t.Errorf("in the cache: %s", got)
	}
}

// binaries lists the versions in the cache, and anything else that is there.
func (p *place) binaries(t *testing.T) string {
	t.Helper()
	found, err := os.ReadDir(filepath.Join(p.cache, "binaries"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range found {
		if f.Name() != "lock" {
			name, _, _ := strings.Cut(f.Name(), "-")
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func TestFetchDamagedPrograms(t *testing.T) {
	m := newMirror(t)
	p := newPlace(t, os.Getuid(), os.Getgid())
	o := Options{CacheDir: p.cache, Repository: m.URL}
	in, err := fetch(t.Context(), o, otherVersion)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(in.program("postgres"), 1000); err != nil {
		t.Fatal(err)
	}
	if _, err := fetch(t.Context(), o, otherVersion); err != nil {
		t.Fatal(err)
	}
	if got := m.archives.Load(); got != 2 {
		t.Errorf("fetched %d times", got)
	}
}

func TestFetchRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		version, want string
		spoil         func([]byte) []byte
	}{
		"not the archive we know": {EmbeddedVersion, "has the checksum", nil},
		"a byte has changed": {otherVersion, "checksum", func(b []byte) []byte {
			b = bytes.Clone(b)
			b[len(b)/2] ^= 1
			return b
		}},
		"cut short": {otherVersion, "checksum", func(b []byte) []byte { return b[:len(b)/2] }},
		"empty":     {otherVersion, "checksum", func([]byte) []byte { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMirror(t)
			m.spoil = c.spoil
			p := newPlace(t, os.Getuid(), os.Getgid())
			_, err := fetch(t.Context(), Options{CacheDir: p.cache, Repository: m.URL}, c.version)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Error(err)
			}
			if got := p.binaries(t); got != "" {
				t.Errorf("in the cache: %s", got)
			}
		})
	}
}
