package sqlite

import (
	"errors"

	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

// defineCursors covers opening cursors and moving them.
func defineCursors() {
	define(flowNext, "m1", stepOpen, sqlite3.OP_OpenRead, sqlite3.OP_OpenWrite, sqlite3.OP_ReopenIdx)
	define(flowNext, "m1", plain(stepTransient), sqlite3.OP_OpenEphemeral, sqlite3.OP_OpenAutoindex,
		sqlite3.OP_SorterOpen)
	define(flowNext, "m1", plain(func(_ *machine, s *state, o *op) { s.curs[o.p1] = s.curs[o.p2] }), sqlite3.OP_OpenDup)
	define(flowNext, "m1", plain(func(_ *machine, s *state,
		o *op) {
		s.curs[o.p1] = cursor{kind: onPseudo, row: o.p2}
	}), sqlite3.OP_OpenPseudo)
	define(flowNext, "m1", plain(func(m *machine, s *state, o *op) {
		s.curs[o.p1] = cursor{kind: onVirtual, table: m.schema.virtual[o.obj]}
	}), sqlite3.OP_VOpen)
	define(flowNext, "m1", plain(stepNullRow), sqlite3.OP_NullRow)
	define(flowBranch, "r3*k m1", stepSeek, sqlite3.OP_SeekLT, sqlite3.OP_SeekLE, sqlite3.OP_SeekGE, sqlite3.OP_SeekGT)
	define(flowBranch, "r3*k m1", stepFind, sqlite3.OP_NotFound, sqlite3.OP_Found, sqlite3.OP_NoConflict,
		sqlite3.OP_IfNoHope)
	define(flowBranch, "r3 m1", stepRowid, sqlite3.OP_SeekRowid, sqlite3.OP_NotExists)
	define(flowBranch, "r3*n", stepBound, sqlite3.OP_IdxLE, sqlite3.OP_IdxGT, sqlite3.OP_IdxLT, sqlite3.OP_IdxGE)
	define(flowBranch, "m1", stepRewind, sqlite3.OP_Rewind, sqlite3.OP_Last, sqlite3.OP_Sort, sqlite3.OP_SorterSort,
		sqlite3.OP_IfEmpty)
	define(flowBranch, "u1 m1", stepNext, sqlite3.OP_Next, sqlite3.OP_Prev, sqlite3.OP_SorterNext, sqlite3.OP_VNext)
	define(flowBranch, "r3*n m1", stepVFilter, sqlite3.OP_VFilter)
	define(flowBranch, "", stepSeekScan, sqlite3.OP_SeekScan)
	define(flowBranch, "r3", either, sqlite3.OP_SorterCompare, sqlite3.OP_RowSetTest)
	define(flowBranch, "w3", func(_ *machine, s *state, o *op, _ *state) next {
		s.set(o.p3, counter)
		return next{fall: true, jump: true, to: o.p2}
	}, sqlite3.OP_RowSetRead)
	define(flowBranch, "u1 w3", stepIfNullRow, sqlite3.OP_IfNullRow)
	define(flowNext, "u1 m3", plain(stepDeferredSeek), sqlite3.OP_DeferredSeek)
}

var errUnknownTable = errors.New("SQLite's program opens a table that is not in the schema")

func stepOpen(m *machine, s *state, o *op, _ *state) next {
	r := m.schema.roots[rootPage{o.p3, o.p2}]
	if r == nil || o.p5&sqlite3.OPFLAG_P2ISREG != 0 {
		return next{err: errUnknownTable}
	}
	m.moved(s, o.p1)
	s.curs[o.p1] = cursor{kind: onTree, root: r}
	return fall
}

// stepTransient: the content of a transient table is known by the cursor that creates it.
func stepTransient(m *machine, s *state, o *op) {
	m.moved(s, o.p1)
	s.curs[o.p1] = cursor{kind: onTransient, row: m.contentOf(o.p1)}
}

// stepNullRow: on a pseudo table over a register it only drops a cache.
func stepNullRow(m *machine, s *state, o *op) {
	m.moved(s, o.p1)
	c := &s.curs[o.p1]
	if c.kind == closed {
		c.kind = onVirtual
	}
	c.nullRow = o.p2 == 0 && !(c.kind == onPseudo && c.row > 0)
}

func (m *machine) move(s *state, o *op) *cursor {
	m.moved(s, o.p1)
	c := &s.curs[o.p1]
	c.start, c.pastNull = 0, false
	return c
}

// stepSeek starts a range scan of an index. NULL sorts below every value, so a scan that starts on that side of a key
// which is not NULL, or just past a NULL one, leaves NULLs behind.
func stepSeek(m *machine, s *state, o *op, _ *state) next {
	c := m.move(s, o)
	m.seeks(s, c, o)
	n := next{fall: true, jump: true, to: o.p2}
	if c.kind == onTree && c.root.index && o.n > 0 && o.n <= int32(len(c.root.columns)) {
		n.onFall = startsAt
	}
	return n
}

func startsAt(m *machine, s *state, o *op) {
	c := &s.curs[o.p1]
	forward := o.code == sqlite3.OP_SeekGE || o.code == sqlite3.OP_SeekGT
	past := o.code == sqlite3.OP_SeekGT || o.code == sqlite3.OP_SeekLT
	key := s.get(o.p3 + o.n - 1)
	if key.Null.Nullable() {
		m.touch(key)
	}
	last := key.Null
	c.start = uint8(min(o.n, 255))
	c.pastNull = forward != c.root.descending[o.n-1] && (!last.Nullable() || last == infer.Always && past)
	m.within(s, o.p1, 0)
}

// within proves index columns of the row at hand: the first equal of them hold the values of a key that is not NULL,
// and the column after those is not NULL if the scan began past its NULLs.
func (m *machine) within(s *state, cur, equal int32) {
	c := &s.curs[cur]
	for i := int32(0); i < equal; i++ {
		s.facts.Add(m.origin(cur, i))
	}
	if c.pastNull && int32(c.start) <= equal+1 {
		s.facts.Add(m.origin(cur, int32(c.start)-1))
	}
}

// stepBound ends a range scan: where it does not jump, the row is within the bound.
func stepBound(m *machine, s *state, o *op, _ *state) next {
	c := &s.curs[o.p1]
	m.seeks(s, c, o)
	n := next{fall: true, jump: true, to: o.p2}
	if c.kind == onTree && c.root.index && o.n > 0 && o.n <= int32(len(c.root.columns)) {
		n.onFall = withinBound
	}
	return n
}

// withinBound: a scan that began at the first fields of a key and is not past them stands on rows that equal it there.
// Where NULLs come last, the end of the scan is what keeps them out.
func withinBound(m *machine, s *state, o *op) {
	c := &s.curs[o.p1]
	forward := o.code == sqlite3.OP_IdxGT || o.code == sqlite3.OP_IdxGE
	short := o.code == sqlite3.OP_IdxGE || o.code == sqlite3.OP_IdxLE // the row stays short of the key
	values := int32(0)                                                // leading fields of the key that are not NULL
	for values < o.n && !s.get(o.p3+values).Null.Nullable() {
		values++
	}
	equal := min(values, int32(c.start))
	if short {
		equal = min(equal, o.n-1)
	}
	m.within(s, o.p1, equal)
	if forward == c.root.descending[o.n-1] && (short || values == o.n) && o.n <= equal+1 {
		s.facts.Add(m.origin(o.p1, o.n-1))
	}
}

// stepFind looks a key up, in an index or a transient one.
func stepFind(m *machine, s *state, o *op, _ *state) next {
	c := m.move(s, o)
	if o.n > 0 {
		m.seeks(s, c, o)
	}
	return next{fall: true, jump: true, to: o.p2}
}

func stepRowid(m *machine, s *state, o *op, from *state) next {
	c := m.move(s, o)
	v := s.get(o.p3)
	if c.kind == onTree {
		m.comparedColumn(v, c.root.table.rowid, tInt)
	}
	switch v.Null {
	case infer.Unreached:
		return next{}
	case infer.Always:
		return jumpTo(o.p2)
	}
	n := next{fall: true, jump: !m.firstOfFrame(s.pc - 1), to: o.p2, fallProves: [2]int32{o.p3}}
	named := c.kind == onTree && c.root.table.rowid != nil && v.Source == 0 && v.Types == tInt
	rows := m.returns(s.pc, c, from)
	n.onFall = func(m *machine, s *state, o *op) {
		if named {
			isRowid(m, s, o)
		}
		m.sameRow(s, o.p1, rows)
	}
	return n
}

// isRowid: a number by which a row was found is that row's key.
func isRowid(m *machine, s *state, o *op) {
	v := m.read(s.curs[o.p1].root.table.rowid)
	v.Origin = s.regs[o.p3].Origin
	s.set(o.p3, v)
}

// stepRewind: a transient table that nothing was put in has no rows, one that has been put something in has some.
func stepRewind(m *machine, s *state, o *op, from *state) next {
	c := m.move(s, o)
	if c.kind == onTransient && !m.rowsOf(c.row, from).filled {
		if o.p2 == 0 {
			return fall
		}
		return jumpTo(o.p2)
	}
	return next{fall: true, jump: o.p2 != 0 && !c.holds, to: o.p2}
}

// stepNext: P2 is where the loop starts again, which a transient table of one row never does. A scan goes on in the
// direction that it began in; behind the row of NULLs that stands for none there is no other.
func stepNext(m *machine, s *state, o *op, _ *state) next {
	if s.curs[o.p1].nullRow && !m.flat {
		return fall
	}
	start, pastNull := s.curs[o.p1].start, s.curs[o.p1].pastNull
	c := m.move(s, o)
	c.start, c.pastNull = start, pastNull
	m.within(s, o.p1, 0)
	return next{fall: true, jump: c.kind != onTransient || c.many || m.shrinks[o.p1], to: o.p2}
}

// stepSeekScan is a hint for the seek that follows it: the cursor may get there in steps.
func stepSeekScan(m *machine, s *state, o *op, _ *state) next {
	m.moved(s, m.ops[s.pc+1].p1)
	return next{fall: true, jump: true, to: o.p2}
}

func stepIfNullRow(m *machine, s *state, o *op, _ *state) next {
	if s.curs[o.p1].nullRow {
		if m.flat {
			s.set(o.p3, unsure(tAll, outerSide)) // whatever it holds where this falls through
			return next{fall: true, jump: true, to: o.p2}
		}
		s.set(o.p3, null(outerSide))
		return jumpTo(o.p2)
	}
	return fall
}

// stepDeferredSeek puts a table's cursor on the row of an index entry; what is proven of the entry holds for the row.
func stepDeferredSeek(m *machine, s *state, o *op) {
	m.moved(s, o.p3)
	index, tab := &s.curs[o.p1], &s.curs[o.p3]
	if index.kind != onTree || tab.kind != onTree {
		return
	}
	for i, col := range index.root.columns {
		if col == nil || !s.facts.Has(m.origins[cursorColumn{o.p1, int32(i)}]) {
			continue
		}
		for j, stored := range tab.root.columns {
			if stored == col {
				s.facts.Add(m.origin(o.p3, int32(j)))
			}
		}
	}
}
