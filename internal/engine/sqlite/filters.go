package sqlite

import (
	"slices"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/ir"
)

// A program hands the values that a virtual table filters by to the table, and says only by a number and a text of the
// table's own what they are for. SQLite and the table agree on that while the statement is compiled, in xBestIndex: so
// a copy of the module listens there.

// filterPlan is what a program names a way to filter a table by.
type filterPlan struct {
	table uintptr
	num   int32
	str   string
}

// asked is what one value of a filter is compared with.
type asked struct {
	column int32 // of the table, -1 for the rowid
	how    uint8 // SQLITE_INDEX_CONSTRAINT_…; 0 where two ways to filter have one name
}

// filters is what a connection heard.
type filters struct {
	plans   map[filterPlan][]asked // while the last statement was compiled
	modules map[uintptr]uintptr    // SQLite's own, and the copies
	hear    []bestIndex            // C has their addresses: Go must not collect them
}

type bestIndex func(tls *libc.TLS, table, info uintptr) int32

// listen makes the filters of a virtual table heard.
func (c *conn) listen(id uintptr) {
	f, table := &c.filters, cptr[sqlite3.Tsqlite3_vtab](id)
	if f.modules == nil {
		f.modules = map[uintptr]uintptr{}
	}
	for _, copied := range f.modules {
		if table.FpModule == copied {
			return
		}
	}
	copied := f.modules[table.FpModule]
	if copied == 0 {
		copied = libc.Xmalloc(c.tls, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_module{})))
		if copied == 0 {
			return
		}
		module := cptr[sqlite3.Tsqlite3_module](copied)
		*module = *cptr[sqlite3.Tsqlite3_module](table.FpModule)
		best := *(*bestIndex)(unsafe.Pointer(&struct{ uintptr }{module.FxBestIndex}))
		hear := bestIndex(func(tls *libc.TLS, table, info uintptr) int32 {
			rc := best(tls, table, info)
			if rc == sqlite3.SQLITE_OK {
				f.note(table, cptr[sqlite3.Tsqlite3_index_info](info))
			}
			return rc
		})
		f.hear = append(f.hear, hear)
		module.FxBestIndex = *(*uintptr)(unsafe.Pointer(&hear))
		f.modules[table.FpModule] = copied
	}
	table.FpModule = copied
}

// deaf frees the copies, once nothing uses them.
func (c *conn) deaf() {
	for _, copied := range c.filters.modules {
		libc.Xfree(c.tls, copied)
	}
}

// note keeps what a table was asked for.
func (f *filters) note(table uintptr, info *sqlite3.Tsqlite3_index_info) {
	var list []asked
	for i := range uintptr(info.FnConstraint) {
		is := cptr[sqlite3.Tsqlite3_index_constraint](info.FaConstraint +
			i*unsafe.Sizeof(sqlite3.Tsqlite3_index_constraint{}))
		at := cptr[sqlite3.Tsqlite3_index_constraint_usage](info.FaConstraintUsage +
			i*unsafe.Sizeof(sqlite3.Tsqlite3_index_constraint_usage{})).FargvIndex
		if at <= 0 || at > info.FnConstraint {
			continue
		}
		list = append(list, make([]asked, max(int(at)-len(list), 0))...)
		list[at-1] = asked{is.FiColumn, is.Fop}
	}
	plan := filterPlan{table, info.FidxNum, libc.GoString(info.FidxStr)}
	before, known := f.plans[plan]
	for i := range list {
		if known && (i >= len(before) || before[i].column != list[i].column) {
			list[i].how = 0
		}
	}
	if f.plans == nil {
		f.plans = map[filterPlan][]asked{}
	}
	f.plans[plan] = list
}

// filterArguments says of the instructions that start a filter how many registers they take: the number and the values.
func filterArguments(ops []op) {
	for i := range ops {
		o := &ops[i]
		if o.code != sqlite3.OP_VFilter {
			continue
		}
		o.n = 2
		for j := i - 1; j >= 0; j-- {
			if p := &ops[j]; p.code == sqlite3.OP_Integer && p.p2 == o.p3+1 {
				o.n += p.p1
				break
			}
		}
	}
}

var texts = []uint8{sqlite3.SQLITE_INDEX_CONSTRAINT_MATCH, sqlite3.SQLITE_INDEX_CONSTRAINT_LIKE,
	sqlite3.SQLITE_INDEX_CONSTRAINT_GLOB,
	sqlite3.SQLITE_INDEX_CONSTRAINT_REGEXP}

var numbers = []uint8{sqlite3.SQLITE_INDEX_CONSTRAINT_LIMIT, sqlite3.SQLITE_INDEX_CONSTRAINT_OFFSET}

// stepVFilter starts a scan of a virtual table.
func stepVFilter(m *machine, s *state, o *op, _ *state) next {
	c := m.move(s, o)
	if num := s.get(o.p3); c.table != nil && num.Known&constant != 0 {
		for i, a := range m.filters[filterPlan{c.table.vtab, int32(num.Const), o.p4}] {
			m.filtered(s.get(o.p3+2+int32(i)), c.table, a)
		}
	}
	return next{fall: true, jump: true, to: o.p2}
}

// filtered notes a value that a virtual table filters by. The columns that * leaves out are arguments of a function, or
// stand for the whole row of a full-text table: text where they are declared without a type.
func (m *machine) filtered(v value, t *table, a asked) {
	switch {
	case a.how == 0:
	case slices.Contains(texts, a.how):
		m.wants(v, tText)
	case slices.Contains(numbers, a.how):
		m.needsInt(v)
	case a.column < 0:
		m.comparedColumn(v, nil, tInt)
	case int(a.column) >= len(t.columns):
	default:
		col := t.columns[a.column]
		typ := m.schema.types[col.decl].typ
		switch {
		case col.hidden && typ.Kind == ir.Any:
			m.wants(v, tText)
		case col.hidden:
			m.wants(v, kindStorage[typ.Kind].as)
		default:
			m.comparedColumn(v, col, 0)
		}
	}
}
