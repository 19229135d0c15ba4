package sqlite

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
	sqlite3 "modernc.org/sqlite/lib"
)

// claim is what one of the schema's own expressions is.
type claim struct {
	typ     ir.Type
	storage [declared + 1]typeSet // by doubt
	types   typeSet
	null    infer.Nullness // with every doubt
	why     *infer.Reason
}

// sure is the doubt up to which values are of the type: only declared where its storage class does not say it all.
func (x *claim) sure(t ir.Type) doubt {
	for at := declared; at > trusting; at-- {
		if x.storage[at]&^holds(t) == 0 && besides(t.Kind) != 0 {
			return at
		}
	}
	if x.storage[trusting]&^holds(t) == 0 && besides(t.Kind) != 0 {
		return trusting
	}
	return overflow
}

// claims interprets a program of the schema's own with each doubt and says what its values are; none where that fails.
func (s *schema) claims(c *conn, sql string, values func(*machine) []value) []claim {
	st, _, fault := c.prepare(sql)
	if fault != nil || st == nil {
		return nil
	}
	defer st.close()
	var m machine
	var list []claim
	for _, level := range []doubt{trusting, overflow, declared} {
		m.types.doubt = level
		m.load(s, st, 0)
		if m.interpret() != nil {
			return nil
		}
		for i, v := range values(&m) {
			if i == len(list) {
				list = append(list, claim{typ: m.types.resolve(v.Types)})
			}
			x := &list[i]
			x.storage[level], x.types, x.null, x.why = m.types.storage(v.Types), v.Types, v.Null, v.Why
		}
	}
	return list
}

// loadExpressions finds what the expressions of an index are, by the program that would build the index. Where
// that fails they stay unknown.
func (s *schema) loadExpressions(c *conn, r *root, index string) {
	list := s.claims(c, "REINDEX "+ir.Quote(r.table.schema)+"."+ir.Quote(index), func(m *machine) (list []value) {
		at := slices.IndexFunc(m.ops, func(o op) bool { return o.code == sqlite3.OP_SorterInsert })
		for i := range r.columns {
			list = append(list, m.contents[m.byCursor[m.ops[at].p1]].field(int32(i)).value)
		}
		return list
	})
	for i, x := range list {
		if r.columns[i] == nil && x.null != infer.Unreached {
			r.columns[i] = &column{table: r.table, decl: s.typeID(x.typ, x.sure(x.typ)), notNull: !x.null.Nullable(),
				why: x.why}
		}
	}
}

// loadComputed settles the VIRTUAL columns of a table. SQLite computes them where they are read, so that not even
// STRICT holds them to their declared type, but their expressions say what they are.
func (s *schema) loadComputed(c *conn, t *table) {
	sql := ""
	var cols []*column
	for _, col := range t.columns {
		if col.virtual {
			cols = append(cols, col)
			sql += ", " + ir.Quote(col.name)
			col.decl = s.typeID(s.types[col.decl].typ, overflow)
		}
	}
	if sql == "" {
		return
	}
	sql = "SELECT " + sql[2:] + " FROM " + ir.Quote(t.schema) + "." + ir.Quote(t.name) + " NOT INDEXED"
	for i, x := range s.claims(c, sql, func(m *machine) []value { return m.result }) {
		col, typ := cols[i], s.types[cols[i].decl].typ
		col.decl, col.also = s.typeID(typ, x.sure(typ)), x.types&intReal
		if !col.notNull && x.null == infer.Never {
			col.notNull, col.why = true, x.why
		}
	}
	if !t.withoutRowid {
		s.computed = append(s.computed, &computed{table: t})
	}
}

// computed is a table with VIRTUAL columns, of which SQLite inlines the expressions into programs. While statements are
// described it takes them for STORED ones, so that reading one is an instruction that says which it is.
type computed struct {
	table    *table
	affinity uintptr // what SQLite keeps with the table for each of the two
}

// exchange makes VIRTUAL columns STORED ones, or these what they were, in SQLite's own memory of the schema.
func (s *schema) exchange(c *conn, stored bool) {
	const either = sqlite3.COLFLAG_VIRTUAL | sqlite3.COLFLAG_STORED
	for _, x := range s.computed {
		t := c.tableInMemory(x.table.schema, x.table.name)
		if t == nil || stored == (t.FtabFlags&sqlite3.TF_HasVirtual == 0) {
			continue
		}
		t.FtabFlags ^= sqlite3.TF_HasVirtual
		t.FnNVCol = int16(len(x.table.stored))
		if stored {
			t.FnNVCol = t.FnCol
		}
		for i, col := range x.table.columns {
			if col.virtual {
				columnInMemory(t, i).FcolFlags ^= either
			}
		}
		t.FtabFlags = t.FtabFlags&^sqlite3.TF_HasStored | x.generated(stored)
		t.FzColAff, x.affinity = x.affinity, t.FzColAff
	}
}

// generated is the flag of a table that has STORED columns.
func (x *computed) generated(all bool) uint32 {
	if all || slices.ContainsFunc(x.table.stored, func(c *column) bool { return c.generated }) {
		return sqlite3.TF_HasStored
	}
	return 0
}
