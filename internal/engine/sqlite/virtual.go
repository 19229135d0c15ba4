package sqlite

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
	sqlite3 "modernc.org/sqlite/lib"
)

// tableFunction is a table-valued function whose columns SQLite declares without types.
type tableFunction struct {
	name    string
	columns []functionColumn
}

type functionColumn struct {
	name    string
	typ     string
	notNull bool
}

var jsonColumns = []functionColumn{
	{"key", "ANY", false}, {"value", "ANY", false}, {"type", "TEXT", true}, {"atom", "ANY", false}, {"id", "INTEGER", true},
	{"parent", "INTEGER", false}, {"fullkey", "TEXT", true}, {"path", "TEXT", true}, {"json", "JSON", false}, {"root", "TEXT", false},
}

var tableFunctions = []tableFunction{{"json_each", jsonColumns}, {"json_tree", jsonColumns}}

// opened is the identity that a program opens the virtual table with, 0 if it cannot be opened.
func opened(c *conn, from string) uintptr {
	st, _, fault := c.prepare("SELECT * FROM " + from)
	if fault != nil || st == nil {
		return 0
	}
	defer st.close()
	for _, o := range st.program(nil) {
		if o.code == sqlite3.OP_VOpen {
			return o.obj
		}
	}
	return 0
}

func (s *schema) loadVirtual(c *conn, t *table) {
	if id := opened(c, ir.Quote(t.schema)+"."+ir.Quote(t.name)); id != 0 {
		s.virtual[id] = t
	}
}

func (s *schema) loadFunction(c *conn, f tableFunction) {
	id := opened(c, f.name+"('[]')")
	if id == 0 {
		return
	}
	t := &table{schema: "main", name: f.name, kind: functionTable}
	for _, fc := range f.columns {
		typ, _ := Type(fc.typ)
		col := &column{name: fc.name, notNull: fc.notNull}
		s.addColumn(t, col, typ, declared)
		col.why = infer.Why(f.name + "'s " + fc.name + " can be NULL")
		if fc.notNull {
			col.why = infer.Why(f.name + "'s " + fc.name + " is never NULL")
		}
	}
	s.virtual[id] = t
}

// listed says whether the table is the user's own.
func (t *table) listed() bool {
	return (t.kind == "table" || t.kind == "virtual") && !strings.HasPrefix(t.name, "sqlite_")
}
