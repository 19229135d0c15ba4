package source

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestReadOfNoFile: what may never end, or block until someone writes to it, is not read.
func TestReadOfNoFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.sql")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/zero"} {
		if _, err := Read(path); err == nil || err.Error() != "it is not an ordinary file" {
			t.Errorf("%s: %v", path, err)
		}
	}
}
