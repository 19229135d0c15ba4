//go:build unix

package write

import (
	"errors"
	"syscall"
)

// running reports whether a process is there.
func running(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
