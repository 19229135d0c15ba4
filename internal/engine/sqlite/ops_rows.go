package sqlite

import (
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
	sqlite3 "modernc.org/sqlite/lib"
)

// defineRows covers reading columns, making records, storing them and returning rows.
func defineRows() {
	define(flowNext, "u1 w3", stepColumn, sqlite3.OP_Column)
	define(flowNext, "u1 w3", plain(stepVColumn), sqlite3.OP_VColumn)
	define(flowNext, "u1 w2", stepRowNumber, sqlite3.OP_Rowid, sqlite3.OP_IdxRowid)
	define(flowNext, "u1 w2", stepRowData, sqlite3.OP_RowData, sqlite3.OP_SorterData)
	define(flowNext, "r1*2 w3", plain(stepMakeRecord), sqlite3.OP_MakeRecord)
	define(flowNext, "r1*2 w1*2", plain(stepTypeCheck), sqlite3.OP_TypeCheck)
	define(flowNext, "r2 r3", stepInsert, sqlite3.OP_Insert)
	define(flowNext, "r2", stepIdxInsert, sqlite3.OP_IdxInsert, sqlite3.OP_SorterInsert)
	define(flowNext, "r3*2", plain(stepVUpdate), sqlite3.OP_VUpdate)
	define(flowNext, "r1*2", plain(stepResultRow), sqlite3.OP_ResultRow)
}

var (
	outerSide = infer.Why("the outer side of a join has no row")
	noColumn  = infer.Why("not a column that SQLite's schema describes")
)

// read is a column of the row that a cursor stands on.
func (m *machine) read(c *column) value {
	v := value{Value: infer.Value{Null: infer.Maybe, Source: c.id, Why: c.why}, Types: m.types.column(c)}
	if c.notNull {
		v.Null = infer.Never
	}
	if c.finite && (m.types.doubt <= m.schema.types[c.decl].sure) {
		v.Known = finite
	}
	if c.virtual && m.schema.types[c.decl].typ.Kind == ir.Text { // of what its expression makes
		v.Types |= m.types.unknown()
	}
	return v
}

func stepColumn(m *machine, s *state, o *op, from *state) next {
	c := &s.curs[o.p1]
	v := reg{value: unsure(tAll, noColumn)}
	switch c.kind {
	case closed:
		v = reg{}
	case onTree:
		if int(o.p2) < len(c.root.columns) && c.root.columns[o.p2] != nil {
			v.value = m.read(c.root.columns[o.p2])
		}
	case onTransient:
		v = m.rowsOf(c.row, from).field(o.p2)
	case onPseudo:
		if row := s.regs[c.row].row; row > 0 {
			v = m.rowsOf(row, from).field(o.p2)
		} else if s.regs[c.row].Null == infer.Unreached {
			v = reg{}
		}
	}
	switch {
	case c.nullRow:
		v = reg{value: m.outerNull(v.value)}
	case c.kind != onPseudo && v.Null != infer.Unreached:
		v.Origin = m.origin(o.p1, o.p2)
	}
	if m.byCase && !c.nullRow {
		v.cell = m.cellOf(s, o.p1, o.p2)
	}
	s.regs[o.p3] = v
	return fall
}

// outerNull is the NULL that stands for a column v of a row that a join did not find; or v, where paths are not kept
// apart.
func (m *machine) outerNull(v value) value {
	n := null(outerSide)
	n.Source = v.Source
	if m.flat {
		return join(v, n)
	}
	return n
}

// field is column i of the rows; unreached where nothing is stored yet.
func (c *content) field(i int32) reg {
	switch {
	case c.opaque || i < 0 && c.filled:
		return reg{value: unsure(tAll, noColumn), row: opaque}
	case i >= 0 && int(i) < len(c.fields):
		return c.fields[i]
	}
	return reg{}
}

func stepVColumn(m *machine, s *state, o *op) {
	c := &s.curs[o.p1]
	v := unsure(tAll, noColumn)
	if c.table != nil && int(o.p2) < len(c.table.columns) {
		v = m.read(c.table.columns[o.p2])
	}
	if c.nullRow {
		v = m.outerNull(v)
	} else {
		v.Origin = m.origin(o.p1, o.p2)
	}
	s.set(o.p3, v)
}

const rowidColumn = -1

// stepRowNumber reads a rowid, which is the INTEGER PRIMARY KEY where there is one.
// An automatic index has it as its last column.
func stepRowNumber(m *machine, s *state, o *op, from *state) next {
	if m.revisited[s.pc] {
		m.findRow(s, o.p1)
	}
	c := &s.curs[o.p1]
	v := never(tInt, finite, rowNumber)
	switch {
	case c.kind == onTree && c.root.table.rowid != nil:
		v = m.read(c.root.table.rowid)
	case c.kind == onTransient && o.code == sqlite3.OP_IdxRowid:
		rows := m.rowsOf(c.row, from)
		v = rows.field(int32(len(rows.fields)) - 1).value
	}
	if c.nullRow {
		v = m.outerNull(v)
	} else {
		v.Origin = m.origin(o.p1, rowidColumn)
	}
	s.set(o.p2, v)
	return fall
}

var rowNumber = infer.Why("a rowid")

