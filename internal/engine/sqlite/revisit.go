package sqlite

import (
	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

// A DELETE or UPDATE with RETURNING first finds its rows and writes down their rowids, then comes back to each. What
// its condition proved of a row holds there still, unless something else has changed the row in between: a trigger, an
// action of a foreign key, or another row that the statement moves to that rowid.

// findRevisits finds the instructions that come back to a row, with those that read the rowid when it was found.
func (m *machine) findRevisits() {
	m.revisits, m.revisited = map[int32]int32{}, map[int32]bool{}
	if m.caller != nil {
		return
	}
	for i := range m.ops {
		if m.ops[i].code == sqlite3.OP_Program {
			return
		}
	}
	for i := range m.ops {
		if o := &m.ops[i]; o.code == sqlite3.OP_NotExists && i > 0 && m.keepsRowids(o) {
			if from := m.found(&m.ops[i-1], o.p3); from >= 0 {
				m.revisits[int32(i)], m.revisited[from] = from, true
			}
		}
	}
}

// keepsRowids reports whether each row that is written where o stands keeps the rowid that o sought.
func (m *machine) keepsRowids(o *op) bool {
	for i := range m.ops {
		if p := &m.ops[i]; p.code == sqlite3.OP_Insert && p.p1 == o.p1 && m.copied(int32(i), p.p3) != o.p3 {
			return false
		}
	}
	return true
}

// found is where the rowid was read that next takes out of a set or a transient table into reg, or -1.
func (m *machine) found(next *op, reg int32) int32 {
	var add uint8
	switch {
	case next.code == sqlite3.OP_RowSetRead && next.p3 == reg:
		add = sqlite3.OP_RowSetAdd
	case next.code == sqlite3.OP_Rowid && next.p2 == reg:
		add = sqlite3.OP_Insert
	default:
		return -1
	}
	at := int32(-1)
	for i := range m.ops {
		if p := &m.ops[i]; p.code == add && p.p1 == next.p1 {
			if at >= 0 {
				return -1
			}
			at = int32(i)
		}
	}
	if at < 1 || m.flow.leader[at] {
		return -1
	}
	key := m.ops[at].p2
	if add == sqlite3.OP_Insert {
		key = m.ops[at].p3
	}
	if p := &m.ops[at-1]; (p.code == sqlite3.OP_Rowid || p.code == sqlite3.OP_IdxRowid) && p.p2 == key {
		return at - 1
	}
	return -1
}

// findRow puts down what is proven of the row that a cursor stands on, by column of its table.
func (m *machine) findRow(s *state, cur int32) {
	c := &s.curs[cur]
	if c.kind != onTree || c.nullRow {
		m.addOpaque(m.recordOf(s.pc))
		return
	}
	id := m.recordOf(s.pc)
	m.contents[id].table = c.root.table
	fields := m.fields[:0]
	for _, col := range c.root.table.columns {
		v := value{Value: infer.Value{Null: infer.Maybe}}
		for i, stored := range c.root.columns {
			if stored == col && s.facts.Has(m.origins[cursorColumn{cur, int32(i)}]) {
				v.Null = infer.Never
			}
		}
		fields = append(fields, reg{value: v})
	}
	m.fields = fields
	m.add(id, fields, m.casesOf(fields))
}

// returns are the columns of the rows that the instruction at pc puts a cursor back on, nil where they are not known.
func (m *machine) returns(pc int32, c *cursor, from *state) []reg {
	found, ok := m.revisits[pc]
	if !ok || c.kind != onTree || c.root.index || c.root.table.acts {
		return nil
	}
	if rows := m.rowsOf(m.recordOf(found), from); rows.table == c.root.table && !rows.opaque {
		return rows.fields
	}
	return nil
}

// sameRow takes over what was proven of a row's columns.
func (m *machine) sameRow(s *state, cur int32, row []reg) {
	for i, f := range row {
		if f.Null != infer.Never {
			continue
		}
		for j, stored := range s.curs[cur].root.columns {
			if stored == s.curs[cur].root.table.columns[i] {
				s.facts.Add(m.origin(cur, int32(j)))
			}
		}
	}
}
