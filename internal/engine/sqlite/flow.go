package sqlite

import (
	sqlite3 "modernc.org/sqlite/lib"
)

// flow is what can be said of a program before it is interpreted.
type flow struct {
	leader  []bool   // by pc: paths meet or start here
	live    []bitset // by pc, for leaders: registers that may be read from here on
	control []int32  // registers whose constants steer the program, and accumulators
	stores  [][]stored
}

// stored says that a register holds the new value of a table's column when a record of it has been made.
type stored struct {
	reg    int32
	column *column
}

type bitset []uint64

func (b bitset) has(r int32) bool { return b[r>>6]&(1<<(r&63)) != 0 }
func (b bitset) put(r int32)      { b[r>>6] |= 1 << (r & 63) }
func (b bitset) drop(r int32)     { b[r>>6] &^= 1 << (r & 63) }

// merge adds c and reports whether b grew.
func (b bitset) merge(c bitset) bool {
	grew := false
	for i, w := range c {
		if w&^b[i] != 0 {
			b[i] |= w
			grew = true
		}
	}
	return grew
}

// successors calls f for every instruction that can follow pc.
func (m *machine) successors(pc int32, f func(int32)) {
	o := &m.ops[pc]
	switch opcodes[o.code].flow {
	case flowNext:
		f(pc + 1)
	case flowJump:
		f(o.p2)
	case flowBranch:
		f(pc + 1)
		f(o.p2)
	case flowInit:
		if o.p2 != 0 {
			f(o.p2)
		} else {
			f(pc + 1)
		}
	case flowThree:
		f(o.p1)
		f(o.p2)
		f(o.p3)
	case flowReturn:
		if o.p3 != 0 {
			f(pc + 1)
		}
		m.sites(sqlite3.OP_Gosub, o.p1, func(at int32) { f(at + 1) })
	case flowYield:
		m.sites(sqlite3.OP_Yield, o.p1, func(at int32) { f(at + 1) })
		m.sites(sqlite3.OP_InitCoroutine, o.p1, func(at int32) { f(m.ops[at].p3) })
		m.sites(sqlite3.OP_EndCoroutine, o.p1, func(at int32) { f(at) })
	case flowEnd:
		m.sites(sqlite3.OP_Yield, o.p1, func(at int32) { f(m.ops[at].p2) })
	case flowCoroutine:
		if o.p2 != 0 {
			f(o.p2)
		} else {
			f(pc + 1)
		}
		f(o.p3)
	}
}

// sites calls f for every instruction of the code with reg as P1.
func (m *machine) sites(code uint8, reg int32, f func(int32)) {
	for i := range m.ops {
		if m.ops[i].code == code && m.ops[i].p1 == reg {
			f(int32(i))
		}
	}
}

// prepare finds leaders, control registers, liveness and what is stored where.
func (m *machine) prepare() {
	n := len(m.ops)
	f := flow{leader: make([]bool, n+1), live: make([]bitset, n+1), stores: make([][]stored, n)}
	words := (m.regCount + 63) / 64
	slab := make([]uint64, words*(n+3))
	for i := range f.live {
		f.live[i] = slab[i*words : (i+1)*words]
	}
	isControl := bitset(slab[(n+1)*words : (n+2)*words])
	m.accumulator = slab[(n+2)*words:]
	f.leader[0] = true
	for i := range m.ops {
		o := &m.ops[i]
		m.successors(int32(i), func(to int32) {
			if to != int32(i)+1 && to >= 0 && int(to) < n {
				f.leader[to] = true
			}
		})
		if o.code == sqlite3.OP_AggStep {
			m.accumulator.put(o.p3)
		}
		if in := &opcodes[o.code]; in.control != 0 {
			if r := o.operand(in.control); !isControl.has(r) {
				isControl.put(r)
				f.control = append(f.control, r)
			}
		}
	}
	m.flow = f
	m.liveness(words)
}

// liveness works backwards to a fixpoint.
func (m *machine) liveness(words int) {
	live := m.flow.live
	now := make(bitset, words)
	for changed := true; changed; {
		changed = false
		for i := len(m.ops) - 1; i >= 0; i-- {
			clear(now)
			m.successors(int32(i), func(to int32) {
				if to >= 0 && int(to) < len(m.ops) {
					now.merge(live[to])
				}
			})
			o := &m.ops[i]
			for _, a := range opcodes[o.code].access {
				if a.write {
					a.each(o, func(r int32) { now.drop(r) })
				}
			}
			for _, a := range opcodes[o.code].access {
				if !a.write {
					a.each(o, func(r int32) { now.put(r) })
				}
			}
			changed = live[i].merge(now) || changed
		}
	}
}
