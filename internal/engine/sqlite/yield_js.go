package sqlite

import (
	"runtime"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// often is after how many instructions of a program others may run.
const often = 100_000

var pause = func(*libc.TLS, uintptr) int32 {
	runtime.Gosched()
	return 0
}

// yield lets others run while a statement does, such as what interrupts it: in a browser there is one thread.
func (c *conn) yield() {
	sqlite3.Xsqlite3_progress_handler(c.tls, c.db, often, *(*uintptr)(unsafe.Pointer(&pause)), 0)
}
