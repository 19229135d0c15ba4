//go:build unix

package cache

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// MkdirShared makes a folder that others may read, and its parents, or checks that nobody else can write to it.
func MkdirShared(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	return CheckFolder(path, os.Geteuid(), 0o022)
}

// CheckFolder guards against a folder that somebody else has put in our way.
func CheckFolder(path string, uid int, forbidden fs.FileMode) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	owner := int(info.Sys().(*syscall.Stat_t).Uid)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder", path)
	case owner != uid:
		return fmt.Errorf("%s belongs to another user (uid %d instead of %d); set SQG_CACHE_DIR to a folder of your own", path, owner, uid)
	case info.Mode().Perm()&forbidden != 0:
		return fmt.Errorf("%s is open to other users (mode %o); remove it or run chmod %o on it", path,
			info.Mode().Perm(), info.Mode().Perm()&^forbidden)
	}
	return nil
}

// Lock takes an exclusive lock on a file that it makes where needed; nil means that somebody else has it. Children that
// inherit the file share the lock: it is free when the last of them has ended.
func Lock(path string, wait bool) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for err = syscall.EINTR; err == syscall.EINTR; {
		err = syscall.Flock(int(f.Fd()), how)
	}
	if err == nil {
		return f, nil
	}
	f.Close()
	if err == syscall.EWOULDBLOCK {
		return nil, nil
	}
	return nil, &os.PathError{Op: "lock", Path: path, Err: err}
}
