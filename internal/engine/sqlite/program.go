package sqlite

import (
	"slices"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	sizeofOp = unsafe.Sizeof(sqlite3.TVdbeOp{})
	offsetP4 = unsafe.Offsetof(sqlite3.TVdbeOp{}.Fp4)
)

// op is one instruction of a compiled statement, as EXPLAIN would list it.
type op struct {
	code       uint8
	p5         uint16
	p1, p2, p3 int32
	n          int32 // P4 where it is a number; how many registers a function or trigger takes
	p4         string
	pure       bool    // of a function: the same arguments always have the same result
	obj        uintptr // P4 where it is a table, a virtual table or a trigger's program
}

// program reads the instructions of a prepared statement into ops, from SQLite's memory instead of through EXPLAIN:
// that needs no second statement, does not run anything, and says how many arguments a variadic function gets, which
// EXPLAIN does not. The layout is that of the pinned library; a test holds it against EXPLAIN.
func (s *stmt) program(ops []op) []op {
	v := cptr[sqlite3.TVdbe](s.p)
	return readOps(v.FaOp, int(v.FnOp), ops)
}

func readOps(at uintptr, n int, ops []op) []op {
	ops = ops[:0]
	for range n {
		src := cptr[sqlite3.TVdbeOp](at)
		o := op{code: src.Fopcode, p5: src.Fp5, p1: src.Fp1, p2: src.Fp2, p3: src.Fp3}
		o.readP4(int(src.Fp4type), at+offsetP4)
		ops = append(ops, o)
		at += sizeofOp
	}
	return ops
}

// counts reports whether a program adds to what changes() returns.
func counts(ops []op) bool {
	return slices.ContainsFunc(ops, func(o op) bool {
		switch o.code {
		case sqlite3.OP_Insert, sqlite3.OP_IdxInsert:
			return o.p5&sqlite3.OPFLAG_NCHANGE != 0
		case sqlite3.OP_Delete:
			return o.p2&sqlite3.OPFLAG_NCHANGE != 0
		case sqlite3.OP_Clear:
			return o.p3 != 0
		}
		return o.code == sqlite3.OP_VUpdate
	})
}

// wide is the 64-bit operand of Int64 and Real, which SQLite spreads over P1 and P3.
func (o *op) wide() uint64 { return uint64(uint32(o.p3))<<32 | uint64(uint32(o.p1)) }

// registers is how many registers the program has, numbered from 1.
func (s *stmt) registers() int { return int(cptr[sqlite3.TVdbe](s.p).FnMem) }

// cursors is how many cursors the program has, numbered from 0.
func (s *stmt) cursors() int { return int(cptr[sqlite3.TVdbe](s.p).FnCursor) }

// calls takes over what SQLite says of a function. Those of dates are constant within a statement only: 'now' is one.
func (o *op) calls(function uintptr) {
	f := cptr[sqlite3.TFuncDef](function)
	o.p4 = libc.GoString(f.FzName)
	o.pure = f.FfuncFlags&(sqlite3.SQLITE_FUNC_CONSTANT|sqlite3.SQLITE_FUNC_SLOCHNG) == sqlite3.SQLITE_FUNC_CONSTANT
}

func (o *op) readP4(kind int, at uintptr) {
	p := *cptr[uintptr](at)
	switch kind {
	case sqlite3.P4_INT32:
		o.n = *cptr[int32](at)
	case sqlite3.P4_FUNCCTX:
		ctx := cptr[sqlite3.Tsqlite3_context](p)
		o.n = int32(ctx.Fargc)
		o.calls(ctx.FpFunc)
	case sqlite3.P4_FUNCDEF:
		o.n = int32(o.p5)
		o.calls(p)
	case sqlite3.P4_TABLE:
		o.obj = p
	case sqlite3.P4_SUBPROGRAM:
		o.obj, o.n = p, triggerWidth(p)
	case sqlite3.P4_VTAB:
		o.obj = cptr[sqlite3.TVTable](p).FpVtab
	case sqlite3.P4_DYNAMIC, sqlite3.P4_STATIC, sqlite3.P4_TRANSIENT:
		switch o.code {
		case sqlite3.OP_String8, sqlite3.OP_String, sqlite3.OP_Affinity, sqlite3.OP_MakeRecord, sqlite3.OP_VFilter,
			sqlite3.OP_HaltIfNull:
			o.p4 = libc.GoString(p)
		}
	}
}
