//go:build unix

package bench

import (
	"os/exec"
	"syscall"
)

// own gives a program a process group of its own, so that what it has started ends with it.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}
