package sqlite

import (
	"errors"
	"fmt"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// machine interprets a compiled statement abstractly: it follows every path the program could take over every database,
// and joins what each register can hold. Nothing of it runs.
//
// A state is kept per basic block and per control key (return addresses, flags, null rows), so that paths which a real
// run keeps apart are not mixed up.
type machine struct {
	schema *schema
	types  typeTable
	ops    []op
	flow   flow

	regCount, curCount int
	revisits           map[int32]int32 // by pc: where the rowid was read of the row that it comes back to
	revisited          map[int32]bool  // those
	accumulator        bitset          // registers that aggregates count in
	shrinks            []bool          // by cursor: rows may be taken out of its transient table again
	pseudo             []int32         // by cursor: the register that its row is in, or 0
	targets            []*root         // by cursor: the b-tree it writes to, or nil
	regs               arena[reg]
	curs               arena[cursor]
	states             arena[state]
	blocks             [][]*state
	work               []*state
	pushed             int // states that were stored or changed
	steps              int
	coarse             bool // only return addresses and null rows keep states apart
	rowHeld            bool // every frame of a window holds the row that it is of
	flat               bool // nothing does: an instruction has one state, and a subroutine returns to all of its callers

	contents []content // rows of transient tables and records, by number
	byCursor []int32   // the transient table that a cursor number opens, or 0
	byRecord []int32   // the records made at a pc, or 0
	fields   []reg     // room for a record
	origins  map[cursorColumn]infer.Origin
	ofCursor []infer.Origins // origins that a cursor's columns have
	nOrigins int

	caller *state // of a trigger's program: the state of the statement that fires it
	frame  int32  // and where the rows that it sees begin there

	filters  map[filterPlan][]asked
	params   []paramInfo
	apart    []int // the parameters that are interpreted, those that others are interpreted as among them
	mattered bool  // a parameter's type or nullness decided something

	byCase bool           // cases are asked for
	cases  cases          // of the rows that it returns
	loads  map[int32]bool // what reloaded found of registers

	result  []value
	rowless bool                      // a path through the statement returns no row
	many    bool                      // a path through it returns more than one
	unlike  map[[2]*column]bool       // a BLOB column and one of JSON's values that it is compared with
	objects map[string]*ir.StructType // of JSON that statements make, by what is in them
	lacks   map[string]bool           // by table.column that takes no NULL: it gets nothing but NULL
}

type cursorColumn struct{ cursor, column int32 }

// reg is a register.
type reg struct {
	value
	row  int32 // the content that a record in it was made of; 0 for none, opaque for one that is not known
	cell cell  // where it was read, while the cursor stands there; only where cases are asked for
}

const opaque = -1

// join is either of two registers.
func (r reg) join(o reg) reg {
	j := reg{value: join(r.value, o.value), row: r.row}
	if r.cell == o.cell {
		j.cell = r.cell
	}
	switch {
	case r.Null == infer.Unreached:
		j.row = o.row
	case o.Null != infer.Unreached && r.row != o.row:
		j.row = opaque
	}
	return j
}

// cursor is what an open cursor stands on.
type cursor struct {
	kind     cursorKind
	nullRow  bool
	start    uint8 // columns of the key that an index scan began at
	pastNull bool  // it began past the NULLs of the last of them
	holds    bool  // of a transient table: a row is in it, on every path that leads here
	filled   bool  // on one of them
	many     bool  // on one of them, more than one row
	root     *root
	table    *table // of a virtual table; nil if unknown
	row      int32  // content of a transient table; register of a pseudo table
}

type cursorKind uint8

const (
	closed cursorKind = iota
	onTree
	onTransient
	onPseudo
	onVirtual
)

// content is the rows of a transient table or the fields of a record, all rows joined.
type content struct {
	fields  []reg
	filled  bool
	opaque  bool   // a record that is not known is among them
	cases   cases  // of its fields, where they are asked for
	table   *table // for rows that a statement comes back to
	grown   int    // how often a number in it could be further from 0 than before
	readers []*state
}

type state struct {
	pc       int32
	key      uint64
	queued   bool
	returned bool // a row, on every path that leads here
	returns  bool // a row, on one of them
	regs     []reg
	curs     []cursor
	facts    facts
}

// Limits keep the work per statement bounded. Past them the statement falls back to what its declared types say.
var (
	maxSteps  = 30_000
	maxStates = 3_000
)

// ofCoarse is how many times as many states the coarse run may have: three queries with LIMIT and UNION ALL, as in a
// page whose first key may be NULL, have 3,300, and each is seen once or twice.
const ofCoarse = 3

var errTooComplex = errors.New("the statement is too complex to analyse in full")

// arena hands out slices that all end with the statement, whose memory the next one uses again.
type arena[T any] struct{ all, free []T }

func (a *arena[T]) take(n int) []T {
	if len(a.free) < n {
		a.all = make([]T, max(2*len(a.all), 16*n))
		a.free = a.all
	}
	t := a.free[:n:n]
	a.free = a.free[n:]
	return t
}

// reset gives memory back that only the rare big statement needs.
func (a *arena[T]) reset() {
	if len(a.all) > 1<<15 {
		a.all = nil
	}
	a.free = a.all
}

// newState is a state whose content is what some other statement left; it is for copying into.
func (m *machine) newState() *state {
	s := &m.states.take(1)[0]
	*s = state{regs: m.regs.take(m.regCount), curs: m.curs.take(m.curCount)}
	return s
}

func (s *state) copyFrom(t *state) {
	copy(s.regs, t.regs)
	copy(s.curs, t.curs)
	s.pc, s.key, s.facts, s.returned, s.returns = t.pc, t.key, t.facts, t.returned, t.returns
}

// run interprets the program to its fixpoint.
func (m *machine) run() error {
	s, t := m.newState(), m.newState()
	clear(s.regs)
	clear(s.curs)
	m.push(s, 0)
	for len(m.work) > 0 {
		from := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		from.queued = false
		s.copyFrom(from)
		if err := m.block(from, s, t); err != nil {
			return err
		}
	}
	return nil
}

// most is how many states may be stored or changed.
func (m *machine) most() int {
	if m.coarse {
		return ofCoarse * maxStates
	}
	return maxStates
}

// block runs one stored state on to where paths part or meet. t is room for the other path of a branch.
func (m *machine) block(from, s, t *state) error {
	for {
		if s.pc < 0 || int(s.pc) >= len(m.ops) {
			return nil
		}
		if m.steps++; m.steps > 40*maxSteps || !m.flat && (m.steps > maxSteps+2*len(m.ops) || m.pushed > m.most()) {
			return errTooComplex
		}
		o := &m.ops[s.pc]
		in := &opcodes[o.code]
		if in.step == nil {
			return fmt.Errorf("SQLite's program has an instruction that sqg does not know (%d)", o.code)
		}
		n := in.step(m, s, o, from)
		if n.err != nil {
			return n.err
		}
		if n.jump {
			t.copyFrom(s)
			t.assume(n.jumpProves)
			m.push(t, n.to)
		}
		if !n.fall {
			return nil
		}
		s.assume(n.fallProves)
		if n.onFall != nil {
			n.onFall(m, s, o)
		}
		s.pc++
		if int(s.pc) < len(m.ops) && m.flow.leader[s.pc] {
			m.push(s, s.pc)
			return nil
		}
	}
}

// next is where an instruction goes on: to the following one, to another, or to both; with the registers that each way
// proves not NULL (0 is none).
type next struct {
	fall, jump bool
	to         int32
	fallProves [2]int32
	jumpProves [2]int32
	onFall     func(*machine, *state, *op)
	err        error
}

var fall = next{fall: true}

func jumpTo(pc int32) next { return next{jump: true, to: pc} }

// push stores s as a state to run from pc, joined with what came there before.
func (m *machine) push(s *state, pc int32) {
	if pc < 0 || int(pc) >= len(m.ops) {
		return
	}
	live := m.flow.live[pc]
	key := m.key(s, live)
	for _, old := range m.blocks[pc] {
		if old.key != key {
			continue
		}
		if m.merge(old, s, live) {
			m.pushed++
			m.queue(old)
		}
		return
	}
	n := m.newState()
	n.copyFrom(s)
	n.pc, n.key = pc, key
	for r := range n.regs {
		if !live.has(int32(r)) {
			n.regs[r] = reg{}
		}
	}
	for c := range n.curs {
		if !live.has(int32(m.regCount + c)) {
			n.curs[c].nullRow = false
		}
	}
	m.blocks[pc] = append(m.blocks[pc], n)
	m.pushed++
	m.queue(n)
}

func (m *machine) queue(s *state) {
	if !s.queued {
		s.queued = true
		m.work = append(m.work, s)
	}
}

// key tells apart the paths whose states must not be joined.
func (m *machine) key(s *state, live bitset) uint64 {
	if m.flat {
		return 0
	}
	h := uint64(14695981039346656037)
	mix := func(x uint64) { h = (h ^ x) * 1099511628211 }
	control := m.flow.control
	if m.coarse {
		control = m.flow.returns
	}
	for _, r := range control {
		if !live.has(r) {
			continue
		}
		v := &s.regs[r]
		switch {
		case v.Null == infer.Never && v.Known&constant != 0:
			mix(uint64(r)<<32 + uint64(uint32(v.Const)) + 1)
		case v.Null == infer.Always && v.Tally != 0:
			mix(uint64(r)<<32 + 1<<31 + uint64(v.Tally&(empty|fed)))
		case v.Null == infer.Always:
			mix(uint64(r)<<32 + 3<<30)
		}
	}
	for c := range s.curs {
		if s.curs[c].nullRow && live.has(int32(m.regCount+c)) {
			mix(uint64(c)<<40 + 7)
		}
	}
	if !m.byCase {
		return h
	}
	for r := range s.regs {
		if s.regs[r].Null == infer.Always && s.regs[r].Why == outerSide && live.has(int32(r)) {
			mix(uint64(r)<<32 + 5<<29)
		}
	}
	return h
}

// merge joins t into s and reports whether that changed s.
func (m *machine) merge(s, t *state, live bitset) bool {
	changed := false
	for r := range s.regs {
		if !live.has(int32(r)) {
			continue
		}
		a, b := &s.regs[r], &t.regs[r]
		if *a == *b {
			continue
		}
		x, y := reg{s.facts.see(a.value), a.row, a.cell}, reg{t.facts.see(b.value), b.row, b.cell}
		if y.Null == infer.Unreached {
			a.value = x.value // the fact that showed it so may be gone below
			continue
		}
		j := x.join(y)
		changed = changed || !j.Equal(a.value) || j.row != a.row || j.cell != a.cell
		*a = j
	}
	for c := range s.curs {
		changed = s.curs[c].merge(&t.curs[c], live.has(int32(m.regCount+c))) || changed
	}
	if s.returned && !t.returned {
		s.returned, changed = false, true
	}
	if !s.returns && t.returns {
		s.returns, changed = true, true
	}
	if f := s.facts.meet(t.facts); f != s.facts {
		s.facts, changed = f, true
	}
	return changed
}

// merge joins where another path left the cursor; of a row that nothing reads any more it does not matter which it is.
func (c *cursor) merge(d *cursor, live bool) bool {
	old := *c
	c.holds, c.filled, c.many = c.holds && d.holds, c.filled || d.filled, c.many || d.many
	switch {
	case d.kind == closed || *c == *d:
		return *c != old
	case c.kind == closed:
		*c = *d
		c.nullRow, c.holds = live && c.nullRow, false
		return true
	}
	c.start, c.pastNull = min(c.start, d.start), c.pastNull && d.pastNull && c.start == d.start
	c.nullRow = live && (c.nullRow || d.nullRow)
	if c.kind != d.kind || c.root != d.root || c.table != d.table || c.row != d.row {
		*c = cursor{kind: onVirtual, nullRow: c.nullRow, filled: true, many: true}
	}
	return *c != old
}

// get is the register's value as the facts at hand show it.
func (s *state) get(r int32) value { return s.facts.see(s.regs[r].value) }

func (s *state) set(r int32, v value) { s.regs[r] = reg{value: v} }

// assume records that the registers are not NULL on this path.
func (s *state) assume(regs [2]int32) {
	for _, r := range regs {
		if r <= 0 {
			continue
		}
		s.facts.assume(s.regs[r].value)
		s.regs[r].Value = infer.NonNull(s.regs[r].Value)
	}
}

// moved forgets what was known of the row that the cursor stood on.
func (m *machine) moved(s *state, c int32) {
	cur := &s.curs[c]
	cur.nullRow = false
	m.left(s, c)
	gone := m.ofCursor[c]
	if gone == (infer.Origins{}) {
		return
	}
	for i := range s.regs {
		r := &s.regs[i]
		if gone.Has(r.Origin) {
			r.value = s.facts.see(r.value)
			r.Origin = 0
		}
		r.Implies = r.Implies.Without(gone)
	}
	s.facts.forget(gone)
}

// origin numbers a column of the row that a cursor stands on.
func (m *machine) origin(c, column int32) infer.Origin {
	k := cursorColumn{c, column}
	o, ok := m.origins[k]
	if !ok && m.nOrigins < infer.MaxOrigins {
		m.nOrigins++
		o = infer.Origin(m.nOrigins)
		m.origins[k] = o
		m.ofCursor[c].Add(o)
	}
	return o
}

// add joins one row into a content and wakes its readers if that says something new.
func (m *machine) add(id int32, fields []reg, seen cases) {
	c := &m.contents[id]
	changed := c.cases.add(seen) || !c.filled
	c.filled = true
	for i, r := range fields {
		r.value, r.cell = r.Detached(), cell{}
		if i == len(c.fields) {
			c.fields = append(c.fields, r)
			changed = true
			continue
		}
		j := c.fields[i].join(r)
		c.widen(&j.value, c.fields[i].Over)
		changed = changed || !j.Equal(c.fields[i].value) || j.row != c.fields[i].row
		c.fields[i] = j
	}
	if changed {
		m.wake(c)
	}
}

// widen makes sure that a content of which each row is computed from the one before comes to an end.
func (c *content) widen(v *value, was int16) {
	if v.Known&finite == 0 || v.Over <= was {
		return
	}
	switch c.grown++; {
	case c.grown > 16:
		v.Known &^= finite
	case c.grown > 8:
		v.Over = max(v.Over, summed)
	}
}

// addOpaque puts a row in that nothing is known of.
func (m *machine) addOpaque(id int32) {
	if c := &m.contents[id]; !c.opaque {
		c.filled, c.opaque = true, true
		m.wake(c)
	}
}

func (m *machine) wake(c *content) {
	for _, r := range c.readers {
		m.queue(r)
	}
}

// rowsOf is a content as the block that starts at from reads it; the block runs again when the content grows.
func (m *machine) rowsOf(id int32, from *state) *content {
	c := &m.contents[id]
	for _, r := range c.readers {
		if r == from {
			return c
		}
	}
	c.readers = append(c.readers, from)
	return c
}
