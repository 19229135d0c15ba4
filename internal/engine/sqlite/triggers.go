package sqlite

import (
	sqlite3 "modernc.org/sqlite/lib"
)

// stepProgram fires a trigger. It cannot change what the statement itself returns, but where it is all that a statement
// on a view does, it says what the parameters are. RAISE(IGNORE) jumps.
func stepProgram(m *machine, s *state, o *op, _ *state) next {
	if len(m.params) > 1 && m.caller == nil {
		m.fire(s, o)
	}
	return next{fall: true, jump: true, to: o.p2}
}

// fire interprets a trigger's program over the registers of the statement that fires it. Where that fails, less is
// known of the parameters.
func (m *machine) fire(s *state, o *op) {
	p := cptr[sqlite3.TSubProgram](o.obj)
	sub := &machine{schema: m.schema, types: m.types, params: m.params, caller: s, frame: o.p1}
	sub.ops = readOps(p.FaOp, int(p.FnOp), nil)
	sub.regCount, sub.curCount = int(p.FnMem)+1, int(p.FnCsr)+1
	sub.survey()
	sub.restart()
	_ = sub.run()
	m.types = sub.types
}

// stepParam reads a register of the statement that fired the trigger: a column of its old or new row.
func stepParam(m *machine, s *state, o *op) {
	s.set(o.p2, m.caller.get(m.frame+o.p1).Detached())
}

// triggerWidth is how many registers of the statement a trigger's program can see.
func triggerWidth(program uintptr) (n int32) {
	p := cptr[sqlite3.TSubProgram](program)
	for i := range uintptr(p.FnOp) {
		if o := cptr[sqlite3.TVdbeOp](p.FaOp + i*sizeofOp); o.Fopcode == sqlite3.OP_Param {
			n = max(n, o.Fp1+1)
		}
	}
	return n
}
