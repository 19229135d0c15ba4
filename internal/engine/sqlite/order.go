package sqlite

import (
	"cmp"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
)

// set says how a statement that changes rows runs for many rows of parameters: one by one, as there is no server to
// wait for. In the order of the table's rowids SQLite goes through the table once. Rows may run in that order where the
// compiled program of each reads and writes no row of the table but the one whose rowid is the value of a parameter.
func (s *session) set(sql string) (*engine.Set, error) {
	const each = "SQLite runs a prepared statement for each row, in one transaction"
	sch, err := s.loaded()
	if err != nil {
		return nil, err
	}
	if err := s.conn.everything(true); err != nil {
		return nil, err
	}
	st, _, fault := s.conn.prepare(sql)
	if err := s.conn.everything(false); err != nil {
		return nil, err
	}
	if fault != nil {
		return &engine.Set{Each: each + ", in their order: its foreign keys do not fit"}, nil
	}
	defer st.close()
	o := &ordering{schema: sch, ops: st.program(nil), registers: st.registers(), cursors: map[int32]*root{}}
	if !o.prove() {
		return &engine.Set{Each: each + ", in their order: " + o.why}, nil
	}
	return &engine.Set{Each: each, Key: []int{o.key}, Assumes: []string{
		"rows of parameters with different keys change different rows of " + o.table.name +
			", and see nothing of each other",
		"rows of one key are run in their order"}}, nil
}

// ordering is the proof that rows of a statement may run in any order but that of rows with one key.
type ordering struct {
	schema    *schema
	ops       []op
	registers int
	cursors   map[int32]*root
	table     *table // that is changed
	key       int    // number of the parameter whose value is the rowid of the one row; 0 until it is found
	why       string // there is no proof
}

func (o *ordering) fail(why string, args ...any) bool {
	o.why = cmp.Or(o.why, fmt.Sprintf(why, args...))
	return false
}

const (
	notByKey = "it does not find its row by one parameter alone"
	elsewise = "it does more than find a row by its key and change that"
	otherRow = "it reads more rows of %s than that of its key"
)

func (o *ordering) prove() bool {
	for i := range o.ops {
		if x := &o.ops[i]; opens[x.code] && !o.open(x) {
			return false
		}
	}
	if o.table == nil {
		return o.fail("it changes no table by its key")
	}
	for i := range o.ops {
		if !o.allows(&o.ops[i]) {
			return false
		}
	}
	if o.key == 0 {
		return o.fail(notByKey)
	}
	return true
}

var opens = map[uint8]bool{sqlite3.OP_OpenRead: true, sqlite3.OP_OpenWrite: true}

// open notes what a cursor is on.
func (o *ordering) open(x *op) bool {
	r := o.schema.roots[rootPage{x.p3, x.p2}]
	if r == nil || x.p5&sqlite3.OPFLAG_P2ISREG != 0 {
		return o.fail("it reads or changes what is no table of the schema")
	}
	if was := o.cursors[x.p1]; was != nil && was != r {
		return o.fail("it uses %s and %s", was.table.name, r.table.name)
	}
	o.cursors[x.p1] = r
	if x.code == sqlite3.OP_OpenRead {
		return true
	}
	if o.table != nil && o.table != r.table {
		return o.fail("it changes %s and %s", o.table.name, r.table.name)
	}
	o.table = r.table
	return true
}

// use is what an instruction may do where the order of rows does not matter.
type use uint8

const (
	other    use = iota
	computes     // with registers alone
	calls        // a function
	lacks        // counts rows that a foreign key misses
	seeks        // a row by the rowid in register P3
	reads        // the row that cursor P1 stands on
	writes       // that row, whose rowid is in register P3
	deletes      // that row
	indexes      // puts an entry of the row into an index, or takes it out
	moves        // cursor P1 to another row, or reads an index
)

