package sqlite

import (
	"regexp"
	"strings"
	"sync"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// knownColumns are the columns of virtual tables and table-valued functions that SQLite declares without types, by the
// module: a ! is for one that is never NULL.
var knownColumns = map[string]string{
	"json_each": `key ANY, value ANY, type TEXT!, atom ANY, id INTEGER!, parent INTEGER, fullkey TEXT!, path TEXT!, json JSON, root TEXT`,
	"json_tree": `key ANY, value ANY, type TEXT!, atom ANY, id INTEGER!, parent INTEGER, fullkey TEXT!, path TEXT!, json JSON, root TEXT`,
	"fts5vocab": `term TEXT!, col TEXT, doc INTEGER, cnt INTEGER, offset INTEGER`,

	"pragma_table_info":        `cid INTEGER!, name TEXT!, type TEXT!, notnull INTEGER!, dflt_value TEXT, pk INTEGER!`,
	"pragma_table_xinfo":       `cid INTEGER!, name TEXT!, type TEXT!, notnull INTEGER!, dflt_value TEXT, pk INTEGER!, hidden INTEGER!`,
	"pragma_table_list":        `schema TEXT!, name TEXT!, type TEXT!, ncol INTEGER!, wr INTEGER!, strict INTEGER!`,
	"pragma_index_list":        `seq INTEGER!, name TEXT!, unique INTEGER!, origin TEXT!, partial INTEGER!`,
	"pragma_index_info":        `seqno INTEGER!, cid INTEGER!, name TEXT`,
	"pragma_index_xinfo":       `seqno INTEGER!, cid INTEGER!, name TEXT, desc INTEGER!, coll TEXT!, key INTEGER!`,
	"pragma_foreign_key_list":  `id INTEGER!, seq INTEGER!, table TEXT!, from TEXT!, to TEXT, on_update TEXT!, on_delete TEXT!, match TEXT!`,
	"pragma_foreign_key_check": `table TEXT!, rowid INTEGER, parent TEXT!, fkid INTEGER!`,
	"pragma_database_list":     `seq INTEGER!, name TEXT!, file TEXT`,
	"pragma_collation_list":    `seq INTEGER!, name TEXT!`,
	"pragma_function_list":     `name TEXT!, builtin INTEGER!, type TEXT!, enc TEXT!, narg INTEGER!, flags INTEGER!`,
	"pragma_module_list":       `name TEXT!`,
	"pragma_pragma_list":       `name TEXT!`,
	"pragma_compile_options":   `compile_options TEXT!`,
	"pragma_user_version":      `user_version INTEGER!`,
	"pragma_application_id":    `application_id INTEGER!`,
	"pragma_schema_version":    `schema_version INTEGER!`,
	"pragma_data_version":      `data_version INTEGER!`,
	"pragma_page_count":        `page_count INTEGER!`,
	"pragma_page_size":         `page_size INTEGER!`,
	"pragma_freelist_count":    `freelist_count INTEGER!`,
	"pragma_encoding":          `encoding TEXT!`,
	"pragma_integrity_check":   `integrity_check TEXT!`,
	"pragma_quick_check":       `quick_check TEXT!`,
}

// module is what CREATE VIRTUAL TABLE says.
type module struct {
	name string   // in small letters
	args []string // as written
}

// moduleOf reads it from SQLite's own memory, where it is parsed.
func (c *conn) moduleOf(t *table) (m module) {
	in := c.tableInMemory(t.schema, t.name)
	if in == nil || in.FeTabType != sqlite3.TABTYP_VTAB {
		return m
	}
	v := cptr[virtualInMemory](uintptr(unsafe.Pointer(&in.Fu)))
	for i := range uintptr(v.nArg) {
		arg := libc.GoString(*cptr[uintptr](v.azArg + i*ptrSize))
		switch i {
		case 0:
			m.name = strings.ToLower(arg)
		case 1, 2: // the database and the table
		default:
			m.args = append(m.args, arg)
		}
	}
	return m
}

// virtualInMemory is the part of SQLite's Table that virtual tables have.
type virtualInMemory struct {
	nArg  int32
	azArg uintptr
	p     uintptr // the connections' instances
}

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

// loadVirtual settles a virtual table, once the tables that it may read are there.
func (s *schema) loadVirtual(c *conn, t *table) {
	if id := opened(c, ir.Quote(t.schema)+"."+ir.Quote(t.name)); id != 0 {
		s.adopt(c, t, id)
	}
	m := c.moduleOf(t)
	switch {
	case m.name == "fts5":
		s.fullText(t, m)
	case strings.HasPrefix(m.name, "rtree"):
		s.spatial(t, m)
	default:
		s.know(t, m.name)
	}
	for _, col := range t.columns {
		col.explain()
	}
}

// adopt makes programs' instructions on the table known, and what it filters by.
func (s *schema) adopt(c *conn, t *table, id uintptr) {
	t.vtab, s.virtual[id] = id, t
	c.listen(id)
}

// columnsOf reads such a declaration.
func columnsOf(declaration string) (list []engine.Column) {
	for _, spec := range strings.Split(declaration, ", ") {
		name, typ, _ := strings.Cut(spec, " ")
		typ, notNull := strings.CutSuffix(typ, "!")
		known, _ := Type(typ)
		list = append(list, engine.Column{Name: name, Type: known, Nullable: !notNull, Declared: true})
	}
	return list
}

// know gives a module's columns the types that SQLite does not declare.
func (s *schema) know(t *table, module string) {
	for _, known := range columnsOf(knownColumns[module]) {
		for _, col := range t.columns {
			if col.name == known.Name && (!col.hidden || t.kind == functionTable) {
				s.retype(col, known.Type, declared)
				col.notNull = !known.Nullable
			}
		}
	}
}

var (
	moduleOption = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(\w+)\s*=\s*(.*?)\s*$`) })
	beside       = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*\+\s*(?:"[^"]*"|\[[^]]*\]|` + "`[^`]*`" + `|\S+)\s*(.*?)\s*$`)
	})
	unindexed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\sunindexed\s*$`) })
)

// fullText: an FTS5 table keeps any value, and declares no types. What it indexes is text, as far as a declaration
// goes; other columns are anything. With a content table it is that table's columns that are read.
func (s *schema) fullText(t *table, m module) {
	content, columns := "", t.columns
	var of *table
	for _, arg := range m.args {
		if g := moduleOption().FindStringSubmatch(arg); g != nil && strings.EqualFold(g[1], "content") {
			content = strings.Trim(g[2], "'\"`[]")
		}
	}
	if content != "" {
		of = s.table(t.schema, content)
	}
	for _, arg := range m.args {
		if moduleOption().MatchString(arg) || len(columns) == 0 {
			continue
		}
		col := columns[0]
		columns = columns[1:]
		switch {
		case content != "":
			s.retype(col, anyType, overflow)
			if of != nil {
				s.follow(col, of)
			}
		case unindexed().MatchString(arg):
			s.retype(col, anyType, overflow)
		default:
			s.retype(col, storageTypes[tText], overflow)
		}
	}
	for _, col := range columns {
		if col.hidden && col.name == "rank" {
			s.retype(col, storageTypes[tReal], declared)
		}
	}
}