// stepRowData takes a whole row as a record.
func stepRowData(m *machine, s *state, o *op, from *state) next {
	c := &s.curs[o.p1]
	r := reg{value: never(tBlob, 0, nil)}
	switch c.kind {
	case onTransient:
		r.row = c.row
		m.rowsOf(c.row, from)
	case onTree:
		r.row = m.recordOf(s.pc)
		fields := m.fields[:0]
		for i, col := range c.root.columns {
			v := unsure(tAll, noColumn)
			if col != nil {
				v = m.read(col)
				v.Origin = m.origins[cursorColumn{o.p1, int32(i)}]
			}
			fields = append(fields, reg{value: s.facts.see(v)})
		}
		m.fields = fields
		m.add(r.row, fields, m.casesOf(fields))
	}
	m.replaced(s, o.p2)
	s.regs[o.p2] = r
	return fall
}

func stepMakeRecord(m *machine, s *state, o *op) {
	stores := m.flow.stores[s.pc]
	for _, st := range stores {
		m.store(s, st)
	}
	fields := m.fields[:0]
	for i := int32(0); i < o.p2; i++ {
		v := s.get(o.p1 + i)
		m.mixed(v)
		if int(i) < len(o.p4) {
			v.Types = m.types.converted(v.Types, int32(o.p4[i]))
		}
		v.Types = m.types.recorded(v.Types)
		fields = append(fields, reg{v, s.regs[o.p1+i].row, s.regs[o.p1+i].cell})
	}
	m.fields = fields
	id := m.recordOf(s.pc)
	m.add(id, fields, m.casesOf(fields))
	m.replaced(s, o.p3)
	s.regs[o.p3] = reg{value: never(tBlob, 0, nil), row: id}
}

// stepTypeCheck: one computed column, P3 - 2, is what its affinity makes of it. That it is of its type then, only newer
// versions of SQLite see to.
func stepTypeCheck(m *machine, s *state, o *op) {
	if o.p3 >= 2 && o.obj != 0 {
		r := &s.regs[o.p1]
		r.Types = m.types.converted(r.Types, int32(columnInMemory(cptr[sqlite3.TTable](o.obj), int(o.p3)-2).Faffinity))
	}
}

// store makes the register of a new row hold its table's column: a parameter in it gets that column's type, and
// RETURNING gives it back as the column.
func (m *machine) store(s *state, st stored) {
	v := s.get(st.reg)
	if v.Null == infer.Unreached {
		return
	}
	m.storedIn(v, st.column)
	read := m.read(st.column)
	read.Origin, read.Implies = v.Origin, v.Implies
	if m.schema.types[st.column.decl].typ.Kind == ir.Float64 {
		read.Types |= intReal // whatever it was before
	}
	if decl := m.schema.types[st.column.decl]; decl.sure < declared {
		if m.types.doubt == overflow && holds(decl.typ) == tInt {
			read.Types |= m.types.storage(v.Types) & tReal // what overflows stays REAL
		}
		if holds(decl.typ)&tBlob == 0 && m.types.knownBlob(v.Types) {
			read.Types |= tBlob // no affinity converts one
		}
	}
	if v.Null != infer.Maybe && !st.column.notNull {
		read.Null, read.Why = v.Null, v.Why
	}
	if v.Null == infer.Maybe && !st.column.notNull {
		read.Why = v.Why
	}
	s.regs[st.reg] = reg{value: read}
}

func stepInsert(m *machine, s *state, o *op, from *state) next {
	const noop = 0x40 // OPFLAG_ISNOOP
	c := &s.curs[o.p1]
	switch {
	case o.p5&noop != 0:
	case c.kind == onTransient:
		m.addRecord(s, o, from)
	case c.kind == onTree:
		if key := c.root.table.rowid; key != nil {
			m.store(s, stored{o.p3, key})
		}
	}
	return fall
}

func stepIdxInsert(m *machine, s *state, o *op, from *state) next {
	if s.curs[o.p1].kind == onTransient {
		m.addRecord(s, o, from)
	}
	return fall
}

// addRecord puts the record in register P2 into the transient table of cursor P1.
func (m *machine) addRecord(s *state, o *op, from *state) {
	c := &s.curs[o.p1]
	c.holds, c.many, c.filled = !m.shrinks[o.p1], c.filled || m.shrinks[o.p1], true
	switch record := &s.regs[o.p2]; {
	case record.Null == infer.Unreached:
	case record.row > 0 && !m.rowsOf(record.row, from).opaque:
		m.add(c.row, m.contents[record.row].fields, m.contents[record.row].cases)
	default:
		m.addOpaque(c.row)
	}
}

// stepVUpdate: old rowid, new rowid, then the columns.
func stepVUpdate(m *machine, s *state, o *op) {
	t := m.schema.virtual[o.obj]
	if t == nil {
		return
	}
	for i := 0; i < int(o.p2)-2 && i < len(t.columns); i++ {
		m.storedIn(s.get(o.p3+2+int32(i)), t.columns[i])
	}
}

func stepResultRow(m *machine, s *state, o *op) {
	m.many = m.many || s.returns
	s.returned, s.returns = true, true
	if m.byCase {
		row := make([]reg, o.p2)
		for i := range row {
			row[i] = s.regs[o.p1+int32(i)]
			row[i].value = s.facts.see(row[i].value)
		}
		m.cases.add(m.casesOf(row))
	}
	for i := int32(0); i < o.p2; i++ {
		v := s.get(o.p1 + i)
		m.touch(v)
		m.mixed(v)
		v = v.Detached()
		if int(i) == len(m.result) {
			m.result = append(m.result, v)
		} else {
			m.result[i] = join(m.result[i], v)
		}
	}
}
