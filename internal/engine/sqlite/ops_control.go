package sqlite

import (
	"errors"

	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

// defineControl covers jumps, subroutines, coroutines and tests of a register.
func defineControl() {
	define(flowInit, "", func(_ *machine, _ *state, o *op, _ *state) next {
		if o.p2 != 0 {
			return jumpTo(o.p2)
		}
		return fall
	}, sqlite3.OP_Init)
	define(flowJump, "", func(_ *machine, _ *state, o *op, _ *state) next { return jumpTo(o.p2) }, sqlite3.OP_Goto)
	define(flowStop, "", stepHalt, sqlite3.OP_Halt)
	define(flowBranch, "", either, sqlite3.OP_Once, sqlite3.OP_ElseEq, sqlite3.OP_FkIfZero, sqlite3.OP_Filter,
		sqlite3.OP_IfSizeBetween,
		sqlite3.OP_SequenceTest)
	define(flowBranch, "r1*n", stepProgram, sqlite3.OP_Program)
	define(flowNext, "w2", plain(stepParam), sqlite3.OP_Param)
	define(flowJump, "w1", func(_ *machine, s *state, o *op, _ *state) next {
		s.set(o.p1, address(s.pc))
		return jumpTo(o.p2)
	}, sqlite3.OP_Gosub)
	define(flowReturn, "r1", stepReturn, sqlite3.OP_Return)
	define(flowCoroutine, "w1", func(_ *machine, s *state, o *op, _ *state) next {
		s.set(o.p1, address(o.p3-1))
		if o.p2 != 0 {
			return jumpTo(o.p2)
		}
		return fall
	}, sqlite3.OP_InitCoroutine)
	define(flowYield, "r1 w1", stepYield, sqlite3.OP_Yield)
	define(flowEnd, "r1 w1", stepEndCoroutine, sqlite3.OP_EndCoroutine)
	define(flowThree, "", stepJump, sqlite3.OP_Jump)
	define(flowBranch, "r1", stepIf, sqlite3.OP_If, sqlite3.OP_IfNot)
	define(flowBranch, "r1", stepIsNull, sqlite3.OP_IsNull, sqlite3.OP_NotNull)
	define(flowBranch, "r1 w1", stepIfPos, sqlite3.OP_IfPos)
	define(flowBranch, "r1 w1", stepCount, sqlite3.OP_IfNotZero, sqlite3.OP_DecrJumpZero)
	define(flowBranch, "r1 r3", stepCompare, sqlite3.OP_Eq, sqlite3.OP_Ne, sqlite3.OP_Lt, sqlite3.OP_Le, sqlite3.OP_Gt,
		sqlite3.OP_Ge)
	define(flowBranch, "r1 w1", stepMustBeInt, sqlite3.OP_MustBeInt)
	define(flowBranch, "r3", either, sqlite3.OP_IsType)
	define(flowNext, "r3", stepHaltIfNull, sqlite3.OP_HaltIfNull)
	returnsTo(1, sqlite3.OP_Gosub, sqlite3.OP_Return, sqlite3.OP_InitCoroutine, sqlite3.OP_Yield,
		sqlite3.OP_EndCoroutine)
	steer(1, sqlite3.OP_If, sqlite3.OP_IfNot, sqlite3.OP_IfPos, sqlite3.OP_IfNotZero, sqlite3.OP_DecrJumpZero)
}

// stepHalt ends the statement: well, where P1 is 0, else with an error.
func stepHalt(m *machine, s *state, o *op, _ *state) next {
	m.rowless = m.rowless || o.p1 == 0 && !s.returned
	return next{}
}

// stepHaltIfNull is the check of a column that takes no NULL. What comes behind it tells the types of parameters, also
// where it never passes.
func stepHaltIfNull(m *machine, s *state, o *op, _ *state) next {
	if s.get(o.p3).Null != infer.Always {
		m.lacks[o.p4] = false
		return next{fall: true, fallProves: [2]int32{o.p3}}
	}
	if m.caller != nil { // whether a trigger runs is another matter
		return next{}
	}
	if _, met := m.lacks[o.p4]; !met {
		m.lacks[o.p4] = true
	}
	return next{fall: true}
}

// address is a register that holds a place in the program.
func address(pc int32) value {
	return value{Value: infer.Value{Null: infer.Never}, Types: tInt, Known: constant, Const: int64(pc)}
}

var errUnknownReturn = errors.New("a subroutine of SQLite's program returns to an unknown place")

func (s *state) place(r int32) (int32, bool) {
	v := &s.regs[r]
	return int32(v.Const), v.Null == infer.Never && v.Known&constant != 0
}

func stepReturn(m *machine, s *state, o *op, _ *state) next {
	if to, ok := s.place(o.p1); ok {
		return jumpTo(to + 1)
	}
	if o.p3 != 0 && s.regs[o.p1].Null == infer.Always {
		return fall
	}
	return m.anywhere(s)
}

// anywhere goes on at each place where an instruction can return to.
func (m *machine) anywhere(s *state) next {
	if !m.flat {
		return next{err: errUnknownReturn}
	}
	goTo := func(to int32) { m.push(s, to) }
	if in := m.successors(s.pc, goTo); in != nil {
		for _, to := range in.to {
			goTo(to)
		}
	}
	return next{}
}

func stepYield(m *machine, s *state, o *op, _ *state) next {
	to, ok := s.place(o.p1)
	s.set(o.p1, address(s.pc))
	if !ok {
		return m.anywhere(s)
	}
	return jumpTo(to + 1)
}

func stepEndCoroutine(m *machine, s *state, o *op, _ *state) next {
	caller, ok := s.place(o.p1)
	s.set(o.p1, address(s.pc-1))
	if !ok {
		return m.anywhere(s)
	}
	return jumpTo(m.ops[caller].p2)
}

// stepJump goes by the comparison before it: less, equal or greater. Keys are equal only if both or neither of each
// pair are NULL.
func stepJump(m *machine, s *state, o *op, _ *state) next {
	m.push(s, o.p1)
	m.push(s, o.p3)
	if s.pc == 0 || m.ops[s.pc-1].code != sqlite3.OP_Compare {
		return jumpTo(o.p2)
	}
	keys := &m.ops[s.pc-1]
	for i := int32(0); i < keys.p3; i++ {
		a, b := s.get(keys.p1+i).Null, s.get(keys.p2+i).Null
		switch {
		case a|b == infer.Maybe && a != infer.Maybe && b != infer.Maybe:
			return next{}
		case a == infer.Never:
			s.assume([2]int32{keys.p2 + i})
		case b == infer.Never:
			s.assume([2]int32{keys.p1 + i})
		}
	}
	return jumpTo(o.p2)
}

// stepIf: P3 says whether NULL jumps.
func stepIf(m *machine, s *state, o *op, _ *state) next {
	v := s.get(o.p1)
	m.truth(v)
	n := next{fall: true, jump: true, to: o.p2}
	switch {
	case v.Null == infer.Unreached:
		return next{}
	case v.Null == infer.Always:
		n.fall, n.jump = o.p3 == 0, o.p3 != 0
	case v.Null == infer.Never && v.Known&constant != 0:
		n.jump = (v.Const != 0) == (o.code == sqlite3.OP_If)
		n.fall = !n.jump
	case o.p3 != 0:
		n.fallProves[0] = o.p1
	default:
		n.jumpProves[0] = o.p1
	}
	return n
}

func stepIsNull(m *machine, s *state, o *op, _ *state) next {
	v := s.get(o.p1)
	m.touch(v)
	null, value := v.Null.Nullable(), v.Null&infer.Never != 0
	if o.code == sqlite3.OP_IsNull {
		return next{fall: value, jump: null, to: o.p2, fallProves: [2]int32{o.p1}}
	}
	return next{fall: null, jump: value, to: o.p2, jumpProves: [2]int32{o.p1}}
}

func stepIfPos(_ *machine, s *state, o *op, _ *state) next {
	v := s.get(o.p1)
	positive := v.Const > 0
	if v.Null != infer.Never || v.Known&constant == 0 {
		s.set(o.p1, counter)
		return next{fall: true, jump: true, to: o.p2}
	}
	if positive && o.p3 != 0 {
		s.set(o.p1, counter)
	}
	return next{fall: !positive, jump: positive, to: o.p2}
}

// counter is an integer that changes as the program runs.
var counter = never(tInt, finite, infer.Why("an INTEGER that SQLite itself counts or tests"))

// rowCount is a number of rows, truth is 0 or 1.
var rowCount, truth = counter, counter

func init() { rowCount.Over, truth.Over = counting, small }

func stepCount(_ *machine, s *state, o *op, _ *state) next {
	s.set(o.p1, counter)
	return next{fall: true, jump: true, to: o.p2}
}

// stepCompare: a comparison with NULL either jumps (SQLITE_JUMPIFNULL) or does not; the other way proves both operands,
// unless NULL equals NULL (SQLITE_NULLEQ).
func stepCompare(m *machine, s *state, o *op, _ *state) next {
	a, b := s.get(o.p1), s.get(o.p3)
	if a.Null == infer.Unreached || b.Null == infer.Unreached {
		return next{}
	}
	m.compared(a, b)
	n := next{fall: true, jump: !m.firstOfFrame(s.pc), to: o.p2}
	both := [2]int32{o.p1, o.p3}
	switch {
	case o.p5&sqlite3.SQLITE_NULLEQ != 0:
		m.touch(a)
		m.touch(b)
		var equal [2]int32
		if a.Null == infer.Never {
			equal[0] = o.p3
		}
		if b.Null == infer.Never {
			equal[1] = o.p1
		}
		if o.code == sqlite3.OP_Eq {
			n.jumpProves = equal
		} else if o.code == sqlite3.OP_Ne {
			n.fallProves = equal
		}
	case a.Null == infer.Always || b.Null == infer.Always:
		n.jump = o.p5&sqlite3.SQLITE_JUMPIFNULL != 0
		n.fall = !n.jump
	case o.p5&sqlite3.SQLITE_JUMPIFNULL != 0:
		n.fallProves = both
	default:
		n.jumpProves = both
	}
	return n
}

func stepMustBeInt(m *machine, s *state, o *op, _ *state) next {
	v := s.get(o.p1)
	if v.Null == infer.Unreached {
		return next{}
	}
	m.needsInt(v)
	v.Null, v.Types = infer.Never, tInt|v.Types&^(tAll|literals)
	n := next{fall: true, jump: o.p2 != 0, to: o.p2}
	if n.jump { // the register keeps what it holds where it is no integer
		n.onFall = func(_ *machine, s *state, o *op) { s.regs[o.p1].value = v }
		return n
	}
	s.set(o.p1, v)
	return n
}
