package sqlite

import (
	"sort"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// schema is what the scratch database's tables look like to a compiled statement.
type schema struct {
	tables   []*table // in name order; sqlite's own come with the others
	columns  []*column
	types    []atom                 // distinct declared types; column.decl indexes them
	roots    map[rootPage]*root     // b-trees by where they start
	virtual  map[uintptr]*table     // virtual tables by the identity their programs open them with
	typeIDs  map[declaredAs]int     //
	rowHeld  bool                   // every frame of a view's window functions holds the row that it is of
	declared map[string]*registered // functions of the program, by name
	computed []*computed            // tables whose VIRTUAL columns are described as STORED ones
}

type rootPage struct{ db, page int32 }

type declaredAs struct {
	name string
	sure doubt
}

const functionTable = "function"

type table struct {
	schema       string
	name         string
	kind         string // table, virtual, shadow, view as SQLite says, or functionTable
	strict       bool
	withoutRowid bool
	columns      []*column // as declared
	stored       []*column // as records hold them: without virtual columns
	rowid        *column   // the INTEGER PRIMARY KEY, or nil
	key          []string
	foreign      []ir.ForeignKey
	vtab         uintptr // the identity that programs open a virtual table with
	acts         bool    // what happens to its rows changes others by a foreign key's ON DELETE or ON UPDATE
	sql          string
}

type column struct {
	id         infer.Source
	table      *table
	name       string
	decl       int // index into schema.types
	notNull    bool
	also       typeSet // what values are beside that
	finite     bool    // a number here is neither infinite nor NaN
	why        *infer.Reason
	generated  bool
	virtual    bool
	hasDefault bool
	expression string // of its default
	identity   bool
	hidden     bool // a virtual table's, which * leaves out
}

// ref names the column; a table function's are no columns that anyone could look up.
func (c *column) ref() ir.ColumnRef {
	if c.table.kind == functionTable {
		return ir.ColumnRef{}
	}
	ref := ir.ColumnRef{Table: c.table.name, Column: c.name}
	if c.table.schema != "main" {
		ref.Schema = c.table.schema
	}
	return ref
}

// root is a b-tree: a table's rows, or an index.
type root struct {
	table      *table
	index      bool
	columns    []*column // nil for a rowid without a name; an expression is a column without id
	descending []bool    // for an index
}

// known is the column numbered id.
func (s *schema) known(id infer.Source) *column { return s.columns[id-1] }

const tablesSQL = `SELECT l.schema, l.name, l.type, l.strict, l.wr, coalesce(s.rootpage, 0), coalesce(s.sql, ''),
	CASE l.schema WHEN 'main' THEN 0 ELSE 1 END
	FROM pragma_table_list AS l LEFT JOIN (SELECT 'main' AS db, * FROM main.sqlite_schema UNION ALL
	SELECT 'temp', * FROM temp.sqlite_schema) AS s ON s.db = l.schema AND s.name = l.name AND s.type IN ('table', 'view')
	WHERE l.schema IN ('main', 'temp')
	ORDER BY l.schema, l.name`

// resolveViews is the error of the first view that does not resolve: SQLite looks at views only when they are used.
func (c *conn) resolveViews() (err error) {
	type view struct{ name, sql string }
	var views []view
	const all = "SELECT name, sql, rowid FROM main.sqlite_schema WHERE type = 'view' UNION ALL " +
		"SELECT name, sql, rowid FROM temp.sqlite_schema WHERE type = 'view' ORDER BY 3"
	if err := c.query(all, func(r *stmt) { views = append(views, view{r.text(0), r.text(1)}) }); err != nil {
		return err
	}
	for _, v := range views {
		st, _, fault := c.prepare("SELECT * FROM " + ir.Quote(v.name))
		if fault != nil {
			fault.offset = -1
			e, _ := fault.placed(v.sql)
			e.Msg, e.View = "view "+v.name+": "+e.Msg, v.name
			if e.Offset >= 0 {
				e.Offset = len(v.sql) - e.Offset
			}
			return e
		}
		st.close()
	}
	return nil
}

// loadSchema reads the catalogue once, for all the statements that are described before it changes again.
func loadSchema(c *conn) (*schema, error) {
	s := &schema{rowHeld: true, roots: map[rootPage]*root{}, virtual: map[uintptr]*table{},
		typeIDs: map[declaredAs]int{}}
	pages := map[*table]rootPage{}
	err := c.resolveViews()
	if err != nil {
		return nil, err
	}
	err = c.query(tablesSQL, func(r *stmt) {
		t := &table{schema: r.text(0), name: r.text(1), kind: r.text(2), strict: r.int(3) != 0,
			withoutRowid: r.int(4) != 0, sql: r.text(6)}
		s.tables = append(s.tables, t)
		s.rowHeld = s.rowHeld && (t.kind != "view" || holdsRow(t.sql))
		page := r.int(5)
		if strings.HasPrefix(t.name, "sqlite_") && strings.HasSuffix(t.name, "schema") {
			page = 1
		}
		pages[t] = rootPage{int32(r.int(7)), int32(page)}
	})
	if err != nil {
		return nil, err
	}
	for _, t := range s.tables {
		if err := s.loadColumns(c, t); err != nil {
			return nil, err
		}
		if t.kind == "virtual" {
			continue
		}
		if page := pages[t]; page.page > 0 && !t.withoutRowid {
			s.roots[page] = &root{table: t, columns: t.stored}
		}
		s.loadComputed(c, t)
		if err := s.loadIndexes(c, t, pages[t]); err != nil {
			return nil, err
		}
	}
	if err := s.loadForeign(c); err != nil {
		return nil, err
	}
	for _, x := range s.computed {
		s.roots[pages[x.table]].columns = x.table.columns
	}
	for _, t := range s.tables {
		if t.kind == "virtual" {
			s.loadVirtual(c, t)
		}
	}
	sort.SliceStable(s.tables, func(i, j int) bool { return s.tables[i].name < s.tables[j].name })
	return s, nil
}

func (s *schema) typeID(t ir.Type, sure doubt) int {
	key := declaredAs{t.SQL, sure}
	id, ok := s.typeIDs[key]
	if !ok {
		id = len(s.types)
		s.types = append(s.types, atom{typ: t, sure: sure})
		s.typeIDs[key] = id
	}
	return id
}

func (s *schema) addColumn(t *table, c *column, typ ir.Type, sure doubt) {
	c.table, c.decl = t, s.typeID(typ, sure)
	c.finite = finiteKind(typ.Kind)
	s.columns = append(s.columns, c)
	c.id = infer.Source(len(s.columns))
	t.columns = append(t.columns, c)
	if !c.virtual {
		t.stored = append(t.stored, c)
	}
}

// finiteKind says of a declared type that its numbers are neither infinite nor NaN.
func finiteKind(k ir.Kind) bool {
	switch k {
	case ir.Float64, ir.Text, ir.Any, ir.Blob, ir.JSON, ir.UUID:
		return false
	}
	return true
}

func (s *schema) loadColumns(c *conn, t *table) error {
	indexedKey := 0 // a primary key with an index of its own is no alias of the rowid
	err := c.query("SELECT count(*) FROM pragma_index_list("+quote(t.name)+", "+quote(t.schema)+") WHERE origin = 'pk'",
		func(r *stmt) { indexedKey = r.int(0) })
	if err != nil {
		return err
	}
	keys, sure := map[int]*column{}, overflow
	if t.strict {
		sure = declared
	}
	err = c.query(`SELECT name, type, "notnull", dflt_value IS NOT NULL, pk, hidden, coalesce(dflt_value, '') FROM pragma_table_xinfo(`+quote(t.name)+", "+quote(t.schema)+")",
		func(r *stmt) {
			col := &column{name: r.text(0), notNull: r.int(2) != 0, hasDefault: r.int(3) != 0,
				expression: r.text(6)}
			hidden := r.int(5)
			col.hidden, col.virtual, col.generated = hidden == 1, hidden == 2, hidden >= 2
			if pk := r.int(4); pk > 0 {
				keys[pk] = col
			}
			s.addColumn(t, col, columnType(r.text(1)), sure)
		})
	if err != nil {
		return err
	}
	for i := 1; i <= len(keys); i++ {
		t.key = append(t.key, keys[i].name)
		if t.withoutRowid {
			keys[i].notNull = true
		}
	}
	if len(keys) == 1 && indexedKey == 0 && !t.withoutRowid &&
		strings.EqualFold(s.types[keys[1].decl].typ.SQL, "INTEGER") {
		t.rowid = keys[1]
		t.rowid.notNull = true
		t.rowid.decl = s.typeID(s.types[t.rowid.decl].typ, declared)
	}
	if t.rowid != nil {
		t.rowid.identity = c.autoincrement(t.schema, t.name, t.rowid.name)
	}
	for _, col := range t.columns {
		col.explain()
	}
	return nil
}

// explain sets the reason why the column can or cannot be NULL.
func (c *column) explain() {
	name := c.table.name + "." + c.name
	switch {
	case c == c.table.rowid:
		c.why = infer.Why("primary key of " + c.table.name)
	case c.notNull:
		c.why = infer.Why(name + " is NOT NULL")
	case len(c.table.key) > 0 && contains(c.table.key, c.name):
		c.why = infer.Why(name +
			" is nullable: SQLite enforces NOT NULL on a PRIMARY KEY only where it is INTEGER PRIMARY KEY, STRICT or WITHOUT ROWID")
	default:
		c.why = infer.Why(name + " is nullable")
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (s *schema) loadIndexes(c *conn, t *table, page rootPage) error {
	type index struct {
		name string
		page rootPage
	}
	var list []index
	err := c.query("SELECT l.name, coalesce(s.rootpage, 0), l.origin FROM pragma_index_list("+quote(t.name)+", "+quote(t.schema)+") AS l LEFT JOIN "+
		ir.Quote(t.schema)+".sqlite_schema AS s ON s.name = l.name AND s.type = 'index'",
		func(r *stmt) {
			x := index{r.text(0), rootPage{page.db, int32(r.int(1))}}
			if t.withoutRowid && r.text(2) == "pk" {
				x.page = page
			}
			list = append(list, x)
		})
	if err != nil {
		return err
	}
	for _, x := range list {
		r, computed := &root{table: t, index: true}, false
		err := c.query("SELECT cid, desc FROM pragma_index_xinfo("+quote(x.name)+", "+quote(t.schema)+") ORDER BY seqno", func(q *stmt) {
			var col *column
			if cid := q.int(0); cid >= 0 {
				col = t.columns[cid]
			} else if cid == -1 {
				col = t.rowid
			} else {
				computed = true
			}
			r.columns = append(r.columns, col)
			r.descending = append(r.descending, q.int(1) != 0)
		})
		if err != nil {
			return err
		}
		if x.page.page > 0 {
			s.roots[x.page] = r
		}
		if computed {
			s.loadExpressions(c, r, x.name)
		}
	}
	return nil
}
