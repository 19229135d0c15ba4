package pgserver

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// machine is what a filter of system calls has to know of a kind of machine.
type machine struct {
	arch   uint32 // of its own programs
	other  uint32 // of the older programs that it runs too
	socket uint32 // the number of socket()
}

var machines = map[string]machine{
	"amd64": {unix.AUDIT_ARCH_X86_64, unix.AUDIT_ARCH_I386, 41},
	"arm64": {unix.AUDIT_ARCH_AARCH64, unix.AUDIT_ARCH_ARM, 198},
}

const (
	ringSetup = 425        // the number of io_uring_setup(), whose rings make sockets without socket()
	x32       = 0x40000000 // the calls of amd64's third kind of program begin here
)

// onlyLocalSockets denies the thread, and all that it starts, every socket but a local one: Landlock knows TCP and not
// UDP. no_new_privs is set. Where the kernel has no such filters, the thread stays as it is.
func onlyLocalSockets() {
	m, ok := machines[runtime.GOARCH]
	if !ok {
		return
	}
	const (
		load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		end   = unix.BPF_RET | unix.BPF_K
	)
	// The offsets are those of struct seccomp_data: the call's number, the architecture, the first argument.
	filter := []unix.SockFilter{
		{Code: load, K: 4},
		{Code: equal, K: m.other, Jt: 8},
		{Code: equal, K: m.arch, Jf: 6}, // of an emulator, which sees to its own
		{Code: load, K: 0},
		{Code: least, K: x32, Jt: 5},
		{Code: equal, K: ringSetup, Jt: 4},
		{Code: equal, K: m.socket, Jf: 2},
		{Code: load, K: 16},
		{Code: equal, K: unix.AF_UNIX, Jf: 1},
		{Code: end, K: unix.SECCOMP_RET_ALLOW},
		{Code: end, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_ = unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
	runtime.KeepAlive(filter)
}
