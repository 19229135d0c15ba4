//go:build unix

package pgserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/environment"
)

// account is who the server runs as: PostgreSQL refuses to run as root.
type account struct {
	uid, gid int
	change   bool // we are root and must become this account
}

func serverAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err1 == nil && err2 == nil && uid != 0 {
			return account{uid, gid, true}, nil
		}
	}
	return account{},
		errors.New("PostgreSQL refuses to run as root, and there is neither an account postgres nor nobody to run it as")
}

// own prepares a command to run as the account, in a session of its own.
func (a account) own(cmd *exec.Cmd) {
	cmd.Dir = "/"
	cmd.Env = serverEnv()
	cmd.SysProcAttr = ownSession()
	if a.change {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
}

// ownSession keeps a Ctrl-C that is meant for sqg from a child.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// mkdirPrivate makes a folder that only the account can enter, or checks that an existing one is that.
func (a account) mkdirPrivate(path string) error {
	err := os.Mkdir(path, 0o700)
	made := err == nil
	if errors.Is(err, fs.ErrExist) {
		err = nil
		// Still root's: whoever made it is about to give it away, or was killed before that.
		made = a.change && cache.CheckFolder(path, os.Geteuid(), 0o077) == nil
	}
	if made && a.change {
		err = os.Chown(path, a.uid, a.gid)
	}
	return errors.Join(err, cache.CheckFolder(path, a.uid, 0o077))
}

// give makes the account the owner of a file.
func (a account) give(path string) error {
	if !a.change {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}

// mkdirTemp makes a new folder that only the account can enter.
func (a account) mkdirTemp(parent, prefix string) (string, error) {
	dir, err := os.MkdirTemp(parent, prefix)
	if err == nil && a.change {
		err = os.Chown(dir, a.uid, a.gid)
	}
	return dir, err
}

// reaches checks that the account can enter a folder of root's.
func (a account) reaches(dir string) error {
	for d := dir; a.change; d = filepath.Dir(d) {
		info, err := os.Stat(d)
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o001 == 0 {
			return &environment.Error{
				Msg:  fmt.Sprintf("PostgreSQL cannot run as root, and the account with uid %d that it would run as cannot enter %s", a.uid, d),
				Hint: "set SQG_CACHE_DIR to a folder that every user may enter, or run sqg as another user than root",
			}
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	return nil
}

// readable lets the account read and run what is in a folder, whatever the umask was when it was unpacked.
func readable(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm()&^0o022 | 0o444
		if d.IsDir() || mode&0o100 != 0 {
			mode |= 0o111
		}
		return os.Chmod(path, mode)
	})
}

// socketRoom is the longest path that a Unix socket can have.
const socketRoom = len(syscall.RawSockaddrUnix{}.Path) - 1

// signalSession sends a signal to a command with a session of its own, and to what it started.
func signalSession(cmd *exec.Cmd, s syscall.Signal) error { return syscall.Kill(-cmd.Process.Pid, s) }

// serverEnv is what a server's programs get of our environment: nothing that changes what they do.
func serverEnv() []string {
	env := []string{"LC_ALL=C"}
	for _, name := range []string{"PATH", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
