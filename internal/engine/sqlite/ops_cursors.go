package sqlite

import (
	"errors"

	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

// defineCursors covers opening cursors and moving them.
func defineCursors() {
	define(flowNext, "", stepOpen, sqlite3.OP_OpenRead, sqlite3.OP_OpenWrite, sqlite3.OP_ReopenIdx)
	define(flowNext, "", plain(stepTransient), sqlite3.OP_OpenEphemeral, sqlite3.OP_OpenAutoindex, sqlite3.OP_SorterOpen)
	define(flowNext, "", plain(func(_ *machine, s *state, o *op) { s.curs[o.p1] = s.curs[o.p2] }), sqlite3.OP_OpenDup)
	define(flowNext, "", plain(func(_ *machine, s *state, o *op) { s.curs[o.p1] = cursor{kind: onPseudo, row: o.p2} }), sqlite3.OP_OpenPseudo)
	define(flowNext, "", plain(func(m *machine, s *state, o *op) {
		s.curs[o.p1] = cursor{kind: onVirtual, table: m.schema.virtual[o.obj]}
	}), sqlite3.OP_VOpen)
	define(flowNext, "", plain(stepNullRow), sqlite3.OP_NullRow)
	define(flowBranch, "r3*n", stepSeek, sqlite3.OP_SeekLT, sqlite3.OP_SeekLE, sqlite3.OP_SeekGE, sqlite3.OP_SeekGT)
	define(flowBranch, "r3*n", stepFind, sqlite3.OP_NotFound, sqlite3.OP_Found, sqlite3.OP_NoConflict, sqlite3.OP_IfNoHope)
	define(flowBranch, "r3", stepRowid, sqlite3.OP_SeekRowid, sqlite3.OP_NotExists)
	define(flowBranch, "r3*n", stepBound, sqlite3.OP_IdxLE, sqlite3.OP_IdxGT, sqlite3.OP_IdxLT, sqlite3.OP_IdxGE)
	define(flowBranch, "", stepRewind, sqlite3.OP_Rewind, sqlite3.OP_Last, sqlite3.OP_Sort, sqlite3.OP_SorterSort, sqlite3.OP_IfEmpty)
	define(flowBranch, "", stepNext, sqlite3.OP_Next, sqlite3.OP_Prev, sqlite3.OP_SorterNext, sqlite3.OP_VNext)
	define(flowBranch, "r3", stepVFilter, sqlite3.OP_VFilter)
	define(flowBranch, "", stepNext, sqlite3.OP_SeekScan)
	define(flowBranch, "r3", either, sqlite3.OP_SorterCompare, sqlite3.OP_RowSetTest)
	define(flowBranch, "w3", func(_ *machine, s *state, o *op, _ *state) next {
		s.set(o.p3, counter)
		return next{fall: true, jump: true, to: o.p2}
	}, sqlite3.OP_RowSetRead)
	define(flowBranch, "w3", stepIfNullRow, sqlite3.OP_IfNullRow)
	define(flowNext, "", plain(stepDeferredSeek), sqlite3.OP_DeferredSeek)
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
	c.lower = 0
	return c
}

// stepSeek: a seek to at least a key whose last field is not NULL (or past a NULL one) leaves NULLs behind in an
// ascending index.
func stepSeek(m *machine, s *state, o *op, _ *state) next {
	c := m.move(s, o)
	m.seeks(s, c, o)
	lower := uint8(0)
	if c.kind == onTree && c.root.index && o.n > 0 {
		last := s.get(o.p3 + o.n - 1)
		if !last.Null.Nullable() || last.Null == infer.Always && o.code == sqlite3.OP_SeekGT {
			lower = uint8(min(o.n, 255))
		}
	}
	n := next{fall: true, jump: true, to: o.p2}
	if lower > 0 && (o.code == sqlite3.OP_SeekGE || o.code == sqlite3.OP_SeekGT) {
		n.onFall = func(m *machine, s *state, o *op) {
			c := &s.curs[o.p1]
			c.lower = lower
			m.aboveLower(s, o.p1, 0)
		}
	}
	return n
}

// aboveLower proves the index columns that stand above a bound which is not NULL: the first equal of them hold the key's
// own values, so the bound reaches one column further.
func (m *machine) aboveLower(s *state, cur, equal int32) {
	c := &s.curs[cur]
	for i := int32(0); i < min(int32(c.lower), equal+1); i++ {
		last := i == int32(c.lower)-1
		if i < equal || last && !c.root.descending[i] {
			s.facts.NonNull.Add(m.origin(cur, i))
		}
	}
}

// stepBound ends a range scan: where it does not jump, the row is within the bound.
func stepBound(m *machine, s *state, o *op, _ *state) next {
	c := &s.curs[o.p1]
	m.seeks(s, c, o)
	n := next{fall: true, jump: true, to: o.p2}
	if c.kind == onTree && c.root.index && o.n > 0 && o.n <= int32(len(c.root.columns)) {
		n.onFall = func(m *machine, s *state, o *op) { m.withinBound(s, o) }
	}
	return n
}

// withinBound: a row that is not above a key, of which the scan began at the same fields, equals it there; a row that is
// above a key which is not NULL has no NULL in the key's last column.
func (m *machine) withinBound(s *state, o *op) {
	c := &s.curs[o.p1]
	switch o.code {
	case sqlite3.OP_IdxGT:
		equal := min(o.n, int32(c.lower))
		for i := int32(0); i < equal; i++ {
			if s.get(o.p3 + i).Null.Nullable() {
				equal = i
			}
		}
		m.aboveLower(s, o.p1, equal)
	case sqlite3.OP_IdxGE:
		m.aboveLower(s, o.p1, min(o.n-1, int32(c.lower)))
	case sqlite3.OP_IdxLE, sqlite3.OP_IdxLT:
		if o.n == 1 && !c.root.descending[0] && !s.get(o.p3).Null.Nullable() {
			s.facts.NonNull.Add(m.origin(o.p1, 0))
		}
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

func stepRowid(m *machine, s *state, o *op, _ *state) next {
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
	return next{fall: true, jump: true, to: o.p2, fallProves: [2]int32{o.p3}}
}

// stepRewind: a transient table that nothing was put in has no rows.
func stepRewind(m *machine, s *state, o *op, from *state) next {
	c := m.move(s, o)
	if c.kind == onTransient && !m.rowsOf(c.row, from).filled {
		if o.p2 == 0 {
			return fall
		}
		return jumpTo(o.p2)
	}
	return next{fall: true, jump: o.p2 != 0, to: o.p2}
}

// stepNext: P2 is where the loop starts again.
func stepNext(m *machine, s *state, o *op, _ *state) next {
	lower := s.curs[o.p1].lower
	c := m.move(s, o)
	n := next{fall: true, jump: true, to: o.p2}
	if o.code == sqlite3.OP_Next && lower > 0 {
		c.lower = lower
		m.aboveLower(s, o.p1, 0)
	}
	return n
}

// stepVFilter starts a scan of a virtual table; what it is asked for is text in all but the rarest (MATCH, JSON).
func stepVFilter(m *machine, s *state, o *op, _ *state) next {
	m.move(s, o)
	if n := s.get(o.p3 + 1); n.Known&infer.Const != 0 {
		for i := int32(0); i < int32(n.Const); i++ {
			m.wants(s.get(o.p3+2+i), tText)
		}
	}
	return next{fall: true, jump: true, to: o.p2}
}

func stepIfNullRow(_ *machine, s *state, o *op, _ *state) next {
	if s.curs[o.p1].nullRow {
		s.set(o.p3, infer.Null(outerSide))
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
		if col == nil || !s.facts.NonNull.Has(m.origins[cursorColumn{o.p1, int32(i)}]) {
			continue
		}
		for j, stored := range tab.root.columns {
			if stored == col {
				s.facts.NonNull.Add(m.origin(o.p3, int32(j)))
			}
		}
	}
}
