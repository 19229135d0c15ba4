package sqlite

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// foreignSQL finds foreign keys in the order in which they are declared, and whether they have actions.
const foreignSQL = `SELECT l.schema, l.name, f.seq = 0, f."table", f."from", f."to",
	f.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR f.on_update NOT IN ('NO ACTION', 'RESTRICT')
	FROM pragma_table_list AS l, pragma_foreign_key_list(l.name, l.schema) AS f
	WHERE l.schema IN ('main', 'temp') ORDER BY l.schema, l.name, f.id DESC, f.seq`

// loadForeign reads the foreign keys, and marks the tables that those with actions refer to. The scratch database
// compiles no such actions, as foreign keys are off there; an application may turn them on.
func (s *schema) loadForeign(c *conn) error {
	return c.query(foreignSQL, func(r *stmt) {
		t, to := s.table(r.text(0), r.text(1)), s.table(r.text(0), r.text(3))
		if t == nil || to == nil { // SQLite asks for a table only when a row is written
			return
		}
		to.acts = to.acts || r.int(6) != 0
		if r.int(2) != 0 {
			t.foreign = append(t.foreign, ir.ForeignKey{Schema: to.schema, Table: to.name})
		}
		k := &t.foreign[len(t.foreign)-1]
		column := r.text(5)
		if at := len(k.To); column == "" && at < len(to.key) { // none is named: the primary key
			column = to.key[at]
		}
		k.Columns, k.To = append(k.Columns, t.spelled(r.text(4))), append(k.To, to.spelled(column))
	})
}

// table is the one of a schema with a name, however its letters are written; nil for none.
func (s *schema) table(schema, name string) *table {
	for _, t := range s.tables {
		if t.schema == schema && strings.EqualFold(t.name, name) {
			return t
		}
	}
	return nil
}

// column is the one with a name, however its letters are written; nil for none.
func (t *table) column(name string) *column {
	for _, c := range t.columns {
		if strings.EqualFold(c.name, name) {
			return c
		}
	}
	return nil
}

// spelled is the name of a column as its table declares it.
func (t *table) spelled(name string) string {
	if c := t.column(name); c != nil {
		return c.name
	}
	return name
}
