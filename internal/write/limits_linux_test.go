package write

import (
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
)

// A folder that may not be written to. As root, the file system is used as somebody else: root may write anywhere.
func TestReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "ok/a.ts"), head1+"old")
	put(t, filepath.Join(dir, "locked/b.ts"), head1+"old")
	before := tree(t, dir)
	for folder, mode := range map[string]os.FileMode{"": 0o755, "..": 0o755, "ok": 0o777, "locked": 0o555} {
		if err := os.Chmod(filepath.Join(dir, folder), mode); err != nil {
			t.Fatal(err)
		}
	}
	if os.Geteuid() == 0 {
		runtime.LockOSThread() // never unlocked: the thread ends with the test
		if err := syscall.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setfsuid(0)
	}
	_, ds := Files(files(dir, "ok/a.ts", "new", "locked/b.ts", "new", "locked/deep/c.ts", "new"))
	if len(ds) != 2 {
		t.Errorf("want two problems: %v", ds)
	}
	wantCode(t, ds, diag.WriteFailed, "locked/b.ts: permission denied")
	if got := tree(t, dir); got != before {
		t.Error(got)
	}
}

// A disk that is full half-way: a limit on the size of files fails a write in the same place.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.ts"), head1+"old")
	before := tree(t, dir)
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: limit.Max}); err != nil {
		t.Fatal(err)
	}
	_, ds := Files(files(dir, "a.ts", "new", "new/big.ts", strings.Repeat("x", 10000), "new/later.ts", "1"))
	wantCode(t, ds, diag.WriteFailed, "big.ts: file too large")
	if got := tree(t, dir); got != before {
		t.Error(got)
	}
}
