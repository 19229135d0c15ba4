//go:build unix

package pgserver

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/cache"
)

// TestNoOwner: the server of a version of sqg that has no lock for its owner stays.
func TestNoOwner(t *testing.T) {
	other := exec.Command("cat") // until its input ends
	input, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	pid := filepath.Join(dir, "data", "postmaster.pid")
	if err := os.Mkdir(filepath.Dir(pid), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pid, fmt.Appendln(nil, other.Process.Pid), 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := cache.Lock(filepath.Join(dir, "lock"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if endOrphan(dir) != nil {
		t.Error("the folder is taken for a dead server's")
	}
	input.Close()
	if err := other.Wait(); err != nil {
		t.Errorf("the process was ended: %v", err)
	}
}
