//go:build !unix

package pgserver

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// A server of sqg's own needs Unix sockets, process groups and a shell. Elsewhere there is a container, or a server
// that the user names.

type account struct {
	uid    int
	change bool
}

var errNotHere = errors.New("sqg starts servers on Unix only")

func serverAccount() (account, error)                     { return account{}, errNotHere }
func (account) own(*exec.Cmd)                             {}
func (account) mkdirTemp(string, string) (string, error)  { return "", errNotHere }
func (account) give(string) error                         { return errNotHere }
func (account) mkdirPrivate(string) error                 { return errNotHere }
func (account) reaches(string) error                      { return errNotHere }
func readable(string) error                               { return errNotHere }
func signalSession(cmd *exec.Cmd, _ syscall.Signal) error { return cmd.Process.Kill() }
func serverEnv() []string                                 { return os.Environ() }
func endOrphan(string) *os.File                           { return nil }

func ownSession() *syscall.SysProcAttr { return nil }

const socketRoom = 107