// follow gives a column the type of that with its name in the table whose rows it reads.
func (s *schema) follow(col *column, of *table) {
	if c := of.column(col.name); c != nil {
		col.decl, col.also, col.finite = c.decl, c.also, c.finite
	}
}

// spatial: an R*Tree makes integers of its first column and numbers of the coordinates, which are never NULL. What is
// kept beside them has no affinity, whatever it is declared as, and SQLite does not even say as what.
func (s *schema) spatial(t *table, m module) {
	for i, col := range t.columns {
		if i >= len(m.args) {
			break
		}
		if g := beside().FindStringSubmatch(m.args[i]); g != nil {
			s.retype(col, columnType(g[1]), overflow)
			continue
		}
		s.retype(col, s.types[col.decl].typ, declared)
		col.notNull = true
	}
}

func (s *schema) retype(col *column, typ ir.Type, sure doubt) {
	col.decl, col.finite = s.typeID(typ, sure), finiteKind(typ.Kind)
}

// loadFunction is a table-valued function, by the identity that a program opens it with.
func (s *schema) loadFunction(c *conn, name string, id uintptr) error {
	t := &table{schema: "main", name: name, kind: functionTable}
	if err := s.loadColumns(c, t); err != nil {
		return err
	}
	s.know(t, name)
	for _, col := range t.columns {
		col.why = infer.Why(name + "'s " + col.name + " can be NULL")
		if col.notNull {
			col.why = infer.Why(name + "'s " + col.name + " is never NULL")
		}
	}
	s.adopt(c, t, id)
	return nil
}

// functions are the table-valued functions that a program opens and that the schema does not know yet.
func (s *schema) functions(c *conn, ops []op) (names map[string]uintptr) {
	for i := range ops {
		if id := ops[i].obj; ops[i].code == sqlite3.OP_VOpen && s.virtual[id] == nil {
			if name := c.functionInMemory(id); name != "" {
				if names == nil {
					names = map[string]uintptr{}
				}
				names[name] = id
			}
		}
	}
	return names
}

// functionInMemory is the name of the table-valued function with an identity, "" where there is none.
func (c *conn) functionInMemory(id uintptr) string {
	for p := cptr[sqlite3.Tsqlite3](c.db).FaModule.Ffirst; p != 0; {
		e := cptr[sqlite3.THashElem](p)
		m := cptr[sqlite3.TModule](e.Fdata)
		if m.FpEpoTab != 0 {
			in := cptr[sqlite3.TTable](m.FpEpoTab)
			v := cptr[virtualInMemory](uintptr(unsafe.Pointer(&in.Fu)))
			for at := v.p; at != 0; {
				instance := cptr[sqlite3.TVTable](at)
				if instance.FpVtab == id {
					return strings.ToLower(libc.GoString(m.FzName))
				}
				at = instance.FpNext
			}
		}
		p = e.Fnext
	}
	return ""
}

// listed says whether the table is the user's own.
func (t *table) listed() bool {
	return (t.kind == "table" || t.kind == "virtual") && !strings.HasPrefix(t.name, "sqlite_")
}
