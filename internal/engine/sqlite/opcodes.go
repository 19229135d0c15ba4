package sqlite

import (
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

// opcode is what the machine knows of one of SQLite's instructions.
type opcode struct {
	flow    flowKind
	control byte // operand that names a register whose constants steer the program, or 0
	returns bool // those constants are return addresses
	access  []access
	step    func(m *machine, s *state, o *op, from *state) next
}

type flowKind uint8

const (
	flowNext flowKind = iota
	flowJump
	flowBranch // to the next instruction or P2
	flowInit
	flowThree // to P1, P2 or P3
	flowReturn
	flowYield
	flowEnd
	flowCoroutine
	flowStop
)

// access is a run of registers that an instruction reads or writes.
type access struct {
	write  bool
	cursor bool // it is a cursor's place, not a register
	first  byte // operand that names the first of them
	// 0: one register; 1, 2, 3, 5: as many as that operand says; n: as many as P4; k: the same, but a rowid or record
	// where P4 is none; +: P3 and one more
	count byte
}

func (o *op) operand(i byte) int32 {
	switch i {
	case 1:
		return o.p1
	case 2:
		return o.p2
	case 3:
		return o.p3
	case 5:
		return int32(o.p5)
	case 'n':
		return o.n
	case 'k':
		return max(o.n, 1)
	case '+':
		return o.p3 + 1
	case '^':
		return max(o.p3-o.p2, 0) + 1
	}
	return 1
}

// each calls f for the registers; a cursor counts as one from regCount on.
func (a access) each(o *op, regCount int, f func(int32)) {
	first := o.operand(a.first)
	if a.cursor {
		f(int32(regCount) + first)
		return
	}
	for i := int32(0); i < o.operand(a.count); i++ {
		if r := first + i; r > 0 {
			f(r)
		}
	}
}

// accesses reads a description such as "r2*n w3 u1": reads as many registers as P4 says from P2 on, writes register P3,
// uses the row that cursor P1 stands on ("m1" moves it).
func accesses(s string) (list []access) {
	for _, f := range strings.Fields(s) {
		a := access{write: f[0] == 'w' || f[0] == 'm', cursor: f[0] == 'u' || f[0] == 'm', first: f[1] - '0'}
		if len(f) > 3 {
			a.count = f[3]
			if a.count >= '0' && a.count <= '9' {
				a.count -= '0'
			}
		}
		list = append(list, a)
	}
	return list
}

type step = func(m *machine, s *state, o *op, from *state) next

// plain wraps an instruction that only goes on to the following one.
func plain(f func(m *machine, s *state, o *op)) step {
	return func(m *machine, s *state, o *op, _ *state) next {
		f(m, s, o)
		return fall
	}
}

func nothing(*machine, *state, *op, *state) next { return fall }

// either goes both ways and proves nothing.
func either(_ *machine, _ *state, o *op, _ *state) next {
	return next{fall: true, jump: true, to: o.p2}
}

var opcodes [256]opcode

func define(flow flowKind, regs string, f step, codes ...uint8) {
	for _, c := range codes {
		opcodes[c] = opcode{flow: flow, access: accesses(regs), step: f}
	}
}

// steer marks the operand of an instruction whose register's constants decide where the program goes.
func steer(operand byte, codes ...uint8) {
	for _, c := range codes {
		opcodes[c].control = operand
	}
}

// returnsTo is steer for return addresses.
func returnsTo(operand byte, codes ...uint8) {
	steer(operand, codes...)
	for _, c := range codes {
		opcodes[c].returns = true
	}
}

func init() {
	defineControl()
	defineValues()
	defineCursors()
	defineRows()
	defineAggregates()
	define(flowNext, "", nothing, sqlite3.OP_Noop, sqlite3.OP_Explain, sqlite3.OP_Trace, sqlite3.OP_Transaction,
		sqlite3.OP_TableLock,
		sqlite3.OP_Close, sqlite3.OP_ColumnsUsed, sqlite3.OP_SeekHit, sqlite3.OP_Expire, sqlite3.OP_CursorLock,
		sqlite3.OP_CursorUnlock,
		sqlite3.OP_ReleaseReg, sqlite3.OP_FkCounter, sqlite3.OP_ResetCount, sqlite3.OP_Delete, sqlite3.OP_IdxDelete,
		sqlite3.OP_Clear,
		sqlite3.OP_ResetSorter, sqlite3.OP_FilterAdd, sqlite3.OP_VBegin, sqlite3.OP_FinishSeek, sqlite3.OP_ClrSubtype,
		sqlite3.OP_SetSubtype,
		sqlite3.OP_Abortable, sqlite3.OP_SeekEnd, sqlite3.OP_Permutation, sqlite3.OP_RowCell, sqlite3.OP_FkCheck,
		sqlite3.OP_CursorHint,
		sqlite3.OP_VInitIn, sqlite3.OP_RowSetAdd, sqlite3.OP_MemMax, sqlite3.OP_AutoCommit, sqlite3.OP_SetCookie)
}