var uses = map[use][]uint8{
	computes: {sqlite3.OP_Init, sqlite3.OP_Goto, sqlite3.OP_Halt, sqlite3.OP_HaltIfNull, sqlite3.OP_Transaction,
		sqlite3.OP_Noop,
		sqlite3.OP_Once, sqlite3.OP_If, sqlite3.OP_IfNot, sqlite3.OP_IsNull, sqlite3.OP_NotNull, sqlite3.OP_Eq,
		sqlite3.OP_Ne, sqlite3.OP_Lt,
		sqlite3.OP_Le, sqlite3.OP_Gt, sqlite3.OP_Ge, sqlite3.OP_ElseEq, sqlite3.OP_IsTrue, sqlite3.OP_MustBeInt,
		sqlite3.OP_CollSeq,
		sqlite3.OP_Explain, sqlite3.OP_ReleaseReg, sqlite3.OP_ResetCount, sqlite3.OP_Integer, sqlite3.OP_Int64,
		sqlite3.OP_Real,
		sqlite3.OP_String8, sqlite3.OP_String, sqlite3.OP_Blob, sqlite3.OP_Null, sqlite3.OP_SoftNull,
		sqlite3.OP_Variable, sqlite3.OP_Move,
		sqlite3.OP_Copy, sqlite3.OP_SCopy, sqlite3.OP_IntCopy, sqlite3.OP_Add, sqlite3.OP_AddImm, sqlite3.OP_Subtract,
		sqlite3.OP_Multiply,
		sqlite3.OP_Divide, sqlite3.OP_Remainder, sqlite3.OP_BitAnd, sqlite3.OP_BitOr, sqlite3.OP_ShiftLeft,
		sqlite3.OP_ShiftRight,
		sqlite3.OP_And, sqlite3.OP_Or, sqlite3.OP_Not, sqlite3.OP_BitNot, sqlite3.OP_Concat, sqlite3.OP_ZeroOrNull,
		sqlite3.OP_RealAffinity,
		sqlite3.OP_Cast, sqlite3.OP_Affinity, sqlite3.OP_TypeCheck, sqlite3.OP_MakeRecord},
	calls: {sqlite3.OP_Function, sqlite3.OP_PureFunc},
	lacks: {sqlite3.OP_FkIfZero, sqlite3.OP_FkCounter},
	seeks: {sqlite3.OP_SeekRowid, sqlite3.OP_NotExists},
	// NewRowid gives a row the rowid that the key does not say: it comes behind a test of the key for NULL.
	reads: {sqlite3.OP_OpenRead, sqlite3.OP_OpenWrite, sqlite3.OP_Column, sqlite3.OP_Rowid, sqlite3.OP_IfNullRow,
		sqlite3.OP_NewRowid,
		sqlite3.OP_Close},
	writes:  {sqlite3.OP_Insert},
	deletes: {sqlite3.OP_Delete},
	indexes: {sqlite3.OP_IdxInsert, sqlite3.OP_IdxDelete},
	moves: {sqlite3.OP_Rewind, sqlite3.OP_Next, sqlite3.OP_Found, sqlite3.OP_NotFound, sqlite3.OP_NoConflict,
		sqlite3.OP_SeekGE,
		sqlite3.OP_SeekGT, sqlite3.OP_SeekLE, sqlite3.OP_SeekLT, sqlite3.OP_IdxGT, sqlite3.OP_IdxGE, sqlite3.OP_IdxLT,
		sqlite3.OP_IdxLE,
		sqlite3.OP_IdxRowid, sqlite3.OP_DeferredSeek, sqlite3.OP_Last, sqlite3.OP_Prev},
}

var useOf = func() (list [256]use) {
	for u, codes := range uses {
		for _, code := range codes {
			list[code] = u
		}
	}
	return list
}()

// allows reports whether an instruction has to do with nothing of the table but the row of the key. What it reads of
// another table is the same for all rows.
func (o *ordering) allows(x *op) bool {
	kind := useOf[x.code]
	switch kind {
	case computes:
		return true
	case calls:
		return x.pure || o.fail("the function %s may return something else for each row", x.p4)
	case lacks:
		return x.p1 == 0 || o.fail("a foreign key is deferred")
	case other:
		if x.code == sqlite3.OP_Program {
			return o.fail("it fires a trigger, or a foreign key changes other rows")
		}
		return o.fail(elsewise)
	}
	r := o.cursors[x.p1]
	switch {
	case r == nil:
		return o.fail(elsewise)
	case r.table != o.table:
		return true // nothing opens that for writing
	case x.code == sqlite3.OP_NoConflict:
		return o.fail("whether a unique index of %s takes a row depends on the others", o.table.name)
	case r.index:
		return kind == indexes || opens[x.code] || o.fail(otherRow, o.table.name)
	case kind == seeks || kind == writes:
		return o.byKey(x.p3, 0)
	case kind == moves:
		return o.fail(otherRow, o.table.name)
	}
	return kind == reads || kind == deletes || o.fail(elsewise)
}

// byKey reports whether a register holds nothing but the value of the one parameter that is the key, the rowid of the
// row that it led to, or NULL. A rowid may be made up where it is for a key that is NULL.
func (o *ordering) byKey(register int32, depth int) bool {
	made, given := false, false
	for x := range o.writers(register) {
		ok := false
		switch x.code {
		case sqlite3.OP_Null, sqlite3.OP_MustBeInt:
			ok = true
		case sqlite3.OP_NewRowid:
			ok, made = true, true
		case sqlite3.OP_Rowid:
			r := o.cursors[x.p1]
			ok = r != nil && r.table == o.table
		case sqlite3.OP_Variable:
			o.key = cmp.Or(o.key, int(x.p1))
			ok, given = o.key == int(x.p1), true
		case sqlite3.OP_SCopy, sqlite3.OP_IntCopy, sqlite3.OP_Copy:
			ok, given = depth < 4 && o.byKey(x.p1+register-x.p2, depth+1), true
		}
		if !ok {
			return o.fail(notByKey)
		}
	}
	return given || !made || o.fail(notByKey)
}

// writers yields the instructions that write a register.
func (o *ordering) writers(register int32) func(yield func(*op) bool) {
	return func(yield func(*op) bool) {
		for i := range o.ops {
			x, writes := &o.ops[i], false
			for _, a := range opcodes[x.code].access {
				if a.write && !a.cursor {
					a.each(x, o.registers, func(r int32) { writes = writes || r == register })
				}
			}
			if writes && !yield(x) {
				return
			}
		}
	}
}
