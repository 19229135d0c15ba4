//go:build unix

package pgserver

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sqg-dev/sqg/internal/cache"
)

// socketLine is the line of postmaster.pid with the socket's folder.
const socketLine = 4

// endOrphan ends a server whose sqg and supervisor were both killed, and returns the lock on its folder; nil where the
// folder is in use. The server's processes have that lock, so the process that postmaster.pid names is still a server.
func endOrphan(dir string) *os.File {
	file := filepath.Join(dir, "owner")
	if _, err := os.Lstat(file); err != nil { // of a version of sqg without this lock: nothing tells who looks after it
		return nil
	}
	owner, err := cache.Lock(file, false)
	if owner == nil || err != nil {
		return nil
	}
	defer owner.Close()
	text, _ := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 1 || syscall.Kill(pid, syscall.SIGQUIT) != nil {
		return nil
	}
	for end := time.Now().Add(stopTime); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		held, err := cache.Lock(filepath.Join(dir, "lock"), false)
		if err != nil {
			return nil
		}
		if held != nil {
			if len(lines) > socketLine && lines[socketLine] != dir {
				os.Remove(lines[socketLine]) // where it is a folder of its own, which is empty now
			}
			return held
		}
	}
	return nil
}
