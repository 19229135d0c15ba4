package sqlite

import (
	"unsafe"

	sqlite3 "modernc.org/sqlite/lib"
)

const (
	sizeofOp = unsafe.Sizeof(sqlite3.TVdbeOp{})
	offsetP4 = unsafe.Offsetof(sqlite3.TVdbeOp{}.Fp4)
)
