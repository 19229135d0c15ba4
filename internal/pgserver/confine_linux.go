package pgserver

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A server is confined by Landlock, where the kernel has it: it takes no rights and no set-up, and holds for the server
// and all that it starts. They write in their own folders only, the cluster that later runs copy not among them; they
// connect to no address, signal nobody else, and cannot look into other processes; a filter of system calls leaves them
// local sockets only. That is a second wall: the first is that no script runs as a superuser.

const (
	changes = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | makes
	makes = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK | unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	connects = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	scopes   = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
)

// landlockVersion is that of the kernel's interface, 0 where there is none.
func landlockVersion() int {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// ruleset is what a version of the interface can handle of what we deny, and how long the structure is there.
func ruleset(version int) (attr unix.LandlockRulesetAttr, size uintptr) {
	attr.Handled_access_fs, size = changes, 8
	if version >= 2 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		attr.Handled_access_net, size = connects, 16
	}
	if version >= 6 {
		attr.Scoped, size = scopes, 24
	}
	return attr, size
}

// confined runs start in a thread whose children may change the folders owned, delete folders in the ones emptied, and
// nothing else. The thread is not used again. Where the kernel cannot, start runs as it is.
func confined(owned, emptied []string, start func() error) error {
	version := landlockVersion()
	if version == 0 {
		return start()
	}
	return inThread(func() error {
		restrict(version, owned, emptied)
		return start()
	})
}

// inThread does something in a thread that ends afterwards. That is not the first one of the process, whose confinement
// counts as that of the process: what is confined alike may signal it and read its environment.
func inThread(do func() error) error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == unix.Getpid() {
			result <- inThread(do) // in another, as this one is taken
			runtime.UnlockOSThread()
			return
		}
		result <- do()
	}()
	return <-result
}

// restrict confines the thread, or leaves it as it is where any part of that fails.
func restrict(version int, owned, emptied []string) {
	attr, size := ruleset(version)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return
	}
	defer unix.Close(int(fd))
	for _, dir := range owned {
		if !allow(int(fd), dir, attr.Handled_access_fs) {
			return
		}
	}
	for _, dir := range emptied {
		if !allow(int(fd), dir, unix.LANDLOCK_ACCESS_FS_REMOVE_DIR) {
			return
		}
	}
	if !allow(int(fd), os.DevNull,
		attr.Handled_access_fs&(unix.LANDLOCK_ACCESS_FS_WRITE_FILE|unix.LANDLOCK_ACCESS_FS_TRUNCATE)) {
		return
	}
	if unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == nil {
		_, _, _ = unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0)
		onlyLocalSockets()
	}
}

// allow lets a ruleset do something beneath a path.
func allow(ruleset int, path string, access uint64) bool {
	at, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(at)
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(at)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	return errno == 0
}
