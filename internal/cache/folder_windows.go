package cache

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// MkdirShared makes a folder and its parents. Whose they are is for Windows to see to: a user's cache is open to no
// other user.
func MkdirShared(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return errors.Join(err, fmt.Errorf("%s is not a folder", path))
	}
	return nil
}

// Lock takes an exclusive lock on a file that it makes where needed; nil means that somebody else has it.
func Lock(path string, wait bool) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	how := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if !wait {
		how |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{})
	if err == nil {
		return f, nil
	}
	f.Close()
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return nil, nil
	}
	return nil, &os.PathError{Op: "lock", Path: path, Err: err}
}
