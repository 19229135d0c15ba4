package sqlite

import sqlite3 "modernc.org/sqlite/lib"

// loadExpressions finds what the expressions of an index are, by interpreting the program that would build the index
// anew. Where that fails they stay unknown.
func (s *schema) loadExpressions(c *conn, r *root, index string) {
	st, _, fault := c.prepare("REINDEX " + ident(r.table.schema) + "." + ident(index))
	if fault != nil || st == nil {
		return
	}
	defer st.close()
	var m machine
	m.load(s, st, 0)
	if m.run() != nil {
		return
	}
	for i := range m.ops {
		o := &m.ops[i]
		if o.code != sqlite3.OP_SorterInsert {
			continue
		}
		rows := &m.contents[m.byCursor[o.p1]]
		for i, col := range r.columns {
			f := rows.field(int32(i))
			if col != nil || f.Null == 0 {
				continue
			}
			typ, declared := m.types.resolve(f.Types)
			r.columns[i] = &column{table: r.table, decl: s.typeID(typ, !declared), notNull: !f.Null.Nullable(), why: f.Why}
		}
	}
}
