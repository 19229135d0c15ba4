//go:build !unix

package write

import "os"

// running reports whether a process is there.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	if err == nil {
		p.Release()
	}
	return err == nil
}
