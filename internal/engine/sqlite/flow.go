package sqlite

import (
	sqlite3 "modernc.org/sqlite/lib"
)

// flow is what can be said of a program before it is interpreted.
type flow struct {
	leader  []bool   // by pc: paths meet or start here
	live    []bitset // by pc, for leaders: registers that may be read from here on
	control []int32  // registers whose constants steer the program, and accumulators
	returns []int32  // those of them that hold return addresses
	stores  [][]stored

	indirect map[register]*indirect
}

// register is one that instructions of a kind jump to the place in.
type register struct {
	flow flowKind
	reg  int32
}

// indirect is where instructions of one kind that jump to the place in one register can go on. All of them share it, as
// VALUES of 10,000 rows are 10,000 yields, each with the places behind all others to go to.
type indirect struct {
	to   []int32
	live bitset // registers that may be read from one of them on
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

// successors calls f for every instruction that can follow pc, but for those that it jumps to by a register.
func (m *machine) successors(pc int32, f func(int32)) *indirect {
	o := &m.ops[pc]
	kind := opcodes[o.code].flow
	switch kind {
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
	case flowCoroutine:
		if o.p2 != 0 {
			f(o.p2)
		} else {
			f(pc + 1)
		}
		f(o.p3)
	}
	return m.flow.indirect[register{kind, o.p1}]
}

// findIndirect finds where jumps by a register can go.
func (m *machine) findIndirect(words int) {
	all := map[register]*indirect{}
	for i := range m.ops {
		switch kind := opcodes[m.ops[i].code].flow; kind {
		case flowReturn, flowYield, flowEnd:
			if by := (register{kind, m.ops[i].p1}); all[by] == nil {
				all[by] = &indirect{live: make(bitset, words)}
			}
		}
	}
	add := func(kind flowKind, reg, to int32) {
		if in := all[register{kind, reg}]; in != nil && to >= 0 && int(to) < len(m.ops) {
			in.to = append(in.to, to)
		}
	}
	for i := range m.ops {
		switch o := &m.ops[i]; o.code {
		case sqlite3.OP_Gosub:
			add(flowReturn, o.p1, int32(i)+1)
		case sqlite3.OP_Integer: // a return address can also be a plain number
			add(flowReturn, o.p2, o.p1+1)
		case sqlite3.OP_Yield:
			add(flowYield, o.p1, int32(i)+1)
			add(flowEnd, o.p1, o.p2)
		case sqlite3.OP_InitCoroutine:
			add(flowYield, o.p1, o.p3)
		}
	}
	m.flow.indirect = all
}

// survey finds leaders, control registers, liveness and what is stored where.
func (m *machine) survey() {
	n := len(m.ops)
	f := flow{leader: make([]bool, n+1), live: make([]bitset, n+1), stores: make([][]stored, n)}
	words := (m.regCount + m.curCount + 63) / 64
	slab := make([]uint64, words*(n+3))
	for i := range f.live {
		f.live[i] = slab[i*words : (i+1)*words]
	}
	isControl := bitset(slab[(n+1)*words : (n+2)*words])
	m.accumulator = slab[(n+2)*words:]
	f.leader[0] = true
	m.flow = f
	m.findIndirect(words)
	for _, in := range m.flow.indirect {
		for _, to := range in.to {
			f.leader[to] = true
		}
	}
	m.pseudo, m.targets, m.shrinks = make([]int32, m.curCount), make([]*root, m.curCount), make([]bool, m.curCount)
	for i := range m.ops {
		o := &m.ops[i]
		m.successors(int32(i), func(to int32) {
			if to != int32(i)+1 && to >= 0 && int(to) < n {
				f.leader[to] = true
			}
		})
		switch o.code {
		case sqlite3.OP_AggStep:
			m.accumulator.put(o.p3)
		case sqlite3.OP_OpenPseudo:
			m.pseudo[o.p1] = o.p2
		case sqlite3.OP_OpenWrite:
			m.targets[o.p1] = m.schema.roots[rootPage{o.p3, o.p2}]
		case sqlite3.OP_Delete, sqlite3.OP_IdxDelete, sqlite3.OP_ResetSorter:
			m.shrinks[o.p1] = true
		case sqlite3.OP_OpenDup: // what one of the two does is not known of the other
			m.shrinks[o.p1], m.shrinks[o.p2] = true, true
		case sqlite3.OP_Insert, sqlite3.OP_IdxInsert:
			m.findStores(int32(i))
		}
		if in := &opcodes[o.code]; in.control != 0 {
			if r := o.operand(in.control); !isControl.has(r) {
				isControl.put(r)
				m.flow.control = append(m.flow.control, r)
				if in.returns {
					m.flow.returns = append(m.flow.returns, r)
				}
			}
		}
	}
	m.findRevisits()
	m.liveness(words)
}

// findStores finds which registers hold the columns of the row that the instruction at pc inserts.
func (m *machine) findStores(pc int32) {
	o := &m.ops[pc]
	r := m.targets[o.p1]
	if r == nil || r.index != (o.code == sqlite3.OP_IdxInsert) || r.index && !r.table.withoutRowid {
		return
	}
	at := m.writer(pc, o.p2, sqlite3.OP_MakeRecord)
	if at < 0 {
		return
	}
	base := m.ops[at].p1
	var list []stored
	for i, c := range r.columns {
		reg := base + int32(i)
		if r.index { // the record is made of copies
			copied := m.copied(at, reg)
			if copied == 0 {
				continue
			}
			reg = copied
		}
		if c != nil && c != r.table.rowid {
			list = append(list, stored{reg, c})
		}
	}
	next := base + int32(len(r.columns))
	for _, c := range r.table.columns {
		if c.virtual && !r.index {
			list = append(list, stored{next, c})
			next++
		}
	}
	m.flow.stores[at] = list
}

// writer is the last instruction of the code before pc that writes P3 = reg, or -1.
func (m *machine) writer(pc, reg int32, code uint8) int32 {
	for pc--; pc >= 0; pc-- {
		if o := &m.ops[pc]; o.code == code && o.p3 == reg {
			return pc
		}
	}
	return -1
}

// copied is the register that reg is a copy of just before pc, or 0.
func (m *machine) copied(pc, reg int32) int32 {
	for pc--; pc >= 0; pc-- {
		o := &m.ops[pc]
		if o.p2 == reg && (o.code == sqlite3.OP_SCopy || o.code == sqlite3.OP_IntCopy || o.code == sqlite3.OP_Copy &&
			o.p3 == 0) {
			return o.p1
		}
	}
	return 0
}

// liveness works backwards to a fixpoint.
func (m *machine) liveness(words int) {
	live := m.flow.live
	now := make(bitset, words)
	for changed := true; changed; {
		changed = false
		for _, in := range m.flow.indirect {
			for _, to := range in.to {
				in.live.merge(live[to])
			}
		}
		for i := len(m.ops) - 1; i >= 0; i-- {
			clear(now)
			in := m.successors(int32(i), func(to int32) {
				if to >= 0 && int(to) < len(m.ops) {
					now.merge(live[to])
				}
			})
			if in != nil {
				now.merge(in.live)
			}
			o := &m.ops[i]
			for _, a := range opcodes[o.code].access {
				if a.write {
					a.each(o, m.regCount, func(r int32) { now.drop(r) })
				}
			}
			for _, a := range opcodes[o.code].access {
				if !a.write {
					a.each(o, m.regCount, func(r int32) { now.put(r) })
				}
			}
			if o.code == sqlite3.OP_Column {
				if r := m.pseudo[o.p1]; r > 0 {
					now.put(r)
				}
			}
			changed = live[i].merge(now) || changed
		}
	}
}
