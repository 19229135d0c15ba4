package sqlite

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/infer"
	sqlite3 "modernc.org/sqlite/lib"
)

// cases are what the values of a row can be at once: each row is as one of them says. They tell which columns are NULL
// together, as an outer join makes them, where values that are joined by themselves only say that each may be.
type cases struct {
	list [][]infer.Nullness
	many bool // more than are worth it: nothing is known
}

// maxCases are as many as outer joins of one statement need that each may find a row or not.
const maxCases = 64

// add reports whether that is anything new.
func (c *cases) add(more cases) (changed bool) {
	if c.many {
		return false
	}
	for _, one := range more.list {
		if !slices.ContainsFunc(c.list, func(have []infer.Nullness) bool { return slices.Equal(have, one) }) {
			c.list, changed = append(c.list, one), true
		}
	}
	if more.many || len(c.list) > maxCases {
		c.list, c.many, changed = nil, true, true
	}
	return changed
}

// cell is a field of the row that a cursor stands on, of which a transient table holds all cases.
type cell struct{ cursor, column, content int32 } // the latter 0 for none

// cellOf is the cell that a column is read from.
func (m *machine) cellOf(s *state, c, column int32) cell {
	cur := &s.curs[c]
	switch {
	case column < 0:
	case cur.kind == onTransient:
		return cell{c, column, cur.row}
	case cur.kind == onPseudo && s.regs[cur.row].row > 0 && m.reloaded(cur.row):
		return cell{c, column, s.regs[cur.row].row}
	}
	return cell{}
}

// reloaded reports whether nothing puts another record into a register but what tells so.
func (m *machine) reloaded(r int32) bool {
	is, known := m.loads[r]
	if !known {
		is = m.onlyLoaded(r)
		m.loads[r] = is
	}
	return is
}

func (m *machine) onlyLoaded(r int32) bool {
	for i := range m.ops {
		o := &m.ops[i]
		switch o.code {
		case sqlite3.OP_RowData, sqlite3.OP_SorterData, sqlite3.OP_MakeRecord, sqlite3.OP_Null:
			continue
		}
		for _, a := range opcodes[o.code].access {
			writes := false
			if a.write && !a.cursor {
				a.each(o, m.regCount, func(w int32) { writes = writes || w == r })
			}
			if writes {
				return false
			}
		}
	}
	return true
}

// left forgets what is known of the row that a cursor stood on.
func (m *machine) left(s *state, c int32) {
	if !m.byCase {
		return
	}
	for i := range s.regs {
		if r := &s.regs[i]; r.cell.content != 0 && r.cell.cursor == c {
			r.cell = cell{}
		}
	}
}

// replaced forgets it of a record that another takes the place of.
func (m *machine) replaced(s *state, r int32) {
	if !m.byCase {
		return
	}
	for c, of := range m.pseudo {
		if of == r {
			m.left(s, int32(c))
		}
	}
}

// casesOf are those of a row of registers: of what was read from one row of a transient table, the cases of that.
func (m *machine) casesOf(row []reg) (out cases) {
	if !m.byCase {
		return cases{}
	}
	one := make([]infer.Nullness, len(row))
	read := map[int32][]int{} // by cursor
	var cursors []int32
	for i, r := range row {
		if one[i] = r.Null; r.Null == infer.Unreached {
			return cases{}
		}
		if r.cell.content != 0 {
			if read[r.cell.cursor] == nil {
				cursors = append(cursors, r.cell.cursor)
			}
			read[r.cell.cursor] = append(read[r.cell.cursor], i)
		}
	}
	out.list = [][]infer.Nullness{one}
	for _, c := range cursors {
		next := cases{}
		from := &m.contents[row[read[c][0]].cell.content]
		of := from.cases
		if from.opaque || of.many || len(of.list) == 0 {
			continue
		}
		for _, was := range out.list {
			for _, is := range of.list {
				next.add(cases{list: narrowed(was, is, row, read[c])})
			}
		}
		if out = next; out.many {
			break
		}
	}
	return out
}

// narrowed is a case where these registers hold fields of a row that is as another one says; none where that cannot be.
func narrowed(was, is []infer.Nullness, row []reg, read []int) [][]infer.Nullness {
	now := slices.Clone(was)
	for _, i := range read {
		if k := row[i].cell.column; int(k) < len(is) {
			if now[i] &= is[k]; now[i] == infer.Unreached {
				return nil
			}
		}
	}
	return [][]infer.Nullness{now}
}

// sides says of columns in which cases they are NULL, which are the sides of outer joins that find no row there.
func (m *machine) sides(columns []engine.Column) {
	if m.cases.many {
		return
	}
	for i := range columns {
		c := &columns[i]
		for k, one := range m.cases.list {
			switch {
			case i >= len(one):
				return
			case one[i] == infer.Always:
				c.Sides = append(c.Sides, k+1)
			default:
				c.Inner = c.Inner || one[i].Nullable()
			}
		}
	}
}
